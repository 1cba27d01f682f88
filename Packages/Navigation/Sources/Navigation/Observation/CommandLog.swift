public import Foundation

/// Commands with their outcomes, as a document that can be sent with a bug report and replayed in a test.
///
/// It holds the payloads of the commands, so it is the user's data.
public struct CommandLog: Sendable, Equatable, Codable {
  /// One command.
  public struct Record: Sendable, Equatable, Codable {
    /// When it was over, in seconds since 1970.
    public let time: Double
    /// The command as it was sent.
    public let command: NavigationCommand
    /// Whether it went past interceptors and guards.
    public let isForced: Bool
    /// What came of it, as ``NavigationOutcome/description`` says it.
    public let outcome: String

    /// Makes a record of an event.
    public init(_ event: NavigationEvent) {
      time = event.time.timeIntervalSince1970
      command = event.command
      isForced = event.isForced
      outcome = event.outcome.description
    }
  }

  /// The version of the document that this code writes.
  public static let currentVersion = 1

  /// The document's version.
  public let version: Int
  /// The root with which the router began.
  public let home: NavigationTarget
  /// The number of the first command, counted from 1; more than 1 when older ones were not kept.
  public let firstNumber: UInt64
  /// The commands in their order.
  public let records: [Record]

  /// Makes a log of events.
  ///
  /// - Parameters:
  ///   - home: The root with which the router began.
  ///   - events: The events in their order.
  public init(home: NavigationTarget, events: [NavigationEvent]) {
    version = Self.currentVersion
    self.home = home
    firstNumber = events.first?.number ?? 1
    records = events.map(Record.init)
  }

  /// Reads a log.
  ///
  /// - Parameters:
  ///   - data: The document.
  ///   - catalogue: What destinations there are. Targets that it doesn't know become unreadable ones.
  /// - Throws: ``CommandLogError`` when it is no log or one of a newer version.
  public init(reading data: Data, catalogue: DestinationCatalogue) throws(CommandLogError) {
    let decoder = JSONDecoder()
    decoder.userInfo[.destinationCatalogue] = catalogue
    do {
      self = try decoder.decode(CommandLog.self, from: data)
    } catch {
      throw .malformed(reason: sentence(for: error))
    }
    guard version == Self.currentVersion else { throw .unsupportedVersion(version) }
  }

  /// Writes the log as JSON.
  ///
  /// - Returns: The document.
  /// - Throws: ``CommandLogError/unwritable(reason:)`` when a payload can't be encoded.
  public func document() throws(CommandLogError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    do {
      return try encoder.encode(self)
    } catch {
      throw .unwritable(reason: String(describing: error))
    }
  }
}

/// Why a command log can't be read or written.
public enum CommandLogError: Error, Sendable, Equatable, CustomStringConvertible {
  /// It is no command log.
  case malformed(reason: String)
  /// It was written by another version of the program.
  case unsupportedVersion(Int)
  /// A payload can't be encoded.
  case unwritable(reason: String)

  /// What is wrong, as a sentence.
  public var description: String {
    switch self {
    case .malformed(let reason): "This is no command log. \(reason)"
    case .unsupportedVersion(let version): "The command log has version \(version), which this program can't read."
    case .unwritable(let reason): "The command log can't be written: \(reason)"
    }
  }
}
