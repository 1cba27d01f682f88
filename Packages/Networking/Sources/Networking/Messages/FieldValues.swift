enum FieldList {
  /// Returns the nonempty, trimmed list members; commas within quoted strings don't separate members.
  ///
  /// An unclosed quotation mark is an ordinary character, so it can't hide the members after it.
  static func members(_ value: String) -> [Substring] {
    let bytes = value.utf8
    guard bytes.contains(comma) else { return [trimmed(value[...])].filter { !$0.isEmpty } }
    var members: [Substring] = []
    var start = bytes.startIndex
    var index = start
    // If a quotation mark has no closing quotation mark, all later quotation marks are escaped, so none of them can
    // begin a closed string either.
    var canBeQuoted = true
    while index < bytes.endIndex {
      switch bytes[index] {
      case quote where canBeQuoted:
        let end = endOfQuotedString(bytes, from: index)
        canBeQuoted = end != nil
        index = end ?? bytes.index(after: index)
      case comma:
        members.append(trimmed(value[start..<index]))
        index = bytes.index(after: index)
        start = index
      default:
        index = bytes.index(after: index)
      }
    }
    members.append(trimmed(value[start...]))
    return members.filter { !$0.isEmpty }
  }

  static func members(_ values: [String]) -> [Substring] { values.flatMap { members($0) } }

  /// Decodes a quoted string (RFC 9110, section 5.6.4); other text stays unchanged.
  static func unquoted(_ text: Substring) -> String {
    let bytes = Array(text.utf8)
    guard bytes.count >= 2, bytes.first == quote, bytes.last == quote else { return String(text) }
    var content: [UInt8] = []
    var isEscaped = false
    for byte in bytes[1..<(bytes.count - 1)] {
      if !isEscaped, byte == backslash {
        isEscaped = true
      } else {
        content.append(byte)
        isEscaped = false
      }
    }
    return String(decoding: content, as: UTF8.self)
  }

  static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while let first = text.utf8.first, first == 0x20 || first == 0x09 { text.removeFirst() }
    while let last = text.utf8.last, last == 0x20 || last == 0x09 { text.removeLast() }
    return text
  }

  private static let comma = UInt8(ascii: ",")
  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  private static func endOfQuotedString(_ bytes: String.UTF8View, from start: String.Index) -> String.Index? {
    var index = bytes.index(after: start)
    while index < bytes.endIndex {
      let byte = bytes[index]
      index = bytes.index(after: index)
      if byte == quote { return index }
      if byte == backslash {
        guard index < bytes.endIndex else { return nil }
        index = bytes.index(after: index)
      }
    }
    return nil
  }
}

/// The byte range that a `Range` field requests (RFC 9110, section 14.1.2).
enum RangeRequest: Sendable, Hashable {
  /// The bytes from one position through another, or to the end.
  case from(Int, through: Int?)
  /// The given number of bytes at the end.
  case last(Int)

  /// Parses the field; returns `nil` for units other than bytes, multiple ranges and malformed values.
  init?(_ value: String) {
    guard let equals = value.utf8.firstIndex(of: UInt8(ascii: "=")), value[..<equals].lowercased() == "bytes" else {
      return nil
    }
    let set = FieldList.trimmed(value[value.utf8.index(after: equals)...])
    let ends = set.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    if ends[0].isEmpty {
      guard let count = Self.number(ends[1]) else { return nil }
      self = .last(count)
      return
    }
    guard let first = Self.number(ends[0]) else { return nil }
    if ends[1].isEmpty {
      self = .from(first, through: nil)
      return
    }
    guard let last = Self.number(ends[1]), last >= first else { return nil }
    self = .from(first, through: last)
  }

  /// Returns the range within content of this length; `nil` if the range can't be satisfied (416).
  func bounds(in length: Int) -> Range<Int>? {
    switch self {
    case .from(let first, let last):
      guard first < length else { return nil }
      return first..<min(length, last.map { $0 == .max ? $0 : $0 + 1 } ?? length)
    case .last(let count):
      guard count > 0, length > 0 else { return nil }
      return max(0, length - count)..<length
    }
  }

  /// Parses a number; a number that is too large becomes the largest integer, because no content is that long.
  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text) ?? .max
  }
}
