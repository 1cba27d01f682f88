import BasicsTesting
import Foundation
import Testing

@testable import Portfolio

@Suite("Fixed-point numbers")
struct FixedPointTests {
  @Test(
    "parses fixed-point numbers exactly, and formats each number in only one way",
    arguments: [
      ("0", "0"), ("1", "1"), ("0.5", "0.5"), ("12.50", "12.5"), ("007", "7"),
      ("0.000000000000000001", "0.000000000000000001"),
      ("999999999999999999", "999999999999999999"), ("0000000000000000000000001", "1"),
      ("999999999999999999.999999999999999999", "999999999999999999.999999999999999999"),
      ("123.456789012345678901000000", "123.456789012345678901"), ("-3.25", "-3.25"), ("-0", "0"),
    ]
  )
  func reading(text: String, canonical: String) throws {
    // When
    let value = try FixedPoint(text: text)

    // Then
    #expect(value.text == canonical)
    #expect(value.decimal == number(canonical))
    #expect(try FixedPoint(value.decimal) == value)
  }

  @Test(
    "rejects text that isn't a number, has too many decimal places or is too large",
    arguments: [
      ("", FixedPoint.Fault.notANumber), ("-", .notANumber), (".", .notANumber), (".5", .notANumber),
      ("5.", .notANumber),
      ("1.2.3", .notANumber), ("1e5", .notANumber), ("0x10", .notANumber), ("+1", .notANumber), ("1,5", .notANumber),
      (" 1", .notANumber), ("--1", .notANumber), ("NaN", .notANumber), ("inf", .notANumber), ("١", .notANumber),
      ("1.0.00000000000000000000000", .notANumber), ("11111111111111111111x", .notANumber),
      ("111111111111111111111111.", .notANumber), ("0.0000000000000000000000000.", .notANumber),
      ("0.0000000000000000001", .tooManyPlaces), ("1000000000000000000", .tooLarge),
      ("99999999999999999999999", .tooLarge),
      (String(repeating: "9", count: 10_000), .tooLarge),
    ]
  )
  func refusing(text: String, fault: FixedPoint.Fault) {
    #expect(throws: fault) { try FixedPoint(text: text) }
  }

  @Test("rejects a Decimal that isn't finite, has too many decimal places or is too large")
  func decimals() {
    #expect(throws: FixedPoint.Fault.notANumber) { try FixedPoint(Decimal.nan) }
    #expect(throws: FixedPoint.Fault.tooLarge) { try FixedPoint(number("1e18")) }
    #expect(throws: FixedPoint.Fault.tooLarge) { try FixedPoint(Decimal.greatestFiniteMagnitude) }
    #expect(throws: FixedPoint.Fault.tooManyPlaces) { try FixedPoint(number("1e-19")) }
    #expect(FixedPoint(rounding: number("0.0000000000000000025")) == FixedPoint(units: 2))
    #expect(FixedPoint(rounding: number("0.0000000000000000035")) == FixedPoint(units: 4))
    #expect(FixedPoint(rounding: .nan) == nil)
  }

  @Test(
    "rounds fixed-point products and quotients half to even",
    arguments: [
      ("0.5", "0.000000000000000001", "0"), ("1.5", "0.000000000000000001", "0.000000000000000002"),
      ("2.5", "0.000000000000000001", "0.000000000000000002"),
      ("-1.5", "0.000000000000000001", "-0.000000000000000002"),
      ("88047.57", "0.5", "44023.785"), ("999999999", "999999999", "999999998000000001"),
    ]
  )
  func products(left: String, right: String, product: String) throws {
    #expect(try FixedPoint(text: left).multiplied(by: FixedPoint(text: right)) == FixedPoint(text: product))
  }

  @Test("returns nil for an out-of-range fixed-point product and for division by zero")
  func range() throws {
    let large = try FixedPoint(text: "1000000000")
    #expect(large.multiplied(by: large) == nil)
    #expect(large.divided(by: .zero) == nil)
    #expect(FixedPoint(units: 1).divided(by: try FixedPoint(text: "3")) == FixedPoint(units: 0))
    #expect(try FixedPoint(text: "2").divided(by: FixedPoint(text: "3"))?.text == "0.666666666666666667")
    #expect(large.share(.zero, of: .zero) == large)
  }

  @Test("divides a sum exactly even if it exceeds the range of a single number")
  func largeShares() {
    let sum = FixedPoint(units: 99_999_999_999_999_999_999 * FixedPoint.unitsOfOne)
    let third = FixedPoint(units: 33_333_333_333_333_333_333 * FixedPoint.unitsOfOne)
    #expect(sum.share(FixedPoint(units: 1), of: FixedPoint(units: 3)) == third)
    #expect((-sum).share(FixedPoint(units: 1), of: FixedPoint(units: 3)) == -third)
  }

  @Test("matches Foundation's Decimal wherever Decimal is exact")
  func oracle() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<2_000 {
      // Given
      let left = FixedPoint(
        units: Int128(Int64.random(in: -1_000_000_000...1_000_000_000, using: &random)) * 1_000_000_000
      )
      let right = FixedPoint(
        units: Int128(Int64.random(in: -1_000_000_000...1_000_000_000, using: &random)) * 1_000_000_000
      )

      // Then
      #expect((left + right).decimal == left.decimal + right.decimal)
      #expect((left - right).decimal == left.decimal - right.decimal)
      #expect(left.multiplied(by: right)?.decimal == left.decimal * right.decimal)
      #expect(abs(left.estimate - Double(truncating: left.decimal as NSDecimalNumber)) <= abs(left.estimate) * 1e-14)
    }
  }
}
