/// A rule for links to a destination, and for the pages shown below it when a user follows such a link.
///
/// The pattern names the payload's properties: `LinkRule<BookPage>("books/:title?page")`. Properties must be strings,
/// numbers, Booleans or types that decode from one of these, such as UUIDs and enumerations with raw values. Links can
/// omit optional properties.
public struct LinkRule<D: Destination>: Sendable {
  let pattern: String
  let backStack: @Sendable (D) -> BackStack

  /// Creates a rule with a pattern and a back stack, which by default contains only the current root.
  ///
  /// The pattern consists of segments separated by `/`, optionally followed by `?` and parameter names separated by
  /// `&`. A `:name` segment represents the property with that name.
  public init(_ pattern: String, backStack: @escaping @Sendable (D) -> BackStack = { _ in .onHome() }) {
    self.pattern = pattern
    self.backStack = backStack
  }
}

/// The pages below a link's destination.
public struct BackStack: Sendable, Equatable {
  let base: PathBase
  let parents: [NavigationTarget]

  /// Returns a back stack with the given pages above the current root, lowest first.
  public static func onHome(_ parents: any Destination...) -> BackStack {
    BackStack(base: .home, parents: parents.map { NavigationTarget($0) })
  }

  /// Returns a back stack with only the given pages, the first of which becomes the root.
  ///
  /// Without any pages, the destination itself becomes the root.
  public static func fromRoot(_ parents: any Destination...) -> BackStack {
    BackStack(base: .root, parents: parents.map { NavigationTarget($0) })
  }
}

struct LinkEntry: Sendable {
  let id: DestinationID
  let pattern: LinkPattern
  let parse: @Sendable ([String: String]) throws -> (target: NavigationTarget, backStack: BackStack)

  init<D: Destination>(_ rule: LinkRule<D>, pattern: LinkPattern) {
    id = D.id
    self.pattern = pattern
    parse = { values in
      let destination = try D(from: LinkDecoder(values: values))
      return (NavigationTarget(destination), rule.backStack(destination))
    }
  }

  /// Returns the rules sorted so that rules with a literal segment precede rules with a value at the same position.
  static func mostSpecificFirst(_ entries: [LinkEntry]) -> [LinkEntry] {
    entries.sorted { left, right in
      for (one, other) in zip(left.pattern.segments, right.pattern.segments) {
        switch (one, other) {
        case (.literal, .value): return true
        case (.value, .literal): return false
        default: continue
        }
      }
      return left.pattern.description < right.pattern.description
    }
  }
}

/// The parsed pattern of a ``LinkRule``, such as `books/:title?page&edition`.
struct LinkPattern: Sendable, CustomStringConvertible {
  enum Segment: Sendable, Equatable {
    case literal(String)
    case value(String)
  }

  struct Malformed: Error {
    let reason: String
  }

  let description: String
  let segments: [Segment]
  let parameters: [String]

  init(_ text: String) throws(Malformed) {
    description = text
    let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var names: Set<String> = []
    func plain(_ text: Substring, _ kind: String) throws(Malformed) -> String {
      guard !text.isEmpty, text.utf8.allSatisfy(DeepLink.isUnreserved) else {
        throw Malformed(reason: "“\(text)” is not a \(kind): use letters, digits, “-”, “.”, “_” and “~”.")
      }
      return String(text)
    }
    func name(_ text: Substring) throws(Malformed) -> String {
      let name = try plain(text, "name")
      guard names.insert(name).inserted else { throw Malformed(reason: "“\(text)” occurs twice.") }
      return name
    }
    var segments: [Segment] = []
    for part in halves[0].split(separator: "/", omittingEmptySubsequences: false) {
      segments.append(part.hasPrefix(":") ? .value(try name(part.dropFirst())) : .literal(try plain(part, "segment")))
    }
    var parameters: [String] = []
    if halves.count == 2 {
      for part in halves[1].split(separator: "&", omittingEmptySubsequences: false) {
        parameters.append(try name(part))
      }
    }
    self.segments = segments
    self.parameters = parameters
  }

  /// The pattern's segments without value names; patterns that match the same paths have the same shape.
  var shape: [String] {
    segments.map { segment in
      switch segment {
      case .literal(let text): text
      case .value: ":"
      }
    }
  }

  /// Returns the values in a path by name, or `nil` if the path doesn't match the pattern.
  func match(_ path: [String]) -> [String: String]? {
    guard path.count == segments.count else { return nil }
    var values: [String: String] = [:]
    for (segment, text) in zip(segments, path) {
      switch segment {
      case .literal(let literal): if literal != text { return nil }
      case .value(let name): values[name] = text
      }
    }
    return values
  }
}
