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
