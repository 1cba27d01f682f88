import Foundation

/// Why a text is no JSON, and where, as people count: `invalid value at line 2, column 5`.
struct JSONProblem: CustomStringConvertible {
  let description: String

  /// Reads what Foundation says, which counts bytes from 0, into the words and the place.
  init(_ error: any Error, in content: Data) {
    var reason = (error as NSError).userInfo["NSDebugDescription"] as? String ?? "it can't be read"
    if reason.hasSuffix(".") { reason.removeLast() }
    if reason.hasPrefix("Unexpected end of file") {
      reason = "it ends too early"
    } else if let match = reason.wholeMatch(of: /(.+) around character ([0-9]+)/), let offset = Int(match.2) {
      reason = "\(match.1) at \(Self.place(of: offset, in: content))"
    }
    description = reason.prefix(1).lowercased() + reason.dropFirst()
  }

  private static func place(of offset: Int, in content: Data) -> String {
    let before = content.prefix(offset)
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? before.startIndex
    return "line \(line), column \(String(decoding: before[start...], as: UTF8.self).count + 1)"
  }
}
