import Basics

/// A strict JSON parser (RFC 8259) that rejects comments, trailing commas, invalid UTF-8 and repeated names.
///
/// RFC 8259, section 4, leaves repeated names undefined, but a store must not guess. A byte order mark is skipped, as
/// section 8.1 allows.
struct JSONParser {
  struct Failure: Error, Equatable {
    enum Reason: Equatable {
      case unexpectedEnd
      case unexpectedByte(UInt8)
      case invalidUTF8
      case invalidEscape
      case invalidNumber
      case repeatedName(String)
      case tooDeep
    }

    var reason: Reason
    /// The invalid byte's offset.
    var offset: Int
  }

  struct Document {
    var root: JSONTree
    /// The byte ranges of the outermost object's values, by name.
    var memberRanges: [String: Range<Int>]
  }

  /// The maximum nesting depth, which prevents a stack overflow.
  static let depthLimit = 128

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var memberRanges: [String: Range<Int>] = [:]

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  static func parse(_ bytes: [UInt8]) throws(Failure) -> Document {
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<Document, Failure> in
      var parser = JSONParser(buffer)
      do throws(Failure) {
        return .success(try parser.document())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private mutating func document() throws(Failure) -> Document {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    skipWhitespace()
    let root = try value(depth: 0)
    skipWhitespace()
    if position < bytes.count { throw unexpected() }
    return Document(root: root, memberRanges: memberRanges)
  }

  private mutating func value(depth: Int) throws(Failure) -> JSONTree {
    guard depth <= Self.depthLimit else { throw Failure(reason: .tooDeep, offset: position) }
    guard let byte = peek() else { throw unexpected() }
    switch byte {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .scalar(try string().text)
    case UInt8(ascii: "t"): return try literal("true")
    case UInt8(ascii: "f"): return try literal("false")
    case UInt8(ascii: "n"): return try literal("null")
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: throw unexpected()
    }
  }

  private mutating func object(depth: Int) throws(Failure) -> JSONTree {
    position += 1
    var members: [JSONTree.Member] = []
    var names: Set<String> = []
    skipWhitespace()
    if skip(UInt8(ascii: "}")) { return .object([]) }
    while true {
      skipWhitespace()
      let nameOffset = position
      guard peek() == UInt8(ascii: "\"") else { throw unexpected() }
      let token = try string()
      let name =
        try token.hasEscapes
        ? JSONParser.unescape(token.text, at: nameOffset) : String(Substring(token.text.utf8.dropFirst().dropLast()))
      guard names.insert(name).inserted else { throw Failure(reason: .repeatedName(name), offset: nameOffset) }
      skipWhitespace()
      guard skip(UInt8(ascii: ":")) else { throw unexpected() }
      skipWhitespace()
      let start = position
      members.append(JSONTree.Member(name: name, token: token.text, value: try value(depth: depth + 1)))
      if depth == 0 { memberRanges[name] = start..<position }
      skipWhitespace()
      if skip(UInt8(ascii: ",")) { continue }
      guard skip(UInt8(ascii: "}")) else { throw unexpected() }
      return .object(members)
    }
  }

  private mutating func array(depth: Int) throws(Failure) -> JSONTree {
    position += 1
    var elements: [JSONTree] = []
    skipWhitespace()
    if skip(UInt8(ascii: "]")) { return .array([]) }
    while true {
      skipWhitespace()
      elements.append(try value(depth: depth + 1))
      skipWhitespace()
      if skip(UInt8(ascii: ",")) { continue }
      guard skip(UInt8(ascii: "]")) else { throw unexpected() }
      return .array(elements)
    }
  }

  private mutating func literal(_ word: StaticString) throws(Failure) -> JSONTree {
    for index in 0..<word.utf8CodeUnitCount {
      guard peek() == word.utf8Start[index] else { throw unexpected() }
      position += 1
    }
    return .scalar(word.description)
  }

  private mutating func number() throws(Failure) -> JSONTree {
    let start = position
    _ = skip(UInt8(ascii: "-"))
    if !skip(UInt8(ascii: "0")) { try digits(from: start) }
    if skip(UInt8(ascii: ".")) { try digits(from: start) }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
      try digits(from: start)
    }
    return .scalar(text(from: start))
  }

  private mutating func digits(from start: Int) throws(Failure) {
    let first = position
    while let byte = peek(), UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
    if position == first {
      throw Failure(reason: position < bytes.count ? .invalidNumber : .unexpectedEnd, offset: start)
    }
  }

  private mutating func string() throws(Failure) -> (text: String, hasEscapes: Bool) {
    let start = position
    position += 1
    var hasEscapes = false
    var isASCII = true
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        let text = text(from: start)
        if !isASCII, !text.utf8.elementsEqual(bytes[start..<position]) {
          throw Failure(reason: .invalidUTF8, offset: start)
        }
        return (text, hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        try escape()
      case 0..<0x20:
        throw unexpected()
      default:
        if byte >= 0x80 { isASCII = false }
        position += 1
      }
    }
    throw unexpected()
  }

