import Basics
import CommandLine
import Foundation
import Portfolio

enum LedgerFormat: String, CaseIterable, Sendable {
  case csv, json
}

enum LedgerExportFormat: String, CaseIterable, Sendable {
  case csv, json, hledger
}

extension CostBasisMethod {
  fileprivate static var rule: ValueRule<CostBasisMethod> {
    .choice { $0 == .fifo ? "first in, first out" : "average cost" }
  }
}

extension Argument where Value == String {
  static var givenCoin: Self {
    .required("FROM", .text.suggesting(of: .coins), summary: "Coin that you give.")
  }
  static var receivedCoin: Self { .required("TO", .text.suggesting(of: .coins), summary: "Coin that you receive.") }
  static var entry: Self {
    .required(
      "ENTRY",
      .text.suggesting(["last"]),
      summary: "Start of the entry's ID, as shown by 'history', or 'last'."
    )
  }
  static var importedFile: Self { .required("FILE", .file, summary: "File, or - for standard input.") }
}

extension Argument where Value == Decimal {
  static var amount: Self {
    .required("AMOUNT", .ledgerNumber(isLowestIncluded: false), summary: "Number of coins.")
  }
}

extension Option where Value == Decimal? {
  static var unitPrice: Self {
    .optional(
      "price",
      .ledgerNumber(),
      placeholder: "P",
      summary: "Price of one coin.",
      isCommon: true,
      defaultText: "the current price, or with --date, the price on that date"
    )
  }
  /// The price option for transfers, without a default value because received coins didn't cost their current price.
  static var transferPrice: Self {
    .optional(
      "price",
      .ledgerNumber(),
      placeholder: "P",
      summary: "Cost of one coin, if known.",
      isCommon: true,
      defaultText: "no price"
    )
  }
  static var received: Self {
    .optional(
      "received",
      .ledgerNumber(isLowestIncluded: false),
      placeholder: "AMOUNT",
      summary: "Amount of the coin that you receive.",
      defaultText: "calculated from both coins' prices"
    )
  }
}

extension Option where Value == DateText? {
  static var entryDate: Self {
    .optional(
      "date",
      .date,
      placeholder: "DATE",
      summary:
        "Date of the entry, such as 2026-01-31, yesterday, last week or -7d; a date without a time means midnight.",
      defaultText: "the current time"
    )
  }
}

extension Option where Value == Decimal {
  static var fee: Self {
    .value("fee", .ledgerNumber(), placeholder: "MONEY", default: "0", summary: "Fee, in addition to the price.")
  }
}

extension Option where Value == String? {
  static var note: Self { .optional("note", .text, placeholder: "TEXT", summary: "A remark.") }
  static var coinOfHistory: Self {
    .optional("coin", .text, placeholder: "COIN", summary: "Only entries for this coin.")
  }
  static var ledgerFile: Self {
    .optional("output", short: "o", .file, placeholder: "FILE", summary: "Write to a file instead of standard output.")
  }
}

extension Option where Value == Int? {
  static var gainsYear: Self {
    .optional(
      "year",
      .integer(in: 1970...9999),
      placeholder: "YEAR",
      summary: "Only sales from this year.",
      isCommon: true,
      defaultText: "all years"
    )
  }
  static var limit: Self {
    .optional(
      "limit",
      .integer(in: 1...1_000_000),
      placeholder: "N",
      summary: "Maximum number of entries.",
      defaultText: "all entries"
    )
  }
}

enum GainsFormat: String, CaseIterable, Sendable {
  case table, csv
}

extension Option where Value == GainsFormat {
  static var gainsFormat: Self { .value("format", .choice(), default: "table", summary: "Output format.") }
}

extension Option where Value == LedgerFormat? {
  static var importFormat: Self {
    .optional("format", .choice(), summary: "File format.", defaultText: "detected from the file's name or content")
  }
}

extension Option where Value == LedgerExportFormat {
  static var ledgerFormat: Self { .value("format", .choice(), default: "csv", summary: "Output format.") }
}

extension Option where Value == [String: String]? {
  static var importColumns: Self {
    .optional(
      "columns",
      .importColumns,
      placeholder: "NAME=HEADING,…",
      summary: "The file's headings for our columns; other columns are then ignored.",
      isCommon: true
    )
  }
  static var importKinds: Self {
    .optional(
      "kinds",
      .importKinds,
      placeholder: "WORD=KIND,…",
      summary: "Our kinds for the file's words, in any letter case; 'skip' leaves out a line.",
      isCommon: true
    )
  }
}

