public import Foundation

/// The entries in a file, ready to be added to a ledger.
public struct LedgerImportFile: Sendable {
  /// A line that was left out because the mapping says so.
  public struct IgnoredLine: Sendable, Hashable {
    /// The line number, counted from 1.
    public let line: Int
    /// The reason as a clause, without a period.
    public let reason: String
  }

  /// The entries, in the order in which they are added to the ledger.
  public let rows: [LedgerImportRow]
  /// The lines that were left out.
  public let ignored: [IgnoredLine]

  /// Creates an import from CSV or JSON.
  ///
  /// The extension `csv` or `json` determines the format; for other extensions, the first character does.
  public init(_ data: Data, named name: String) throws(ImportError) {
    let isJSON =
      switch (name as NSString).pathExtension.lowercased() {
      case "json": true
      case "csv": false
      default: data.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{")
      }
    if isJSON { try self.init(json: data) } else { try self.init(csv: data) }
  }

  /// Creates an import from CSV in the layout of ``LedgerCSV``, except for the differences in a mapping.
  public init(csv data: Data, _ mapping: ImportMapping = ImportMapping()) throws(ImportError) {
    (rows, ignored) = try LedgerCSV.read(data, mapping) { UUID() }
  }

  /// Creates an import from a JSON document in the ``LedgerJSON`` format.
  public init(json data: Data) throws(ImportError) {
    rows = try LedgerJSON.rows(in: data)
    ignored = []
  }
}

/// The entries in a file as far as they can be read, and the lines that can't.
struct ImportedRows {
  private var rows: [LedgerImportRow] = []
  private var problems: [ImportProblem] = []
  /// A table that checks the numbers and names of entries.
  private var scratch = LedgerTable()
  private let newIdentity: () -> UUID

  init(_ newIdentity: @escaping () -> UUID) { self.newIdentity = newIdentity }

  mutating func add(_ fields: LooseFields, at position: ImportPosition) {
    var fields = fields
    let hasIdentity = fields.id != nil
    if !hasIdentity { fields.id = newIdentity().uuidString }
    do {
      let entry = try fields.entry()
      _ = try scratch.record(entry)
      rows.append(LedgerImportRow(position: position, entry: entry, hasIdentity: hasIdentity))
    } catch let error as InvalidEntry {
      reject(position, because: error.clause)
    } catch {
      reject(position, because: "\(error)")
    }
  }

  mutating func reject(_ position: ImportPosition, because reason: String) {
    problems.append(ImportProblem(position, reason: reason))
  }

  /// Returns the rows, or throws an error that lists every line that can't be read.
  func all() throws(ImportError) -> [LedgerImportRow] {
    guard problems.isEmpty else { throw .unreadable(problems) }
    return rows
  }
}
