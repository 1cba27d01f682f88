import BasicsTesting
import Testing

@testable import Navigation

@Suite("Link fuzzing")
@MainActor
struct LinkFuzzTests {
  private static let pieces: [String] = [
    "/", "//", "?", "&", "=", "%", "%2", "%2F", "%41", "%FF", "%C3%A9", "%00", "#", ":", "://", "example", "reports",
    "boards", "items", "sign-in", "name", "days", "ratio", "note", "owner", "style", "line", "true", "1", "-1", "1e9",
    "9223372036854775808", ".", "..", "~", "+", " ", "\u{0}", "\u{1B}", "\u{202E}", "é", "e\u{301}", "你", "👩‍👧",
    "\u{FFFD}",
    "\u{10FFFF}", "a", "Z", "\\", "|", "{", "\r\n",
  ]

  @Test("either resolves or rejects each link made from random fragments")
  func randomPieces() throws {
    let catalog = try Scene().registry(schemes: ["example"]).catalog
    let rounds = LongTests.rounds(byDay: 10_000, byNight: 100_000)
    var random = SeededGenerator(seed: 41)
    var parsed = 0
    var resolved = 0
    for _ in 0..<rounds {
      let beginsWell = Bool.random(using: &random)
      var text =
        beginsWell ? ["reports/", "boards/", "items/1/", "example://reports/"].randomElement(using: &random) ?? "" : ""
      for _ in 0..<Int.random(in: 0..<7, using: &random) { text += Self.pieces.randomElement(using: &random) ?? "" }

      guard let link = try? DeepLink(parsing: text, schemes: ["example"]) else {
        #expect(throws: DeepLinkError.self) { try catalog.path(of: text) }
        continue
      }
      parsed += 1
      if link.segments.isEmpty || link.segments.contains("") { Issue.record("\(text) has an empty segment") }
      if (try? catalog.path(of: text)) != nil { resolved += 1 }
    }
    #expect(parsed > rounds / 10)
    #expect(resolved > rounds / 100)
  }
}
