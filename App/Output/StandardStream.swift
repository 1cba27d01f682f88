import Components

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Standard output or standard error, with what it can show.
struct StandardStream: Sendable {
  /// A write that failed.
  struct WriteError: Error {
    let errorNumber: Int32
  }

  /// The descriptor.
  let descriptor: Int32
  /// Whether a person looks at it.
  let isTerminal: Bool
  /// How text is laid out on it.
  let mode: OutputMode

  init(descriptor: Int32, isPlain: Bool, color: ColorChoice, environment: [String: String]) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
    mode = .detected(
      isPlain: isPlain,
      color: color,
      environment: environment,
      isTerminal: isTerminal,
      columns: isTerminal ? Self.columns(of: descriptor) : nil
    )
  }

  /// Writes all of the text, however often the system takes only a part.
  func write(_ text: String) throws(WriteError) {
    var text = text
    let errorNumber = text.withUTF8 { bytes -> Int32 in
      var written = 0
      while written < bytes.count {
        let count = systemWrite(descriptor, UnsafeRawBufferPointer(bytes)[written...])
        if count >= 0 {
          written += count
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
    if errorNumber != 0 { throw WriteError(errorNumber: errorNumber) }
  }

  private static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}

/// One `write` of the system's, which may take only a part.
func systemWrite(_ descriptor: Int32, _ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
  let rebased = UnsafeRawBufferPointer(rebasing: bytes)
  return write(descriptor, rebased.baseAddress, rebased.count)
}
