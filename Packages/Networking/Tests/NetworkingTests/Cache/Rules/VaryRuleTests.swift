import Testing

@testable import Networking

@Suite("Selection by Vary")
struct VaryRuleTests {
  @Test("selects stored responses according to RFC 9111, section 4.1", arguments: rows, CachePlace.allCases)
  func followsTheRules(row: CacheRow, place: CachePlace) async throws {
    try await CacheRowRunner(row, on: place).run()
  }

  private static func vary(_ lines: String...) -> [String] {
    ["Cache-Control: max-age=600"] + lines.map { "Vary: \($0)" }
  }

  static let rows: [CacheRow] = [
    CacheRow(
      "the same value",
      .get(sends: ["Foo: 1"], answer: vary("Foo")),
      .get(after: 1, sends: ["Foo: 1"], gives: .stored(0))
    ),
    CacheRow("another value", .get(sends: ["Foo: 1"], answer: vary("Foo")), .get(after: 1, sends: ["Foo: 2"])),
    CacheRow("the field is missing", .get(sends: ["Foo: 1"], answer: vary("Foo")), .get(after: 1)),
    CacheRow("the field was missing", .get(answer: vary("Foo")), .get(after: 1, sends: ["Foo: 1"])),
    CacheRow("the field is missing both times", .get(answer: vary("Foo")), .get(after: 1, gives: .stored(0))),
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
    CacheRow("a star matches nothing", .get(answer: vary("*")), .get(after: 1)),
    CacheRow("a star among names", .get(sends: ["Foo: 1"], answer: vary("Foo, *")), .get(after: 1, sends: ["Foo: 1"])),
    CacheRow(
      "a star on a second line",
      .get(sends: ["Foo: 1"], answer: vary("Foo", "*")),
      .get(after: 1, sends: ["Foo: 1"])
    ),
    CacheRow("a star before a name, without white space", .get(answer: vary("*,Foo")), .get(after: 1)),
    CacheRow("an empty Vary", .get(answer: vary("")), .get(after: 1, sends: ["Foo: 1"], gives: .stored(0))),
    CacheRow("empty members", .get(sends: ["Foo: 1"], answer: vary(", Foo ,,")), .get(after: 1, sends: ["Foo: 2"])),
    CacheRow(
      "two names, both the same",
      .get(sends: ["Foo: 1", "Bar: a"], answer: vary("Foo, Bar")),
      .get(after: 1, sends: ["Bar: a", "Foo: 1"], gives: .stored(0))
    ),
    CacheRow(
      "two names, the second differs",
      .get(sends: ["Foo: 1", "Bar: a"], answer: vary("Foo, Bar")),
      .get(after: 1, sends: ["Foo: 1", "Bar: b"])
    ),
    CacheRow(
      "two names on two lines, the second differs",
      .get(sends: ["Foo: 1", "Bar: a"], answer: vary("Foo", "Bar")),
      .get(after: 1, sends: ["Foo: 1", "Bar: b"])
    ),
    CacheRow(
      "other fields don't matter",
      .get(sends: ["Foo: 1", "Other: x"], answer: vary("Foo")),
      .get(after: 1, sends: ["Foo: 1", "Other: y"], gives: .stored(0))
    ),
    CacheRow(
      "one line or two",
      .get(sends: ["Foo: 1, 2"], answer: vary("Foo")),
      .get(after: 1, sends: ["Foo: 1", "Foo: 2"], gives: .stored(0))
    ),
    CacheRow(
      "white space between members",
      .get(sends: ["Foo: 1,2"], answer: vary("Foo")),
      .get(after: 1, sends: ["Foo:  1 ,   2"], gives: .stored(0))
    ),
    CacheRow(
      "the order of members",
      .get(sends: ["Foo: 1, 2"], answer: vary("Foo")),
      .get(after: 1, sends: ["Foo: 2, 1"])
    ),
    CacheRow(
      "languages are case-insensitive",
      .get(sends: ["Accept-Language: en-GB"], answer: vary("Accept-Language")),
      .get(after: 1, sends: ["Accept-Language: EN-gb"], gives: .stored(0))
    ),
    CacheRow(
      "languages in another order, with the same qualities",
      .get(sends: ["Accept-Language: de;q=0.5, en, fr ; q=0.1"], answer: vary("Accept-Language")),
      .get(after: 1, sends: ["Accept-Language: fr;q=0.10", "Accept-Language: EN;q=1,DE;Q=0.5"], gives: .stored(0))
    ),
    CacheRow(
      "languages with other qualities",
      .get(sends: ["Accept-Language: de;q=0.5, en"], answer: vary("Accept-Language")),
      .get(after: 1, sends: ["Accept-Language: en;q=0.5, de"])
    ),
    CacheRow(
      "languages in another order, with equal qualities",
      .get(sends: ["Accept-Language: de, en"], answer: vary("Accept-Language")),
      .get(after: 1, sends: ["Accept-Language: en, de"])
    ),
    CacheRow(
      "languages with malformed qualities",
      .get(sends: ["Accept-Language: de;q=nan, en;q=, fr;q=9, ;q=1"], answer: vary("Accept-Language")),
      .get(after: 1, sends: ["Accept-Language: de, en, fr"])
    ),
    CacheRow(
      "other languages",
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
      "the newest of several matches",
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
      "a 304 that names other fields removes the entry",
      .get(sends: ["Foo: 1"], answer: ["Cache-Control: max-age=1", "ETag: \"a\""]),
      .get(after: 5, sends: ["Foo: 1"], answer: ["Cache-Control: max-age=60", "Vary: Foo"], gives: .confirmed(0)),
      .get(after: 1, sends: ["Foo: 2"])
    ),
    CacheRow(
      "an invalid field name",
      .get(answer: vary("@, Foo")),
      .get(after: 1, gives: .stored(0)),
      .get(after: 1, sends: ["Foo: 1"])
    ),
  ]
}
