#if os(Linux)
import Foundation
import Testing

@testable import Networking

@Suite("WebSocket compression")
struct WebSocketCompressionTests {
  /// The examples in RFC 7692, section 7.2.3.
  static let examples: [FrameRow] = [
    FrameRow("a compressed message", "c1 07 f2 48 cd c9 c9 07 00", [.message(.text("Hello"))]),
    FrameRow("two frames", "41 03 f2 48 cd 80 04 c9 c9 07 00", [.message(.text("Hello"))]),
    FrameRow(
      "a reference to the previous message",
      "c1 07 f2 48 cd c9 c9 07 00 c1 05 f2 00 11 00 00",
      [.message(.text("Hello")), .message(.text("Hello"))]
    ),
    FrameRow("a block without compression", "c1 0b 00 05 00 fa ff 48 65 6c 6c 6f 00", [.message(.text("Hello"))]),
    FrameRow("a final block", "c1 08 f3 48 cd c9 c9 07 00 00", [.message(.text("Hello"))]),
    FrameRow(
      "a reference to a message that ended with a final block",
      "c1 08 f3 48 cd c9 c9 07 00 00 c1 05 f2 00 11 00 00",
      [.message(.text("Hello")), .message(.text("Hello"))]
    ),
    FrameRow("two blocks", "c1 0d f2 48 05 00 00 00 ff ff ca c9 c9 07 00", [.message(.text("Hello"))]),
    FrameRow("an empty message", "c1 01 00", [.message(.text(""))]),
    FrameRow(
      "messages with and without compression",
      "81 01 61 c1 07 f2 48 cd c9 c9 07 00",
      [.message(.text("a")), .message(.text("Hello"))]
    ),
    FrameRow("reserved bit 1 in a continuation frame", "41 03 f2 48 cd c0 04 c9 c9 07 00", fails: .protocolError),
    FrameRow("reserved bit 1 in a ping", "c9 00", fails: .protocolError),
    FrameRow("invalid compressed data", "c1 02 ff ff", fails: .protocolError),
    FrameRow("invalid compressed text", "c1 07 00 01 00 fe ff ff 00", fails: .invalidText),
  ]

  @Test("decompresses messages however the bytes are split", arguments: examples)
  func decompresses(row: FrameRow) throws {
    for size in [1, 2, 5, 100] {
      let result = decode(row.bytes, compression: WebSocketCompression()) { size }
      #expect(result.events == row.events, "pieces of \(size) bytes")
      #expect(result.violation?.code == row.violation)
    }
  }

  private static let texts: [String] = {
    var generator = SeededGenerator(seed: 11)
    return [0, 10, 64, 1_000, 100_000, 65_536, 20, 5_000].map { count in
      String((0..<count).map { _ in "abcdefgé".randomElement(using: &generator) ?? "x" })
    }
  }()

  @Test(
    "decompresses an encoder's output with all parameters",
    arguments: [(true, 15), (true, 9), (false, 15), (false, 10), (true, 8)]
  )
  func roundTrips(keepsContext: Bool, bits: Int) throws {
    for (sender, receiver) in [(WebSocketRole.client, WebSocketRole.server), (.server, .client)] {
      var compression = WebSocketCompression()
      (compression.clientKeepsContext, compression.serverKeepsContext) = (keepsContext, keepsContext)
      (compression.clientWindowBits, compression.serverWindowBits) = (bits, bits)
      let encoder = WebSocketEncoder(role: sender, compression: compression)
      var bytes = Data()
      var messages: [WebSocketDecoder.Event] = []
      for text in Self.texts {
        bytes += try #require(encoder.message(.text(text)))
        messages.append(.message(.text(text)))
      }
      let result = decode(bytes, as: receiver, limits: WebSocketLimits(), compression: compression) { 10_000 }
      #expect(result.events == messages)
      #expect(result.violation == nil)
      // zlib doesn't support a window of 2^8 bytes, so nothing is compressed in that case.
      #expect((bytes.count < 100_000) == (bits > 8))
    }
  }

  @Test("keeps the compression context between messages only if both sides agreed to it")
  func keepsContext() throws {
    let text = WebSocketMessage.text((0..<40).map { "\($0 * 7919) " }.joined())
    for keepsContext in [true, false] {
      var compression = WebSocketCompression()
      compression.serverKeepsContext = keepsContext
      let encoder = WebSocketEncoder(role: .server, compression: compression)
      let first = try #require(encoder.message(text))
      let second = try #require(encoder.message(text))
      #expect((second.count < first.count / 4) == keepsContext)
    }
  }

  @Test("stops decompressing at the size limit, without allocating memory for the rest")
  func limitsMessages() throws {
    // Given: a 64 MB message that is compressed to about 64 KB
    let encoder = WebSocketEncoder(role: .server, compression: WebSocketCompression())
    let bomb = try #require(encoder.message(.binary(Data(repeating: 0, count: 64 << 20))))
    #expect(bomb.count < 100_000)
    // Then: the message is rejected, but a message of exactly the maximum size is accepted
    let limits = WebSocketLimits(messageSize: 1 << 20)
    let result = decode(bomb, limits: limits, compression: WebSocketCompression()) { 1 << 20 }
    #expect(result.violation?.code == .tooLarge)
    let fitting = WebSocketMessage.binary(Data(repeating: 0, count: 1 << 20))
    let frame = try #require(WebSocketEncoder(role: .server, compression: WebSocketCompression()).message(fitting))
    #expect(
      decode(frame, limits: limits, compression: WebSocketCompression()) { 1 << 20 }.events == [.message(fitting)]
    )
  }

  @Test(
    "accepts valid compression parameters from a server",
    arguments: [
      ("permessage-deflate", true, true, 15), ("Permessage-Deflate;server_no_context_takeover", false, true, 15),
      ("permessage-deflate; client_no_context_takeover; client_max_window_bits=10", true, false, 10),
      ("permessage-deflate; server_max_window_bits=8; client_max_window_bits=\"9\"", true, true, 9),
    ]
  )
  func acceptsParameters(value: String, server: Bool, client: Bool, bits: Int) throws {
    let compression = try #require(WebSocketCompression(response: value))
    #expect(compression.serverKeepsContext == server)
    #expect(compression.clientKeepsContext == client)
    #expect(compression.clientWindowBits == bits)
  }

  @Test(
    "rejects unknown, repeated and invalid compression parameters from a server",
    arguments: [
      "", "x-webkit-deflate-frame", "permessage-deflate; unknown", "permessage-deflate; client_max_window_bits",
      "permessage-deflate; client_max_window_bits=7", "permessage-deflate; client_max_window_bits=16",
      "permessage-deflate; server_max_window_bits=08", "permessage-deflate; server_no_context_takeover=1",
      "permessage-deflate; server_no_context_takeover; server_no_context_takeover", "permessage-deflate;",
    ]
  )
  func rejectsParameters(value: String) { #expect(WebSocketCompression(response: value) == nil) }

  @Test("responds to a client's compression offer with the accepted parameters")
  func acceptsOffers() throws {
    let offer = try #require(WebSocketCompression.accepting(offer: WebSocketCompression.offer))
    #expect(offer.response == "permessage-deflate")
    let limited = try #require(
      WebSocketCompression.accepting(offer: "permessage-deflate; server_no_context_takeover; server_max_window_bits=10")
    )
    #expect(limited.response == "permessage-deflate; server_no_context_takeover; server_max_window_bits=10")
    #expect(limited.0.serverWindowBits == 10)
    #expect(WebSocketCompression.accepting(offer: "permessage-deflate; server_max_window_bits=8") == nil)
  }
}
#endif
