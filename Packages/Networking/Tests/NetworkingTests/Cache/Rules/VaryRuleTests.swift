import Testing

@testable import Networking

@Suite("Response selection by Vary")
struct VaryRuleTests {
  @Test(
    "selects stored responses according to RFC 9111, section 4.1",
    arguments: rows + languages,
    CachePlace.tested
  )
  func followsTheRules(row: CacheRow, place: CachePlace) async throws {
    try await CacheRowRunner(row, on: place).run()
  }

  private static func vary(_ lines: String...) -> [String] {
    ["Cache-Control: max-age=600"] + lines.map { "Vary: \($0)" }
  }

  static let rows: [CacheRow] = [
    CacheRow(
      "a request with the same value matches",
      .get(sends: ["Foo: 1"], answer: vary("Foo")),
      .get(after: 1, sends: ["Foo: 1"], gives: .stored(0))
    ),
    CacheRow(
      "a request with another value doesn't match",
      .get(sends: ["Foo: 1"], answer: vary("Foo")),
      .get(after: 1, sends: ["Foo: 2"])
    ),
    CacheRow("a request without the field doesn't match", .get(sends: ["Foo: 1"], answer: vary("Foo")), .get(after: 1)),
    CacheRow(
      "a request with a field that was missing doesn't match",
      .get(answer: vary("Foo")),
      .get(after: 1, sends: ["Foo: 1"])
    ),
    CacheRow(
      "a field that is missing both times matches",
      .get(answer: vary("Foo")),
      .get(after: 1, gives: .stored(0))
    ),
    CacheRow("an empty value differs from a missing one", .get(answer: vary("Foo")), .get(after: 1, sends: ["Foo:"])),
    CacheRow(
      "values are case-sensitive",
      .get(sends: ["Foo: a"], answer: vary("Foo")),
      .get(after: 1, sends: ["Foo: A"])
    ),
    CacheRow(
      "names are case-insensitive",
      .get(sends: ["FOO: 1"], answer: vary("foo")),
      .get(after: 1, sends: ["Foo: 1"], gives: .stored(0))
    ),
    CacheRow("* matches no request", .get(answer: vary("*")), .get(after: 1)),
    CacheRow(
      "* among names matches no request",
      .get(sends: ["Foo: 1"], answer: vary("Foo, *")),
      .get(after: 1, sends: ["Foo: 1"])
    ),
    CacheRow(
      "* on a second line matches no request",
      .get(sends: ["Foo: 1"], answer: vary("Foo", "*")),
      .get(after: 1, sends: ["Foo: 1"])
    ),
    CacheRow("* before a name, without white space, matches no request", .get(answer: vary("*,Foo")), .get(after: 1)),
    CacheRow("an empty Vary is ignored", .get(answer: vary("")), .get(after: 1, sends: ["Foo: 1"], gives: .stored(0))),
    CacheRow(
      "empty members are ignored",
      .get(sends: ["Foo: 1"], answer: vary(", Foo ,,")),
      .get(after: 1, sends: ["Foo: 2"])
    ),
    CacheRow(
      "two fields with the same values match",
      .get(sends: ["Foo: 1", "Bar: a"], answer: vary("Foo, Bar")),
      .get(after: 1, sends: ["Bar: a", "Foo: 1"], gives: .stored(0))
    ),
    CacheRow(
      "two fields don't match if the second differs",
      .get(sends: ["Foo: 1", "Bar: a"], answer: vary("Foo, Bar")),
      .get(after: 1, sends: ["Foo: 1", "Bar: b"])
    ),
    CacheRow(
      "two fields on two lines don't match if the second differs",
      .get(sends: ["Foo: 1", "Bar: a"], answer: vary("Foo", "Bar")),
      .get(after: 1, sends: ["Foo: 1", "Bar: b"])
    ),
    CacheRow(
      "fields that aren't listed don't matter",
      .get(sends: ["Foo: 1", "Other: x"], answer: vary("Foo")),
      .get(after: 1, sends: ["Foo: 1", "Other: y"], gives: .stored(0))
    ),
    CacheRow(
      "the number of field lines doesn't matter",
      .get(sends: ["Foo: 1, 2"], answer: vary("Foo")),
      .get(after: 1, sends: ["Foo: 1", "Foo: 2"], gives: .stored(0))
    ),
    CacheRow(
      "white space between members doesn't matter",
      .get(sends: ["Foo: 1,2"], answer: vary("Foo")),
      .get(after: 1, sends: ["Foo:  1 ,   2"], gives: .stored(0))
    ),
    CacheRow(
      "the order of members matters",
      .get(sends: ["Foo: 1, 2"], answer: vary("Foo")),
      .get(after: 1, sends: ["Foo: 2, 1"])
    ),
    CacheRow(
      "languages are case-insensitive",
      .get(sends: ["Accept-Language: en-GB"], answer: vary("Accept-Language")),
      .get(after: 1, sends: ["Accept-Language: EN-gb"], gives: .stored(0))
    ),
    CacheRow(
      "the order of languages with different qualities doesn't matter",
      .get(sends: ["Accept-Language: de;q=0.5, en, fr ; q=0.1"], answer: vary("Accept-Language")),
      .get(after: 1, sends: ["Accept-Language: fr;q=0.10", "Accept-Language: EN;q=1,DE;Q=0.5"], gives: .stored(0))
    ),
    CacheRow(
      "languages with other qualities don't match",
      .get(sends: ["Accept-Language: de;q=0.5, en"], answer: vary("Accept-Language")),
      .get(after: 1, sends: ["Accept-Language: en;q=0.5, de"])
    ),
    CacheRow(
      "the order of languages with equal qualities doesn't matter",
      .get(sends: ["Accept-Language: de, en"], answer: vary("Accept-Language")),
      .get(after: 1, sends: ["Accept-Language: en, de"], gives: .stored(0))
    ),
    CacheRow(
      "languages with malformed qualities don't match languages without qualities",
      .get(sends: ["Accept-Language: de;q=nan, en;q=, fr;q=9, ;q=1"], answer: vary("Accept-Language")),
      .get(after: 1, sends: ["Accept-Language: de, en, fr"])
    ),
    CacheRow(
      "other languages don't match",
      .get(sends: ["Accept-Language: en"], answer: vary("Accept-Language")),
      .get(after: 1, sends: ["Accept-Language: de"])
    ),
    CacheRow(
      "several variants are kept",
      .get(sends: ["Foo: 1"], answer: vary("Foo")),
      .get(after: 1, sends: ["Foo: 2"], answer: vary("Foo")),
      .get(after: 1, sends: ["Foo: 3"], answer: vary("Foo")),
      .get(after: 1, sends: ["Foo: 1"], gives: .stored(0)),
      .get(after: 1, sends: ["Foo: 2"], gives: .stored(1)),
      .get(after: 1, sends: ["Foo: 3"], gives: .stored(2))
    ),
    CacheRow(
      "the newest of several matching variants is used",
      .get(answer: vary()),
      .get(after: 1, sends: ["Foo: 1", "Cache-Control: no-cache"], answer: vary("Foo")),
      .get(after: 1, sends: ["Foo: 1"], gives: .stored(1)),
      .get(after: 1, sends: ["Foo: 2"], gives: .stored(0))
    ),
    CacheRow(
      "a revalidated variant stays the same variant",
      .get(sends: ["Foo: 1"], answer: ["Cache-Control: max-age=1", "ETag: \"a\"", "Vary: Foo"]),
      .get(after: 5, sends: ["Foo: 1"], answer: ["Cache-Control: max-age=60"], gives: .confirmed(0)),
      .get(after: 1, sends: ["Foo: 2"], asksWithout: ["If-None-Match"]),
      .get(after: 1, sends: ["Foo: 1"], gives: .stored(0))
    ),
    CacheRow(
      "a 304 whose Vary lists other fields removes the entry",
      .get(sends: ["Foo: 1"], answer: ["Cache-Control: max-age=1", "ETag: \"a\""]),
      .get(after: 5, sends: ["Foo: 1"], answer: ["Cache-Control: max-age=60", "Vary: Foo"], gives: .confirmed(0)),
      .get(after: 1, sends: ["Foo: 2"])
    ),
    CacheRow(
      "an invalid field name is ignored",
      .get(answer: vary("@, Foo")),
      .get(after: 1, gives: .stored(0)),
      .get(after: 1, sends: ["Foo: 1"])
    ),
  ]
  /// A German response to a request for English or German, and then a request with the given `Accept-Language`.
  private static func german(_ name: String, _ accepted: String, isUsed: Bool, content: String = "de") -> CacheRow {
    let answer = vary("Accept-Language, Foo") + ["Content-Language: \(content)"]
    return CacheRow(
      name,
      .get(sends: ["Accept-Language: en, de", "Foo: 1"], answer: answer),
      .get(after: 1, sends: ["Accept-Language: \(accepted)", "Foo: 1"], gives: isUsed ? .stored(0) : .origin)
    )
  }

