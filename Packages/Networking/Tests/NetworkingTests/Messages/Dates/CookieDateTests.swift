import Foundation
import Testing

@testable import Networking

@Suite("Dates from services")
struct CookieDateTests {
  private let now = Date(timeIntervalSince1970: 1_700_000_000)

  @Test("parses HTTP and cookie dates consistently with the system calendar")
  func comesBack() {
    var random = SeededGenerator(seed: 3)
    let calendar = Calendar(identifier: .gregorian)
    let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
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
      let name = names[month - 1]
      #expect(HTTPDate.parse("Mon, \(pad(day)) \(name) \(pad(year, 4)) \(time) GMT", now: now) == date)
      let spaced = day < 10 ? " \(day)" : "\(day)"
      #expect(HTTPDate.parse("Mon \(name) \(spaced) \(time) \(pad(year, 4))", now: now) == date)
      #expect(CookieDate.date(from: "Mon, \(pad(day))-\(name)-\(pad(year, 4)) \(time) GMT") == date)
    }
  }

  @Test("never crashes on a date in Retry-After or a cookie")
  func survivesAnything() {
    var random = SeededGenerator(seed: 4)
    let pieces = [
      "Sun", ",", " ", "06", "6", "-", "Nov", "94", "1994", "08:49:37", ":", "GMT", "99999999999999999999", "\u{0}",
      "é", "\t", "Sunday", "Feb", "30", "00", "25:61:61", ";", "=",
    ]
    let valid = ["Sun", ",", " ", "06", " ", "Nov", " ", "1994", " ", "08:49:37", " ", "GMT"]
    var (dates, delays, cookieDates) = (0, 0, 0)
    for number in 0..<LongTests.inputs {
      // Random pieces rarely form a date, so every other string is a valid date with a few pieces replaced.
      var words = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      if number.isMultiple(of: 2) {
        let replacements = words.prefix(2)
        words = valid
        for piece in replacements { words[Int.random(in: 0..<valid.count, using: &random)] = piece }
      }
      let text = words.joined()
      if let date = HTTPDate.parse(text, now: now) {
        dates += 1
        #expect(abs(date.timeIntervalSince1970) < 400_000_000_000)
      }
      var headers = HTTPFields()
      headers.append(.retryAfter, text)
      if let delay = headers.retryAfter(now: now) {
        delays += 1
        #expect(delay >= .zero)
      }
      if let date = CookieDate.date(from: text) {
        cookieDates += 1
        #expect(abs(date.timeIntervalSince1970) < 400_000_000_000)
      }
    }
    #expect(dates > 0)
    #expect(delays > 0)
    #expect(cookieDates > 0)
  }
}
