import Basics

/// A program's destinations without their screens: names, payload types and links.
public struct DestinationCatalog: Sendable {
  struct Record: Sendable {
    let payload: any Destination.Type
    let updatesInPlace: Bool
    let location: RegistrationLocation
  }

  let records: [DestinationID: Record]
  let links: [LinkEntry]
  let schemes: Set<String>

  init(records: [DestinationID: Record], links: [LinkEntry], schemes: Set<String>) {
    self.records = records
    self.links = LinkEntry.mostSpecificFirst(links)
    self.schemes = schemes
  }

  /// Returns up to three registered names that are similar to a mistyped name, closest first.
  public func suggestions(for id: DestinationID) -> [DestinationID] {
    Spelling.nearest(to: id.rawValue, among: records.keys.map(\.rawValue).sorted()).map(DestinationID.init(rawValue:))
  }

  /// Returns the outcome for a target that can't be shown, or `nil` if it can be shown.
  func problem(with target: NavigationTarget, position: Int = 0) -> NavigationOutcome? {
    guard let record = records[target.id] else {
      return .unknown(target.id, suggestions: suggestions(for: target.id))
    }
    guard type(of: target.payload) == record.payload else {
      let reason = "The payload's type differs from the registered type, \(record.payload)."
      return .payloadRejected(PayloadRejection(id: target.id, position: position, reason: reason))
    }
    return nil
  }
}

/// Mistakes in the registration of destinations.
public struct RegistryError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A single registration mistake.
  public enum Problem: Sendable, Equatable, CustomStringConvertible {
    /// Two destinations have the same name.
    case duplicateID(DestinationID, first: RegistrationLocation, second: RegistrationLocation)
    /// A name is empty, too long or contains invalid characters.
    case invalidID(DestinationID, RegistrationLocation)
    /// Two link patterns match the same links.
    case duplicateLink(String, first: DestinationID, second: DestinationID, RegistrationLocation)
    /// A link pattern has a syntax error.
    case malformedLink(DestinationID, pattern: String, reason: String, RegistrationLocation)

    /// A description of the mistake with its location and a suggested fix.
    public var description: String {
      switch self {
      case .duplicateID(let id, let first, let second):
        "The destination \(id.rawValue.quoted()) is registered twice, at \(first) and at \(second). Rename one."
      case .invalidID(let id, let location):
        "\(id.rawValue.quoted()) at \(location) is not a valid name: use 1 to \(DestinationID.maximumLength) of "
          + "a-z, A-Z, 0-9, “.”, “-”, “_” and “/”."
      case .duplicateLink(let pattern, let first, let second, let location):
        "The links of \(first) and \(second) are the same: \(pattern.quoted()) at \(location). Change one."
      case .malformedLink(let id, let pattern, let reason, let location):
        "The link pattern \(pattern.quoted()) of \(id) at \(location) is malformed: \(reason)"
      }
    }
  }

  /// All mistakes, in the order of registration.
  public let problems: [Problem]

  /// All mistakes, one per line.
  public var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}

/// The source location where a destination was registered.
public struct RegistrationLocation: Sendable, Equatable, CustomStringConvertible {
  /// The module and file, as in `#fileID`.
  public let fileID: String
  /// The line number, starting at 1.
  public let line: Int

  /// The file and the line, separated by a colon.
  public var description: String { "\(fileID):\(line)" }
}
