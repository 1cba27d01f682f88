/// Whether a control can be used, and whether keys go to it.
public enum ControlState: Hashable, Sendable, CaseIterable {
  /// It can be used, but keys go elsewhere.
  case normal
  /// Keys go to it.
  case focused
  /// It can't be used now.
  case disabled
}