  static let languages: [CacheRow] = [
    german("the preferred language matches", "fr;q=0.5, de;q=1.0", isUsed: true),
    german("the only accepted language matches in any case", "DE", isUsed: true),
    german("a range matches a language with a region", "de, fr;q=0.1", isUsed: true, content: "de-CH"),
    german("a region doesn't match a language without it", "de-CH", isUsed: false),
    german("a range doesn't match a longer language", "de", isUsed: false, content: "den"),
    german("a language with a lower quality doesn't match", "fr, de;q=0.9", isUsed: false),
    german("one of two preferred languages doesn't match", "fr, de", isUsed: false),
    german("a refused language doesn't match", "de;q=0", isUsed: false),
    german("a wildcard doesn't match", "*", isUsed: false),
    german("an empty preference doesn't match", "", isUsed: false),
    german("a response in two languages doesn't match", "de", isUsed: false, content: "de, en"),
    german("a response in an unknown language doesn't match", "de", isUsed: false, content: ""),
    CacheRow(
      "the preferred language doesn't replace the other fields",
      .get(
        sends: ["Accept-Language: en, de", "Foo: 1"],
        answer: vary("Accept-Language, Foo") + ["Content-Language: de"]
      ),
      .get(after: 1, sends: ["Accept-Language: de", "Foo: 2"])
    ),
  ]
}
