import Basics

/// A decoder that reads a payload from a link's values, with one string per property.
struct LinkDecoder: Decoder {
  let values: [String: String]
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(LinkKeyedDecoding<Key>(values: values))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw LinkDecodingError.onlyNamedValues }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw LinkDecodingError.onlyNamedValues }
}

enum LinkDecodingError: Error {
  case missing(String)
  case malformed(String, expected: String)
  case unsupported(String)

  static let onlyNamedValues = unsupported("A link can contain only named values.")

  static func notASingleValue(_ key: any CodingKey) -> LinkDecodingError {
    .unsupported("\(key.stringValue.quoted()) is not a single value.")
  }

  func linkError(for id: DestinationID) -> DeepLinkError {
    switch self {
    case .missing(let name): .missingValue(name, of: id)
    case .malformed(let name, let expected): .malformedValue(name, of: id, reason: "It must be \(expected).")
    case .unsupported(let reason): .unreadable(id, reason: reason)
    }
  }
}

private struct LinkKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let values: [String: String]
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { values.keys.sorted().compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { values[key.stringValue] == nil }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    guard let text = values[key.stringValue] else { throw LinkDecodingError.missing(key.stringValue) }
    return try LinkValueDecoder(text: text, key: key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    throw LinkDecodingError.notASingleValue(key)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw LinkDecodingError.notASingleValue(key)
  }

  func superDecoder() throws -> any Decoder { throw LinkDecodingError.onlyNamedValues }

  func superDecoder(forKey key: Key) throws -> any Decoder { throw LinkDecodingError.onlyNamedValues }
}

private struct LinkValueDecoder: Decoder, SingleValueDecodingContainer {
  let text: String
  let key: any CodingKey
  var codingPath: [any CodingKey] { [key] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw LinkDecodingError.notASingleValue(key)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw LinkDecodingError.notASingleValue(key) }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    guard let literal = type as? any LinkLiteral.Type else { return try T(from: self) }
    guard let value = literal.init(linkText: text) as? T else {
      throw LinkDecodingError.malformed(key.stringValue, expected: literal.expectation)
    }
    return value
  }
}

private protocol LinkLiteral {
  static var expectation: String { get }
  init?(linkText: String)
}

extension String: LinkLiteral {
  fileprivate static var expectation: String { "text" }
  fileprivate init?(linkText: String) { self = linkText }
}

extension Bool: LinkLiteral {
  fileprivate static var expectation: String { "true or false" }
  fileprivate init?(linkText: String) { self.init(linkText) }
}

extension LinkLiteral where Self: FixedWidthInteger {
  /// A description of the accepted range.
  ///
  /// For 64-bit numbers, it is a digit count instead of long bounds. Every number with this many digits is in range.
  static var expectation: String {
    bitWidth < 64
      ? "a whole number from \(min) to \(max)" : "a whole number of at most \(String(max).count - 1) digits"
  }
  init?(linkText: String) { self.init(linkText, radix: 10) }
}

extension Int: LinkLiteral {}
extension Int8: LinkLiteral {}
extension Int16: LinkLiteral {}
extension Int32: LinkLiteral {}
extension Int64: LinkLiteral {}
extension UInt: LinkLiteral {}
extension UInt8: LinkLiteral {}
extension UInt16: LinkLiteral {}
extension UInt32: LinkLiteral {}
extension UInt64: LinkLiteral {}

extension LinkLiteral where Self: BinaryFloatingPoint & LosslessStringConvertible {
  static var expectation: String { "a number" }
  init?(linkText: String) {
    guard let value = Self(linkText), value.isFinite else { return nil }
    self = value
  }
}

extension Double: LinkLiteral {}
extension Float: LinkLiteral {}
