import Basics
import CommandLine
import Components

/// The user's key assignments, and their translation to the default keys that screens bind.
struct KeyAssignments: Sendable {
  /// The assigned keys of each action in the key grammar, by the action's name.
  private(set) var keys: [String: [KeyPress]]
  private let translations: [KeyPress: KeyPress]

  static let standard = KeyAssignments(unchecked: [:])

  private init(unchecked changes: [String: [KeyPress]]) {
    var keys: [String: [KeyPress]] = [:]
    var translations: [KeyPress: KeyPress] = [:]
    for action in KeyGrammar.actions {
      let own = changes[action.name] ?? action.keys
      keys[action.name] = own
      // All of an action's keys have the same meaning, so the first default key can represent a new key.
      for key in own { translations[key] = action.keys.contains(key) ? key : action.keys[0] }
    }
    self.keys = keys
    self.translations = translations
  }

  /// Creates validated assignments from a configuration file; actions that aren't listed keep their default keys.
  init(_ words: [String: [String]]) throws(Problem) {
    var changes: [String: [KeyPress]] = [:]
    for (name, texts) in words.sorted(by: { $0.key < $1.key }) {
      guard KeyGrammar.actions.contains(where: { $0.name == name }) else {
        let nearest = Spelling.nearest(to: name, among: KeyGrammar.actions.map(\.name), limit: 1).first
        throw Problem(action: name, reason: "there is no such action", nearest: nearest)
      }
      guard !texts.isEmpty else { throw Problem(action: name, reason: "an action needs a key") }
      var presses: [KeyPress] = []
      for text in texts {
        guard let press = KeyPress(configured: text) else {
          throw Problem(action: name, reason: "\(text.quoted()) is not a key")
        }
        guard !Self.reserved.contains(press) else {
          throw Problem(
            action: name,
            reason: "\(press) can't be assigned, because it always quits or suspends the program"
          )
        }
        if !presses.contains(press) { presses.append(press) }
      }
      changes[name] = presses
    }
    var owners: [KeyPress: String] = [:]
    for action in KeyGrammar.actions {
      for press in changes[action.name] ?? action.keys {
        if let other = owners[press] {
          let (changed, kept) = changes[action.name] == nil ? (other, action.name) : (action.name, other)
          throw Problem(
            action: changed,
            reason: "\(press) is already assigned to “\(kept)”; assign “\(kept)” another key"
          )
        }
        owners[press] = action.name
      }
    }
    for name in ["quit", "suspend"] where changes[name] != nil {
      // Reserved keys stay with their actions.
      changes[name]?.append(
        contentsOf: KeyGrammar.actions.first { $0.name == name }?.keys.filter(Self.reserved.contains) ?? []
      )
    }
    self.init(unchecked: changes)
  }

  /// The keys that can't be assigned to other actions, so the user can always quit or suspend the program.
  private static let reserved: Set<KeyPress> = [.control("c"), .control("z")]

  struct Problem: Error, Equatable {
    let action: String
    /// The reason, as a clause without an initial capital.
    let reason: String
    var nearest: String?
  }

  /// Returns the default key that a pressed key represents; `nil` for a key whose action has been assigned to another
  /// key.
  func translated(_ press: KeyPress) -> KeyPress? {
    if let translation = translations[press] { return translation }
    return KeyGrammar.actionsByKey[press] == nil ? press : nil
  }

  /// The key to display for each default key that the user has replaced.
  var replacements: [KeyPress: KeyPress] {
    KeyGrammar.actions.reduce(into: [:]) { result, action in
      for key in action.keys {
        guard let shown = shown([key]).first ?? keys[action.name]?.first, shown != key else { continue }
        result[key] = shown
      }
    }
  }

  /// Returns the keys to show in place of a binding's default keys.
  func shown(_ defaults: [KeyPress]) -> [KeyPress] {
    var result: [KeyPress] = []
    for key in defaults {
      let own = KeyGrammar.actionsByKey[key].flatMap { action -> [KeyPress]? in
        let set = keys[action.name] ?? action.keys
        // A binding may include only some of an action's keys.
        return set.filter { translations[$0] == key }
      }
      for key in own ?? [key] where !result.contains(key) { result.append(key) }
    }
    return result
  }
}

extension KeyPress {
  /// Creates a key press from text in the configuration file, such as `c`, `Ctrl-D`, `space` or `f5`; `nil` for other
  /// text.
  init?(configured text: String) {
    var rest = Substring(text)
    var modifiers: KeyModifiers = []
    let names: [(String, KeyModifiers)] = [
      ("ctrl-", .control), ("shift-", .shift), ("alt-", .alt), ("super-", .super),
    ]
    while let (name, modifier) = names.first(where: { rest.lowercased().hasPrefix($0.0) && rest.count > $0.0.count }) {
      guard !modifiers.contains(modifier) else { return nil }
      modifiers.insert(modifier)
      rest = rest.dropFirst(name.count)
    }
    if rest.count == 1, let character = rest.first {
      let isText = character.unicodeScalars.allSatisfy {
        !$0.properties.isWhitespace && $0.value >= 0x20 && $0.value != 0x7F
      }
      // The character already includes the effect of Shift.
      guard isText, !modifiers.contains(.shift) else { return nil }
      let isLetter = modifiers.contains(.control)
      self.init(.character(isLetter ? Character(character.lowercased()) : character), modifiers)
      return
    }
    let word = rest.lowercased()
    let keys: [String: Key] = [
      "space": .character(" "), "enter": .enter, "tab": .tab, "esc": .escape, "escape": .escape,
      "backspace": .backspace, "delete": .delete, "insert": .insert, "up": .up, "down": .down, "left": .left,
      "right": .right, "home": .home, "end": .end, "pgup": .pageUp, "pageup": .pageUp, "pgdn": .pageDown,
      "pagedown": .pageDown,
    ]
    if let key = keys[word] {
      self.init(key, modifiers)
    } else if word.hasPrefix("f"), let number = Int(word.dropFirst()), (1...24).contains(number), word.count <= 3 {
      self.init(.function(number), modifiers)
    } else {
      return nil
    }
  }
}
