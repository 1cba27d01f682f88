public import Navigation

/// A command that ended otherwise than its log says.
public struct ReplayMismatch: Sendable, Equatable, CustomStringConvertible {
  /// The command's number in the log, counted from 1.
  public let number: UInt64
  /// The command.
  public let command: NavigationCommand
  /// The outcome in the log.
  public let expected: String
  /// The outcome now.
  public let actual: String

  /// Both outcomes on one line.
  public var description: String { "\(number). \(command): expected “\(expected)”, got “\(actual)”" }
}

/// Why a log can't be replayed.
public enum ReplayError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The log doesn't begin with the first command.
  case incomplete(firstNumber: UInt64)
  /// The router isn't new, or has another home than the log.
  case otherStart

  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .incomplete(let number): "The log begins with command \(number). Record with a higher breadcrumb limit."
    case .otherStart: "The router must be new and have the log's home."
    }
  }
}

extension CommandLog {
  /// Sends the log's commands to a new router, one after the other, and compares what comes of them.
  ///
  /// - Parameter router: A new router with the same destinations and the same home.
  /// - Returns: The commands that ended otherwise than in the log, in their order.
  /// - Throws: ``ReplayError`` when the log or the router doesn't allow it.
  @MainActor
  public func replay(on router: any Routing) async throws(ReplayError) -> [ReplayMismatch] {
    guard firstNumber == 1 else { throw .incomplete(firstNumber: firstNumber) }
    guard router.stack == RouterStack(root: home) else { throw .otherStart }
    var mismatches: [ReplayMismatch] = []
    for (index, record) in records.enumerated() {
      let outcome = record.isForced ? router.force(record.command) : await router.perform(record.command)
      guard outcome.description != record.outcome else { continue }
      mismatches.append(
        ReplayMismatch(
          number: UInt64(index) + 1,
          command: record.command,
          expected: record.outcome,
          actual: outcome.description
        )
      )
    }
    return mismatches
  }
}
