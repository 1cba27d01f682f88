import Foundation
import Testing

@testable import Networking

@Suite("Event stream parser")
struct EventStreamParserTests {
  private func events(_ text: String, cutEvery size: Int = .max) throws -> [ServerSentEvent] {
    var parser = EventStreamParser()
    var events: [ServerSentEvent] = []
    let bytes = Data(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: min(size, max(1, bytes.count))) {
      try parser.consume(bytes[start..<min(bytes.count, start + min(size, bytes.count))]) { events.append($0) }
    }
    return events
  }

  @Test("ignores an event identifier that can't be sent in a header field")
  func limitsIdentifiers() throws {
    let limit = EventStreamParser.identifierLimit
    for (length, isKept) in [(limit, true), (limit + 1, false), (500_000, false)] {
      var parser = EventStreamParser()
      try parser.consume(Data("id: 1\n\nid: \(String(repeating: "x", count: length))\n\n".utf8)) { _ in }
      #expect(parser.lastEventID.count == (isKept ? length : 1))
    }
  }

  @Test(
    "parses events according to the standard, however the bytes are split",
    arguments: [
      ("data: a\n\n", [ServerSentEvent(data: "a")]),
      ("data:a\n\n", [ServerSentEvent(data: "a")]),
      ("data:  a\n\n", [ServerSentEvent(data: " a")]),
      ("\u{FEFF}data: a\n\n", [ServerSentEvent(data: "a")]),
      ("data: a\r\rdata: b\r\n\r\ndata: c\n\n", ["a", "b", "c"].map { ServerSentEvent(data: $0) }),
      ("data: a\ndata: b\n\n", [ServerSentEvent(data: "a\nb")]),
      ("data\n\ndata\ndata\n\ndata:", [ServerSentEvent(data: ""), ServerSentEvent(data: "\n")]),
      ("event: add\ndata: 1\n\ndata: 2\n\n", [ServerSentEvent(type: "add", data: "1"), ServerSentEvent(data: "2")]),
      (": comment\ndata: x\n:\n\n", [ServerSentEvent(data: "x")]),
      ("event: nothing\n\n", []),
      (
        "id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n",
        [
          ServerSentEvent(data: "a", lastEventID: "1"), ServerSentEvent(data: "b", lastEventID: "1"),
          ServerSentEvent(data: "c"),
        ]
      ),
      ("id: a\u{0}b\ndata: a\n\n", [ServerSentEvent(data: "a")]),
      ("unknown: 1\nDATA: x\ndata: y\n\n", [ServerSentEvent(data: "y")]),
      ("data: unfinished\n", []),
      ("data: a:b\n\n", [ServerSentEvent(data: "a:b")]),
      ("", []),
      ("\n\n\n", []),
    ] as [(String, [ServerSentEvent])]
  )
  func parses(text: String, expected: [ServerSentEvent]) throws {
    for size in [Int.max, 1, 2, 3, 5] { #expect(try events(text, cutEvery: size) == expected, "cut every \(size)") }
  }

  @Test(
    "parses the reconnection wait that the service requests",
    arguments: [
      ("retry: 250\n", Duration.milliseconds(250)), ("retry: x\n", nil), ("retry: -1\n", nil), ("retry:\n", nil),
      ("retry: 99999999999999999999\n", nil), ("retry: 1.5\n", nil), ("retry: 0\n", .zero),
    ] as [(String, Duration?)]
  )
  func readsRetry(text: String, expected: Duration?) throws {
    var parser = EventStreamParser()
    try parser.consume(Data(text.utf8)) { _ in }
    #expect(parser.reconnectionTime == expected)
  }

  @Test("stores an identifier only when its event is complete")
  func remembersIdentifiers() throws {
    var parser = EventStreamParser(lastEventID: "0")
    try parser.consume(Data("id: 1\ndata: a\n\nid: 2\ndata: half".utf8)) { _ in }
    #expect(parser.lastEventID == "1")
  }

  @Test(
    "throws an error for an event that exceeds the size limit",
    arguments: ["data: 0123456789", "data: 01234\ndata: 56789\n\n", ":0123456789abcdef"]
  )
  func limitsEvents(text: String) {
    var parser = EventStreamParser(sizeLimit: 10)
    #expect(throws: NetworkError.bodyTooLarge(limit: 10)) { try parser.consume(Data(text.utf8)) { _ in } }
  }

  @Test("returns the same events however the stream's bytes are split")
  func survivesRandomBytes() throws {
    // Given: random streams of typical words, generated from a fixed seed
    var generator = SeededGenerator(seed: 11)
    let words = ["data", "event", "id", "retry", ":", " ", "\n", "\r", "\r\n", "x", "\u{FEFF}", "\u{0}", "9", "é"]
    var count = 0
    for _ in 0..<LongTests.inputs {
      let text = (0..<Int.random(in: 0...20, using: &generator))
        .map { _ in words[Int.random(in: 0..<words.count, using: &generator)] }.joined()
      // When: a stream is parsed both at once and in chunks
      let whole = try events(text)
      let pieces = try events(text, cutEvery: Int.random(in: 1...4, using: &generator))
      // Then: the results are equal, and no event type or identifier contains a line break
      #expect(whole == pieces, "\(text.debugDescription)")
      for event in whole {
        count += 1
        #expect(!event.type.isEmpty)
        #expect(!event.type.utf8.contains { $0 == 0x0A || $0 == 0x0D })
        #expect(!event.lastEventID.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 })
      }
    }
    #expect(count > LongTests.inputs / 200)
  }
}
