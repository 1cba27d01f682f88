import Foundation
import Testing

@testable import Networking

@Suite("Excerpts and reasons in errors")
struct BodyExcerptTests {
  @Test(
    "keeps 200 characters on a single line",
    arguments: [
      (String(repeating: "a", count: 200), String(repeating: "a", count: 200)),
      (String(repeating: "a", count: 201), String(repeating: "a", count: 199) + "…"),
      (" a\u{1B}b\r\n\tc\u{2028}d\u{202E}e ", "a b c d e"), ("a\u{200D}b\u{200C}c", "a\u{200D}b\u{200C}c"), ("", ""),
    ]
  )
  func excerpts(text: String, expected: String) {
    #expect(BodyExcerpt.text(of: text) == expected)
  }

  private enum Level: String, Decodable { case low }

  @Test("explains values of the wrong type")
  func explains() throws {
    let rows: [(type: any Decodable.Type, value: String, reason: String)] = [
      (Int.self, "\"x\"", "it isn't a whole number"), (UInt8.self, "[]", "it isn't a whole number"),
      (Double.self, "\"x\"", "it isn't a number"), (Decimal.self, "\"x\"", "it isn't a number"),
      (String.self, "1", "it isn't text"), (Bool.self, "1", "it isn't true or false"),
      (Level.self, "1", "it isn't text"), ([Int].self, "1", "it isn't a list"),
      ([String: Int].self, "1", "it isn't an object"),
      (String.self, "null", "it is null instead of text"), (Int.self, "nothing", "it isn't valid JSON"),
      (Int.self, "", "it is empty"),
    ]
    for row in rows {
      let data = Data(row.value.utf8)
      let error = try #require(throws: (any Error).self) { _ = try JSONDecoder().decode(row.type, from: data) }
      #expect(
        DecodingFailure(error, data: data, url: RedactedURL(.test("http://host/"))).reason == row.reason,
        "\(row)"
      )
    }
  }
}
