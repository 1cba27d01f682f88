/// Writes numbers and texts one behind the other.
struct BinaryWriter {
  /// What was written.
  var bytes: [UInt8] = []

  /// Adds a number in eight bytes, the lowest first.
  mutating func append(_ word: UInt64) {
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Adds a text: its length in bytes, then its UTF-8.
  mutating func append(_ text: String) {
    append(UInt64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }
}

/// Reads what ``BinaryWriter`` wrote; `nil` as soon as there is not enough.
struct BinaryReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// Whether everything was read.
  var isAtEnd: Bool { rest.isEmpty }

  /// A number.
  mutating func word() -> UInt64? {
    guard rest.count >= 8 else { return nil }
    let word = rest.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self)) }
    rest = rest.dropFirst(8)
    return word
  }

  /// A number of things that need at least eight bytes each.
  mutating func count() -> Int? {
    guard let word = word(), word <= UInt64(rest.count / 8) else { return nil }
    return Int(word)
  }

  /// A text; `nil` where its bytes are no UTF-8.
  mutating func text() -> String? {
    guard let length = word(), length <= UInt64(rest.count) else { return nil }
    let utf8 = rest.prefix(Int(length))
    let text = String(decoding: utf8, as: UTF8.self)
    rest = rest.dropFirst(Int(length))
    return text.utf8.elementsEqual(utf8) ? text : nil
  }
}
