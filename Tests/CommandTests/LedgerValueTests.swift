import CommandLine
import Foundation
import Testing

@testable import fetch_counter

@Suite("Values in ledger and alert commands")
struct LedgerValueTests {
  private func reason<Value>(_ rule: ValueRule<Value>, _ word: String) -> String? {
    do {
      _ = try rule.parse(word)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test(
    "limits ledger numbers to 18 digits before and after the decimal point",
    arguments: [
      ("999999999999999999", nil), ("0.000000000000000001", nil), ("1.500000000000000000000000", nil),
      ("000000000000000000000001", nil), ("1000000000000000000", "it has more than 18 digits before the decimal point"),
      (String(repeating: "1", count: 30), "it has more than 18 digits before the decimal point"),
      ("0.0000000000000000001", "it has more than 18 digits after the decimal point"),
      (String(repeating: "1", count: 39), "it has more than 38 digits"), ("-1", "it is too small"),
    ] as [(String, String?)]
  )
  func ledgerNumbers(word: String, expected: String?) {
    let rule = ValueRule<Decimal>.ledgerNumber()
    #expect(reason(rule, word) == expected)
    #expect(rule.expectation.hasSuffix("with at most 18 digits before and 18 after the decimal point"))
  }

  @Test("suggests a valid alert threshold of the same kind", arguments: [("2,5%", "2.5%"), ("1e6", "1000000")])
  func thresholdSuggestions(word: String, expected: String) {
    #expect(throws: ValidationError("it is not a decimal number", suggestion: expected)) {
      try AlertThreshold.rule.parse(word)
    }
  }
}
