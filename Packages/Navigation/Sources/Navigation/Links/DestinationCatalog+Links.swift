import Basics

extension DestinationCatalog {
  /// A link's destination, with its back stack.
  public struct LinkedPath: Sendable, Equatable {
    /// The targets from the bottom up, ending with the destination.
    public let targets: [NavigationTarget]
    /// The starting point for the path.
    public let base: PathBase
  }

  /// Returns a link's destination above its back stack, or throws an error if no destination matches the link.
  public func path(of link: String) throws(DeepLinkError) -> LinkedPath {
    let link = try DeepLink(parsing: link, schemes: schemes)
    var (entry, values) = try match(link)
    for parameter in link.parameters {
      guard entry.pattern.parameters.contains(parameter.name) else {
        let suggestions = Spelling.nearest(to: parameter.name, among: entry.pattern.parameters)
        throw .unknownParameter(parameter.name, of: entry.id, suggestions: suggestions)
      }
      values[parameter.name] = parameter.value
    }
    do {
      let (target, backStack) = try entry.parse(values)
      return LinkedPath(targets: backStack.parents + [target], base: backStack.base)
    } catch let error as LinkDecodingError {
      throw error.linkError(for: entry.id)
    } catch let error as DecodingError {
      guard let name = error.codingPath.last?.stringValue else {
        throw .unreadable(entry.id, reason: codingProblem(error) + ".")
      }
      throw .malformedValue(name, of: entry.id, reason: "It isn't an accepted value.")
    } catch {
      throw .unreadable(entry.id, reason: String(describing: error))
    }
  }

  private func match(_ link: DeepLink) throws(DeepLinkError) -> (entry: LinkEntry, values: [String: String]) {
    for entry in links {
      if let values = entry.pattern.match(link.segments) { return (entry, values) }
    }
    throw .unknownPath(link.segments.joined(separator: "/"), suggestions: patterns(near: link.segments))
  }

  /// Returns the link patterns whose first segment is literal and most similar to the path's first segment.
  ///
  /// Among patterns with the same first segment, patterns with the closest segment count come first.
  private func patterns(near path: [String]) -> [String] {
    let heads = links.compactMap { entry -> String? in
      guard case .literal(let head) = entry.pattern.segments.first else { return nil }
      return head
    }
    func distance(_ entry: LinkEntry) -> Int { abs(entry.pattern.segments.count - path.count) }
    return Spelling.nearest(to: path[0], among: Set(heads).sorted()).flatMap { head in
      links.filter { $0.pattern.segments.first == .literal(head) }.sorted { distance($0) < distance($1) }
    }
    .prefix(3).map(\.pattern.description)
  }
}

extension DecodingError {
  fileprivate var codingPath: [any CodingKey] {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context.codingPath
    @unknown default:
      []
    }
  }
}
