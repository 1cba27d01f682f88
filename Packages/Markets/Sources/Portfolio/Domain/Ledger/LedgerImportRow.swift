public import Foundation

/// Where something is in an imported file.
public enum ImportPosition: Sendable, Hashable {
  /// A line of a CSV file, from 1.
  case line(Int)
  /// An entry of a JSON file, from 1.
  case entry(Int)
}

extension ImportPosition: CustomStringConvertible {
  /// `Line 3` or `Entry 3`.
  public var description: String {
    switch self {
    case .line(let number): "Line \(number)"
    case .entry(let number): "Entry \(number)"
    }
  }
}

/// One entry of an imported file.
public struct LedgerImportRow: Sendable, Hashable {
  /// Where it is in the file.
  public let position: ImportPosition
  /// The entry, with a new identity if the file gives none.
  public let entry: LedgerEntry

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - position: Where the entry is in the file.
  ///   - entry: The entry.
  public init(position: ImportPosition, entry: LedgerEntry) {
    self.position = position
    self.entry = entry
  }
}

/// What an import did.
public struct LedgerImportSummary: Sendable, Hashable {
  /// The number of entries that were added.
  public let added: Int
  /// The number of entries that were there already, by their identity.
  public let skipped: Int
  /// Of those skipped, the ones that are different in the ledger, which was left as it is.
  public let differing: [UUID]

  /// Creates a summary.
  ///
  /// - Parameters:
  ///   - added: The number of entries that were added.
  ///   - skipped: The number of entries that were there already.
  ///   - differing: Of those skipped, the ones that are different in the ledger.
  public init(added: Int, skipped: Int, differing: [UUID]) {
    self.added = added
    self.skipped = skipped
    self.differing = differing
  }
}
