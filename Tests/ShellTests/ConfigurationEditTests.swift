import BasicsTesting
import Foundation
import Testing

@testable import fetch_counter

@Suite("Configuration file edits")
struct ConfigurationEditTests {
  @Test(
    "sets or removes a setting, and leaves the rest of the configuration file unchanged",
    arguments: [
      ("{}", "{\n  \"a\": \"1\"\n}", "{\n}"),
      ("{ }\n", "{\n  \"a\": \"1\"\n}\n", "{\n}\n"),
      ("{\"a\":2}", "{\"a\":\"1\"}", "{\n}"),
      ("{\n\t\"b\": [1, {\"a\": 3}]\n}", "{\n\t\"b\": [1, {\"a\": 3}],\n\t\"a\": \"1\"\n}", nil),
      ("{\"b\": \"}\\\",{\"}", "{\"b\": \"}\\\",{\", \"a\": \"1\"}", nil),
      ("{\"a\": {\"x\": 1}, \"b\": 2}", "{\"a\": \"1\", \"b\": 2}", "{\"b\": 2}"),
      ("{\"b\": 2 , \"a\" : null }", "{\"b\": 2 , \"a\" : \"1\" }", "{\"b\": 2 }"),
      ("{\"\\u0061\": 2, \"b\": 1}", "{\"\\u0061\": \"1\", \"b\": 1}", "{\"b\": 1}"),
    ] as [(String, String, String?)]
  )
  func edits(before: String, set: String, removed: String?) throws {
    var edit = ConfigurationEdit(Data(before.utf8))
    try edit.set("a", to: "1")
    #expect(String(decoding: edit.text, as: UTF8.self) == set)
    var removal = ConfigurationEdit(Data(set.utf8))
    #expect(try removal.remove("a"))
    if let removed { #expect(String(decoding: removal.text, as: UTF8.self) == removed) }
    #expect(try !removal.remove("a"))
  }

  @Test("edits random JSON objects consistently with a JSON parser, regardless of white space")
  func randomObjects() throws {
    var random = SeededGenerator(seed: 7)
    let keys = ["a", "b", "é", "\"", "\\", "a b"]
    for _ in 0..<2_000 {
      var object: [String: Any] = [:]
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let values: [Any] = ["x", "}{", 1, NSNull(), [1, "]"], ["a": ["b": "\""]], true]
        object[keys.randomElement(using: &random) ?? "a"] = values.randomElement(using: &random)
      }
      let options: JSONSerialization.WritingOptions = Bool.random(using: &random) ? .prettyPrinted : .sortedKeys
      var edit = ConfigurationEdit(try JSONSerialization.data(withJSONObject: object, options: options))
      let key = keys.randomElement(using: &random) ?? "a"
      if Bool.random(using: &random) {
        try edit.set(key, to: "new \"{")
        object[key] = "new \"{"
      } else {
        #expect(try edit.remove(key) == (object[key] != nil))
        object[key] = nil
      }
      let after = try JSONSerialization.jsonObject(with: Data(edit.text)) as? NSDictionary
      #expect(after == object as NSDictionary)
    }
  }
}
