import Components

/// The key numbers in kitty's keyboard protocol, and the code points in xterm's modifyOtherKeys.
enum KittyKeys {
  static func press(number: Int, modifiers: KeyModifiers, shifted: Int?) -> KeyPress? {
    switch number {
    case 9: return KeyPress(.tab, modifiers)
    case 13, 57414: return KeyPress(.enter, modifiers)
    case 27: return KeyPress(.escape, modifiers)
    case 8, 127: return KeyPress(.backspace, modifiers)
    case 57376...57398: return KeyPress(.function(number - 57363), modifiers)
    case 57399...57416, 57417...57427: return keypad(number).map { KeyPress($0, modifiers) }
    // The private use area is for keys without a character.
    case 0xE000...0xF8FF: return nil
    default: return character(number, modifiers, shifted)
    }
  }

  /// Returns the key press for a character key: the typed character or, with Control or Super, the lowercase letter.
  private static func character(_ number: Int, _ modifiers: KeyModifiers, _ shifted: Int?) -> KeyPress? {
    guard let scalar = UInt32(exactly: number).flatMap(Unicode.Scalar.init), number >= 0x20, number != 0x7F else {
      return nil
    }
    let letter = Character(scalar)
    if !modifiers.isDisjoint(with: [.control, .super]) {
      let small = letter.lowercased()
      return KeyPress(.character(small.count == 1 ? Character(small) : letter), modifiers)
    }
    guard modifiers.contains(.shift) else { return KeyPress(.character(letter), modifiers) }
    let typed = shifted.flatMap { UInt32(exactly: $0) }.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    let large = typed ?? letter.uppercased()
    return KeyPress(.character(large.count == 1 ? Character(large) : letter), modifiers.subtracting(.shift))
  }

  private static let keypadSigns = Array("0123456789./*-+")

  private static func keypad(_ number: Int) -> Key? {
    switch number {
    case 57399...57413: .character(keypadSigns[number - 57399])
    case 57415: .character("=")
    case 57416: .character(",")
    case 57417: .left
    case 57418: .right
    case 57419: .up
    case 57420: .down
    case 57421: .pageUp
    case 57422: .pageDown
    case 57423: .home
    case 57424: .end
    case 57425: .insert
    case 57426: .delete
    default: nil
    }
  }
}

/// The key codes that terminals have used since the VT100.
enum LegacyKeys {
  static func control(_ byte: UInt8) -> KeyPress {
    switch byte {
    case 0x00: .control(" ")
    case 0x09: KeyPress(.tab)
    // Some pipes and paste tools convert Enter to a line feed.
    case 0x0A, 0x0D: KeyPress(.enter)
    case 0x1B: KeyPress(.escape)
    case 0x7F: KeyPress(.backspace)
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
    default: .control(Character(Unicode.Scalar(byte + 0x40)))
    }
  }

  /// Returns the key for a letter after `ESC O` (application mode for cursor keys and keypad), if there is one.
  static func singleShift(_ byte: UInt8) -> KeyPress? {
    switch byte {
    case UInt8(ascii: "P")...UInt8(ascii: "S"): KeyPress(.function(Int(byte) - 0x4F))
    case UInt8(ascii: "M"): KeyPress(.enter)
    case UInt8(ascii: "I"): KeyPress(.tab)
    case UInt8(ascii: "X"): .character("=")
    case UInt8(ascii: "j")...UInt8(ascii: "y"): .character(Character(Unicode.Scalar(byte - 0x40)))
    // rxvt: arrow keys with Control
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      letter(byte - 0x20).map { KeyPress($0, .control) }
    default: letter(byte).map { KeyPress($0) }
    }
  }

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

  /// Returns the key for the number in a sequence that ends with `~`, or `nil` if there is no such key.
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
