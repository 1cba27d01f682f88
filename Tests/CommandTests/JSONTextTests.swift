import Foundation
import Testing

@testable import fetch_counter

@Suite("JSON for terminals")
struct JSONTextTests {
  @Test(
    "escapes characters that control a terminal or deceive readers",
    arguments: [
      ("\u{7F}", #"\u007f"#), ("\u{9B}31m", #"\u009b31m"#), ("\u{202E}", #"\u202e"#), ("\u{2066}", #"\u2066"#),
      ("\u{2028}", #"\u2028"#), ("\u{206A}", #"\u206a"#), ("\u{FFF9}a\u{FFFB}", #"\ufff9a\ufffb"#),
      ("\u{E0041}", #"\udb40\udc41"#), ("\u{E0000}", #"\udb40\udc00"#), ("\u{E007F}", #"\udb40\udc7f"#),
      ("é你😀\u{FFFD}\u{E0100}", "é你😀\u{FFFD}\u{E0100}"),
    ]
  )
  func escapes(text: String, escaped: String) throws {
    let document = String(decoding: try JSONEncoder().encode([text]), as: UTF8.self)
    let shown = JSONText.withoutControls(document)
    #expect(shown == "[\"\(escaped)\"]")
    #expect(try JSONDecoder().decode([String].self, from: Data(shown.utf8)) == [text])
  }

  @Test("escapes text in linear time", arguments: ["\u{9B}", "\u{202E}", "\u{7F}", "\u{E0041}"])
  func isLinear(character: String) {
    // Processor time doesn't depend on what else the machine does.
    func time(_ count: Int) -> Double {
      let text = String(repeating: character, count: count)
      let start = clock()
      _ = JSONText.withoutControls(text)
      return Double(clock() - start)
    }
    // A ratio of 16 means linear time, and a ratio of 256 means quadratic time.
    #expect(time(160_000) / time(10_000) < 64)
  }
}
