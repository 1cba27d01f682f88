/// The one part of the content that a `Range` field asks for (RFC 9110, section 14.1.2).
enum RangeRequest: Sendable, Hashable {
  /// From a byte on, up to and with another one or to the end.
  case from(Int, through: Int?)
  /// The last bytes.
  case last(Int)

  /// Reads the field; `nil` for other units, several parts, or what is malformed and means nothing.
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

  /// The bytes that it means of content with a length; `nil` where there are none (416).
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

  /// Digits; what is too large for a number counts as the largest, since no content is as long.
  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text) ?? .max
  }
}
