/// One press of a key, with what was held down.
public struct KeyPress: Hashable, Sendable {
  /// The key.
  public var key: Key
  /// What was held down.
  public var modifiers: KeyModifiers

  /// Creates a press.
  public init(_ key: Key, _ modifiers: KeyModifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// A press of a character alone.
  public static func character(_ character: Character) -> KeyPress { KeyPress(.character(character)) }

  /// A press of a letter with control held down; the letter is written small.
  public static func control(_ letter: Character) -> KeyPress { KeyPress(.character(letter), .control) }

  /// A press of a key with alt held down.
  public static func alt(_ key: Key) -> KeyPress { KeyPress(key, .alt) }

  /// The text that the press enters into a field; nil if it is no typing.
  public var typedText: String? {
    guard case .character(let character) = key, modifiers.isDisjoint(with: [.control, .alt, .super]) else { return nil }
    return String(character)
  }
}

extension KeyPress: CustomStringConvertible {
  /// The press as key tables write it, as `Ctrl-C`, `Shift-Tab` or `/`.
  public var description: String {
    var words: [String] = []
    if modifiers.contains(.super) { words.append("Super") }
    if modifiers.contains(.control) { words.append("Ctrl") }
    if modifiers.contains(.alt) { words.append("Alt") }
    if modifiers.contains(.shift) { words.append("Shift") }
    words.append(name)
    return words.joined(separator: "-")
  }

  private var name: String {
    switch key {
    case .character(" "): "Space"
    case .character(let character):
      (modifiers.contains(.control) ? character.uppercased() : String(character)).sanitized(.singleLine)
    case .enter: "Enter"
    case .tab: "Tab"
    case .escape: "Esc"
    case .backspace: "Backspace"
    case .delete: "Delete"
    case .insert: "Insert"
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .function(let number): "F\(number)"
    }
  }
}
