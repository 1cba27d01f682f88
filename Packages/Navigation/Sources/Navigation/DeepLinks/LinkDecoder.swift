/// Makes a payload of a link's values, one text per property.
struct LinkDecoder: Decoder {
  let values: [String: String]
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(LinkKeyedDecoding<Key>(values: values))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw LinkCodingError.unsupported("A link holds named values only.")
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw LinkCodingError.unsupported("A link holds named values only.")
  }
}

private struct LinkKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let values: [String: String]
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { values.keys.sorted().compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { values[key.stringValue] == nil }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    guard let text = values[key.stringValue] else { throw LinkCodingError.missing(key.stringValue) }
    return try LinkValueDecoder(text: text, key: key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    throw LinkCodingError.unsupported("\(quoted(key.stringValue)) is not a single value.")
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw LinkCodingError.unsupported("\(quoted(key.stringValue)) is not a single value.")
  }

  func superDecoder() throws -> any Decoder {
    throw LinkCodingError.unsupported("A link holds named values only.")
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    throw LinkCodingError.unsupported("A link holds named values only.")
  }
}

/// Decodes one property of its text.
private struct LinkValueDecoder: Decoder, SingleValueDecodingContainer {
  let text: String
  let key: any CodingKey
  var codingPath: [any CodingKey] { [key] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw LinkCodingError.unsupported("\(quoted(key.stringValue)) is not a single value.")
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw LinkCodingError.unsupported("\(quoted(key.stringValue)) is not a single value.")
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    guard let literal = type as? any LinkLiteral.Type else { return try T(from: self) }
    guard let value = literal.init(linkText: text) as? T else {
      throw LinkCodingError.malformed(key.stringValue, expected: literal.expectation)
    }
    return value
  }
}
