import Foundation
import Testing

@testable import FetchCounter

@Suite("A time by RFC 3339")
struct RFC3339Tests {
  @Test("is what Foundation writes and reads, over the centuries")
  func agreesWithFoundation() throws {
    // Given times from 0001 to 9999, each in another place of its day
    for day in stride(from: -719_162, through: 2_932_896, by: 1_237) {
      let seconds = Double(day) * 86_400 + Double((day &* 7_919) & 0xFFFF)
      let date = Date(timeIntervalSince1970: seconds)
      // When one is written, then it is Foundation's text, and reads as the same time
      let text = RFC3339.text(of: date)
      // Foundation changes to the Julian calendar in 1582; RFC 3339 does not.
      if seconds > -12_219_292_800 { #expect(text == date.formatted(.iso8601)) }
      #expect(RFC3339.date(of: text) == date, "\(text)")
    }
  }

  @Test("drops fractions of a second", arguments: [0.0, 0.4, 0.999])
  func dropsFractions(fraction: Double) {
    #expect(RFC3339.text(of: Date(timeIntervalSince1970: 1_769_860_800 + fraction)) == "2026-01-31T12:00:00Z")
    #expect(RFC3339.text(of: Date(timeIntervalSince1970: -1 + fraction)) == "1969-12-31T23:59:59Z")
  }

  @Test("is read or refused, whatever is written there")
  func survivesRandomText() {
    // Given times with random changes, from a fixed seed
    var generator = TimeTextGenerator(seed: 7)
    let valid = Array("2026-01-31T12:00:00Z")
    for _ in 0..<50_000 {
      var text = valid
      for _ in 0...generator.number(below: 4) {
        text[generator.number(below: text.count)] = generator.character()
        if generator.number(below: 4) == 0 {
          text.insert(generator.character(), at: generator.number(below: text.count))
        }
      }
      // When one is read, then it is a time that is written the same way
      guard let date = RFC3339.date(of: String(text)) else { continue }
      #expect(RFC3339.text(of: date) == String(text))
    }
  }

  @Test(
    "is refused in any other form",
    arguments: [
      "", "2026", "2026-01-31", "2026-01-31T12:00:00", "2026-01-31t12:00:00z", "2026-01-31 12:00:00Z",
      "2026-1-31T12:00:00Z",
      "2026-01-31T12:00:00+00:00", "2026-02-30T12:00:00Z", "2026-13-01T12:00:00Z", "2026-01-31T24:00:00Z",
      "2026-01-31T12:60:00Z", "2026-01-31T12:00:00.5Z", " 2026-01-31T12:00:00Z", "2026-01-31T12:00:00Z ",
      "-026-01-31T12:00:00Z",
      "99999999999-01-31T12:00:00Z", "2147483647-99-01T00:00:00Z", "2026-99-99T99:99:99Z", "2026-01-31T12:00:9999Z",
      "2026-01-31T12:00:0éZ", "２０２６-01-31T12:00:00Z",
    ]
  )
  func refuses(text: String) {
    #expect(RFC3339.date(of: text) == nil)
  }
}

/// Reproducible random characters of the kind that times are made of.
private struct TimeTextGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func number(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  mutating func character() -> Character { Array("0123456789-:TZ+. é")[number(below: 18)] }
}
