import Foundation

/// A member of a JSON document that is named where it is written.
struct DocumentKey: CodingKey {
  let stringValue: String
  let intValue: Int? = nil

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { return nil }
}

extension KeyedEncodingContainer<DocumentKey> {
  /// Writes a member, null where there is nothing.
  mutating func set(_ name: String, _ value: (some Encodable)?) throws { try encode(value, forKey: DocumentKey(name)) }

  /// Writes a number exactly, and beside it the same as people read it.
  mutating func set(_ name: String, _ value: Decimal?, text: (Decimal) -> String) throws {
    try set(name, value)
    try set(name + "_text", value.map(text))
  }
}
