import BasicsTesting
import Foundation
import Testing

@testable import Portfolio

@Suite("Ledger timestamps")
struct TimestampTests {
  @Test(
    "formats timestamps in RFC 3339 with milliseconds, and parses them again",
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (951_782_400_001, "2000-02-29T00:00:00.001Z"),
      (1_769_860_800_123, "2026-01-31T12:00:00.123Z"), (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
      (4_107_542_400_000, "2100-03-01T00:00:00.000Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ] as [(Int64, String)]
  )
  func text(milliseconds: Int64, text: String) {
    #expect(Timestamp(milliseconds: milliseconds).text == text)
    #expect(Timestamp(text: text)?.milliseconds == milliseconds)
  }

  @Test("formats timestamps like the C library over the whole range")
  func calendar() {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<2_000 {
      // Given
      let moment = Timestamp(milliseconds: Int64.random(in: Timestamp.range, using: &random))
      var seconds = time_t(moment.milliseconds / 1_000)
      var parts = tm()
      gmtime_r(&seconds, &parts)

      // Then
      let fields = moment.text.split { "-T:.Z".contains($0) }.compactMap { Int32($0) }
      let expected = [
        parts.tm_year + 1_900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
      ]
      #expect(Array(fields.prefix(6)) == expected)
      #expect(Timestamp(text: moment.text) == moment)
      #expect(Timestamp(moment.date) == moment)
    }
  }

  @Test(
    "parses timestamps with any number of decimal places",
    arguments: [
      ("2026-01-31T12:00:00Z", "2026-01-31T12:00:00.000Z"), ("2026-01-31T12:00:00.1Z", "2026-01-31T12:00:00.100Z"),
      ("2026-01-31T12:00:00.123999Z", "2026-01-31T12:00:00.123Z"),
    ]
  )
  func decimals(text: String, canonical: String) {
    #expect(Timestamp(text: text)?.text == canonical)
  }

  @Test(
    "rejects text that isn't a ledger timestamp",
    arguments: [
      "", "Z", "2026-01-31", "2026-01-31T12:00:00", "2026-01-31T12:00:00+01:00", "2026-02-29T12:00:00Z",
      "2100-02-29T12:00:00Z",
      "2026-13-01T12:00:00Z", "2026-00-01T12:00:00Z", "2026-01-00T12:00:00Z", "2026-04-31T12:00:00Z",
      "2026-01-31T24:00:00Z",
      "2026-01-31T12:60:00Z", "2026-01-31T12:00:60Z", "1969-12-31T23:59:59Z", "2026-01-31 12:00:00Z",
      "2026-01-31T12:00:00.Z",
      "2026-01-31T12:00:00.x23Z", "+026-01-31T12:00:00Z", "2026-01-31T12:00:0éZ", "2026-1-31T12:00:00.000Z",
    ]
  )
  func refusing(text: String) {
    #expect(Timestamp(text: text) == nil)
  }

  @Test("returns no timestamp for times outside the supported range")
  func range() {
    #expect(Timestamp(Date(timeIntervalSince1970: -1)) == nil)
    #expect(Timestamp(Date(timeIntervalSince1970: 253_402_300_800)) == nil)
    #expect(Timestamp(Date(timeIntervalSince1970: .nan)) == nil)
    #expect(Timestamp(Date(timeIntervalSince1970: .infinity)) == nil)
    #expect(Timestamp(Date(timeIntervalSince1970: -0.001)) == nil)
    #expect(Timestamp(Date(timeIntervalSince1970: 0))?.milliseconds == 0)
    #expect(Timestamp(Date(timeIntervalSince1970: 0.0016))?.milliseconds == 2)
    #expect(Timestamp(Date(timeIntervalSince1970: 253_402_300_799.999))?.milliseconds == 253_402_300_799_999)
  }
}
