/// Takes a payload apart into a link's values, one text per property.
final class LinkEncoder: Encoder {
  fileprivate(set) var values: [String: String] = [:]
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(LinkKeyedEncoding<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { LinkRefusal() }

  func singleValueContainer() -> any SingleValueEncodingContainer { LinkRefusal() }
}

private struct LinkKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: LinkEncoder
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) {}

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try LinkValueEncoder(encoder: encoder, key: key).encode(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy keyType: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(LinkKeyedRefusal<Nested>(name: key.stringValue))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { LinkRefusal(name: key.stringValue) }

  func superEncoder() -> any Encoder { LinkRefusal() }

  func superEncoder(forKey key: Key) -> any Encoder { LinkRefusal(name: key.stringValue) }
}

/// Encodes one property as text; nil writes nothing.
private struct LinkValueEncoder: Encoder, SingleValueEncodingContainer {
  let encoder: LinkEncoder
  let key: any CodingKey
  var codingPath: [any CodingKey] { [key] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(LinkKeyedRefusal<Key>(name: key.stringValue))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { LinkRefusal(name: key.stringValue) }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() {}

  func encode<T: Encodable>(_ value: T) throws {
    guard let literal = value as? any LinkLiteral else {
      try value.encode(to: self)
      return
    }
    guard let text = literal.linkText else {
      throw LinkCodingError.malformed(key.stringValue, expected: "a finite number")
    }
    encoder.values[key.stringValue] = text
  }
}