extension Option where Value == String? {
  static var importSeparator: Self {
    .optional(
      "separator",
      .importSeparator,
      placeholder: "CHARACTER",
      summary: "Character between fields, or 'tab'.",
      defaultText: "the character in a first line such as sep=;, or else a comma"
    )
  }
  static var importDecimal: Self {
    .optional(
      "decimal",
      .choice([Choice("."), Choice(",")]),
      summary: "Decimal mark; also accepts thousands separators and currency signs.",
      defaultText: "a period, without thousands separators"
    )
  }
  static var importZone: Self {
    .optional("zone", .importZone, summary: "Time zone of times without an offset or a zone, such as UTC.")
  }
  static var importCurrency: Self {
    .optional(
      "currency",
      .text(expectation: "a currency code", example: "eur"),
      placeholder: "CODE",
      summary: "Currency of prices, for a file without a column for it."
    )
  }
  static var importMapping: Self {
    .optional(
      "mapping",
      .text,
      placeholder: "NAME",
      summary: "Use the mapping with this name, and save the options above under it."
    )
  }
}

extension ValueRule where Value == String {
  fileprivate static var importSeparator: Self {
    Self(expectation: "an ASCII character other than a quotation mark, or tab", example: ";") {
      word throws(ValidationError) in
      let text = word == "tab" ? "\t" : word
      guard text.utf8.count == 1, let byte = text.utf8.first, ![0x0A, 0x0D, UInt8(ascii: "\"")].contains(byte) else {
        throw ValidationError("it isn't a single character")
      }
      return text
    }
  }
  fileprivate static var importZone: Self {
    Self(expectation: "a time zone such as UTC or Europe/Berlin", example: "UTC") { word throws(ValidationError) in
      guard ImportMapping.isZone(word) else { throw ValidationError("it isn't a known time zone") }
      return word
    }
  }
}

extension ValueRule where Value == [String: String] {
  /// The rule for columns; `date` is accepted for `time`, and a heading may contain commas.
  fileprivate static var importColumns: Self {
    let names = ["date"] + ImportMapping.columnNames
    return Self(expectation: "pairs such as date=Time,kind=Type", example: "date=Time,kind=Type,coin=Asset,amount=Size")
    {
      word throws(ValidationError) in
      var columns: [String: String] = [:]
      var latest: String?
      for part in word.split(separator: ",", omittingEmptySubsequences: false) {
        let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard pair.count == 2 else {
          guard let latest else { throw ValidationError("“\(part)” has no equals sign") }
          columns[latest]?.append(",\(part)")
          continue
        }
        let name = pair[0].trimmingCharacters(in: .whitespaces).lowercased()
        guard names.contains(name) else {
          let near = Spelling.nearest(to: name, among: names, limit: 1).first
          throw ValidationError("there is no column “\(name)”", suggestion: near)
        }
        let column = name == "date" ? "time" : name
        guard columns.updateValue(String(pair[1]), forKey: column) == nil else {
          throw ValidationError("\(column) appears twice")
        }
        latest = column
      }
      guard columns.values.allSatisfy({ !$0.isEmpty }) else { throw ValidationError("a heading is empty") }
      return columns
    }
  }

  fileprivate static var importKinds: Self {
    let kinds = ImportMapping.kindNames
    return Self(expectation: "pairs such as BUY=buy,DEPOSIT=skip", example: "BUY=buy,DEPOSIT=skip") {
      word throws(ValidationError) in
      var result: [String: String] = [:]
      for part in word.split(separator: ",", omittingEmptySubsequences: false) {
        guard let sign = part.lastIndex(of: "=") else { throw ValidationError("“\(part)” has no equals sign") }
        let kind = part[part.index(after: sign)...].trimmingCharacters(in: .whitespaces).lowercased()
        guard kinds.contains(kind) else {
          let known = kinds.joined(separator: ", ")
          throw ValidationError("“\(kind)” isn't one of \(known)")
        }
        result[part[..<sign].trimmingCharacters(in: .whitespaces).lowercased()] = kind
      }
      return result
    }
  }
}

extension Option where Value == CostBasisMethod {
  static var costMethod: Self {
    .value("method", CostBasisMethod.rule, default: "fifo", summary: "Cost basis method.")
  }
}

extension ValueRule where Value == Decimal {
  /// Returns a rule for numbers that the ledger can store exactly.
  static func ledgerNumber(from lowest: Decimal = 0, isLowestIncluded: Bool = true) -> Self {
    let number = ValueRule.decimal(from: lowest, isLowestIncluded: isLowestIncluded)
    let (whole, places) = (LedgerLimits.wholeDigits, LedgerLimits.decimalPlaces)
    let limit = Decimal(sign: .plus, exponent: whole, significand: 1)
    return Self(
      expectation: "\(number.expectation), with at most \(whole) digits before and \(places) after the decimal point",
      example: number.example
    ) { word throws(ValidationError) in
      let value = try number.parse(word)
      guard value < limit else { throw ValidationError("it has more than \(whole) digits before the decimal point") }
      var (exact, rounded) = (value, Decimal())
      NSDecimalRound(&rounded, &exact, places, .plain)
      guard rounded == value else { throw ValidationError("it has more than \(places) digits after the decimal point") }
      return value
    }
  }
}

extension Option where Value == Bool {
  static var dryRun: Self {
    .flag("dry-run", summary: "Show the first entries that would be added, without changing anything.")
  }
}
