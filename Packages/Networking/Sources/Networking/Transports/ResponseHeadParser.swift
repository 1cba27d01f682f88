import Foundation

/// Reads the head of an answer: status line and field lines (RFC 9112, sections 4 and 5).
enum ResponseHeadParser {
  /// Why bytes are no head, as the end of a sentence.
  struct Failure: Error, Hashable {
    let reason: String
  }

  /// Parses a whole head, with or without the empty line that ends it.
  static func parse(_ bytes: [UInt8]) throws(Failure) -> (status: HTTPStatus, headers: HTTPFields) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: true)[...]
    guard let statusLine = lines.popFirst() else { throw Failure(reason: "it sent no status line") }
    let status = try status(in: withoutLineEnd(statusLine))
    var headers = HTTPFields()
    for line in lines {
      let line = withoutLineEnd(line)
      if line.isEmpty { break }
      try add(line, to: &headers)
    }
    return (status, headers)
  }

  private static func status(in line: ArraySlice<UInt8>) throws(Failure) -> HTTPStatus {
    let parts = line.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count >= 2, parts[0].starts(with: Array("HTTP/".utf8)), parts[1].count == 3,
      let code = Int(String(decoding: parts[1], as: UTF8.self)), let status = HTTPStatus(code: code)
    else { throw Failure(reason: "its status line is malformed") }
    return status
  }

  private static func add(_ line: ArraySlice<UInt8>, to headers: inout HTTPFields) throws(Failure) {
    guard let colon = line.firstIndex(of: 0x3A),
      let name = HTTPFieldName(String(decoding: line[..<colon], as: UTF8.self)),
      headers.append(name, text(line[(colon + 1)...]))
    else { throw Failure(reason: "one of its header fields is malformed") }
  }

  private static func withoutLineEnd(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.last == 0x0D ? line.dropLast() : line
  }

  /// UTF-8 where it is, Latin-1 otherwise (RFC 9110, section 5.5: history allows it).
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
