import Foundation
import Testing

@testable import Portfolio

@Suite("Quotes")
struct QuoteTests {
  @Test(
    "accepts prices above 0 and up to 10¹⁵",
    arguments: [
      ("0", false), ("-0.01", false), ("1e-18", true), ("99999999999999.9", true), ("100000000000001", true),
      ("1000000000000000", true), ("1000000000000000.1", false),
    ]
  )
  func plausibility(price: String, isPlausible: Bool) {
    #expect((Quote(price: number(price), time: noon, source: "Test") != nil) == isPlausible)
    #expect(Quote(price: .nan, time: noon, source: "Test") == nil)
  }

  @Test(
    "rounds a quote's time to milliseconds, and clamps it to the years from 1970 to 9999",
    arguments: [
      (-1.0, 0.0), (0, 0), (1.0004, 1), (1.0006, 1.001), (253_402_300_799.999, 253_402_300_799.999),
      (253_402_300_801, 253_402_300_799.999), (.infinity, 253_402_300_799.999),
    ]
  )
  func times(seconds: Double, stored: Double) throws {
    let quote = try #require(Quote(price: 1, time: Date(timeIntervalSince1970: seconds), source: "Test"))
    #expect(quote.time == Date(timeIntervalSince1970: stored))
  }

  @Test(
    "treats times up to a minute in the future as now, and later times as unknown",
    arguments: [(5.0, 5.0), (0, 0), (-1, 0), (-60, 0), (-60.5, .infinity)]
  )
  func ages(seconds: Double, age: Double) throws {
    #expect(Quote.age(of: noon - seconds, at: noon) == age)
    let quote = try #require(Quote(price: 1, time: noon - seconds, source: "Test"))
    #expect(quote.age(at: noon) == age)
  }
}
