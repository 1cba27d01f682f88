import Components

/// Keys by the numbers of kitty's keyboard protocol, and of xterm's modifyOtherKeys, which are code points, too.
enum KittyKeys {
  /// The press of a number; nil for keys that do nothing by themselves, such as Shift.
  static func press(number: Int, modifiers: KeyModifiers, shifted: Int?) -> KeyPress? {
    switch number {
    case 9: return KeyPress(.tab, modifiers)
    case 13, 57414: return KeyPress(.enter, modifiers)
    case 27: return KeyPress(.escape, modifiers)
    case 8, 127: return KeyPress(.backspace, modifiers)
    case 57376...57398: return KeyPress(.function(number - 57363), modifiers)
    case 57399...57416, 57417...57427: return keypad(number).map { KeyPress($0, modifiers) }
    // The private use area stands for keys that have no letter.
    case 0xE000...0xF8FF: return nil
    default: return character(number, modifiers, shifted)
    }
  }

  /// A press of a letter in the form that programs know: what typing enters, with Control the small letter.
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
