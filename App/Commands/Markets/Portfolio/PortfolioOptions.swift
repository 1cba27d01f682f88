import Basics
import CommandLine
import Foundation
import Portfolio

enum LedgerFormat: String, CaseIterable, Sendable {
  case csv, json
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
  static var taxYear: Self {
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

enum TaxFormat: String, CaseIterable, Sendable {
  case table, csv
}

extension Option where Value == TaxFormat {
  static var taxFormat: Self { .value("format", .choice(), default: "table", summary: "Output format.") }
}

extension Option where Value == LedgerFormat? {
  static var importFormat: Self {
    .optional("format", .choice(), summary: "File format.", defaultText: "detected from the file's name or content")
  }
}

extension Option where Value == LedgerFormat {
  static var ledgerFormat: Self { .value("format", .choice(), default: "csv", summary: "Output format.") }
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
    .flag("dry-run", summary: "Show the entries that would be added, without changing anything.")
  }
}
