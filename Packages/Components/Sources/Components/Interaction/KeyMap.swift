/// The bindings of a screen under a heading.
@MainActor
public struct KeyMap {
  /// The heading in the help, as `Employees`.
  public let title: String
  /// The bindings, the most important ones first.
  public let bindings: [KeyBinding]

  /// Creates a map.
  public init(_ title: String, _ bindings: [KeyBinding]) {
    self.title = title
    self.bindings = bindings
  }

  /// The first binding for a press.
  public func binding(for press: KeyPress) -> KeyBinding? {
    bindings.first { $0.keys.contains(press) }
  }

  /// Does what is bound to a press.
  ///
  /// - Returns: Whether anything is bound to it; also true for a binding that is not enabled.
  public func perform(_ press: KeyPress) -> Bool {
    guard let binding = binding(for: press) else { return false }
    binding.perform()
    return true
  }

  /// The hints for the bindings that can be used now.
  public var hints: [KeyHintBar.Hint] {
    bindings.compactMap { binding in
      guard binding.prominence == .hint, binding.isEnabled, let key = binding.keys.first else { return nil }
      return KeyHintBar.Hint(key.description, binding.label)
    }
  }
}

/// A key, what it does, and the words for it: what help and hints are made from.
@MainActor
public struct KeyBinding {
  /// How prominently the binding is shown.
  public enum Prominence: Hashable, Sendable {
    /// In the hints below the screen, and in the help.
    case hint
    /// In the help only.
    case help
    /// Nowhere: a second key for what another binding shows.
    case hidden
  }

  /// The presses that trigger it; the first one is shown in hints.
  public let keys: [KeyPress]
  /// What it does, in one or two words, as `refresh`.
  public let label: String
  /// What it does, as a phrase for the help; the label unless said otherwise.
  public let explanation: String
  /// Where it is shown.
  public let prominence: Prominence
  /// Whether it can be used now; a binding that can't is not shown in the hints, and takes its keys all the same.
  public let isEnabled: Bool
  let action: @MainActor () -> Void

  /// Creates a binding.
  public init(
    _ keys: KeyPress...,
    label: String,
    explanation: String? = nil,
    prominence: Prominence = .hint,
    isEnabled: Bool = true,
    action: @escaping @MainActor () -> Void
  ) {
    self.keys = keys
    self.label = label
    self.explanation = explanation ?? label
    self.prominence = prominence
    self.isEnabled = isEnabled
    self.action = action
  }

  /// Does what the binding is for, if it is enabled.
  public func perform() {
    if isEnabled { action() }
  }
}
