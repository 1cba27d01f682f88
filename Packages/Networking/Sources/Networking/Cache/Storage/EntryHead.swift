import NetworkingFoundation

/// The beginning of an entry's file: a fixed-length block and the encoded response head, followed by the content.
///
/// The little-endian numbers in the block are magic and version (8 bytes), head length (8), content length (8), content
/// checksum (8), URL digest (32), and a checksum of the preceding fields and the head (8).
struct EntryHead {
  static let fixedLength = 72
  static let headLimit = 1 << 20

  private static let magic: UInt64 = 0x3130_4548_4341_4348  // "HCACHE01"

  let key: SHA256.Digest
  let response: StoredResponse
  let contentLength: Int
  let contentChecksum: UInt64

  static func encode(key: SHA256.Digest, head: [UInt8], contentLength: Int, contentChecksum: UInt64) -> [UInt8] {
    var writer = BinaryWriter()
    writer.bytes.reserveCapacity(fixedLength + head.count)
    for word in [magic, UInt64(head.count), UInt64(contentLength), contentChecksum] + key.words { writer.append(word) }
    writer.append(checksum(block: writer.bytes, head: head[...]))
    return writer.bytes + head
  }

  /// Parses the lengths in the fixed-length block; returns `nil` if it is invalid.
  static func lengths(_ block: ArraySlice<UInt8>) -> (head: Int, content: Int)? {
    var reader = BinaryReader(block)
    guard block.count >= fixedLength, reader.word() == magic, let head = reader.word(), let content = reader.word(),
      head <= UInt64(headLimit), content <= UInt64(Int.max / 2)
    else { return nil }
    return (Int(head), Int(content))
  }

  init?(_ bytes: ArraySlice<UInt8>, rules: HeuristicRules) {
    guard let lengths = Self.lengths(bytes), bytes.count >= Self.fixedLength + lengths.head else { return nil }
    var reader = BinaryReader(bytes.dropFirst(24))
    guard let contentChecksum = reader.word(), let first = reader.word(), let second = reader.word(),
      let third = reader.word(), let fourth = reader.word(), let checksum = reader.word()
    else { return nil }
    let head = bytes.dropFirst(Self.fixedLength).prefix(lengths.head)
    guard checksum == Self.checksum(block: Array(bytes.prefix(Self.fixedLength - 8)), head: head),
      let response = StoredResponse(encoded: head, rules: rules)
    else { return nil }
    key = SHA256.Digest([first, second, third, fourth])
    self.response = response
    contentLength = lengths.content
    self.contentChecksum = contentChecksum
  }

  private static func checksum(block: [UInt8], head: ArraySlice<UInt8>) -> UInt64 {
    var hash = XXHash64()
    block.withUnsafeBytes { hash.update($0) }
    head.withUnsafeBytes { hash.update($0) }
    return hash.value
  }
}

extension StoredResponse {
  var encoded: [UInt8] {
    var writer = BinaryWriter()
    writer.append(UInt64(status.code))
    writer.append(exchange.request.bitPattern)
    writer.append(exchange.response.bitPattern)
    writer.append(UInt64(selection.fields.count))
    for field in selection.fields {
      writer.append(field.name.rawName)
      writer.append(UInt64(field.value == nil ? 0 : 1))
      for word in field.value?.words ?? [] { writer.append(word) }
    }
    writer.append(UInt64(headers.count))
    for field in headers {
      writer.append(field.name.rawName)
      writer.append(field.value)
    }
    return writer.bytes
  }

  init?(encoded bytes: ArraySlice<UInt8>, rules: HeuristicRules) {
    var reader = BinaryReader(bytes)
    guard let code = reader.word().flatMap({ Int(exactly: $0) }), let status = HTTPStatus(code: code),
      let request = reader.word().map({ TimeInterval(bitPattern: $0) }), request.isFinite,
      let response = reader.word().map({ TimeInterval(bitPattern: $0) }), response.isFinite,
      let selectionCount = reader.count()
    else { return nil }
    var selection: [Selection.Field] = []
    for _ in 0..<selectionCount {
      guard let name = reader.text().flatMap({ HTTPField.Name($0) }), let marker = reader.word() else { return nil }
      var words: [UInt64] = []
      while marker == 1, words.count < 4 {
        guard let word = reader.word() else { return nil }
        words.append(word)
      }
      selection.append(Selection.Field(name: name, value: words.isEmpty ? nil : SHA256.Digest(words)))
    }
    guard let headerCount = reader.count() else { return nil }
    var headers = HTTPFields()
    for _ in 0..<headerCount {
      guard let name = reader.text().flatMap({ HTTPField.Name($0) }), let value = reader.text(),
        headers.append(name, value)
      else { return nil }
    }
    guard reader.isAtEnd else { return nil }
    self.init(
      status: status,
      headers: headers,
      exchange: Freshness.Exchange(request: request, response: response),
      selection: Selection(fields: selection),
      rules: rules
    )
  }
}

struct BinaryWriter {
  var bytes: [UInt8] = []

  /// Appends eight little-endian bytes.
  mutating func append(_ word: UInt64) {
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ text: String) {
    append(UInt64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }
}

/// A reader for ``BinaryWriter``'s output; each method returns `nil` if too few bytes are left.
struct BinaryReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func word() -> UInt64? {
    guard rest.count >= 8 else { return nil }
    let word = rest.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self)) }
    rest = rest.dropFirst(8)
    return word
  }

  /// Reads the number of items, which occupy at least eight bytes each.
  mutating func count() -> Int? {
    guard let word = word(), word <= UInt64(rest.count / 8) else { return nil }
    return Int(word)
  }

  /// Reads a string; returns `nil` if its bytes aren't UTF-8.
  mutating func text() -> String? {
    guard let length = word(), length <= UInt64(rest.count) else { return nil }
    let utf8 = rest.prefix(Int(length))
    let text = String(decoding: utf8, as: UTF8.self)
    rest = rest.dropFirst(Int(length))
    return text.utf8.elementsEqual(utf8) ? text : nil
  }
}
