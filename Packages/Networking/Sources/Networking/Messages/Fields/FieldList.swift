/// Comma-separated lists in field values (RFC 9110, section 5.6.1).
enum FieldList {
  /// The members without surrounding white space, empty ones left out; commas within quoted strings don't separate.
  ///
  /// A quote that is never closed is an ordinary character, so that it can't hide the members behind it.
  static func members(_ value: String) -> [Substring] {
    let bytes = value.utf8
    guard bytes.contains(comma) else { return [trimmed(value[...])].filter { !$0.isEmpty } }
    var members: [Substring] = []
    var start = bytes.startIndex
    var index = start
    // A search that finds no closing quote has passed all later quotes as escaped characters, so none of them is closed, either.
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

  /// All members of a field that may be on several lines.
  static func members(_ values: [String]) -> [Substring] { values.flatMap { members($0) } }

  /// What a quoted string stands for (RFC 9110, section 5.6.4); any other text is itself.
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

  /// Drops spaces and tabs at both ends.
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
