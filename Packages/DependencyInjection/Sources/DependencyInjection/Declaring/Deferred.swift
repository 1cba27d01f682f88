/// A need that is resolved when it is asked for, not before.
///
/// It doesn't keep the container alive: a value that the container keeps may hold it without a cycle of references.
public struct Deferred<Value: Sendable>: Sendable {
  let key: DependencyKey<Value>
  weak let storage: ContainerStorage?
  /// The factory that was given this, so that what it asks for while it runs counts as its own need.
  let construction: Construction?

  init(key: DependencyKey<Value>, storage: ContainerStorage, construction: Construction?) {
    self.key = key
    self.storage = storage
    self.construction = construction
  }

  /// Resolves the value, as ``Container/resolve(_:)`` does.
  ///
  /// Asked while the factory that was given it still runs, on whichever thread, the request is part of that factory's construction, and is
  /// refused as a cycle if it leads back to it.
  ///
  /// - Returns: The value.
  /// - Throws: ``ResolutionError``; ``ResolutionError/containerIsGone(_:)`` if nobody holds the container any more.
  public func resolve() throws(ResolutionError) -> Value {
    guard let storage else { throw .containerIsGone(key.erased) }
    return try storage.resolve(key, for: nil, origin: construction)
  }
}
