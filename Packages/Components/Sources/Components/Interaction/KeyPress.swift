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

/// A key of the keyboard, without what is held down beside it.
public enum Key: Hashable, Sendable {
  /// What typing enters: one grapheme cluster, as `a`, `A` or `é`.
  case character(Character)
  /// Enter, also called return.
  case enter
  /// Tabulator; going back is this key with ``KeyModifiers/shift``.
  case tab
  /// Escape.
  case escape
  /// Deletes what is before the insertion point.
  case backspace
  /// Deletes what is after the insertion point.
  case delete
  /// Insert.
  case insert
  /// Arrow up.
  case up
  /// Arrow down.
  case down
  /// Arrow left.
  case left
  /// Arrow right.
  case right
  /// To the start.
  case home
  /// To the end.
  case end
  /// One page up.
  case pageUp
  /// One page down.
  case pageDown
  /// A function key, counted from 1.
  case function(Int)
}

/// What is held down while a key or a mouse button is pressed.
///
/// The bits are those that terminals add to 1 in their reports (xterm control sequences, "Modifiers").
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Shift; not said of characters, which come as they are typed.
  public static let shift = KeyModifiers(rawValue: 1)
  /// Alt, also called option or meta.
  public static let alt = KeyModifiers(rawValue: 2)
  /// Control.
  public static let control = KeyModifiers(rawValue: 4)
  /// The key with the system's sign, which few terminals report.
  public static let `super` = KeyModifiers(rawValue: 8)
}
