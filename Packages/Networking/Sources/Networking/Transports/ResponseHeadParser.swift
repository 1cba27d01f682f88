import NetworkingFoundation

/// A parser for the status line and the field lines (RFC 9112, sections 4 and 5).
enum ResponseHeadParser {
  struct Failure: Error, Hashable {
    let reason: String

    static let malformedField = Failure(reason: "one of its header fields is malformed")
  }

  private typealias Line = UnsafeBufferPointer<UInt8>

  /// Parses a complete head, with or without its empty line.
  ///
  /// - Throws: ``Failure`` if the head is malformed or has two different body lengths (RFC 9112, section 6.3).
  static func parse(_ bytes: [UInt8]) throws(Failure) -> (status: HTTPStatus, headers: HTTPFields) {
    let result = bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(Failure) in try parse(bytes) }
    }
    return try result.get()
  }

  private static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(Failure) -> (status: HTTPStatus, headers: HTTPFields) {
    var position = 0
    guard let statusLine = nextLine(of: bytes, from: &position), !statusLine.isEmpty else {
      throw Failure(reason: "its status line is missing")
    }
    let status = try status(in: bytes[statusLine])
    var headers = HTTPFields()
    headers.reserveCapacity(16)
    var length: String?
    while let range = nextLine(of: bytes, from: &position), !range.isEmpty {
      if position < bytes.count, isSpace(bytes[position]) {
        try unfolded(bytes, range, &position).withUnsafeBufferPointer { line in
          Result { () throws(Failure) in try add(line, to: &headers) }
        }.get()
      } else {
        try add(Line(rebasing: bytes[range]), to: &headers)
      }
      if let field = headers.last, field.name == .contentLength {
        guard length == nil || length == field.value, isLength(field.value) else {
          throw Failure(reason: "its Content-Length is malformed")
        }
        length = field.value
      }
    }
    return (status, headers)
  }

  /// Parses a trailer line; returns `nil` for a malformed line and for the empty line at the section's end.
  static func trailer(_ line: UnsafeRawBufferPointer) -> HTTPField? {
    var fields = HTTPFields()
    line.withMemoryRebound(to: UInt8.self) { bytes in
      var position = 0
      guard let range = nextLine(of: bytes, from: &position), !range.isEmpty else { return }
      try? add(Line(rebasing: bytes[range]), to: &fields)
    }
    return fields.first
  }

  /// Unfolds a line by replacing each line break with a space (RFC 9112, section 5.2).
  private static func unfolded(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ first: Range<Int>,
    _ position: inout Int
  ) -> [UInt8] {
    var line = Array(bytes[first])
    while position < bytes.count, isSpace(bytes[position]), let more = nextLine(of: bytes, from: &position) {
      line.append(0x20)
      line.append(contentsOf: bytes[more].drop(while: isSpace))
    }
    return line
  }

  /// Returns the next line's range without the line break.
  private static func nextLine(of bytes: UnsafeBufferPointer<UInt8>, from position: inout Int) -> Range<Int>? {
    guard position < bytes.count else { return nil }
    let start = position
    var end = start
    while end < bytes.count, bytes[end] != 0x0A { end += 1 }
    position = end + 1
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }

  private static func status(in line: Slice<Line>) throws(Failure) -> HTTPStatus {
    let failure = Failure(reason: "its status line is malformed")
    guard line.starts(with: "HTTP/".utf8), let space = line.firstIndex(of: 0x20) else { throw failure }
    let version = line[(line.startIndex + 5)..<space]
    let isVersion =
      (version.count == 1 || (version.count == 3 && version[version.startIndex + 1] == UInt8(ascii: ".")))
      && version.first.map { (0x31...0x33).contains($0) } == true && version.last.map(isDigit) == true
    let code = line[(space + 1)...].prefix(4)
    guard isVersion, code.count == 3 || (code.count == 4 && code.last == 0x20), code.prefix(3).allSatisfy(isDigit),
      let status = HTTPStatus(code: code.prefix(3).reduce(0) { $0 * 10 + Int($1 - 0x30) })
    else { throw failure }
    return status
  }

  private static func add(_ line: Line, to headers: inout HTTPFields) throws(Failure) {
    guard let colon = line.firstIndex(of: 0x3A), let name = HTTPField.Name(received: Line(rebasing: line[..<colon])),
      let value = text(line, from: colon + 1)
    else { throw .malformedField }
    headers.append(checked: name, value)
  }

  private static func isLength(_ value: String) -> Bool {
    !value.isEmpty && value.utf8.allSatisfy(isDigit) && Int64(value) != nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Returns a trimmed field value; `nil` if it contains an invalid byte (RFC 9110, section 5.5).
  ///
  /// Values that aren't valid UTF-8 are decoded as Latin-1, which older servers send.
  private static func text(_ line: Line, from start: Int) -> String? {
    var (start, end) = (start, line.count)
    while start < end, isSpace(line[start]) { start += 1 }
    while start < end, isSpace(line[end - 1]) { end -= 1 }
    let bytes = Line(rebasing: line[start..<end])
    var isASCII = true
    for byte in bytes {
      if byte == 0 || byte == 0x0D { return nil }
      if byte >= 0x80 { isASCII = false }
    }
    if isASCII { return String(decoding: bytes, as: UTF8.self) }
    return String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
