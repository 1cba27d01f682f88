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
  /// The lines of a terminal; nil where they are not known.
  let rows: Int?

  init(descriptor: Int32, isPlain: Bool, color: ColorChoice, environment: [String: String]) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
    let size = isTerminal ? Self.size(of: descriptor) : nil
    rows = size.flatMap { $0.rows > 0 ? $0.rows : nil }
    mode = .detected(
      isPlain: isPlain,
      color: color,
      environment: environment,
      isTerminal: isTerminal,
      columns: size.flatMap { $0.columns > 0 ? $0.columns : nil }
    )
  }

  /// Writes all of the text, however often the system takes only a part.
  func write(_ text: String) throws(WriteError) { try Self.write(text, to: descriptor) }

  /// Writes all of a text to a descriptor.
  static func write(_ text: String, to descriptor: Int32) throws(WriteError) {
    var text = text
    let errorNumber = text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
    if errorNumber != 0 { throw WriteError(errorNumber: errorNumber) }
  }

  /// Writes all bytes to a descriptor.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(WriteError) {
    let errorNumber = bytes.withUnsafeBytes { write($0, to: descriptor) }
    if errorNumber != 0 { throw WriteError(errorNumber: errorNumber) }
  }

  /// - Returns: 0, or the number of the error.
  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var written = 0
    while written < bytes.count {
      let count = systemWrite(descriptor, bytes[written...])
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  private static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}

/// One `write` of the system's, which may take only a part.
func systemWrite(_ descriptor: Int32, _ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
  let rebased = UnsafeRawBufferPointer(rebasing: bytes)
  return write(descriptor, rebased.baseAddress, rebased.count)
}
