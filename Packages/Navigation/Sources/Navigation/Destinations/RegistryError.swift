/// Mistakes in the registration of destinations, found while the program starts.
public struct RegistryError: Error, Sendable, Equatable, CustomStringConvertible {
  /// One mistake.
  public enum Problem: Sendable, Equatable, CustomStringConvertible {
    /// Two destinations have the same name.
    case duplicateID(DestinationID, first: RegistrationLocation, second: RegistrationLocation)
    /// A name is empty, too long or has other characters than it may.
    case invalidID(DestinationID, RegistrationLocation)
    /// Two link patterns match the same links.
    case duplicateLink(String, first: DestinationID, second: DestinationID, RegistrationLocation)
    /// A link pattern can't be understood.
    case malformedLink(DestinationID, pattern: String, reason: String, RegistrationLocation)

    /// What is wrong, where, and what to do.
    public var description: String {
      switch self {
      case .duplicateID(let id, let first, let second):
        "The destination \(quoted(id.rawValue)) is registered twice, at \(first) and at \(second). Rename one."
      case .invalidID(let id, let location):
        "\(quoted(id.rawValue)) at \(location) is no valid name: use 1 to \(DestinationID.maximumLength) of "
          + "a-z, A-Z, 0-9, “.”, “-”, “_” and “/”."
      case .duplicateLink(let pattern, let first, let second, let location):
        "The links of \(first) and \(second) can't be told apart: \(quoted(pattern)) at \(location). Change one."
      case .malformedLink(let id, let pattern, let reason, let location):
        "The link pattern \(quoted(pattern)) of \(id) at \(location) is malformed: \(reason)"
      }
    }
  }

  /// Every mistake, in the order of registration.
  public let problems: [Problem]

  /// Makes an error of mistakes.
  public init(problems: [Problem]) {
    self.problems = problems
  }

  /// All mistakes, one per line.
  public var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}
