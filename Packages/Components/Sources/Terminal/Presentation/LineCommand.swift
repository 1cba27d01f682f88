import Components

/// What a line stands for that was typed where keys cannot be read one by one.
enum LineCommand: Hashable {
  /// Keys, one after another.
  case keys([KeyPress])
  /// A text, as if it were pasted.
  case text(String)
  /// The whole screen once more.
  case showAgain

  /// What is said at the start.
  static let help = """
    This terminal shows lines only. What changes is written below; type a line and press Enter:
    a letter for that key; names for others, such as tab, esc, up, down, pgdn, f1, ctrl-c, also several (down down enter); \
    an empty line for Enter; = and a text to enter the text; . for the whole screen again.
    """

  /// Understands a line.
  init(_ line: String) {
    let trimmed = line.split(whereSeparator: \.isWhitespace)
    if line.hasPrefix("=") {
      self = .text(String(line.dropFirst()))
    } else if trimmed == ["."] {
      self = .showAgain
    } else if trimmed.isEmpty {
      self = .keys([line.isEmpty ? KeyPress(.enter) : .character(" ")])
    } else {
      let presses = trimmed.compactMap { Self.press(String($0)) }
      // Words that are no keys can only be meant as text.
      self = presses.count == trimmed.count ? .keys(presses) : .text(line)
    }
  }

  private static let names: [String: Key] = [
    "enter": .enter, "return": .enter, "tab": .tab, "esc": .escape, "escape": .escape, "space": .character(" "),
    "backspace": .backspace, "delete": .delete, "del": .delete, "insert": .insert, "up": .up, "down": .down,
    "left": .left, "right": .right, "home": .home, "end": .end, "pgup": .pageUp, "pageup": .pageUp, "pgdn": .pageDown,
    "pagedown": .pageDown,
  ]

  private static let modifiers: [String: KeyModifiers] = [
    "ctrl": .control, "control": .control, "alt": .alt, "shift": .shift, "super": .super,
  ]

  /// The press of a name as `KeyPress.description` writes it; large and small letters count for letters only.
  private static func press(_ word: String) -> KeyPress? {
    if word.count == 1, let character = word.first { return .character(character) }
    var rest = word[...]
    var held: KeyModifiers = []
    while let dash = rest.firstIndex(of: "-"), let modifier = modifiers[rest[..<dash].lowercased()] {
      held.insert(modifier)
      rest = rest[rest.index(after: dash)...]
    }
    if let key = names[rest.lowercased()] { return KeyPress(key, held) }
    if rest.count == 1, let character = rest.first, !held.isEmpty {
      return KeyPress(.character(held.contains(.control) ? Character(character.lowercased()) : character), held)
    }
    guard rest.count > 1, rest.first == "f" || rest.first == "F", let number = Int(rest.dropFirst()),
      (1...35).contains(number)
    else { return nil }
    return KeyPress(.function(number), held)
  }
}
