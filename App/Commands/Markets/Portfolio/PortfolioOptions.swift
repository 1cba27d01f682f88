import Basics
import CommandLine
import Foundation
import Portfolio

enum LedgerFormat: String, CaseIterable, Sendable {
  case csv, json
}

extension CostBasisMethod {
  fileprivate static var rule: ValueRule<CostBasisMethod> {
    .choice { $0 == .fifo ? "those held longest leave first" : "all of a kind cost the same" }
  }
}

extension Argument where Value == String {
  static var givenCoin: Self {
    .required("FROM", .text.suggesting(of: .coins), summary: "The coin that is given away.")
  }
  static var receivedCoin: Self { .required("TO", .text.suggesting(of: .coins), summary: "The coin that is got.") }
  static var entry: Self {
    .required("ENTRY", .text.suggesting(["last"]), summary: "The beginning of its id, as history shows it, or 'last'.")
  }
  static var importedFile: Self { .required("FILE", .file, summary: "The file, or - for standard input.") }
}

extension Argument where Value == Decimal {
  static var amount: Self {
    .required("AMOUNT", .ledgerNumber(isLowestIncluded: false), summary: "How many coins.")
  }
}

extension Option where Value == Decimal? {
  static var unitPrice: Self {
    .optional(
      "price",
      .ledgerNumber(),
      placeholder: "P",
      summary: "The price of one coin.",
      isCommon: true,
      defaultText: "the current price, or the chart's price with --date"
    )
  }
  /// The price of a transfer: received coins didn't cost what they are worth, so that there is no default.
  static var transferPrice: Self {
    .optional(
      "price",
      .ledgerNumber(),
      placeholder: "P",
      summary: "The cost of one coin, if it is known.",
      isCommon: true,
      defaultText: "no price"
    )
  }
  static var received: Self {
    .optional(
      "received",
      .ledgerNumber(isLowestIncluded: false),
      placeholder: "AMOUNT",
      summary: "The amount of the other coin.",
      defaultText: "by the prices of both coins"
    )
  }
}

extension Option where Value == DateText? {
  static var entryDate: Self {
    .optional(
      "date",
      .date,
      placeholder: "DATE",
      summary: "The date of the entry, not in the future; a day alone means its beginning.",
      defaultText: "the current time"
    )
  }
}

extension Option where Value == Decimal {
  static var fee: Self {
    .value("fee", .ledgerNumber(), placeholder: "MONEY", default: "0", summary: "What was paid on top.")
  }
}

extension Option where Value == String? {
  static var note: Self { .optional("note", .text, placeholder: "TEXT", summary: "A remark.") }
  static var coinOfHistory: Self {
    .optional("coin", .text, placeholder: "COIN", summary: "Only entries of this coin.")
  }
  static var ledgerFile: Self {
    .optional("output", short: "o", .file, placeholder: "FILE", summary: "Writes to a file, not to standard output.")
  }
}

extension Option where Value == Int? {
  static var taxYear: Self {
    .optional(
      "year",
      .integer(in: 1970...9999),
      placeholder: "YEAR",
      summary: "Only sales of this year.",
      isCommon: true,
      defaultText: "all years"
    )
  }
  static var limit: Self {
    .optional(
      "limit",
      .integer(in: 1...1_000_000),
      placeholder: "N",
      summary: "How many at most.",
      defaultText: "all of them"
    )
  }
}

enum TaxFormat: String, CaseIterable, Sendable {
  case table, csv
}

extension Option where Value == TaxFormat {
  static var taxFormat: Self { .value("format", .choice(), default: "table", summary: "The output format.") }
}

extension Option where Value == LedgerFormat? {
  static var importFormat: Self {
    .optional("format", .choice(), summary: "What the file is.", defaultText: "by its name, or its beginning")
  }
}

extension Option where Value == LedgerFormat {
  static var ledgerFormat: Self { .value("format", .choice(), default: "csv", summary: "What to write.") }
}

extension Option where Value == CostBasisMethod {
  static var costMethod: Self {
    .value("method", CostBasisMethod.rule, default: "fifo", summary: "How the cost of coins is decided.")
  }
}

extension ValueRule where Value == Decimal {
  /// A number that the ledger stores exactly.
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
  static var dryRun: Self { .flag("dry-run", summary: "Show what the file would add, and change nothing.") }
}
