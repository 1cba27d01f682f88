/// The identity of a ``DependencyKey`` without its type parameter, as errors and listings name it.
///
/// Two keys are the same if they are declared at the same place with the same name for the same type. The place is part of it so that
/// two modules that happen to choose the same name don't get each other's values.
public struct AnyDependencyKey: Sendable, Hashable, CustomStringConvertible {
  /// All of it behind one reference, so that handing a key along costs little, and a key that is declared as a constant equals itself at
  /// first sight.
  private final class Identity: Sendable {
    let name: String
    let declaration: SourcePlace
    let valueType: any Sendable.Type
    let hash: Int

    init(name: String, declaration: SourcePlace, valueType: any Sendable.Type) {
      self.name = name
      self.declaration = declaration
      self.valueType = valueType
      var hasher = Hasher()
      hasher.combine(ObjectIdentifier(valueType))
      hasher.combine(name)
      hasher.combine(declaration)
      hash = hasher.finalize()
    }
  }

  private let identity: Identity

  init(name: String, declaration: SourcePlace, valueType: any Sendable.Type) {
    identity = Identity(name: name, declaration: declaration, valueType: valueType)
  }

  /// The name of the key.
  public var name: String { identity.name }
  /// Where the key is declared.
  public var declaration: SourcePlace { identity.declaration }
  /// The name of the type of the values.
  public var valueTypeName: String { String(describing: identity.valueType) }

  /// The same for keys that are the same, computed once.
  var hash: Int { identity.hash }
  var valueType: any Sendable.Type { identity.valueType }

  /// The name, the type and the place of the declaration.
  public var description: String { "'\(name)' (\(valueTypeName), declared at \(declaration))" }

  /// Tells whether two keys are the same.
  ///
  /// - Parameters:
  ///   - first: A key.
  ///   - second: Another key.
  /// - Returns: Whether name, type and place of the declaration are the same.
  public static func == (first: AnyDependencyKey, second: AnyDependencyKey) -> Bool {
    let first = first.identity
    let second = second.identity
    return first === second
      || first.hash == second.hash && first.valueType == second.valueType && first.name == second.name
        && first.declaration == second.declaration
  }

  /// Feeds a hasher.
  ///
  /// - Parameter hasher: The hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identity.hash)
  }
}
