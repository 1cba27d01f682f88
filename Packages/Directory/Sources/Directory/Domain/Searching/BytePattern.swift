import Foundation

/// Bytes to look for: by the one of them that is rarest in texts, which the C library's `memchr` finds at memory's speed.
struct BytePattern: Sendable {
  private let bytes: [UInt8]
  private let anchor: Int

  /// Makes a pattern of one or more bytes.
  init(_ bytes: [UInt8]) {
    precondition(!bytes.isEmpty, "There is nothing to look for.")
    self.bytes = bytes
    anchor = bytes.indices.min { Self.frequency(of: bytes[$0]) < Self.frequency(of: bytes[$1]) } ?? 0
  }

  /// The first place where the bytes are; `nil` where they are not.
  func firstMatch(in text: UnsafeRawBufferPointer) -> Int? {
    guard let base = text.baseAddress, text.count >= bytes.count else { return nil }
    return bytes.withUnsafeBytes { bytes in
      guard let pattern = bytes.baseAddress else { return nil }
      var start = 0
      let last = text.count - bytes.count
      while start <= last {
        guard let found = memchr(base + start + anchor, Int32(bytes[anchor]), last - start + 1) else { return nil }
        let place = UnsafeRawPointer(found) - base - anchor
        if memcmp(base + place, pattern, bytes.count) == 0 { return place }
        start = place + 1
      }
      return nil
    }
  }

  /// How often a byte is in folded texts, roughly: by the order of letters in English, leading bytes of other alphabets among the
  /// frequent ones, since nearly all letters of an alphabet share them.
  private static func frequency(of byte: UInt8) -> Int {
    switch byte {
    case 0x80..<0xC0: 12
    case 0xC0...: 40
    default: order.firstIndex(of: byte).map { order.count - $0 } ?? 1
    }
  }

  private static let order = Array(" etaoinsrhldcumfpgwybvk.@,xjqz".utf8)
}
