import Basics
public import Foundation

/// A place in an imported file.
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
  package let position: ImportPosition
  /// The entry, with a new identity if the file gives none.
  package let entry: LedgerEntry

  /// Creates a row from an entry and its place in the file.
  public init(position: ImportPosition, entry: LedgerEntry) {
    self.position = position
    self.entry = entry
  }
}

/// The result of an import.
public struct LedgerImportSummary: Sendable, Hashable {
  /// The number of entries that were added.
  public let added: Int
  /// The number of entries that were there already, by their identity.
  public let skipped: Int
  /// The skipped entries that differ from those in the ledger, which stay unchanged.
  public let differing: [UUID]

  package init(added: Int, skipped: Int, differing: [UUID]) {
    self.added = added
    self.skipped = skipped
    self.differing = differing
  }
}

/// The reason why a file can't be imported; nothing of it is.
public enum ImportError: Error, Sendable, Hashable {
  /// The file is larger than this number of bytes.
  case tooLarge(limit: Int)
  /// The file is not text in UTF-8.
  case notText
  /// The file has no header, or this column is not in it.
  case missingColumn(String)
  /// A column appears twice in the header.
  case repeatedColumn(String)
  /// A line has another number of fields than the header.
  case fieldCount(line: Int, expected: Int, found: Int)
  /// A quoted field that begins in this line does not end, or goes on after its closing quote.
  case quoting(line: Int)
  /// An entry is wrong, for the reason given.
  case entry(ImportPosition, reason: String)
  /// The file is not a JSON document of this kind.
  case notJSON
  /// The file was written by a newer version of this program.
  case newerSchema(version: Int)
}

extension ImportError: CustomStringConvertible {
  /// The error, its place and the next step, as sentences for people.
  public var description: String { "Nothing was imported. " + detail }

  private var detail: String {
    switch self {
    case .tooLarge(let limit): "The file is larger than \(limit / 1_048_576) MiB. Split it."
    case .notText: "The file is not text in UTF-8. Save it as UTF-8."
    case .missingColumn(let name):
      """
      The first line has to name the columns, separated by commas, and the column \(name) is missing. \
      An exported file shows all of them.
      """
    case .repeatedColumn(""): "Line 1: two columns have no name. Name them or remove one."
    case .repeatedColumn(let name): "Line 1: the column \(name.escapingInvisibles()) appears twice. Remove one."
    case .fieldCount(let line, let expected, let found):
      "Line \(line): there are \(found) fields and \(expected) columns. Put fields that hold commas into quotes."
    case .quoting(let line):
      "Line \(line): a quoted field is not closed, or goes on after its quote. Write a quote in a field twice."
    case .entry(let position, let reason): "\(position): \(reason). Correct it."
    case .notJSON: "The file is not a JSON document with a version and entries, as an export is."
    case .newerSchema(let version):
      "The file was written by a newer version of this program (format \(version)). Update this program."
    }
  }
}
