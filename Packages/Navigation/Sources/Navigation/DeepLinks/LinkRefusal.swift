/// Refuses what a link can't hold: lists, nested values, unnamed values.
struct LinkRefusal: Encoder, UnkeyedEncodingContainer, SingleValueEncodingContainer {
  var name = ""
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var count: Int { 0 }

  private var error: LinkCodingError {
    .unsupported(name.isEmpty ? "A link holds named values only." : "\(quoted(name)) is not a single value.")
  }

  func encodeNil() throws { throw error }

  func encode<T: Encodable>(_ value: T) throws { throw error }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(LinkKeyedRefusal<Key>(name: name))
  }

  func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(LinkKeyedRefusal<Nested>(name: name))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { self }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func superEncoder() -> any Encoder { self }
}

/// Refuses nested values.
struct LinkKeyedRefusal<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let name: String
  var codingPath: [any CodingKey] { [] }

  private var error: LinkCodingError { .unsupported("\(quoted(name)) is not a single value.") }

  func encodeNil(forKey key: Key) throws { throw error }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { throw error }

  func nestedContainer<Nested: CodingKey>(
    keyedBy keyType: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(LinkKeyedRefusal<Nested>(name: name))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { LinkRefusal(name: name) }

  func superEncoder() -> any Encoder { LinkRefusal(name: name) }

  func superEncoder(forKey key: Key) -> any Encoder { LinkRefusal(name: name) }
}
