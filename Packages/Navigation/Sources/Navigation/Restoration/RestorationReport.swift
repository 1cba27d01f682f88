/// What of a restoration document could be used.
public struct RestorationReport: Sendable, Equatable {
  /// An entry that was left out.
  public struct Dropped: Sendable, Equatable, CustomStringConvertible {
    /// Its place in the document, counted from 0.
    public let position: Int
    /// Its destination, or nil when it names none.
    public let id: DestinationID?
    /// Why.
    public let reason: Reason

    /// The place and the reason as a sentence.
    public var description: String {
      "Page \(position + 1)\(id.map { ", \(quoted($0.rawValue))," } ?? "") was dropped: \(reason)"
    }
  }

  /// Why an entry was left out.
  public enum Reason: Sendable, Equatable, CustomStringConvertible {
    /// It can't be read.
    case unreadable(TargetReadingError)
    /// Its factory refuses it.
    case refused(reason: String)
    /// It lies above one that was dropped.
    case aboveDropped
    /// There are more than the stack may have.
    case tooDeep(limit: Int)

    /// The reason as a sentence.
    public var description: String {
      switch self {
      case .unreadable(let error): error.description
      case .refused(let reason): reason
      case .aboveDropped: "A page below it was dropped."
      case .tooDeep(let limit): "More than \(limit) pages can't be open at once."
      }
    }
  }

  /// The pages that could be read, from the root.
  public internal(set) var restored: [NavigationTarget] = []
  /// The entries that were left out, from the bottom.
  public internal(set) var dropped: [Dropped] = []
  /// Why nothing of the document could be used, or nil.
  public internal(set) var problem: RestorationError?

  init(problem: RestorationError?) {
    self.problem = problem
  }

  /// Whether everything in the document could be used.
  public var isComplete: Bool { dropped.isEmpty && problem == nil }
}

/// Why a restoration document as a whole can't be used.
public enum RestorationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// It has more bytes than is allowed.
  case tooLarge(limit: Int)
  /// It isn't the JSON that it should be.
  case malformed(reason: String)
  /// It was written by another version of the program.
  case unsupportedVersion(Int)
  /// A payload can't be encoded.
  case unwritable(reason: String)

  /// What is wrong, as a sentence.
  public var description: String {
    switch self {
    case .tooLarge(let limit): "The saved pages take more than \(limit) bytes."
    case .malformed(let reason): "The saved pages can't be read. \(reason)"
    case .unsupportedVersion(let version):
      "The saved pages have version \(version), which this program can't read."
    case .unwritable(let reason): "The pages can't be saved: \(reason)"
    }
  }
}
