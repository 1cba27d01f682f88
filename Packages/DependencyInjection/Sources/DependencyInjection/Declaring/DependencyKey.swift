/// Names one value in a ``Container`` and says of which type it is.
///
/// Declare keys once, where the composition root sees them:
///
/// ```swift
/// enum Keys {
///   static let clock = DependencyKey<any WallClock>("clock")
///   static let journal = DependencyKey<Journal>("journal")
/// }
/// ```
///
/// The name is for people; the place of the declaration is part of the identity, see ``AnyDependencyKey``.
public struct DependencyKey<Value: Sendable>: Sendable {
  /// The key without its type parameter.
  public let erased: AnyDependencyKey
  /// Makes the value of a deferred key, `nil` for all others.
  let makeDeferred: (@Sendable (ContainerStorage, Construction?) -> Value)?

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - name: What errors and listings call the key.
  ///   - fileID: The file of the declaration.
  ///   - line: The line of the declaration.
  public init(_ name: String, fileID: String = #fileID, line: Int = #line) {
    erased = AnyDependencyKey(
      name: name,
      declaration: SourcePlace(fileID: fileID, line: line),
      valueType: Value.self
    )
    makeDeferred = nil
  }

  private init(
    erased: AnyDependencyKey,
    makeDeferred: @escaping @Sendable (ContainerStorage, Construction?) -> Value
  ) {
    self.erased = erased
    self.makeDeferred = makeDeferred
  }

  /// A key of the same registration whose value is resolved only when it is asked for.
  ///
  /// A need for `key.deferred` gives the factory a ``Deferred``. That is how two values that need each other are built, how a value is made
  /// only in some cases, and how a transient value is made again and again. Only needs can be deferred; it is the key itself
  /// that is registered.
  public var deferred: DependencyKey<Deferred<Value>> {
    DependencyKey<Deferred<Value>>(erased: erased) { storage, construction in
      Deferred(key: self, storage: storage, construction: construction)
    }
  }
}
