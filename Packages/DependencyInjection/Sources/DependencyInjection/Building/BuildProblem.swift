/// One mistake in the registrations of a ``ContainerBuilder``.
public enum BuildProblem: Sendable, Hashable {
  /// A key is needed and nobody registered it: the way that leads to it, and registered keys that resemble it, nearest first.
  case missing(AnyDependencyKey, path: [ResolutionStep], nearest: [AnyDependencyKey])
  /// Values need each other: the way from one of them back to itself, without naming it twice.
  case cycle([ResolutionStep])
  /// A key was registered twice, first at the first place.
  case duplicate(AnyDependencyKey, SourcePlace, SourcePlace)
  /// A key made by ``DependencyKey/deferred`` was registered at the place; only needs can be deferred.
  case deferredKey(AnyDependencyKey, SourcePlace)
}

extension BuildProblem: CustomStringConvertible {
  /// What is wrong, where, and what to do about it.
  public var description: String {
    switch self {
    case .missing(let key, let path, let nearest):
      let way = (path.map(\.description) + ["'\(key.name)', which is not registered"]).joined(separator: " → ")
      return "\(key) is needed but not registered: \(way). Register it\(nearest.suggestion)."
    case .cycle(let path):
      return "Values need each other: \(path.describedCycle). Let one of the needs be deferred, or cut the circle."
    case .duplicate(let key, let first, let second):
      return "\(key) is registered at \(first) and again at \(second). Remove one, or override it in a child container."
    case .deferredKey(let key, let place):
      return "The deferred form of \(key) is registered at \(place). Register the key itself; only needs are deferred."
    }
  }
}
