/// How long a ``Container`` keeps what a factory made.
public enum DependencyScope: Sendable, Hashable, CaseIterable {
  /// A new value each time; the container keeps none.
  case transient
  /// One value for the life of the container. Its factory runs once, when the value is first asked for.
  case singleton
  /// One object for as long as somebody else holds it; after that, the next request makes a new one. Only for objects of classes.
  case weak
}
