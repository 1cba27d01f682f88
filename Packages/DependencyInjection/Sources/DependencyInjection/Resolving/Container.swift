/// An immutable set of registrations that makes and keeps values.
///
/// Only the composition root of a program holds a container; everything else gets what it needs through its initializer. All members may be
/// used from any number of threads at once.
public struct Container: Sendable {
  let storage: ContainerStorage

  /// What is registered, in the order of registration, the parent's first.
  public var registrations: [Registration] { storage.registrations }

  /// Returns the value of a key, and makes it if necessary.
  ///
  /// While another thread runs the factory of the same singleton or weak key, the calling thread waits for it, and shares its outcome.
  /// Requests for other keys never wait. Factories that lead back to themselves, also across threads, are refused, not waited for; work
  /// that a factory starts in a task counts as its own until it returns.
  ///
  /// - Parameter key: The key.
  /// - Returns: The value.
  /// - Throws: ``ResolutionError``.
  public func resolve<Value: Sendable>(_ key: DependencyKey<Value>) throws(ResolutionError) -> Value {
    try storage.resolve(key, for: nil)
  }

  /// Tells whether a key is registered here or in a parent.
  ///
  /// - Parameter key: The key.
  /// - Returns: Whether the key is registered.
  public func contains<Value: Sendable>(_ key: DependencyKey<Value>) -> Bool {
    storage.find(key.erased) != nil
  }

  /// Makes a child container in which some registrations are replaced or added.
  ///
  /// The child shares the values of this container, except those that need, directly or through others, something that was overridden: of
  /// these it makes its own. This container doesn't change, so tests that run at the same time can override what they like.
  ///
  /// - Parameter change: Registers what differs.
  /// - Returns: The child, which keeps this container alive.
  /// - Throws: ``BuildError`` with every problem of the registrations as the child sees them.
  public func overriding(_ change: (inout ContainerBuilder) -> Void) throws(BuildError) -> Container {
    var builder = ContainerBuilder(parent: storage)
    change(&builder)
    return try builder.build()
  }
}
