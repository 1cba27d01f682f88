/// Which link leads to a destination, and what lies below the destination when somebody comes by that link.
///
/// The pattern names the payload's properties, so that one line serves for parsing and for printing:
/// `LinkRule<BookPage>("books/:title?page")`. Properties must be text, numbers, truth values or types that encode as
/// one of these (UUIDs, enumerations with raw values); optional ones may be missing.
public struct LinkRule<D: Destination>: Sendable {
  let pattern: String
  let backStack: @Sendable (D) -> BackStack

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - pattern: Segments joined by `/`, then optionally `?` and parameter names joined by `&`; a segment `:name`
  ///     stands for the property of that name.
  ///   - backStack: What lies below; by default only the root that is there.
  public init(_ pattern: String, backStack: @escaping @Sendable (D) -> BackStack = { _ in .onHome() }) {
    self.pattern = pattern
    self.backStack = backStack
  }
}

/// What lies below a destination that a link leads to.
public struct BackStack: Sendable, Equatable {
  let base: PathBase
  let parents: [NavigationTarget]

  /// The root that is there, and the parents on it, the lowest first.
  public static func onHome(_ parents: any Destination...) -> BackStack {
    BackStack(base: .home, parents: parents.map { NavigationTarget($0) })
  }

  /// The parents alone, the first being the root; without any, the destination itself becomes the root.
  public static func fromRoot(_ parents: any Destination...) -> BackStack {
    BackStack(base: .root, parents: parents.map { NavigationTarget($0) })
  }
}
