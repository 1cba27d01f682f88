import Foundation
import Testing

@testable import Networking

@Suite("The dates of HTTP")
struct HTTPTimestampTests {
  private let now = Date(timeIntervalSince1970: 1_700_000_000)

  @Test(
    "All three forms are read",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
      ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
      ("Wed, 31 Dec 1969 23:59:59 GMT", -1), ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
      ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
      ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800), ("Wed Nov 16 08:49:37 1994", 784_975_777),
      // Two digits: up to 50 years ahead, else of the past century.
      ("Tuesday, 14-Nov-73 00:00:00 GMT", 3_277_843_200), ("Tuesday, 14-Nov-74 00:00:00 GMT", 153_619_200),
    ]
  )
  func reads(text: String, seconds: Int) {
    #expect(HTTPTimestamp.date(from: text, now: now)?.timeIntervalSince1970 == TimeInterval(seconds))
  }

  @Test(
    "Everything else is none",
    arguments: [
      "", "0", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 +0000",
      "Sun, 6 Nov 1994 08:49:37 GMT", "sun, 06 nov 1994 08:49:37 gmt", "Son, 06 Nov 1994 08:49:37 GMT",
      "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 2023 08:49:37 GMT",
      "Sun, 29 Feb 1900 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT",
      "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun,  06 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:-1 GMT", "Sun, 06 Nov -994 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT",
      "Sun Nov 6 08:49:37 1994", "Sun Nov 06 08:49:37 94", "1994-11-06T08:49:37Z", "Sun, 06 Nov ١٩٩٤ 08:49:37 GMT",
    ]
  )
  func refuses(text: String) {
    #expect(HTTPTimestamp.date(from: text, now: now) == nil)
  }

  @Test("Every date that is written comes back, in all forms")
  func comesBack() {
    var random = SeededGenerator(seed: 3)
    let calendar = Calendar(identifier: .gregorian)
    for _ in 0..<5000 {
      let seconds = Int.random(in: -2_000_000_000...20_000_000_000, using: &random)
      let date = Date(timeIntervalSince1970: TimeInterval(seconds))
      let parts = calendar.dateComponents(in: .gmt, from: date)
      guard let year = parts.year, let month = parts.month, let day = parts.day, let hour = parts.hour,
        let minute = parts.minute, let second = parts.second
      else { continue }
      func pad(_ number: Int, _ width: Int = 2) -> String {
        String(repeating: "0", count: max(0, width - "\(number)".count)) + "\(number)"
      }
      let time = "\(pad(hour)):\(pad(minute)):\(pad(second))"
      let name = CivilTime.months[month - 1]
      #expect(HTTPTimestamp.date(from: "Mon, \(pad(day)) \(name) \(pad(year, 4)) \(time) GMT", now: now) == date)
      let spaced = day < 10 ? " \(day)" : "\(day)"
      #expect(HTTPTimestamp.date(from: "Mon \(name) \(spaced) \(time) \(pad(year, 4))", now: now) == date)
      #expect(CookieDate.date(from: "Mon, \(pad(day))-\(name)-\(pad(year, 4)) \(time) GMT") == date)
    }
  }

  @Test("No input does harm, to dates, Retry-After and cookies alike")
  func survivesAnything() {
    var random = SeededGenerator(seed: 4)
    let pieces = [
      "Sun", ",", " ", "06", "6", "-", "Nov", "94", "1994", "08:49:37", ":", "GMT", "99999999999999999999", "\u{0}",
      "é", "\t", "Sunday", "Feb", "30", "00", "25:61:61", ";", "=",
    ]
    for _ in 0..<FuzzInputs.count {
      let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }.joined()
      if let date = HTTPTimestamp.date(from: text, now: now) {
        #expect(abs(date.timeIntervalSince1970) < 400_000_000_000)
      }
      var headers = HTTPFields()
      headers.append(.retryAfter, text)
      if let delay = RetryAfter.delay(in: headers, now: now) { #expect(delay >= .zero) }
      _ = CookieDate.date(from: text)
    }
  }
}
