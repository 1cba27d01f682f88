import Foundation
import Testing

@testable import Networking

@Suite("WebSocket handshake")
struct WebSocketHandshakeTests {
  @Test(
    "computes the example SHA-1 hashes in the standard",
    arguments: [
      ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"), ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
      (String(repeating: "a", count: 1_000), "291e9a6c66994949b57ba5e650361e98fc36b1ba"),
    ]
  )
  func hashes(text: String, expected: String) {
    #expect(Data(SHA1.digest(of: Array(text.utf8))) == Data(hex: expected))
  }

  @Test("computes the example accept value in RFC 6455")
  func expectsProof() {
    #expect(WebSocketHandshake.accept(for: "dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }

  @Test("uses a new 16-byte key for each handshake")
  func makesKeys() {
    let keys = (0..<20).map { _ in WebSocketHandshake.randomKey() }
    #expect(keys.allSatisfy(WebSocketHandshake.isKey))
    #expect(Set(keys).count == keys.count)
  }

  private static let proof = WebSocketHandshake.accept(for: "key")

  static let responses: [(String, HTTPFields, WebSocketAgreement?)] = [
    ("plain", ["Upgrade": "WebSocket", "Connection": "keep-alive, Upgrade", "Sec-WebSocket-Accept": proof], .init()),
    (
      "with a subprotocol and compression",
      [
        "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": proof,
        "Sec-WebSocket-Protocol": "b", "Sec-WebSocket-Extensions": "permessage-deflate",
      ],
      WebSocketAgreement(subprotocol: "b", compression: WebSocketCompression())
    ),
    ("without an upgrade", ["Connection": "Upgrade", "Sec-WebSocket-Accept": proof], nil),
    ("another protocol", ["Upgrade": "h2c", "Connection": "Upgrade", "Sec-WebSocket-Accept": proof], nil),
    ("without a connection field", ["Upgrade": "websocket", "Sec-WebSocket-Accept": proof], nil),
    ("without a proof", ["Upgrade": "websocket", "Connection": "Upgrade"], nil),
    ("another key's proof", ["Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": "x"], nil),
    (
      "an unrequested subprotocol",
      [
        "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": proof, "Sec-WebSocket-Protocol": "c",
      ], nil
    ),
    (
      "two subprotocols",
      [
        "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": proof,
        "Sec-WebSocket-Protocol": "a", "sec-websocket-protocol": "b",
      ], nil
    ),
    (
      "an unrequested extension",
      [
        "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": proof,
        "Sec-WebSocket-Extensions": "mux",
      ], nil
    ),
    (
      "compression twice",
      [
        "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": proof,
        "Sec-WebSocket-Extensions": "permessage-deflate, permessage-deflate",
      ], nil
    ),
  ]

  @Test("accepts only handshake responses that match the request", arguments: responses)
  func checksResponses(name: String, fields: HTTPFields, expected: WebSocketAgreement?) {
    let offer = WebSocketOffer(subprotocols: ["a", "b"])
    #expect((try? WebSocketHandshake.agreement(in: fields, key: "key", offer: offer)) == expected)
  }

  @Test("rejects compression that wasn't offered")
  func rejectsUnofferedCompression() {
    var fields: HTTPFields = [
      "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": Self.proof,
    ]
    fields.append("Sec-WebSocket-Extensions", "permessage-deflate")
    let offer = WebSocketOffer(allowsCompression: false)
    #expect(throws: WebSocketViolation.self) {
      try WebSocketHandshake.agreement(in: fields, key: "key", offer: offer)
    }
  }
}
