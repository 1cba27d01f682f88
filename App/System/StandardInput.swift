import Basics
import Foundation

/// Lines from standard input, whose writer may never end a line.
enum StandardInput {
  /// The maximum length of a line, in bytes.
  private static let lengthLimit = 65_536

  /// Reads the next line without its line break; returns `nil` at the end of input, and `.failure` for a longer line.
  static func line() -> Result<String, CommandFailure>? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    // Reading single bytes leaves the next line to another reader.
    while true {
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      if byte == UInt8(ascii: "\n") {
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return .success(String(decoding: bytes, as: UTF8.self))
      }
      guard bytes.count < lengthLimit else {
        return .failure(
          CommandFailure(
            exitCode: .usage,
            kind: "usage",
            message: "The line on standard input is longer than \(lengthLimit) bytes.",
            hint: nil
          )
        )
      }
      bytes.append(byte)
    }
    return bytes.isEmpty ? nil : .success(String(decoding: bytes, as: UTF8.self))
  }
}
