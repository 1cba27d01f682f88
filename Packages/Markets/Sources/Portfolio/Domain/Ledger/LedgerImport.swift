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

/// A line or an entry in a file that can't be read.
public struct ImportProblem: Sendable, Hashable {
  package let position: ImportPosition
  /// The reason as a clause, without a period.
  package let reason: String

  /// Creates a problem.
  public init(_ position: ImportPosition, reason: String) {
    self.position = position
    self.reason = reason
  }
}

/// The reason why a file can't be imported.
///
/// If there is an error, nothing is imported.
public enum ImportError: Error, Sendable, Hashable {
  /// The file exceeds this number of bytes.
  case tooLarge(limit: Int)
  /// The file is neither UTF-8 text nor UTF-16 text with a byte order mark.
  case notText
  /// The file has no header, or this column is missing from the header.
  case missingColumn(String)
  /// The mapping doesn't contain this required column.
  case unmappedColumn(String)
  /// No line near the top of the file has all headings that the mapping names.
  case missingHeadings([String], found: [String])
  /// A column appears twice in the header.
  case repeatedColumn(String)
  /// The quoted field that begins on this line has no closing quote, or has text after it.
  case quoting(line: Int)
  /// These lines or entries are invalid.
  case unreadable([ImportProblem])
  /// The file isn't a JSON document with the expected members.
  case notJSON
  /// A newer version of this program wrote the file.
  case newerSchema(version: Int)
}

extension ImportError: CustomStringConvertible {
  /// The error, its location and the next step, in sentences.
  public var description: String { text(reasonLimit: .max) }

  /// Returns the error like ``description``, with a maximum number of reasons for unreadable lines.
  package func text(reasonLimit: Int) -> String { "Nothing was imported. " + detail(reasonLimit) }

  private func detail(_ limit: Int) -> String {
    switch self {
    case .tooLarge(let limit): "The file is larger than \(limit / 1_048_576) MiB. Split it."
    case .notText: "The file isn't text in UTF-8. Save it as UTF-8."
    case .missingColumn(let name):
      """
      The first line must name the columns, separated by commas, but the column \(name) is missing. \
      An exported file contains all columns. For other files, use the import command's option --columns.
      """
    case .unmappedColumn(let name):
      "The mapping has no column for \(name). Add \(name)=HEADING to --columns."
    case .missingHeadings(let names, let found):
      """
      No line has the \(names.count == 1 ? "column" : "columns") \(ImportError.list(names)). \
      \(found.isEmpty ? "Check --columns and --separator." : "The file's columns: \(ImportError.list(found, limit: 20)).")
      """
    case .repeatedColumn(""): "Line 1: two columns have no name. Name them or remove one."
    case .repeatedColumn(let name): "Line 1: the column \(name.escapingInvisibles()) appears twice. Remove one."
    case .quoting(let line):
      "Line \(line): a quoted field isn't closed, or continues after its closing quote. Double any quotes inside the field."
    case .unreadable(let problems): ImportError.list(problems, limit: limit)
    case .notJSON: "The file isn't a JSON document with a version and entries, as written by the export command."
    case .newerSchema(let version):
      "The file was written by a newer version of this program (format \(version)). Update this program."
    }
  }

  /// Returns the first names in quotation marks.
  private static func list(_ names: [String], limit: Int = 4) -> String {
    let shown = names.prefix(limit).map { $0.quoted(limit: 40) }.joined(separator: ", ")
    return names.count > limit ? shown + ", …" : shown
  }

  /// Returns each reason once, on a line of its own, with the numbers of all lines that it applies to.
  private static func list(_ problems: [ImportProblem], limit: Int) -> String {
    var numbers: [String: [Int]] = [:]
    var reasons: [String] = []
    var name = "Line"
    for problem in problems {
      if numbers[problem.reason] == nil { reasons.append(problem.reason) }
      switch problem.position {
      case .line(let number): numbers[problem.reason, default: []].append(number)
      case .entry(let number):
        name = "Entry"
        numbers[problem.reason, default: []].append(number)
      }
    }
    let plural = name == "Line" ? "Lines" : "Entries"
    var lines = reasons.prefix(limit).map { reason in
      let found = numbers[reason] ?? []
      return "\(found.count == 1 ? name : plural) \(ranges(of: found)): \(reason)."
    }
    if reasons.count > limit {
      let rest = reasons.count - limit
      lines.append(rest == 1 ? "1 more problem was found." : "\(rest) more problems were found.")
    }
    guard problems.count > 1 else { return "\(lines.joined()) Correct it." }
    return "\(problems.count) \(plural.lowercased()) can't be read.\n\(lines.joined(separator: "\n"))"
  }

  /// Returns ascending numbers with runs shortened, such as `2, 4–7`.
  private static func ranges(of numbers: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }.joined(separator: ", ")
  }
}