  private mutating func escape() throws(Failure) {
    let start = position
    position += 1
    guard let kind = peek() else { throw unexpected() }
    position += 1
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return
    case UInt8(ascii: "u"):
      for _ in 0..<4 {
        guard let digit = peek() else { throw unexpected() }
        guard Character(UnicodeScalar(digit)).isHexDigit else { throw Failure(reason: .invalidEscape, offset: start) }
        position += 1
      }
    default:
      throw Failure(reason: .invalidEscape, offset: start)
    }
  }

  private func text(from start: Int) -> String {
    String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private func peek() -> UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipWhitespace() {
    while let byte = peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private func unexpected() -> Failure {
    guard let byte = peek() else { return Failure(reason: .unexpectedEnd, offset: position) }
    return Failure(reason: .unexpectedByte(byte), offset: position)
  }
}

extension JSONParser {
  /// Returns a token's text with its escapes resolved (RFC 8259, section 7); an unpaired surrogate is an error.
  static func unescape(_ token: String, at offset: Int) throws(Failure) -> String {
    var units: [UInt16] = []
    var rest = token.utf16.dropFirst().dropLast().makeIterator()
    while let unit = rest.next() {
      guard unit == UInt16(UInt8(ascii: "\\")) else {
        units.append(unit)
        continue
      }
      guard let kind = rest.next() else { break }
      switch UInt8(truncatingIfNeeded: kind) {
      case UInt8(ascii: "b"): units.append(0x08)
      case UInt8(ascii: "f"): units.append(0x0C)
      case UInt8(ascii: "n"): units.append(0x0A)
      case UInt8(ascii: "r"): units.append(0x0D)
      case UInt8(ascii: "t"): units.append(0x09)
      case UInt8(ascii: "u"):
        var code: UInt16 = 0
        for _ in 0..<4 {
          let digit = rest.next().flatMap { UnicodeScalar($0) }.flatMap { Character($0).hexDigitValue } ?? 0
          code = code << 4 | UInt16(digit)
        }
        units.append(code)
      default: units.append(kind)
      }
    }
    let text = String(decoding: units, as: UTF16.self)
    guard text.utf16.elementsEqual(units) else { throw Failure(reason: .invalidEscape, offset: offset) }
    return text
  }

  /// Returns a string's text; `nil` for other values and invalid escapes.
  static func text(of value: JSONTree) -> String? {
    guard case .scalar(let token) = value, token.utf8.first == UInt8(ascii: "\"") else { return nil }
    do throws(Failure) {
      return try unescape(token, at: 0)
    } catch {
      return nil
    }
  }
}

extension JSONParser.Failure: CustomStringConvertible {
  var description: String {
    switch reason {
    case .unexpectedEnd: "the text ends too early, at byte \(offset)"
    case .unexpectedByte(let byte): "unexpected byte 0x\(String(byte, radix: 16)) at byte \(offset)"
    case .invalidUTF8: "the string at byte \(offset) is not UTF-8"
    case .invalidEscape: "invalid escape at byte \(offset)"
    case .invalidNumber: "invalid number at byte \(offset)"
    case .repeatedName(let name):
      "the name \"\(name.escapingInvisibles())\" occurs twice in one object, at byte \(offset)"
    case .tooDeep: "more than \(JSONParser.depthLimit) levels of nesting, at byte \(offset)"
    }
  }
}
