import Components
import Foundation
import Testing

@testable import FetchCounter

@Suite("Fetch and count reports")
struct ReportTests {
  private let moment = Date(timeIntervalSince1970: 1_769_860_800)

  private var fetch: Fetch {
    Fetch(responseCode: .test("7f0c-52"), count: 3, fetchedAt: moment, duration: .seconds(1))
  }

  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test("prints a fetch as a record, as linear text and for a terminal")
  func rendersFetches() {
    let report = FetchReport(fetch)
    #expect(report.text(for: .records) == "7f0c-52\t3\n")
    #expect(report.text(for: .linear) == "Response Code: 7f0c-52\nFetch Count: 3\n")
    let terminal = report.text(for: .terminal(width: 40, capabilities: .plain))
    #expect(terminal == "Response Code  7f0c-52\nFetch Count    3\n")
  }

  @Test("encodes fetch reports as JSON with the documented keys")
  func encodes() throws {
    #expect(
      try json(FetchReport(fetch))
        == #"{"fetch_count":3,"fetched_at":"2026-01-31T12:00:00Z","response_code":"7f0c-52"}"#
    )
    #expect(
      try json(FetchCountReport(FetchCount(count: 3, lastFetchedAt: moment)))
        == #"{"fetch_count":3,"last_fetched_at":"2026-01-31T12:00:00Z"}"#
    )
    #expect(try json(FetchCountReport(FetchCount())) == #"{"fetch_count":0,"last_fetched_at":null}"#)
  }

  @Test("prints a count without fetches")
  func rendersNever() {
    let report = FetchCountReport(FetchCount())
    #expect(report.text(for: .records) == "0\t\n")
    #expect(report.text(for: .linear) == "Fetch Count: 0\nLast Fetched: never\n")
  }

  @Test(
    "sanitizes codes so they can't forge records or control the terminal",
    arguments: ["\u{1B}[2Jx", "a\tb", "a\nb", "\u{9B}31m", "\u{202E}x", "\u{7}"]
  )
  func sanitizesCodes(code: String) {
    let report = FetchReport(Fetch(responseCode: .test(code), count: 1, fetchedAt: moment, duration: .zero))
    for mode in [OutputMode.records, .linear, .terminal(width: 80, capabilities: .plain)] {
      let text = report.text(for: mode)
      let isSafe = text.unicodeScalars.allSatisfy { scalar in
        scalar == "\n" || scalar == "\t" || !(scalar.properties.generalCategory == .control || scalar == "\u{202E}")
      }
      #expect(isSafe, "\(text.debugDescription)")
    }
    #expect(report.text(for: .records).split(separator: "\n").count == 1)
    #expect(report.text(for: .records).split(separator: "\t").count == 2)
  }
}
