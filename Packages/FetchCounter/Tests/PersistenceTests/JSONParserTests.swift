import Basics
import BasicsTesting
import Foundation
import PersistenceTesting
import Testing

@testable import Persistence

@Suite("JSON text")
struct JSONParserTests {
  static let valid = [
    "null", "true", "false", "0", "-0", "1", "-1.5e+10", "1E5", "123456789012345678901234567890", "\"\"", "\"a\\nb\"",
    "\"\\u00e9\\ud83d\\ude00\"", "\"é😀\"", "[]", "{}", "[1,[2,[3]],{}]", "{\"a\":{\"b\":[null]},\"c\":1}", "{\"\":0}",
    "{\"\u{301}a\":1,\"a\":2}",
  ]

  @Test("parses valid JSON, and preserves its meaning when writing it", arguments: valid)
  func roundTrip(text: String) throws {
    let tree = try JSONParser.parse(Array(" \(text)\n".utf8)).root
    let compact = JSONPrinter.compact(tree)
    #expect(String(decoding: compact, as: UTF8.self) == text)
    var printed: [UInt8] = []
    _ = JSONPrinter.append(compact: compact, level: 0, to: &printed)
    #expect(try JSONParser.parse(printed).root == tree)
    func object(_ bytes: some Sequence<UInt8>) throws -> NSObject? {
      try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) as? NSObject
    }
    #expect(try object(printed) == object(text.utf8))
  }

  static let invalid: [(String, JSONParser.Failure)] = [
    ("", .init(reason: .unexpectedEnd, offset: 0)),
    ("  ", .init(reason: .unexpectedEnd, offset: 2)),
    ("tru", .init(reason: .unexpectedEnd, offset: 3)),
    ("trux", .init(reason: .unexpectedByte(0x78), offset: 3)),
    ("[1", .init(reason: .unexpectedEnd, offset: 2)),
    ("[1 2]", .init(reason: .unexpectedByte(0x32), offset: 3)),
    ("[1,]", .init(reason: .unexpectedByte(0x5D), offset: 3)),
    ("{\"a\"}", .init(reason: .unexpectedByte(0x7D), offset: 4)),
    ("{\"a\":}", .init(reason: .unexpectedByte(0x7D), offset: 5)),
    ("{1:2}", .init(reason: .unexpectedByte(0x31), offset: 1)),
    ("{\"a\":1,\"a\":2}", .init(reason: .repeatedName("a"), offset: 7)),
    ("{\"a\":1,\"\\u0061\":2}", .init(reason: .repeatedName("a"), offset: 7)),
    ("01", .init(reason: .unexpectedByte(0x31), offset: 1)),
    ("1.", .init(reason: .unexpectedEnd, offset: 0)),
    ("1.x", .init(reason: .invalidNumber, offset: 0)),
    ("1e", .init(reason: .unexpectedEnd, offset: 0)),
    ("+1", .init(reason: .unexpectedByte(0x2B), offset: 0)),
    (".5", .init(reason: .unexpectedByte(0x2E), offset: 0)),
    ("\"a", .init(reason: .unexpectedEnd, offset: 2)),
    ("\"\\", .init(reason: .unexpectedEnd, offset: 2)),
    ("\"\\u12", .init(reason: .unexpectedEnd, offset: 5)),
    ("\"\\u12g4\"", .init(reason: .invalidEscape, offset: 1)),
    ("\"\\q\"", .init(reason: .invalidEscape, offset: 1)),
    ("\"\t\"", .init(reason: .unexpectedByte(0x09), offset: 1)),
    ("1 1", .init(reason: .unexpectedByte(0x31), offset: 2)),
    ("\u{FEFF}\u{FEFF}1", .init(reason: .unexpectedByte(0xEF), offset: 3)),
  ]

  @Test("rejects invalid JSON and reports the position", arguments: invalid)
  func refusal(text: String, expected: JSONParser.Failure) {
    #expect(throws: expected) { try JSONParser.parse(Array(text.utf8)) }
  }

  @Test("rejects JSON that is nested so deeply that the stack could overflow")
  func nesting() throws {
    let limit = JSONParser.depthLimit
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(try JSONParser.parse(nested(limit)).root != .scalar("null"))
    #expect(throws: JSONParser.Failure(reason: .tooDeep, offset: limit + 1)) { try JSONParser.parse(nested(limit + 2)) }
  }

  @Test("prints JSON with two spaces per level and one member per line, and keeps strings unchanged")
  func layout() {
    var printed: [UInt8] = []
    let depth = JSONPrinter.append(
      compact: Array(#"{"a":[1,[],{}],"b{,:":"[\"}","c":{"d":null}}"#.utf8),
      level: 0,
      to: &printed
    )
    let expected = #"""
      {
        "a": [
          1,
          [],
          {}
        ],
        "b{,:": "[\"}",
        "c": {
          "d": null
        }
      }
      """#
    #expect(String(decoding: printed, as: UTF8.self) == expected)
    #expect(depth == 3)
  }

  private func foundationValue(_ bytes: [UInt8]) throws -> NSObject? {
    try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) as? NSObject
  }

  @Test("accepts only JSON that Foundation accepts, and prints it with the same value")
  func fuzz() throws {
    let seed = Array(#"{"a":[1,-2.5e3,true,null,"x\u00e9\n😀"],"b":{"c":{},"d":[]},"e":""}"#.utf8)
    var random = SeededGenerator(seed: 8_259)
    var accepted = 0
    let rounds = LongTests.rounds(byDay: 4_000, byNight: 200_000)
    for _ in 0..<rounds {
      var bytes = seed
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let position = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[position] = Array(#"{}[],:"\0129.eE+-tfn u"#.utf8).randomElement(using: &random) ?? 0
        case 1: bytes.remove(at: position)
        default: bytes[position] = UInt8.random(in: 0...255, using: &random)
        }
      }
      guard let tree = try? JSONParser.parse(bytes).root else { continue }
      accepted += 1
      var printed: [UInt8] = []
      _ = JSONPrinter.append(compact: JSONPrinter.compact(tree), level: 0, to: &printed)
      #expect(try JSONParser.parse(printed).root == tree)
      let isHalfPair = String(decoding: bytes, as: UTF8.self).contains(#/\\u[dD][89a-fA-F]/#)
      if !isHalfPair { #expect(try foundationValue(printed) == foundationValue(bytes)) }
    }
    #expect(accepted > rounds / 40)
  }

  @Test(
    "computes the same checksum as zlib",
    arguments: [("", 0), ("123456789", 0xCBF4_3926), ("a", 0xE8B7_BE43)] as [(String, UInt32)]
  )
  func checksum(text: String, expected: UInt32) {
    var check = CRC32()
    check.update(Array(text.utf8))
    #expect(check.value == expected)
  }
}
