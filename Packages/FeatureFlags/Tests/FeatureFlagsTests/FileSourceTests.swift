import BasicsTesting
import FeatureFlags
import Foundation
import Testing

@Suite("Flags from a file")
struct FileSourceTests {
  private func source(_ text: String?) -> FlagSource {
    .file(path: "flags.json", contents: text.map { Data($0.utf8) })
  }

  @Test("reads members of the JSON object as typed flags")
  func values() throws {
    let source = source(
      #"{"newSearch": true, "http.maxRows": 20, "ratio": 1.5, "title": "Find", "order": null, "list": [1], "object": {}}"#
    )
    #expect(source.problems.isEmpty)
    #expect(
      source.values == [
        "newSearch": .boolean(true), "http.maxRows": .integer(20), "ratio": .number(1.5), "title": .string("Find"),
        "order": .unsupported("null"), "list": .unsupported("a list"), "object": .unsupported("an object"),
      ]
    )
    #expect(FlagClient(catalog: try Flags.catalog(), sources: [source]).value(of: Flags.limit) == 20)
  }

  @Test("sets no flags and reports no problem if the flag file is missing")
  func missing() {
    #expect(source(nil).values.isEmpty)
    #expect(source(nil).problems.isEmpty)
  }

  @Test(
    "reports a problem if the flag file isn't a single JSON object",
    arguments: [
      "", " ", "[]", "true", "{", #"{"a": }"#, #"{"a": 1} x"#, "{'a': 1}", "\u{FEFF}\u{FEFF}{}", "\u{0}", "null",
      #""a""#,
    ]
  )
  func malformed(text: String) {
    let reading = source(text)
    #expect(reading.values.isEmpty)
    #expect(
      reading.problems == [
        "flags.json: Expected one JSON object, such as {\"someFlag\": true}. "
          + "The file sets no flags until you correct it."
      ]
    )
  }

  @Test("returns flag values or a problem for a file with any bytes")
  func fuzz() {
    var generator = SeededGenerator(seed: 17)
    let good = Array(#"{"newSearch": true, "title": "Find", "ratio": 1.5e3, "list": [1, {"a": null}]}"#.utf8)
    var (read, refused) = (0, 0)
    for _ in 0..<5_000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: bytes.indices, using: &generator)
        if Bool.random(using: &generator) {
          bytes[index] = UInt8.random(in: 0...255, using: &generator)
        } else {
          bytes.removeSubrange(index..<Int.random(in: index..<bytes.count, using: &generator))
        }
        if bytes.isEmpty { bytes = [0] }
      }
      let content = Data(bytes)
      let reading = FlagSource.file(path: "f", contents: content)
      if reading.problems.isEmpty {
        read += 1
      } else {
        refused += 1
        #expect(reading.values.isEmpty)
      }
    }
    #expect(read > 0)
    #expect(refused > 1_000)
  }
}
