import Foundation
import Navigation
import NavigationTesting
import Testing

@Suite("Links from a fuzzer")
@MainActor
struct LinkFuzzTests {
  private static let pieces: [String] = [
    "/", "//", "?", "&", "=", "%", "%2", "%2F", "%41", "%FF", "%C3%A9", "%00", "#", ":", "://", "example", "reports",
    "boards", "items", "sign-in", "name", "days", "ratio", "note", "owner", "style", "line", "true", "1", "-1", "1e9",
    "9223372036854775808", ".", "..", "~", "+", " ", "\u{0}", "\u{1B}", "\u{202E}", "é", "e\u{301}", "你", "👩‍👧",
    "\u{FFFD}",
    "\u{10FFFF}", "a", "Z", "\\", "|", "{", "\r\n",
  ]

  @Test("100,000 links of random pieces are refused or lead somewhere that prints as a link back to it")
  func randomPieces() throws {
    let catalogue = try Scene().registry(schemes: ["example"]).catalogue
    var random = SeededGenerator(seed: 41)
    var parsed = 0
    var resolved = 0
    for _ in 0..<100_000 {
      let beginsWell = Bool.random(using: &random)
      var text =
        beginsWell ? ["reports/", "boards/", "items/1/", "example://reports/"].randomElement(using: &random) ?? "" : ""
      for _ in 0..<Int.random(in: 0..<7, using: &random) { text += Self.pieces.randomElement(using: &random) ?? "" }

      guard let link = try? DeepLink(parsing: text, schemes: ["example"]) else {
        #expect(throws: DeepLinkError.self) { try catalogue.path(of: text) }
        continue
      }
      parsed += 1
      let again = try? DeepLink(parsing: link.description)
      if again != link || again?.description != link.description { Issue.record("\(text) has no round trip") }

      guard let target = try? catalogue.path(of: text).targets.last else { continue }
      resolved += 1
      let printed = try? catalogue.link(to: target)
      if printed.flatMap({ try? catalogue.path(of: $0.description).targets.last }) != target {
        Issue.record("\(text) leads to a place without a link")
      }
    }
    #expect(parsed > 10_000)
    #expect(resolved > 1_000)
  }

  @Test("20,000 random payloads that have a link come back from it unchanged")
  func randomPayloads() throws {
    let catalogue = try Scene().registry().catalogue
    var random = SeededGenerator(seed: 42)
    var printed = 0
    for _ in 0..<20_000 {
      let target = NavigationTarget(report(&random))
      guard let link = try? catalogue.link(to: target) else { continue }
      printed += 1
      if try catalogue.path(of: link.description).targets.last != target { Issue.record("\(link) leads elsewhere") }
    }
    #expect(printed > 15_000)
  }

  private func report(_ random: inout SeededGenerator) -> Report {
    func maybe<T>(_ value: T) -> T? { Bool.random(using: &random) ? value : nil }
    let bits = UInt8.random(in: 0...255, using: &random)
    return Report(
      name: text(&random),
      owner: maybe(UUID(uuid: (bits, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, bits))),
      days: maybe(Int.random(in: .min ... .max, using: &random)),
      ratio: maybe(Double(bitPattern: random.next())),
      isLive: maybe(Bool.random(using: &random)),
      style: Report.Style.allCases.randomElement(using: &random),
      note: maybe(text(&random))
    )
  }

  private func text(_ random: inout SeededGenerator) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 1..<6, using: &random) {
      guard let scalar = Unicode.Scalar(UInt32.random(in: 0x20..<0x3000, using: &random)) else { continue }
      text.unicodeScalars.append(scalar)
    }
    return text
  }
}
