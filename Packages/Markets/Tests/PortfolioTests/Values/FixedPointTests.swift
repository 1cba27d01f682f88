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
      // Texts with 18, 19 and 20 bytes are parsed differently.
      ("123456789012345678", "123456789012345678"), ("12345678901234567.8", "12345678901234567.8"),
      ("0123456789012345678", "123456789012345678"), ("1234567890.123456789", "1234567890.123456789"),
      ("0.00000000000000000", "0"), ("1.23456789012345678", "1.23456789012345678"),
      ("-0.000000000000000001", "-0.000000000000000001"),
      ("-999999999999999999.999999999999999999", "-999999999999999999.999999999999999999"),
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
      ("99999999999999999999999", .tooLarge), ("1234567890123456789", .tooLarge), ("-1000000000000000000", .tooLarge),
      ("1000000000000000000.0", .tooLarge), ("123456789012345678x", .notANumber), ("1234567890123456x.8", .notANumber),
      ("999999999999999999.9999999999999999999", .tooManyPlaces), ("0/", .notANumber), ("0:", .notANumber),
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
    #expect(
      FixedPoint(rounding: number("999999999999999999.9999999999999999994"))?.units == Int128(FixedPoint.limit) - 1
    )
    #expect(FixedPoint(rounding: number("999999999999999999.9999999999999999995")) == nil)
  }

  @Test(
    "reads sums with up to 20 digits before the decimal point",
    arguments: [
      ("99999999999999999999.999999999999999999", true), ("-99999999999999999999.999999999999999999", true),
      ("18446744073709551616.000000000000000001", true), ("-1.5", true), ("0", true),
      ("100000000000000000000", false), ("0.0000000000000000001", false), ("NaN", false),
    ]
  )
  func sums(text: String, isInRange: Bool) {
    let decimal = text == "NaN" ? .nan : number(text)
    let sum = FixedPoint(sum: decimal)
    #expect(sum?.text == (isInRange ? text : nil))
    #expect(sum?.decimal == (isInRange ? decimal : nil))
  }

  @Test(
    "compares fixed-point numbers with each other and with zero",
    arguments: [("-1", "0"), ("0", "0.000000000000000001"), ("-2", "-1"), ("1", "2")]
  )
  func order(low: String, high: String) throws {
    let (low, high) = (try FixedPoint(text: low), try FixedPoint(text: high))
    #expect(low < high)
    #expect(!(high < low) && !(low < low))
    #expect([low, high].map(\.isNegative) == [low, high].map { $0.decimal < 0 })
    #expect([low, high].map(\.isPositive) == [low, high].map { $0.decimal > 0 })
    #expect([low, high].map(\.isZero) == [low, high].map { $0.decimal == 0 })
  }

  @Test(
    "estimates fixed-point numbers and sums",
    arguments: [
      ("0", 0.0), ("-2.5", -2.5), ("18.446744073709551616", 18.446744073709551616), ("1000000.5", 1_000_000.5),
      ("99999999999999999999", 1e20), ("-99999999999999999999", -1e20),
    ]
  )
  func estimates(text: String, estimate: Double) throws {
    let sum = try #require(FixedPoint(sum: number(text)))
    #expect(abs(sum.estimate - estimate) <= abs(estimate) * 1e-15)
  }

  @Test(
    "rounds fixed-point products and quotients half to even",
    arguments: [
      ("0.5", "0.000000000000000001", "0"), ("1.5", "0.000000000000000001", "0.000000000000000002"),
      ("2.5", "0.000000000000000001", "0.000000000000000002"),
      ("-1.5", "0.000000000000000001", "-0.000000000000000002"),
      ("88047.57", "0.5", "44023.785"), ("999999999", "999999999", "999999998000000001"),
      ("0.5", "0.000000000000000003", "0.000000000000000002"),
      ("0.500000000000000001", "0.000000000000000001", "0.000000000000000001"),
      ("0.499999999999999999", "0.000000000000000001", "0"), ("-0.5", "-0.000000000000000003", "0.000000000000000002"),
      ("0.5", "-0.000000000000000003", "-0.000000000000000002"), ("0", "-5", "0"), ("-5", "0", "0"),
      ("999999999999999999.999999999999999999", "1", "999999999999999999.999999999999999999"),
      ("999999999999999999.999999999999999999", "1.000000000000000001", nil), ("1000000000", "1000000000", nil),
      ("-1000000000", "1000000000", nil), ("999999999999999999", "999999999999999999", nil),
    ]
  )
  func products(left: String, right: String, product: String?) throws {
    let result = try FixedPoint(text: left).multiplied(by: FixedPoint(text: right))
    #expect(result?.text == product)
  }

  @Test(
    "rounds fixed-point quotients and shares half to even",
    arguments: [
      ("1", "3", "0.333333333333333333"), ("2", "3", "0.666666666666666667"), ("-2", "3", "-0.666666666666666667"),
      ("2", "-3", "-0.666666666666666667"), ("-2", "-3", "0.666666666666666667"), ("0", "-7", "0"),
      ("0.000000000000000001", "2", "0"), ("0.000000000000000003", "2", "0.000000000000000002"),
      ("0.000000000000000005", "2", "0.000000000000000002"),
      ("0.000000000000000001", "1.999999999999999999", "0.000000000000000001"),
      ("0.999999999999999999", "0.000000000000000001", "999999999999999999"), ("1", "0.000000000000000001", nil),
      ("999999999999999999.999999999999999999", "1", "999999999999999999.999999999999999999"), ("1", "0", nil),
    ]
  )
  func quotients(dividend: String, divisor: String, quotient: String?) throws {
    let (dividend, divisor) = (try FixedPoint(text: dividend), try FixedPoint(text: divisor))
    #expect(dividend.divided(by: divisor)?.text == quotient)
    if let quotient, !divisor.isNegative {
      #expect(dividend.share(FixedPoint(units: FixedPoint.unitsOfOne), of: divisor).text == quotient)
    }
  }

  @Test("returns nil for an out-of-range fixed-point product and for division by zero")
  func range() throws {
    let large = try FixedPoint(text: "1000000000")
    #expect(large.multiplied(by: large) == nil)
    #expect(large.divided(by: .zero) == nil)
    #expect(FixedPoint(units: 1).divided(by: try FixedPoint(text: "3")) == FixedPoint(units: 0))
    #expect(try FixedPoint(text: "2").divided(by: FixedPoint(text: "3"))?.text == "0.666666666666666667")
    #expect(large.share(.zero, of: .zero) == large)
    #expect(large.share(.zero, of: large) == .zero)
    #expect(large.share(large, of: .zero) == .zero)
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
