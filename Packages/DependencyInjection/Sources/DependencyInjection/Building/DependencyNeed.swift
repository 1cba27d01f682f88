/// One parameter of a factory.
public struct DependencyNeed: Sendable, Hashable {
  /// The key of what is needed.
  public let key: AnyDependencyKey
  /// Whether the factory gets a ``Deferred`` in place of the value.
  public let isDeferred: Bool
}
