import Basics
import Foundation

struct ExchangeLayout: Sendable {
  /// A column with its current and earlier names, in lower case.
  struct Column: Sendable {
    let names: [String]
    let isRequired: Bool

    static func required(_ names: String...) -> Column { Column(names: names, isRequired: true) }
    static func optional(_ names: String...) -> Column { Column(names: names, isRequired: false) }
  }

  /// The exchange and the kind of file, such as `Kraken ledger`.
  let name: String
  let columns: [Column]
  /// The current name of the column with the time in UTC.
  let timeColumn: String
  let read: @Sendable ([ExchangeRow], inout ExchangeEntries) throws(ImportError) -> Void

  static let all: [ExchangeLayout] = [.coinbase, .krakenLedger, .krakenTrades, .binanceHistory, .binanceTrades]

  /// The number of lines to search for the header, which Coinbase writes below several other lines.
  private static let headerLines = 12

  /// Finds a file's layout and the index of its header; `nil` for this program's own layout.
  static func layout(of lines: [CSVReader.Row]) throws(ImportError) -> (ExchangeLayout, header: Int)? {
    let candidates = lines.prefix(headerLines)
    for (index, line) in candidates.enumerated() {
      let names = line.columnNames
      if let layout = all.first(where: { $0.missingColumns(in: names).isEmpty }) { return (layout, index) }
    }
    guard let first = lines.first, !LedgerCSV.isHeader(first.columnNames) else { return nil }
    for line in candidates {
      let names = line.columnNames
      for layout in all {
        let missing = layout.missingColumns(in: names)
        if missing.count == 1, let column = missing.first { throw .missingExchangeColumn(column, layout: layout.name) }
      }
    }
    throw .unknownColumns(first.fields, known: all.map(\.name))
  }

  private func missingColumns(in names: [String]) -> [String] {
    columns.filter { $0.isRequired && !$0.names.contains(where: names.contains) }.map { $0.names[0] }
  }

  /// Returns the column positions in a header, by the columns' current names.
  func positions(in names: [String]) -> [String: Int] {
    var positions: [String: Int] = [:]
    for column in columns {
      positions[column.names[0]] = column.names.lazy.compactMap { names.firstIndex(of: $0) }.first
    }
    return positions
  }
}

extension CSVReader.Row {
  var columnNames: [String] { fields.map { $0.trimmingCharacters(in: .whitespaces).lowercased() } }
}

struct ExchangeRow {
  let line: Int
  let time: Date
  private let fields: [String]
  private let columns: [String: Int]

  static func rows(
    in lines: ArraySlice<CSVReader.Row>,
    _ layout: ExchangeLayout
  ) throws(ImportError) -> [ExchangeRow] {
    guard let header = lines.first else { return [] }
    let columns = layout.positions(in: header.columnNames)
    var rows: [ExchangeRow] = []
    for line in lines.dropFirst() {
      guard line.fields.count == header.fields.count else {
        throw .fieldCount(line: line.line, expected: header.fields.count, found: line.fields.count)
      }
      let text = columns[layout.timeColumn].map { line.fields[$0] } ?? ""
      guard let time = ExchangeValue.time(text) else {
        throw .entry(.line(line.line), reason: "its \(layout.timeColumn) must be a time such as 2026-01-31 12:00:00")
      }
      rows.append(ExchangeRow(line: line.line, time: time, fields: line.fields, columns: columns))
    }
    return rows
  }

  /// The text in a column, without leading and trailing spaces; empty if the file doesn't have the column.
  subscript(_ column: String) -> String {
    columns[column].map { fields[$0].trimmingCharacters(in: .whitespaces) } ?? ""
  }

  /// Reads the number in a column; `nil` if the field is empty.
  func number(_ column: String) throws(ImportError) -> FixedPoint? {
    let text = self[column]
    guard !text.isEmpty else { return nil }
    guard let number = ExchangeValue.number(text) else { throw error("its \(column) must be a number such as 0.5") }
    return number
  }

  func requiredNumber(_ column: String) throws(ImportError) -> FixedPoint {
    guard let number = try number(column) else { throw error("it has no \(column)") }
    return number
  }

  func sum(_ first: FixedPoint, _ second: FixedPoint) throws(ImportError) -> FixedPoint {
    let sum = first + second
    guard abs(sum.estimate) < 1e19 else { throw error("its numbers are too large") }
    return sum
  }

  func error(_ reason: String) -> ImportError { .entry(.line(line), reason: reason) }

  func unknownKind(_ column: String) -> ImportError {
    error(
      "its \(column) is “\(String(self[column].prefix(60)).escapingInvisibles())”, which this program doesn't recognize. "
        + "Remove the line and enter the transaction by hand"
    )
  }
}

enum ExchangeValue {
  /// Parses `2026-01-31 12:00:00` or `2026-01-31T12:00:00Z`.
  ///
  /// Fractions of a second, two-digit years and a final `UTC` are accepted.
  static func time(_ text: String) -> Date? {
    var text = text.trimmingCharacters(in: .whitespaces)
    for end in [" UTC", "Z"] where text.hasSuffix(end) { text.removeLast(end.count) }
    text = text.replacingOccurrences(of: " ", with: "T")
    if text.utf8.dropFirst(2).first == UInt8(ascii: "-") { text = "20" + text }
    return Timestamp(text: text + "Z")?.date
  }

  /// Parses a number with an optional sign, fraction, exponent, currency sign and thousands separators (commas).
  static func number(_ text: String) -> FixedPoint? {
    var scalars = Array(text.unicodeScalars)
    let isMoney = scalars.contains { $0.properties.generalCategory == .currencySymbol }
    if isMoney {
      // Some currency signs include letters, such as A$.
      scalars.removeAll { $0.properties.generalCategory == .currencySymbol || $0.properties.isAlphabetic }
    }
    let isNegative = scalars.first == "-"
    if isNegative || scalars.first == "+" { scalars.removeFirst() }
    let parts = scalars.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "E" || $0 == "e" }
    guard let first = parts.first, let mantissa = withoutSeparators(first) else { return nil }
    var number: FixedPoint?
    if parts.count == 1 {
      number = fixedPoint(mantissa)
    } else if let exponent = Int(text: parts[1]), (-40...40).contains(exponent),
      let value = fixedPoint(mantissa)?.decimal
    {
      number = fixedPoint((value * Decimal(sign: .plus, exponent: exponent, significand: 1)).description)
    }
    return number.map { isNegative ? -$0 : $0 }
  }

  private static func fixedPoint(_ digits: String) -> FixedPoint? {
    do throws(FixedPoint.Fault) {
      return try FixedPoint(text: digits.hasPrefix(".") ? "0" + digits : digits)
    } catch {
      return nil
    }
  }

  /// Returns the digits without thousands separators; `nil` if there are minus signs or misplaced commas.
  private static func withoutSeparators(_ scalars: ArraySlice<Unicode.Scalar>) -> String? {
    let groups = scalars.prefix { $0 != "." }.split(separator: ",", omittingEmptySubsequences: false)
    let fraction = scalars.drop { $0 != "." }
    guard groups.count == 1 || (groups.dropFirst().allSatisfy { $0.count == 3 } && 1...3 ~= groups[0].count),
      !scalars.contains("-")
    else { return nil }
    var digits = String.UnicodeScalarView()
    for group in groups { digits.append(contentsOf: group) }
    digits.append(contentsOf: fraction)
    return String(digits)
  }
}

extension Int {
  fileprivate init?(text: ArraySlice<Unicode.Scalar>) {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: text)
    self.init(String(view))
  }
}
