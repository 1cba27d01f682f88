import FeatureFlags
import Foundation
import Testing

@Suite("Values of flags")
struct FlagValueTests {
  @Test(
    "Truth values",
    arguments: [
      (FlagContent.boolean(true), Bool?.some(true)), (.boolean(false), false), (.text("true"), true),
      (.text("TRUE"), true),
      (.text("on"), true), (.text("yes"), true), (.text("1"), true), (.text("False"), false), (.text("off"), false),
      (.text("no"), false), (.text("0"), false), (.text(""), nil), (.text(" true"), nil), (.text("t"), nil),
      (.text("2"), nil),
      (.text("ja"), nil), (.integer(1), nil), (.integer(0), nil), (.number(0), nil), (.string("true"), nil),
      (.unsupported("null"), nil),
    ]
  )
  func boolean(content: FlagContent, value: Bool?) {
    #expect(Bool(flagContent: content) == value)
  }

  @Test(
    "Whole numbers",
    arguments: [
      (FlagContent.integer(-3), Int?.some(-3)), (.text("42"), 42), (.text("-42"), -42),
      (.text("9223372036854775807"), Int.max),
      (.text("9223372036854775808"), nil), (.text("1.0"), nil), (.text("1e3"), nil), (.text("0x10"), nil),
      (.text(""), nil),
      (.text("1 "), nil), (.text("１"), nil), (.number(1), nil), (.string("1"), nil), (.boolean(true), nil),
      (.unsupported("a list"), nil),
    ]
  )
  func integer(content: FlagContent, value: Int?) {
    #expect(Int(flagContent: content) == value)
  }

  @Test(
    "Numbers",
    arguments: [
      (FlagContent.number(0.25), Double?.some(0.25)), (.integer(2), 2), (.text("0.25"), 0.25), (.text("-1e3"), -1_000),
      (.text("nan"), nil), (.text("inf"), nil), (.text("1e999"), nil), (.text("0x1p3"), nil), (.text("1,5"), nil),
      (.text(""), nil),
      (.number(.infinity), nil), (.number(.nan), nil), (.string("1"), nil), (.boolean(true), nil),
      (.unsupported("null"), nil),
    ]
  )
  func number(content: FlagContent, value: Double?) {
    #expect(Double(flagContent: content) == value)
  }

  @Test(
    "Texts",
    arguments: [
      (FlagContent.string("a"), String?.some("a")), (.text(""), ""), (.text(" x "), " x "), (.integer(1), nil),
      (.boolean(true), nil), (.number(1), nil), (.unsupported("null"), nil),
    ]
  )
  func text(content: FlagContent, value: String?) {
    #expect(String(flagContent: content) == value)
  }

  @Test(
    "Choices",
    arguments: [
      (FlagContent.text("date"), SortOrder?.some(.date)), (.string("name"), .name), (.text("Date"), nil),
      (.text(""), nil),
      (.integer(0), nil), (.boolean(true), nil),
    ]
  )
  func choice(content: FlagContent, value: SortOrder?) {
    #expect(SortOrder(flagContent: content) == value)
    #expect(SortOrder.flagExpectation == "one of name, date")
  }

  @Test("What a value is kept as gives the value back, also through text")
  func roundTrip() {
    var generator = SeededGenerator(seed: 3)
    func check<Value: FlagValue>(_ value: Value) {
      #expect(Value(flagContent: value.flagContent) == value)
      #expect(Value(flagContent: .text("\(value)")) == value)
    }
    for _ in 0..<1_000 {
      check(Bool.random(using: &generator))
      check(Int.random(in: .min ... .max, using: &generator))
      let number = Double(bitPattern: generator.next())
      if number.isFinite { check(number) }
      check(String(generator.next(), radix: 36))
    }
  }

  @Test("Content is shown safely: escaped, quoted and cut")
  func shown() {
    #expect(FlagContent.text("a\u{1B}[31m\u{202E}\"\\\n").description == #""a\u{1b}[31m\u{202e}\"\\\u{a}""#)
    #expect(
      FlagContent.string(String(repeating: "x", count: 61)).description == "\"" + String(repeating: "x", count: 60)
        + "…\""
    )
    #expect(FlagContent.unsupported("a list").description == "a list")
  }

  @Test("Days compare and print as in ISO 8601")
  func days() {
    #expect(CalendarDay(2026, 1, 31) < CalendarDay(2026, 2, 1))
    #expect(CalendarDay(2025, 12, 31) < CalendarDay(2026, 1, 1))
    #expect(CalendarDay(2026, 1, 1) < CalendarDay(2026, 1, 2))
    #expect(CalendarDay(985, 2, 3).description == "0985-02-03")
    #expect(CalendarDay.today > CalendarDay(2025, 1, 1))
  }
}
