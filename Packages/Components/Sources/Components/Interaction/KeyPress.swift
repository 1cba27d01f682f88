/// A key press with its modifiers.
public struct KeyPress: Hashable, Sendable {
  /// The pressed key.
  public var key: Key
  /// The modifier keys held during the press.
  public var modifiers: KeyModifiers

  /// Creates a key press.
  public init(_ key: Key, _ modifiers: KeyModifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// Creates a key press for a character without modifiers.
  public static func character(_ character: Character) -> KeyPress { KeyPress(.character(character)) }

  /// Creates a key press for Control and a lowercase letter.
  public static func control(_ letter: Character) -> KeyPress { KeyPress(.character(letter), .control) }

  /// Creates a key press for Alt and another key.
  public static func alt(_ key: Key) -> KeyPress { KeyPress(key, .alt) }

  /// The text that the key press enters into a field, or `nil` if it doesn't enter text.
  public var typedText: String? {
    guard case .character(let character) = key, modifiers.isDisjoint(with: [.control, .alt, .super]) else { return nil }
    return String(character)
  }
}

extension KeyPress: CustomStringConvertible {
  /// The name of the key press in help text, such as `Ctrl-C`, `Shift-Tab` or `/`.
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

/// A key on the keyboard, without modifiers.
public enum Key: Hashable, Sendable {
  /// A character key with the typed grapheme cluster, such as `a`, `A` or `é`.
  case character(Character)
  case enter
  /// The Tab key, with ``KeyModifiers/shift`` for Shift-Tab.
  case tab
  case escape
  case backspace
  case delete
  case insert
  case up
  case down
  case left
  case right
  case home
  case end
  case pageUp
  case pageDown
  /// A function key, starting with 1 for F1.
  case function(Int)
}

/// The modifier keys held during a key press or mouse event.
///
/// The raw value is the number that terminals report, minus 1 (XTerm Control Sequences, "Modifiers").
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Shift, which terminals don't report for characters, because the characters already reflect it.
  public static let shift = KeyModifiers(rawValue: 1)
  /// Alt, also called Option or Meta.
  public static let alt = KeyModifiers(rawValue: 2)
  /// Control, abbreviated as Ctrl.
  public static let control = KeyModifiers(rawValue: 4)
  /// The Super key, also called the Command or Windows key, which few terminals report.
  public static let `super` = KeyModifiers(rawValue: 8)
}
