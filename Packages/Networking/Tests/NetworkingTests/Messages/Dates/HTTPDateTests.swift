import Foundation
import Testing

@testable import Networking

@Suite("HTTP dates")
struct HTTPDateTests {
  private let now = ManualTime.start

  @Test(
    "parses the three date formats in RFC 9110, section 5.6.7",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
      ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
      ("Sun Nov  6 08:49:37 1994", 784_111_777),
      ("sun, 06 nov 1994 08:49:37 gmt", 784_111_777),
      ("SUN NOV 16 08:49:37 1994", 784_975_777),
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
      ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
      ("Tue, 29 Feb 2028 12:00:00 GMT", 1_835_438_400),
      ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400),
      ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
      ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
      ("Saturday, 01-Jan-77 00:00:00 GMT", 3_376_684_800),
      ("Sunday, 01-Jan-78 00:00:00 GMT", 252_460_800),
      ("Mon, 06 Nov 1994 08:49:37 GMT", 784_111_777),
      ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800),
    ] as [(String, TimeInterval)]
  )
  func areRead(text: String, seconds: TimeInterval) {
    #expect(HTTPDate.parse(text, now: now)?.timeIntervalSince1970 == seconds)
  }

  @Test(
    "returns nil for any other date format",
    arguments: [
      "", " ", "0", "-1", "now", "Sun", "Sun,", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 GMT ",
      " Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
      "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
      "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
      "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 1900 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
      "Foo, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nov 1994 08:49:37 +0000",
      "Sun 06 Nov 1994 08:49:37 GMT", "Sun, 06-Nov-1994 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT",
      "Sunday, 06 Nov 1994 08:49:37 GMT", "Sunday Nov  6 08:49:37 1994", "Sun Nov 6 08:49:37 1994",
      "Sun Nov  6 08:49:37 1994 GMT", "Sun Nov  6 08:49:37 94", "1994-11-06T08:49:37Z", "Sun,06 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov +994 08:49:37 GMT",
      "Sun, 06 Nov 19940 08:49:37 GMT", "Sun, ٠٦ Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08.49.37 GMT",
      "Son, 06 Nov 1994 08:49:37 GMT", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 2023 08:49:37 GMT",
      "Sun,  06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:-1 GMT", "Sun, 06 Nov -994 08:49:37 GMT",
    ]
  )
  func areNothing(text: String) {
    #expect(HTTPDate.parse(text, now: now) == nil)
  }

  @Test("parses every date that it formats, over 2,500 years")
  func roundTrip() {
    var generator = SeededGenerator(seed: 1)
    var wrong: [Int] = []
    for day in stride(from: -719_528, to: 200_000, by: LongTests.rounds(byDay: 11, byNight: 1)) {
      let (year, month, dayOfMonth) = CivilDay.date(of: day)
      if CivilDay.number(year: year, month: month, day: dayOfMonth) != day { wrong.append(day) }
      guard day % 31 == 0 else { continue }
      let seconds = day * 86_400 + Int.random(in: 0..<86_400, using: &generator)
      let date = Date(timeIntervalSince1970: TimeInterval(seconds))
      if HTTPDate.parse(HTTPDate.text(of: date), now: now) != date { wrong.append(day) }
    }
    #expect(wrong.isEmpty)
  }

  @Test("formats dates consistently with the system calendar")
  func matchFoundation() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    for day in stride(from: 0, to: 60_000, by: 37) {
      let date = Date(timeIntervalSince1970: TimeInterval(day) * 86_400)
      let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
      let own = CivilDay.date(of: day)
      #expect(own.year == parts.year)
      #expect(own.month == parts.month)
      #expect(own.day == parts.day)
      let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
      #expect(HTTPDate.text(of: date).hasPrefix(names[(parts.weekday ?? 1) - 1]))
    }
  }

  @Test("never crashes on any date string")
  func fuzz() {
    var generator = SeededGenerator(seed: 2)
    let forms = ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"]
    let letters = Array("0123456789 ,:-+.GMTSunNov\u{0}é\n".unicodeScalars)
    var valid = 0
    var wrong: [String] = []
    for number in 0..<LongTests.inputs {
      var scalars = Array(forms[number % forms.count].unicodeScalars)
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        let position = Int.random(in: 0..<scalars.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: scalars[position] = letters[Int.random(in: 0..<letters.count, using: &generator)]
        case 1: scalars.remove(at: position)
        default: scalars.insert(letters[Int.random(in: 0..<letters.count, using: &generator)], at: position)
        }
      }
      let text = String(String.UnicodeScalarView(scalars))
      guard let date = HTTPDate.parse(text, now: now) else { continue }
      valid += 1
      // Every parsed date can be formatted and parsed again with the same result.
      if HTTPDate.parse(HTTPDate.text(of: date), now: now) != date { wrong.append(text) }
    }
    #expect(wrong.isEmpty)
    #expect(valid > LongTests.inputs / 5)
  }

  @Test("formats a date that is out of range as the nearest valid date", arguments: [-1e30, 1e30, 1e18])
  func outOfRange(seconds: TimeInterval) {
    let text = HTTPDate.text(of: Date(timeIntervalSince1970: seconds))
    #expect(text == (seconds < 0 ? "Sat, 01 Jan 0000 00:00:00 GMT" : "Fri, 31 Dec 9999 23:59:59 GMT"))
  }
}
