import Components

/// An encoder that turns keys and mouse events into the bytes that a terminal sends.
struct KeyEncoder {
  /// Whether keys with the same legacy code are distinguished (kitty's keyboard protocol, flag 1).
  var disambiguates: Bool

  func bytes(for press: KeyPress) -> [UInt8] {
    switch press.key {
    case .character(let character):
      character.isASCII ? ascii(character, press.modifiers) : Array(String(character).utf8)
    case .enter: special(13, [0x0D], press.modifiers)
    case .tab where press.modifiers == .shift: Array("\u{1B}[Z".utf8)
    case .tab: special(9, [0x09], press.modifiers)
    case .backspace: special(127, [0x7F], press.modifiers)
    case .escape: disambiguates ? kitty(27, press.modifiers) : [0x1B]
    case .up: letter("A", press.modifiers)
    case .down: letter("B", press.modifiers)
    case .right: letter("C", press.modifiers)
    case .left: letter("D", press.modifiers)
    case .end: letter("F", press.modifiers)
    case .home: letter("H", press.modifiers)
    case .insert: number(2, press.modifiers)
    case .delete: number(3, press.modifiers)
    case .pageUp: number(5, press.modifiers)
    case .pageDown: number(6, press.modifiers)
    case .function(let number): function(number, press.modifiers)
    }
  }

  private func ascii(_ character: Character, _ modifiers: KeyModifiers) -> [UInt8] {
    let code = character.asciiValue ?? 0
    if modifiers.isEmpty || modifiers == .shift { return [code] }
    if disambiguates { return kitty(Int(code), modifiers) }
    let base = modifiers.contains(.control) ? code & 0x1F : code
    return modifiers.contains(.alt) ? [0x1B, base] : [base]
  }

  private func special(_ code: Int, _ legacy: [UInt8], _ modifiers: KeyModifiers) -> [UInt8] {
    if modifiers.isEmpty { return legacy }
    if disambiguates { return kitty(code, modifiers) }
    return modifiers.contains(.alt) ? [0x1B] + legacy : legacy
  }

  private func kitty(_ code: Int, _ modifiers: KeyModifiers) -> [UInt8] {
    Array((modifiers.isEmpty ? "\u{1B}[\(code)u" : "\u{1B}[\(code);\(modifiers.rawValue + 1)u").utf8)
  }

  private func letter(_ letter: String, _ modifiers: KeyModifiers) -> [UInt8] {
    Array((modifiers.isEmpty ? "\u{1B}[\(letter)" : "\u{1B}[1;\(modifiers.rawValue + 1)\(letter)").utf8)
  }

  private func number(_ number: Int, _ modifiers: KeyModifiers) -> [UInt8] {
    Array((modifiers.isEmpty ? "\u{1B}[\(number)~" : "\u{1B}[\(number);\(modifiers.rawValue + 1)~").utf8)
  }

  /// The numbers for F5 to F20, with the same gaps as on the VT220.
  private static let functionNumbers = [15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34]

  private func function(_ key: Int, _ modifiers: KeyModifiers) -> [UInt8] {
    switch key {
    case 1...4:
      let name = ["P", "Q", "R", "S"][key - 1]
      return modifiers.isEmpty ? Array("\u{1B}O\(name)".utf8) : letter(name, modifiers)
    case 5...20: return number(Self.functionNumbers[key - 5], modifiers)
    default: return kitty(57363 + key, modifiers)
    }
  }

  /// Returns an SGR mouse report (mode 1006).
  func bytes(for event: MouseEvent) -> [UInt8] {
    var isRelease = false
    var code: Int
    switch event.action {
    case .press(let button): code = number(of: button)
    case .release(let button):
      code = number(of: button)
      isRelease = true
    case .drag(let button): code = number(of: button) + 32
    case .move: code = 35
    case .scroll(let columns, let rows): code = rows < 0 ? 64 : rows > 0 ? 65 : columns < 0 ? 66 : 67
    }
    if event.modifiers.contains(.shift) { code += 4 }
    if event.modifiers.contains(.alt) { code += 8 }
    if event.modifiers.contains(.control) { code += 16 }
    return Array("\u{1B}[<\(code);\(event.position.x + 1);\(event.position.y + 1)\(isRelease ? "m" : "M")".utf8)
  }

  private func number(of button: MouseEvent.Button) -> Int {
    switch button {
    case .left: 0
    case .middle: 1
    case .right: 2
    }
  }
}
