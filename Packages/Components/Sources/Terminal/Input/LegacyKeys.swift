import Components

/// Keys as terminals have sent them since the VT100.
enum LegacyKeys {
  /// The key of a control character.
  static func control(_ byte: UInt8) -> KeyPress {
    switch byte {
    case 0x00: .control(" ")
    case 0x09: KeyPress(.tab)
    // A line feed is what Enter becomes on its way through some pipes and pasting tools.
    case 0x0A, 0x0D: KeyPress(.enter)
    case 0x1B: KeyPress(.escape)
    case 0x7F: KeyPress(.backspace)
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
    default: .control(Character(Unicode.Scalar(byte + 0x40)))
    }
  }

  /// The key of a letter after `ESC O` (application mode of cursor keys and keypad); nil if there is none.
  static func singleShift(_ byte: UInt8) -> KeyPress? {
    switch byte {
    case UInt8(ascii: "P")...UInt8(ascii: "S"): KeyPress(.function(Int(byte) - 0x4F))
    case UInt8(ascii: "M"): KeyPress(.enter)
    case UInt8(ascii: "I"): KeyPress(.tab)
    case UInt8(ascii: "X"): .character("=")
    case UInt8(ascii: "j")...UInt8(ascii: "y"): .character(Character(Unicode.Scalar(byte - 0x40)))
    // rxvt: arrows with Control.
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      letter(byte - 0x20).map { KeyPress($0, .control) }
    default: letter(byte).map { KeyPress($0) }
    }
  }

  /// The key of the letter that ends a control sequence.
  static func letter(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final) - 0x4F)
    default: nil
    }
  }

  /// The key of the number in a sequence that ends in `~`.
  static func number(_ number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    case 28, 29: .function(number - 13)
    case 31...34: .function(number - 14)
    default: nil
    }
  }
}
