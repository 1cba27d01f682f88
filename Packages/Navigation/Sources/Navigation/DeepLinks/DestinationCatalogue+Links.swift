extension DestinationCatalogue {
  /// Where a link leads: the back stack and on top of it the destination.
  public struct LinkedPath: Sendable, Equatable {
    /// The targets from the bottom, the destination last.
    public let targets: [NavigationTarget]
    /// Where they begin.
    public let base: PathBase
  }

  /// Finds where a link leads.
  ///
  /// - Parameter link: The link as text.
  /// - Returns: The destination on top of its back stack.
  /// - Throws: ``DeepLinkError`` when it is malformed, or no destination has such a link.
  public func path(of link: String) throws(DeepLinkError) -> LinkedPath {
    let link = try DeepLink(parsing: link, schemes: links.schemes)
    var (entry, values) = try links.match(link)
    for parameter in link.parameters {
      guard entry.pattern.parameters.contains(parameter.name) else {
        let suggestions = nearestNames(to: parameter.name, among: entry.pattern.parameters)
        throw .unknownParameter(parameter.name, of: entry.id, suggestions: suggestions)
      }
      values[parameter.name] = parameter.value
    }
    do {
      let (target, backStack) = try entry.parse(values)
      return LinkedPath(targets: backStack.parents + [target], base: backStack.base)
    } catch {
      throw linkError(for: error, id: entry.id)
    }
  }

  /// Writes the link that leads to a place; parsing it leads to an equal target.
  ///
  /// - Parameter target: The place.
  /// - Returns: The link without a scheme.
  /// - Throws: ``DeepLinkError/noLink(to:suggestions:)`` or ``DeepLinkError/unprintable(_:reason:)``.
  public func link(to target: NavigationTarget) throws(DeepLinkError) -> DeepLink {
    guard let entry = records[target.id]?.link else {
      throw .noLink(to: target.id, suggestions: records[target.id] == nil ? suggestions(for: target.id) : [])
    }
    var values: [String: String]
    do {
      values = try entry.print(target)
    } catch {
      throw .unprintable(target.id, reason: error.description(or: sentence(for: error)))
    }
    var segments: [String] = []
    for segment in entry.pattern.segments {
      switch segment {
      case .literal(let text): segments.append(text)
      case .value(let name):
        guard let value = values.removeValue(forKey: name), !value.isEmpty else {
          throw .unprintable(target.id, reason: "\(quoted(name)) has no value, but stands in the path.")
        }
        segments.append(value)
      }
    }
    let parameters = entry.pattern.parameters.compactMap { name in
      values.removeValue(forKey: name).map { DeepLink.Parameter(name: name, value: $0) }
    }
    if let left = values.keys.min() {
      throw .unprintable(target.id, reason: "\(quoted(left)) has no place in the pattern.")
    }
    return try checked(DeepLink(segments: segments, parameters: parameters), for: target)
  }

  /// A link that is too long, holds control characters or is taken by a more specific pattern would not lead back.
  private func checked(_ link: DeepLink, for target: NavigationTarget) throws(DeepLinkError) -> DeepLink {
    do throws(DeepLinkError) {
      guard try path(of: link.description).targets.last == target else {
        throw DeepLinkError.unprintable(target.id, reason: "The link would lead to another place.")
      }
      return link
    } catch .unprintable(let id, let reason) {
      throw .unprintable(id, reason: reason)
    } catch {
      throw .unprintable(target.id, reason: error.description)
    }
  }

  private func linkError(for error: any Error, id: DestinationID) -> DeepLinkError {
    switch error {
    case LinkCodingError.missing(let name):
      return .missingValue(name, of: id)
    case LinkCodingError.malformed(let name, let expected):
      return .malformedValue(name, of: id, reason: "It must be \(expected).")
    case let error as DecodingError:
      guard let name = error.codingPath.last?.stringValue else {
        return .unreadable(id, reason: sentence(for: error))
      }
      return .malformedValue(name, of: id, reason: "It is none of the values that are possible here.")
    default:
      return .unreadable(id, reason: String(describing: error))
    }
  }
}

extension Error {
  fileprivate func description(or other: String) -> String {
    (self as? LinkCodingError)?.description ?? other
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
