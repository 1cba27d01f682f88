/// What is known of one registered key.
public struct Registration: Sendable {
  /// The key.
  public let key: AnyDependencyKey
  /// How long the container keeps the value.
  public let scope: DependencyScope
  /// What the factory is given, in the order of its parameters.
  public let needs: [DependencyNeed]
  /// Where the key was registered.
  public let place: SourcePlace

  var step: ResolutionStep { ResolutionStep(key: key, registration: place) }
}
