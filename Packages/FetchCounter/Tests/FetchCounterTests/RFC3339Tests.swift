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

  @Test(
    "is refused in any other form",
    arguments: [
      "", "2026", "2026-01-31", "2026-01-31T12:00:00", "2026-01-31t12:00:00z", "2026-01-31 12:00:00Z",
      "2026-1-31T12:00:00Z",
      "2026-01-31T12:00:00+00:00", "2026-02-30T12:00:00Z", "2026-13-01T12:00:00Z", "2026-01-31T24:00:00Z",
      "2026-01-31T12:60:00Z", "2026-01-31T12:00:00.5Z", " 2026-01-31T12:00:00Z", "2026-01-31T12:00:00Z ",
      "-026-01-31T12:00:00Z",
      "99999999999-01-31T12:00:00Z", "2026-01-31T12:00:0éZ", "２０２６-01-31T12:00:00Z",
    ]
  )
  func refuses(text: String) {
    #expect(RFC3339.date(of: text) == nil)
  }
}
