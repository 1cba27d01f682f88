import Foundation
import Testing

@testable import Networking

@Suite("WebSocket decoder with random input")
struct WebSocketFuzzTests {
  private static let limits = WebSocketLimits(messageSize: 2_000)

  /// Returns random frames from either side, most of them valid.
  private static func stream(_ generator: inout SeededGenerator, role: WebSocketRole, compressed: Bool) -> Data {
    let encoder = WebSocketEncoder(
      role: role == .client ? .server : .client,
      compression: compressed ? WebSocketCompression() : nil,
      makeMask: { 0x1234_5678 }
    )
    var bytes = Data()
    for _ in 0..<Int.random(in: 1...5, using: &generator) {
      let size = [0, 1, 20, 124, 200, 1_999].randomElement(using: &generator) ?? 0
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: bytes += encoder.ping(Data(repeating: 1, count: min(size, 125)))
      case 1: bytes += encoder.pong(Data())
      case 2: bytes += encoder.close(WebSocketClosure(code: 1000 + size, reason: "é"))
      case 3: bytes += Data((0..<8).map { _ in UInt8.random(in: 0...255, using: &generator) })
      case 4: bytes += encoder.message(.text(String(repeating: "aé", count: size / 3))) ?? Data()
      default: bytes += encoder.message(.binary(Data(repeating: 9, count: size))) ?? Data()
      }
    }
    // Up to two bytes are changed at random positions.
    for _ in 0..<Int.random(in: 0...2, using: &generator) where !bytes.isEmpty {
      bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
    }
    return bytes
  }

  @Test(
    "returns the same events and violations however the bytes are split",
    arguments: [WebSocketRole.client, .server]
  )
  func ignoresSplits(role: WebSocketRole) {
    var generator = SeededGenerator(seed: 23)
    var (messages, violations) = (0, 0)
    for number in 0..<LongTests.inputs {
      let isCompressed = number % 2 == 0 && WebSocketCompression.isAvailable
      let bytes = Self.stream(&generator, role: role, compressed: isCompressed)
      let compression = isCompressed ? WebSocketCompression() : nil
      let whole = decode(bytes, as: role, limits: Self.limits, compression: compression) { .max }
      var sizes = SeededGenerator(seed: UInt64(number))
      let split = decode(bytes, as: role, limits: Self.limits, compression: compression) {
        Int.random(in: 1...40, using: &sizes)
      }
      #expect(whole.events == split.events, "input \(number)")
      #expect(whole.violation == split.violation, "input \(number)")
      for case .message(let message) in whole.events {
        messages += 1
        #expect(message.bytes.count <= Self.limits.messageSize)
      }
      if whole.violation != nil { violations += 1 }
    }
    #expect(messages > LongTests.inputs / 2)
    #expect(violations > LongTests.inputs / 10)
  }

  @Test("accepts or rejects any handshake fields without crashing")
  func parsesFields() {
    var generator = SeededGenerator(seed: 5)
    let parts = [
      "permessage-deflate", ";", "=", "\"", ",", " ", "client_max_window_bits", "server_max_window_bits", "15", "8",
      "x", "\\", "server_no_context_takeover",
    ]
    var (accepted, offered) = (0, 0)
    for _ in 0..<LongTests.inputs {
      let value = (0..<Int.random(in: 0...7, using: &generator))
        .map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
      var fields: HTTPFields = [
        "Upgrade": "websocket", "Connection": "upgrade", "Sec-WebSocket-Accept": WebSocketHandshake.accept(for: "k"),
      ]
      fields.append("Sec-WebSocket-Extensions", "permessage-deflate" + value)
      if let agreement = try? WebSocketHandshake.agreement(in: fields, key: "k", offer: WebSocketOffer()) {
        accepted += 1
        let compression = agreement.compression ?? WebSocketCompression()
        #expect((8...15).contains(compression.clientWindowBits) && (8...15).contains(compression.serverWindowBits))
      }
      if let (compression, response) = WebSocketCompression.accepting(offer: "permessage-deflate" + value) {
        offered += 1
        // The client accepts the server's response to its offer.
        fields["Sec-WebSocket-Extensions"] = response
        let agreement = try? WebSocketHandshake.agreement(in: fields, key: "k", offer: WebSocketOffer())
        #expect(agreement?.compression == compression, "\(value)")
      }
    }
    #expect(accepted > 0)
    #expect(offered > 0)
  }
}
