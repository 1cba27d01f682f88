import Components
import Foundation

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
  /// The values that ``write(_:)`` redacts.
  let secrets: KnownSecrets
  /// The line that stays below all other output, such as a progress bar.
  private let statusLine = StatusLine()

  init(
    descriptor: Int32,
    isPlain: Bool,
    color: ColorChoice,
    environment: [String: String],
    secrets: KnownSecrets = KnownSecrets()
  ) {
    self.descriptor = descriptor
    self.secrets = secrets
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

  /// Writes all of the text without secrets, however often the system takes only a part.
  ///
  /// A status line makes way, and is drawn again below complete lines.
  func write(_ text: String) throws(WriteError) {
    try statusLine.write(secrets.redacted(text), to: descriptor)
  }

  /// Draws a line in the place of the status line of before; nil takes it away, with the cursor at the start of its line.
  ///
  /// - Parameter line: The text with its styles, narrower than the terminal.
  /// - Throws: The system's reason why the stream takes nothing.
  func setStatus(_ line: String?) throws(WriteError) {
    let width = line.map { StyledText(escaped: $0).displayWidth(mode.widthPolicy) } ?? 0
    try statusLine.replace(with: line.map { (secrets.redacted($0), width) }, on: descriptor)
  }

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

/// A line that is drawn over and over at the end of a stream.
///
/// `@unchecked Sendable`: `lock` guards `shown`, and orders what is written.
private final class StatusLine: @unchecked Sendable {
  private let lock = NSLock()
  /// The text on the terminal with its width, and the cursor at its start.
  private var shown: (text: String, width: Int)?

  /// Writes other text, which the line does not mix with.
  func write(_ text: String, to descriptor: Int32) throws(StandardStream.WriteError) {
    lock.lock()
    defer { lock.unlock() }
    guard let shown else { return try StandardStream.write(text, to: descriptor) }
    let line = text.hasSuffix("\n") ? shown.text + "\r" : ""
    try StandardStream.write(blank + text + line, to: descriptor)
  }

  /// Draws another line, or none.
  func replace(with line: (text: String, width: Int)?, on descriptor: Int32) throws(StandardStream.WriteError) {
    lock.lock()
    defer { lock.unlock() }
    let rest = String(repeating: " ", count: max((shown?.width ?? 0) - (line?.width ?? 0), 0))
    let text = line.map { $0.text + rest + "\r" } ?? blank
    shown = line
    try StandardStream.write(text, to: descriptor)
  }

  /// Blanks over the line, with the cursor at its start afterwards.
  private var blank: String { shown.map { String(repeating: " ", count: $0.width) + "\r" } ?? "" }
}
