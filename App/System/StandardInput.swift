import Basics
import Foundation

/// Lines from standard input, whose writer may never end a line.
enum StandardInput {
  /// The maximum length of a line, in bytes.
  private static let lengthLimit = 65_536

  /// Reads the next line without its line break; returns `nil` at the end of input.
  ///
  /// It reads single bytes, which leaves the rest of the input to other readers.
  static func line() throws(CommandFailure) -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      if count <= 0, bytes.isEmpty { return nil }
      if count <= 0 || byte == UInt8(ascii: "\n") { break }
      guard bytes.count < lengthLimit else {
        throw CommandFailure(
          exitCode: .usage,
          kind: "usage",
          message: "The line on standard input is longer than \(lengthLimit) bytes."
        )
      }
      bytes.append(byte)
    }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
