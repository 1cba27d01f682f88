/// A screen's key bindings, with a heading.
@MainActor
public struct KeyMap {
  /// The heading in the help, such as `Employees`.
  public let title: String
  /// The bindings, in descending order of importance.
  public let bindings: [KeyBinding]
  /// Whether the keys answer a question, with letters such as `y` as answers.
  public let isQuestion: Bool

  /// Creates a key map.
  public init(_ title: String, isQuestion: Bool = false, _ bindings: [KeyBinding]) {
    self.title = title
    self.isQuestion = isQuestion
    self.bindings = bindings
  }

  /// Returns the first binding for a key press.
  public func binding(for press: KeyPress) -> KeyBinding? {
    bindings.first { $0.keys.contains(press) }
  }

  /// Performs the action bound to a key press, and returns whether there is such an action, enabled or disabled.
  public func perform(_ press: KeyPress) -> Bool {
    guard let binding = binding(for: press), !binding.choices.isEmpty else { return false }
    binding.perform()
    return true
  }

  /// The hints for the enabled bindings.
  public var hints: [KeyHintBar.Hint] {
    bindings.compactMap { binding in
      guard binding.prominence == .hint, binding.isEnabled, let key = binding.keys.first else { return nil }
      return KeyHintBar.Hint(key.description, binding.label)
    }
  }
}

/// A key binding with its action and the labels for help and hints.
@MainActor
public struct KeyBinding {
  /// A binding's prominence in hints and help.
  public enum Prominence: Hashable, Sendable {
    /// Shown in the hints below the screen and in the help.
    case hint
    /// Shown in the help only.
    case help
    /// Not shown, because another binding shows the same action.
    case hidden
  }

  /// The key presses that trigger the action, starting with the one shown in hints.
  public let keys: [KeyPress]
  /// The action in one or two words, such as `refresh`.
  public let label: String
  /// The action as a phrase for the help, by default the label.
  public let explanation: String
  /// The binding's prominence in hints and help.
  public let prominence: Prominence
  /// Whether the action is available.
  ///
  /// A disabled binding has no hint, but it still prevents other handlers from receiving its keys.
  public let isEnabled: Bool
  /// The actions: usually one, several for a menu, or none if the screen's `handle(_:)` handles the keys.
  public let choices: [KeyChoice]

  /// Creates a binding; the explanation is the label by default.
  public init(
    _ keys: KeyPress...,
    label: String,
    explanation: String? = nil,
    prominence: Prominence = .hint,
    isEnabled: Bool = true,
    action: @escaping @MainActor () -> Void
  ) {
    self.init(
      keys,
      label: label,
      explanation: explanation,
      prominence: prominence,
      isEnabled: isEnabled,
      choices: [KeyChoice(label, action: action)]
    )
  }

  /// Creates a binding with several actions, which the host offers in a menu if more than one is enabled.
  public init(
    _ keys: KeyPress...,
    label: String,
    explanation: String? = nil,
    prominence: Prominence = .hint,
    menu: [KeyChoice]
  ) {
    self.init(
      keys,
      label: label,
      explanation: explanation,
      prominence: prominence,
      isEnabled: menu.contains { $0.isEnabled },
      choices: menu
    )
  }

  /// Creates a help entry for keys that the screen's `handle(_:)` handles.
  public init(handled keys: KeyPress..., label: String) {
    self.init(keys, label: label, explanation: nil, prominence: .help, isEnabled: true, choices: [])
  }

  private init(
    _ keys: [KeyPress],
    label: String,
    explanation: String?,
    prominence: Prominence,
    isEnabled: Bool,
    choices: [KeyChoice]
  ) {
    self.keys = keys
    self.label = label
    self.explanation = explanation ?? label
    self.prominence = prominence
    self.isEnabled = isEnabled
    self.choices = choices
  }

  /// The currently enabled actions.
  public var enabledChoices: [KeyChoice] { isEnabled ? choices.filter(\.isEnabled) : [] }

  /// Performs the first enabled action, if there is one.
  public func perform() { enabledChoices.first?.perform() }
}

/// An action in a ``KeyBinding``.
@MainActor
public struct KeyChoice {
  /// The action as an imperative, such as `Copy e-mail`.
  public let label: String
  /// Whether the action is available.
  public let isEnabled: Bool
  private let action: @MainActor () -> Void

  /// Creates an action with an imperative as its label.
  public init(_ label: String, isEnabled: Bool = true, action: @escaping @MainActor () -> Void) {
    self.label = label
    self.isEnabled = isEnabled
    self.action = action
  }

  /// Performs the action, even if it is disabled.
  public func perform() { action() }
}

extension [KeyBinding] {
  /// The keyboard shortcuts for moving through a list, for the help.
  @MainActor
  public static var listMovement: Self {
    [
      KeyBinding(handled: KeyPress(.up), .character("k"), label: "Move up"),
      KeyBinding(handled: KeyPress(.down), .character("j"), label: "Move down"),
    ] + pageMovement
  }

  /// The keyboard shortcuts for scrolling a page of text, for the help.
  @MainActor
  public static var scrolling: Self {
    [
      KeyBinding(handled: KeyPress(.up), .character("k"), label: "Scroll up"),
      KeyBinding(handled: KeyPress(.down), .character("j"), label: "Scroll down"),
    ] + pageMovement
  }

  @MainActor
  private static var pageMovement: Self {
    [
      KeyBinding(handled: KeyPress(.pageUp), label: "Move up a page"),
      KeyBinding(handled: KeyPress(.pageDown), label: "Move down a page"),
      KeyBinding(handled: .control("u"), label: "Move up half a page"),
      KeyBinding(handled: .control("d"), label: "Move down half a page"),
      KeyBinding(handled: .character("g"), KeyPress(.home), label: "Go to the top"),
      KeyBinding(handled: .character("G"), KeyPress(.end), label: "Go to the bottom"),
    ]
  }

  /// The keyboard shortcuts for moving between sections in a list, for the help.
  @MainActor
  public static var sectionMovement: Self {
    [
      KeyBinding(handled: .character("{"), label: "Go to the previous group"),
      KeyBinding(handled: .character("}"), label: "Go to the next group"),
    ]
  }
}
