/// One registered destination, for lists of routes.
public struct RouteDescription: Sendable, Equatable, CustomStringConvertible {
  /// The destination's name.
  public let id: DestinationID
  /// Its link pattern, or nil when no link leads to it.
  public let link: String?
  /// Where it was registered.
  public let location: RegistrationLocation

  /// Name, link and place of registration on one line.
  public var description: String {
    "\(id)  \(link ?? "–")  \(location)"
  }
}

/// A place in the source code where a destination was registered.
public struct RegistrationLocation: Sendable, Equatable, CustomStringConvertible {
  /// Module and file, as `#fileID` gives them.
  public let fileID: String
  /// The line, counted from 1.
  public let line: Int

  /// File and line, joined by a colon.
  public var description: String { "\(fileID):\(line)" }
}
