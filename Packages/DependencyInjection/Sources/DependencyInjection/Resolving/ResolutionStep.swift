/// One key on the way from what was asked for to what it needs.
public struct ResolutionStep: Sendable, Hashable, CustomStringConvertible {
  /// The key.
  public let key: AnyDependencyKey
  /// Where the key was registered.
  public let registration: SourcePlace

  /// Creates a step.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - registration: Where the key was registered.
  public init(key: AnyDependencyKey, registration: SourcePlace) {
    self.key = key
    self.registration = registration
  }

  /// The name of the key and the place of its registration.
  public var description: String { "'\(key.name)' (\(registration))" }
}

extension [ResolutionStep] {
  /// The steps, joined by arrows.
  var describedPath: String { map(\.description).joined(separator: " → ") }

  /// The steps, joined by arrows, and once more the first.
  var describedCycle: String { (self + prefix(1)).describedPath }
}
