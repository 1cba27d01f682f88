import Basics
import Components
import Foundation

struct StandardStream: Sendable {
  struct WriteError: Error {
    let code: SystemErrorCode

    init(errorNumber: Int32) { code = SystemErrorCode(rawValue: errorNumber) }

    var errorNumber: Int32 { code.rawValue }
  }

  let descriptor: Int32
  let isTerminal: Bool
  private(set) var mode: OutputMode
  /// The terminal's height, in rows; `nil` if unknown.
  let rows: Int?
  /// The values that ``write(_:)`` redacts.
  let secrets: KnownSecrets
  /// The line below all other output, such as a progress bar.
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

  mutating func use(_ theme: Theme) { mode.use(theme) }

  /// Writes the whole text with secrets redacted, above the status line.
  func write(_ text: String) throws(WriteError) {
    try statusLine.write(secrets.redacted(text), to: descriptor)
  }

  /// Replaces the status line with styled text narrower than the terminal; `nil` removes the line and leaves the cursor
  /// at the start of its line.
  func setStatus(_ line: String?) throws(WriteError) {
    let width = line.map { StyledText(escaped: $0).displayWidth(mode.widthPolicy) } ?? 0
    try statusLine.replace(with: line.map { (secrets.redacted($0), width) }, on: descriptor)
  }

  static func write(_ text: String, to descriptor: Int32) throws(WriteError) {
    var text = text
    let errorNumber = text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
    if errorNumber != 0 { throw WriteError(errorNumber: errorNumber) }
  }

  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(WriteError) {
    let errorNumber = bytes.withUnsafeBytes { write($0, to: descriptor) }
    if errorNumber != 0 { throw WriteError(errorNumber: errorNumber) }
  }

  /// Returns 0 or the error number.
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

/// Writes once; the system may accept only part of the bytes.
private func systemWrite(_ descriptor: Int32, _ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
  let rebased = UnsafeRawBufferPointer(rebasing: bytes)
  return write(descriptor, rebased.baseAddress, rebased.count)
}

/// A line that is redrawn at the end of a stream.
private final class StatusLine: Sendable {
  private struct Shown {
    let text: String
    let width: Int

    /// Spaces that overwrite the line, followed by a return to the start of the line.
    var blank: String { String(repeating: " ", count: width) + "\r" }
  }

  /// The line on the terminal, with the cursor at its start.
  ///
  /// The lock also serializes the writes.
  private let shown = Locked<Shown?>(nil)

  /// Writes text above the status line.
  func write(_ text: String, to descriptor: Int32) throws(StandardStream.WriteError) {
    try shown.withLock { shown throws(StandardStream.WriteError) in
      guard let shown else { return try StandardStream.write(text, to: descriptor) }
      let line = text.hasSuffix("\n") ? shown.text + "\r" : ""
      try StandardStream.write(shown.blank + text + line, to: descriptor)
    }
  }

  /// Draws a new status line in place of the current one, or removes it for `nil`.
  func replace(with line: (text: String, width: Int)?, on descriptor: Int32) throws(StandardStream.WriteError) {
    try shown.withLock { shown throws(StandardStream.WriteError) in
      let rest = String(repeating: " ", count: max((shown?.width ?? 0) - (line?.width ?? 0), 0))
      let text = line.map { $0.text + rest + "\r" } ?? shown?.blank ?? ""
      shown = line.map { Shown(text: $0.text, width: $0.width) }
      try StandardStream.write(text, to: descriptor)
    }
  }
}
