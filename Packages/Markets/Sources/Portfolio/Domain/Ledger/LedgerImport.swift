import Basics
public import Foundation

/// A position in an imported file.
public enum ImportPosition: Sendable, Hashable {
  /// A line in a CSV file, counted from 1.
  case line(Int)
  /// An entry in a JSON file, counted from 1.
  case entry(Int)
}

extension ImportPosition: CustomStringConvertible {
  /// The position in words, such as `Line 3` or `Entry 3`.
  public var description: String {
    switch self {
    case .line(let number): "Line \(number)"
    case .entry(let number): "Entry \(number)"
    }
  }
}

/// An entry from an imported file.
public struct LedgerImportRow: Sendable, Hashable {
  package let position: ImportPosition
  package let entry: LedgerEntry
  /// Whether the file contains the entry's identifier; if not, the ledger compares the content.
  package let hasIdentity: Bool

  /// Creates a row from an entry and its position in the file.
  public init(position: ImportPosition, entry: LedgerEntry, hasIdentity: Bool = true) {
    self.position = position
    self.entry = entry
    self.hasIdentity = hasIdentity
  }
}

/// The result of an import.
public struct LedgerImportSummary: Sendable, Hashable {
  /// The number of added entries.
  public let added: Int
  /// The number of rows that were already in the ledger.
  public let skipped: Int
  /// The number of rows without an identifier that were skipped because the ledger contains the same content.
  public let recognized: Int
  /// The ledger entries that differ from skipped rows with the same identifiers.
  ///
  /// These entries stay unchanged.
  public let differing: [UUID]

  package init(added: Int, skipped: Int, recognized: Int = 0, differing: [UUID]) {
    self.added = added
    self.skipped = skipped
    self.recognized = recognized
    self.differing = differing
  }
}

/// The result of an import or of its preview.
public struct LedgerImportResult: Sendable {
  /// The numbers of added and skipped rows.
  public let summary: LedgerImportSummary
  /// The added entries, in the order of the file.
  public let entries: [LedgerEntry]
  /// The existing ledger entries that the added entries reverse.
  public let reversed: [LedgerEntry]
}

extension LedgerSnapshot {
  /// Checks an import as ``LedgerStoring/add(_:)`` does, but changes nothing.
  ///
  /// Entries more than a day after `now` are refused with ``LedgerError/importRefused(_:_:)``.
  public func previewImport(
    of rows: [LedgerImportRow],
    now: Date = Date()
  ) throws(LedgerError) -> LedgerImportResult {
    var changed = table
    do throws(LedgerTable.ImportFault) {
      return try changed.add(rows, now: now)
    } catch {
      throw .importRefused(error.position, error.refusal)
    }
  }
}

/// The reason why a file can't be imported.
///
/// If there is an error, nothing is imported.
public enum ImportError: Error, Sendable, Hashable {
  /// The file exceeds this number of bytes.
  case tooLarge(limit: Int)
  /// The file isn't UTF-8 text.
  case notText
  /// The file has no header, or this column is missing from the header.
  case missingColumn(String)
  /// The header has the columns of an exchange's layout, except this one.
  case missingExchangeColumn(String, layout: String)
  /// The first line doesn't have the columns of a known layout.
  case unknownColumns([String], known: [String])
  /// A column appears twice in the header.
  case repeatedColumn(String)
  /// A line has a different number of fields than the header.
  case fieldCount(line: Int, expected: Int, found: Int)
  /// The quoted field that begins on this line has no closing quote, or has text after it.
  case quoting(line: Int)
  /// An entry is invalid.
  case entry(ImportPosition, reason: String)
  /// The file isn't a JSON document with the expected members.
  case notJSON
  /// A newer version of this program wrote the file.
  case newerSchema(version: Int)
}

extension ImportError: CustomStringConvertible {
  /// The error, its location and the next step, in sentences.
  public var description: String { "Nothing was imported. " + detail }

  private var detail: String {
    switch self {
    case .tooLarge(let limit): "The file is larger than \(limit / 1_048_576) MiB. Split it."
    case .notText: "The file isn't UTF-8 text. Save it as UTF-8."
    case .missingColumn(let name):
      """
      The first line must name the columns, separated by commas, but the column \(name) is missing. \
      An exported file contains all columns.
      """
    case .missingExchangeColumn(let column, let layout):
      "The columns match the format “\(layout)”, but “\(column)” is missing. Export the file again with all columns."
    case .unknownColumns(let names, let known):
      """
      The columns \(ImportError.list(names)) don't match any known format. \
      Known formats: exports from this program, \(known.joined(separator: ", ")). \
      For other files, name the columns time, kind, coin, symbol and amount, separated by commas.
      """
    case .repeatedColumn(""): "Line 1: two columns have no name. Name them or remove one."
    case .repeatedColumn(let name): "Line 1: the column \(name.escapingInvisibles()) appears twice. Remove one."
    case .fieldCount(let line, let expected, let found):
      "Line \(line): there are \(found) fields but \(expected) columns. Put fields that contain commas in quotes."
    case .quoting(let line):
      "Line \(line): a quoted field isn't closed, or continues after its closing quote. Double any quotes inside the field."
    case .entry(let position, let reason): "\(position): \(reason). Correct it."
    case .notJSON: "The file isn't a JSON document with a version and entries, as written by the export command."
    case .newerSchema(let version):
      "The file was written by a newer version of this program (format \(version)). Update this program."
    }
  }

  /// Returns the first four names in quotation marks, each with at most 40 characters.
  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(4).map { "“\(String($0.prefix(40)).escapingInvisibles())”" }.joined(separator: ", ")
    return names.count > 4 ? shown + ", …" : shown
  }
}
