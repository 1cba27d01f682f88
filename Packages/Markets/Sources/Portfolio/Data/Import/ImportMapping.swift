import Foundation

/// The differences between a CSV file and the ``LedgerCSV`` format.
///
/// Without columns, the file's headings are the names in ``columnNames``. Otherwise, only the listed columns are read,
/// so a column such as a fee in coins can't be mistaken for another.
public struct ImportMapping: Sendable, Hashable, Codable {
  /// The names of the columns that this program reads.
  public static let columnNames = EntryMembers.names
  /// The kinds of entries, and the word that leaves out a line.
  public static let kindNames = LedgerKind.allCases.map(\.rawValue) + [skip]
  static let skip = "skip"

  /// The headings in the file, by the names in ``columnNames``.
  public var columns: [String: String] = [:]
  /// The words from ``kindNames``, by the kinds in the file in lower case.
  public var kinds: [String: String] = [:]
  /// The ASCII character between two fields; `nil` for a comma or the character that the file's line `sep=` names.
  public var separator: String?
  /// The decimal mark, a period or a comma; `nil` for a period in numbers without thousands separators.
  public var decimal: String?
  /// The identifier of the time zone for times without an offset or a zone.
  public var zone: String?
  /// The currency code for prices without a currency.
  public var currency: String?

  /// Returns whether a time zone with this name is known.
  public static func isZone(_ name: String) -> Bool { ImportTime.namedZone(name) != nil }

  /// Creates a mapping without differences.
  public init() {}

  /// Whether the mapping has no differences.
  public var isEmpty: Bool { self == ImportMapping() }

  /// Returns this mapping with another mapping's values in place of its own.
  public func overridden(by other: ImportMapping) -> ImportMapping {
    var result = self
    result.columns.merge(other.columns) { $1 }
    result.kinds.merge(other.kinds) { $1 }
    result.separator = other.separator ?? separator
    result.decimal = other.decimal ?? decimal
    result.zone = other.zone ?? zone
    result.currency = other.currency ?? currency
    return result
  }
}

extension ImportMapping {
  /// The number of lines to search for the headings, because some programs write other lines above them.
  private static let headerLines = 20
  private static let requiredColumns = ["time", "kind", "coin", "amount"]

  /// Finds the line with the headings, and each column's position in it by the names in ``columnNames``.
  func header(in lines: [CSVReader.Row]) throws(ImportError) -> (index: Int, positions: [String: Int]) {
    if columns.isEmpty {
      let names = lines.first?.fields.map { $0.lowercased() } ?? []
      let positions = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
      for name in Self.requiredColumns + ["symbol"] where positions[name] == nil { throw .missingColumn(name) }
      if let index = names.indices.first(where: { positions[names[$0]] != $0 }) {
        throw .repeatedColumn(lines[0].fields[index])
      }
      return (0, positions)
    }
    for name in Self.requiredColumns where columns[name] == nil { throw .unmappedColumn(name) }
    let wanted = columns.mapValues(Self.heading)
    var best: (missing: [String], fields: [String]) = (columns.values.sorted(), [])
    for (index, line) in lines.prefix(Self.headerLines).enumerated() {
      let names = line.fields.map(Self.heading)
      let missing = columns.filter { !names.contains(wanted[$0.key] ?? "") }.values.sorted()
      if missing.isEmpty {
        for (name, heading) in wanted.sorted(by: { $0.key < $1.key }) where names.count(where: { $0 == heading }) > 1 {
          throw .repeatedColumn(columns[name] ?? name)
        }
        return (index, wanted.compactMapValues(names.firstIndex))
      }
      if missing.count < best.missing.count { best = (missing, line.fields) }
    }
    throw .missingHeadings(best.missing, found: best.fields)
  }

  private static func heading(_ text: String) -> String { text.trimmingCharacters(in: .whitespaces).lowercased() }

  /// Returns the field's text as a kind; an unknown kind stays as it is.
  func kind(_ text: String) -> String {
    let lower = text.lowercased()
    return kinds[lower] ?? (LedgerKind(rawValue: lower) == nil ? text : lower)
  }

  /// Parses a number with the mapping's decimal mark.
  ///
  /// With an explicit mark, thousands separators and currency signs are accepted. Without one, `1,500` could mean two
  /// numbers and is rejected.
  func number(_ text: String) -> Decimal? {
    guard let decimal = decimal?.first else { return LooseFields.decimal(text) }
    func isOutside(_ character: Character) -> Bool { character.isCurrencySymbol || character.isWhitespace }
    var rest = text.drop(while: isOutside)
    let isNegative = rest.first == "-"
    if isNegative || rest.first == "+" { rest = rest.dropFirst().drop(while: isOutside) }
    while rest.last.map(isOutside) == true { rest.removeLast() }
    let parts = rest.split(separator: decimal, maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, parts.count == 1 || !parts[1].isEmpty else { return nil }
    let separators: Set<Character> =
      decimal == ","
      ? [".", "'", "’", " ", "\u{A0}", "\u{202F}"]
      : [",", "'", "’", " ", "\u{A0}", "\u{202F}"]
    let groups = whole.split(omittingEmptySubsequences: false, whereSeparator: separators.contains)
    guard groups.count == 1 || 1...3 ~= groups[0].count && groups.dropFirst().allSatisfy({ $0.count == 3 }),
      Set(whole.filter(separators.contains)).count <= 1, !rest.contains("-")
    else { return nil }
    let digits = (groups.joined().isEmpty && parts.count > 1 ? "0" : groups.joined())
    return LooseFields.decimal(digits + (parts.count > 1 ? "." + parts[1] : "")).map { isNegative ? -$0 : $0 }
  }
}
