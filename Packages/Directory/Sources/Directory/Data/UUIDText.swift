import Foundation

/// Identifiers as the service writes them (RFC 9562, section 4): five groups of hexadecimal digits, of either case.
///
/// Foundation reads one with the C library's `sscanf`, which would be a fifteenth of the time of decoding a list.
enum UUIDText {
  /// Where the hyphens are.
  private static let hyphens = [8, 13, 18, 23]

  /// Reads an identifier; `nil` for any other text.
  static func uuid(_ text: String) -> UUID? {
    var text = text
    return text.withUTF8 { source in
      guard source.count == 36 else { return nil }
      return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { bytes in
        var index = 0
        for number in 0..<16 {
          if hyphens.contains(index) {
            guard source[index] == UInt8(ascii: "-") else { return nil }
            index += 1
          }
          guard let high = digit(source[index]), let low = digit(source[index + 1]) else { return nil }
          bytes[number] = high << 4 | low
          index += 2
        }
        return UUID(uuid: UnsafeRawBufferPointer(bytes).loadUnaligned(as: uuid_t.self))
      }
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
