/// A validator that detects an invalid byte as soon as it arrives (Unicode, table 3-7).
struct UTF8Validator {
  /// The number of bytes missing from the current character.
  private var missing = 0
  private var lowest: UInt8 = 0x80
  private var highest: UInt8 = 0xBF

  var isComplete: Bool { missing == 0 }

  /// Validates the next bytes; returns `false` if the text is invalid.
  mutating func consume(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index < bytes.count {
      if missing == 0 {
        // This is a fast path, because most text is ASCII.
        while index + 8 <= bytes.count,
          bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
        {
          index += 8
        }
        guard index < bytes.count else { return true }
        guard begin(bytes[index]) else { return false }
      } else {
        guard (lowest...highest).contains(bytes[index]) else { return false }
        (lowest, highest) = (0x80, 0xBF)
        missing -= 1
      }
      index += 1
    }
    return true
  }

  /// Restricts a character's second byte, because overlong forms, surrogates and numbers above U+10FFFF are invalid.
  private mutating func begin(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00...0x7F: break
    case 0xC2...0xDF: missing = 1
    case 0xE0: (missing, lowest) = (2, 0xA0)
    case 0xED: (missing, highest) = (2, 0x9F)
    case 0xE1...0xEF: missing = 2
    case 0xF0: (missing, lowest) = (3, 0x90)
    case 0xF1...0xF3: missing = 3
    case 0xF4: (missing, highest) = (3, 0x8F)
    default: return false
    }
    return true
  }
}
