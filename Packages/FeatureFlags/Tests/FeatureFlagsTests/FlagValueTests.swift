import BasicsTesting
import FeatureFlags
import Foundation
import Testing

@Suite("Flag values")
struct FlagValueTests {
  @Test(
    "parses Boolean flag values",
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
    "parses whole numbers as flag values",
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
    "parses text as flag values",
    arguments: [
      (FlagContent.string("a"), String?.some("a")), (.text(""), ""), (.text(" x "), " x "), (.integer(1), nil),
      (.boolean(true), nil), (.number(1), nil), (.unsupported("null"), nil),
    ]
  )
  func text(content: FlagContent, value: String?) {
    #expect(String(flagContent: content) == value)
  }

  @Test("restores a flag value from its stored content and from its text")
  func roundTrip() {
    var generator = SeededGenerator(seed: 3)
    func check<Value: FlagValue>(_ value: Value) {
      #expect(Value(flagContent: value.flagContent) == value)
      #expect(Value(flagContent: .text("\(value)")) == value)
    }
    for _ in 0..<1_000 {
      check(Bool.random(using: &generator))
      check(Int.random(in: .min ... .max, using: &generator))
      check(String(generator.next(), radix: 36))
    }
  }

  @Test("shows flag content escaped, quoted and truncated")
  func shown() {
    #expect(FlagContent.text("a\u{1B}[31m\u{202E}\n").description == #""a\u{1b}[31m\u{202e}\u{a}""#)
    #expect(
      FlagContent.string(String(repeating: "x", count: 61)).description == "\"" + String(repeating: "x", count: 60)
        + "…\""
    )
    #expect(FlagContent.unsupported("a list").description == "a list")
  }
}
