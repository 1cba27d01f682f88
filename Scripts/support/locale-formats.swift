// Prints numbers, currencies, percentages, units, durations and dates in the formats of all locales, to compare two builds of this program.

import Foundation

let number = Decimal(string: "-1234567.891") ?? 0
let date = Date(timeIntervalSince1970: 1_769_860_800)
var calendar = Calendar(identifier: .gregorian)
calendar.timeZone = .gmt

for identifier in Locale.availableIdentifiers.sorted() + ["en_US_POSIX", "xx_YY"] {
  let locale = Locale(identifier: identifier)
  var texts: [String] = []
  texts.append(number.formatted(.number.locale(locale)))
  texts.append(number.formatted(.percent.locale(locale)))
  texts.append(Int64(12_345_678).formatted(.byteCount(style: .decimal).locale(locale)))
  texts.append(Duration.seconds(93_784).formatted(.units(width: .wide).locale(locale)))
  texts.append(Duration.seconds(93_784).formatted(.units(width: .abbreviated).locale(locale)))
  for style in [Date.FormatStyle.DateStyle.complete, .abbreviated, .numeric] {
    let format = Date.FormatStyle(date: style, time: .standard, locale: locale, calendar: calendar, timeZone: .gmt)
    texts.append(date.formatted(format))
  }
  texts.append(DateFormatter.dateFormat(fromTemplate: "yMMdd", options: 0, locale: locale) ?? "none")
  texts.append(["a", "b", "c"].formatted(.list(type: .and).locale(locale)))
  texts.append("ǅ Straße İI".lowercased(with: locale))
  texts.append("ǆ straße iı".uppercased(with: locale))
  texts.append("Åström".folding(options: [.diacriticInsensitive, .caseInsensitive], locale: locale))
  for currency in ["AUD", "BTC", "CHF", "EUR", "GBP", "INR", "JPY", "USD", "XAF"] {
    texts.append(number.formatted(.currency(code: currency).locale(locale)))
    texts.append(number.formatted(.currency(code: currency).presentation(.fullName).locale(locale)))
  }
  print(identifier, texts.joined(separator: "|"))
}
let formatter = DateFormatter()
formatter.locale = Locale(identifier: "en_US_POSIX")
formatter.timeZone = .gmt
formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
print(formatter.string(from: date), formatter.date(from: "Sat, 31 Jan 2026 12:00:00 GMT") as Any)
for zone in TimeZone.knownTimeZoneIdentifiers {
  print(zone, TimeZone(identifier: zone)?.secondsFromGMT(for: date) ?? 0)
}
