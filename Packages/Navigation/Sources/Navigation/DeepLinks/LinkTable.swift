/// All link rules of a program.
struct LinkTable: Sendable {
  let schemes: Set<String>
  /// The more specific first: where one pattern has a literal and another a value, the literal wins.
  let entries: [LinkEntry]

  init(entries: [LinkEntry], schemes: Set<String>) {
    self.schemes = schemes
    self.entries = entries.sorted { left, right in
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

  /// Finds the rule for a path, with the path's values.
  func match(_ link: DeepLink) throws(DeepLinkError) -> (entry: LinkEntry, values: [String: String]) {
    for entry in entries {
      if let values = entry.pattern.match(link.segments) { return (entry, values) }
    }
    let path = link.segments.joined(separator: "/")
    throw .unknownPath(path, suggestions: suggestions(for: link.segments))
  }

  /// Patterns whose literals are nearest to the link's segments.
  private func suggestions(for segments: [String]) -> [String] {
    let heads = entries.compactMap { entry -> String? in
      guard case .literal(let head) = entry.pattern.segments.first else { return nil }
      return head
    }
    let near = nearestNames(to: segments[0], among: Array(Set(heads)))
    return near.flatMap { head in
      entries.filter { $0.pattern.segments.first == .literal(head) }
        .sorted { distance($0, segments) < distance($1, segments) }
    }
    .prefix(3).map(\.pattern.description)
  }

  private func distance(_ entry: LinkEntry, _ segments: [String]) -> Int {
    abs(entry.pattern.segments.count - segments.count)
  }
}
