/// Why an entry from outside could not be turned into a target.
public enum TargetReadingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// No destination of that name is registered.
  case unknown(DestinationID, suggestions: [DestinationID])
  /// The destination is registered, but its payload can't be read.
  case unreadablePayload(DestinationID, reason: String)
  /// There is no readable name at all.
  case noName

  /// What is wrong, as a sentence.
  public var description: String {
    switch self {
    case .unknown(let id, let suggestions):
      "There is no destination \(quoted(id.rawValue)).\(didYouMean(suggestions.map(\.rawValue)))"
    case .unreadablePayload(let id, let reason):
      "The payload of \(quoted(id.rawValue)) can't be read: \(reason)"
    case .noName:
      "The entry names no destination."
    }
  }
}
