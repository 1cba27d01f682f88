import Testing

@testable import Networking

@Suite("Cache-Control directives")
struct CacheControlTests {
  @Test(
    "parses directive lists with quoted strings",
    arguments: [
      (["a, b"], ["a", "b"]),
      (["a,b", "c"], ["a", "b", "c"]),
      ([" , a ,, b ,"], ["a", "b"]),
      (["A=B"], ["a=B"]),
      (["a=\"b, c\", d"], ["a=b, c", "d"]),
      (["a=\"b\\\", c\", d"], ["a=b\", c", "d"]),
      (["a=\"b, c"], ["a=\"b", "c"]),
      (["a=\"b\\"], ["a=\"b\\"]),
      (["a=\"\""], ["a="]),
      (["a==b"], ["a==b"]),
      (["=b"], ["=b"]),
      (["a\t,\tb"], ["a", "b"]),
      ([""], []),
      ([], []),
    ] as [([String], [String])]
  )
  func lists(lines: [String], wanted: [String]) {
    let read = CacheControl(lines).directives.map { directive in
      directive.argument.map { "\(directive.name)=\($0)" } ?? directive.name
    }
    #expect(read == wanted)
  }

  @Test(
    "parses directive values in seconds",
    arguments: [
      ("0", .value(0)), ("60", .value(60)), ("\"60\"", .value(60)), ("2147483647", .value(2_147_483_647)),
      ("2147483648", .value(2_147_483_648)), ("2147483649", .value(2_147_483_648)),
      ("999999999999999999999999999999", .value(2_147_483_648)), ("-1", .invalid), ("+1", .invalid), ("1.0", .invalid),
      ("", .invalid), (" 1", .invalid), ("1 ", .value(1)), ("0x10", .invalid), ("١", .invalid), ("1e3", .invalid),
      ("\"", .invalid), ("\"\"", .invalid),
    ] as [(String, CacheControl.Seconds)]
  )
  func numbers(text: String, wanted: CacheControl.Seconds) {
    #expect(CacheControl(["max-age=\(text)"]).seconds("max-age") == wanted)
  }

  @Test("never crashes on random directives, and never misses a no-store directive on a separate line")
  func fuzz() {
    var generator = SeededGenerator(seed: 3)
    let parts = [
      "max-age", "=", "60", ",", " ", "\"", "\\", "no-cache", "s-maxage", "stale-if-error=", "\t", "é",
      "99999999999999999999", "-1",
      "only-if-cached", "max-stale", "min-fresh=", ";",
    ]
    var wrong: [String] = []
    for _ in 0..<LongTests.inputs {
      var text = ""
      for _ in 0..<Int.random(in: 0...10, using: &generator) { text += parts.randomElement(using: &generator) ?? "" }
      var headers: HTTPFields = ["Cache-Control": text, "Pragma": text, "Vary": text]
      headers.append("Cache-Control", "no-store")
      let response = ResponseDirectives(headers)
      let age = response.maxAge ?? 0
      let isRight =
        response.isNoStore && RequestDirectives(headers).isNoStore && (0...DeltaSeconds.maximum).contains(age)
      if !isRight { wrong.append(text) }
      if let selection = Selection(vary: [text], request: headers), !selection.matches(headers, language: nil) {
        wrong.append(text)
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test("parses directives in linear time")
  func isLinear() {
    let isLinear = takesLinearTime { count in
      let value = ",\"" + String(repeating: "\\\"", count: count)
      return { _ = FieldList.members(value) }
    }
    #expect(isLinear)
  }
}
