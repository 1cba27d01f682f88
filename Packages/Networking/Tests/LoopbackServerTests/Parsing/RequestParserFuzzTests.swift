import Foundation
import Testing

@testable import LoopbackServer

@Suite("Request parser with random input")
struct RequestParserFuzzTests {
  private static let templates: [[UInt8]] = [
    "GET /a/b?c=d HTTP/1.1\r\nHost: h\r\nAccept: */*\r\n\r\n",
    "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 11\r\n\r\nhello world",
    "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n6\r\n world\r\n0\r\nT: v\r\n\r\n",
    "PUT /x HTTP/1.0\r\nConnection: keep-alive\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\nabc",
    "OPTIONS * HTTP/1.1\r\nHost: h:80\r\nConnection: close\r\nX: \t y \r\n\r\n",
    "\r\nHEAD http://h/p?q HTTP/1.1\r\nHost: h\r\nContent-Length: 0, 0\r\n\r\n",
  ].map { Array($0.utf8) }

  private static let splices: [[UInt8]] = [
    "\r\n", "\n", "\r", " ", "\t", ":", "\u{0}", "Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n", "0\r\n\r\n",
    "ffffffffffffffff\r\n", "Host: i\r\n", "%", "HTTP/1.1", "HTTP/2.0", "100-continue", ";", "\r\n ", "-1",
  ].map { Array($0.utf8) }

  private static func input(_ generator: inout SeededGenerator) -> [UInt8] {
    if Int.random(in: 0..<20, using: &generator) == 0 {
      return (0..<Int.random(in: 0..<200, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...3, using: &generator) { bytes += templates.randomElement(using: &generator) ?? [] }
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      let position = Int.random(in: 0...bytes.count, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0 where position < bytes.count: bytes[position] = UInt8.random(in: 0...255, using: &generator)
      case 1 where position < bytes.count: bytes.remove(at: position)
      case 2: bytes.removeSubrange(position..<min(bytes.count, position + 12))
      default: bytes.insert(contentsOf: splices.randomElement(using: &generator) ?? [], at: position)
      }
    }
    return bytes
  }

  private static func split(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...max(1, min(40, rest.count)), using: &generator)
      pieces.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return pieces
  }

  @Test("returns the same events however the bytes are split, and enforces the limits")
  func anySplitIsTheSame() {
    // Given: many inputs that are almost valid requests
    let wanted = LongTests.rounds(byDay: 3_000, byNight: 300_000)
    var generator = SeededGenerator(seed: 20_260_131)
    var limits = LoopbackServer.Limits()
    limits.requestLineBytes = 64
    limits.headerBytes = 160
    limits.headerFields = 5
    limits.bodyBytes = 16
    limits.chunkLineBytes = 24
    var accepted = 0
    var refused = 0
    for number in 0..<wanted {
      let bytes = Self.input(&generator)
      // When: each input arrives at once and in chunks
      let whole = ParserTranscript([bytes], limits: limits)
      let pieces = ParserTranscript(Self.split(bytes, &generator), limits: limits)
      // Then: the events are equal, and no body exceeds the limit
      if whole != pieces {
        Issue.record("Input \(number) differs when split: \(String(decoding: bytes, as: UTF8.self).debugDescription)")
        return
      }
      if !whole.bodies.allSatisfy({ $0.count <= limits.bodyBytes }) {
        Issue.record("Input \(number) produced a body larger than the limit.")
        return
      }
      accepted += whole.bodies.count
      refused += whole.failure == nil ? 0 : 1
    }
    // And: the inputs are neither all valid nor all invalid
    #expect(accepted > wanted / 4)
    #expect(refused > wanted / 4)
  }
}
