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
