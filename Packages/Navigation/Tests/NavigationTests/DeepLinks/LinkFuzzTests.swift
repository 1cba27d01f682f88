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

  private static func link(_ segments: [String], _ parameters: [(String, String)]) -> String {
    func escaped(_ text: String) -> String {
      text.utf8.map { "%" + String(Int($0) + 0x100, radix: 16).dropFirst() }.joined()
    }
    let path = segments.map(escaped).joined(separator: "/")
    let query = parameters.map { "\(escaped($0))=\(escaped($1))" }.joined(separator: "&")
    return query.isEmpty ? path : path + "?" + query
  }

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
      // A link written from its decoded parts has the same parts.
      let copy = Self.link(link.segments, link.parameters.map { ($0.name, $0.value) })
      #expect(try DeepLink(parsing: copy) == link, "\(text) and \(copy)")
      if (try? catalog.path(of: text)) != nil { resolved += 1 }
    }
    #expect(parsed > rounds / 10)
    #expect(resolved > rounds / 100)
  }
}
