/// The form of a destination's links: `books/:title?page&edition`.
///
/// A segment that begins with `:` holds the payload's property of that name, and so do the parameters after `?`.
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
    func name(_ text: Substring) throws(Malformed) -> String {
      guard !text.isEmpty, text.utf8.allSatisfy(PercentCode.isUnreserved) else {
        throw Malformed(reason: "“\(text)” is no name of letters, digits, “-”, “.”, “_” and “~”.")
      }
      guard names.insert(String(text)).inserted else { throw Malformed(reason: "“\(text)” is there twice.") }
      return String(text)
    }
    var segments: [Segment] = []
    for part in halves[0].split(separator: "/", omittingEmptySubsequences: false) {
      if part.hasPrefix(":") {
        segments.append(.value(try name(part.dropFirst())))
      } else {
        guard !part.isEmpty, part.utf8.allSatisfy(PercentCode.isUnreserved) else {
          throw Malformed(reason: "“\(part)” is no segment of letters, digits, “-”, “.”, “_” and “~”.")
        }
        segments.append(.literal(String(part)))
      }
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

  /// What two patterns that match the same paths have in common.
  var shape: [String] {
    segments.map { segment in
      switch segment {
      case .literal(let text): text
      case .value: ":"
      }
    }
  }

  /// The values in the path's places, by name, or nil when the path has another form.
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
