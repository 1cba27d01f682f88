import Foundation
import Testing

@testable import Networking

/// A row with hexadecimal bytes and the decoder's expected events or violation.
struct FrameRow: CustomTestStringConvertible, Sendable {
  let name: String
  let bytes: Data
  var events: [WebSocketDecoder.Event] = []
  var violation: WebSocketViolation.Code?
  var testDescription: String { name }

  init(_ name: String, _ hex: String, more: Data = Data(), _ events: [WebSocketDecoder.Event]) {
    self.name = name
    bytes = Data(hex: hex) + more
    self.events = events
  }

  init(
    _ name: String,
    _ hex: String,
    more: Data = Data(),
    after events: [WebSocketDecoder.Event] = [],
    fails violation: WebSocketViolation.Code
  ) {
    self.name = name
    bytes = Data(hex: hex) + more
    self.events = events
    self.violation = violation
  }
}

extension Data {
  /// Creates bytes from hexadecimal digits, ignoring spaces.
  init(hex: String) {
    let digits = hex.filter { !$0.isWhitespace }
    self.init(
      stride(from: 0, to: digits.count, by: 2).compactMap { offset in
        let start = digits.index(digits.startIndex, offsetBy: offset)
        return UInt8(digits[start..<digits.index(start, offsetBy: 2)], radix: 16)
      }
    )
  }
}

/// Decodes bytes that arrive in chunks of the given sizes.
func decode(
  _ bytes: Data,
  as role: WebSocketRole = .client,
  limits: WebSocketLimits = WebSocketLimits(messageSize: 1 << 16),
  compression: WebSocketCompression? = nil,
  pieces: () -> Int
) -> (events: [WebSocketDecoder.Event], violation: WebSocketViolation?) {
  var decoder = WebSocketDecoder(role: role, limits: limits, compression: compression)
  var events: [WebSocketDecoder.Event] = []
  var rest = bytes[...]
  do throws(WebSocketViolation) {
    repeat {
      let piece = rest.prefix(Swift.max(1, pieces()))
      rest = rest.dropFirst(piece.count)
      decoder.append(Data(piece))
      while let event = try decoder.next() { events.append(event) }
    } while !rest.isEmpty
    return (events, nil)
  } catch {
    return (events, error)
  }
}

@Suite("WebSocket decoder")
struct WebSocketDecoderTests {
  private static func text(_ text: String) -> WebSocketDecoder.Event { .message(.text(text)) }

  static let valid: [FrameRow] = [
    FrameRow("a text", "81 05 48 65 6c 6c 6f", [text("Hello")]),
    FrameRow("a text in two frames", "01 03 48 65 6c 80 02 6c 6f", [text("Hello")]),
    FrameRow("an empty text", "81 00", [text("")]),
    FrameRow("empty fragments", "01 00 00 00 00 00 80 00", [text("")]),
    FrameRow("a binary message", "82 02 00 ff", [.message(.binary(Data([0, 255])))]),
    FrameRow("a character in two frames", "01 01 c3 80 01 a9", [text("é")]),
    FrameRow("a ping", "89 05 48 65 6c 6c 6f", [.ping(Data("Hello".utf8))]),
    FrameRow("an unrequested pong", "8a 00", [.pong(Data())]),
    FrameRow(
      "a ping within a message",
      "01 01 61 89 01 70 00 01 62 8a 00 80 01 63",
      [.ping(Data("p".utf8)), .pong(Data()), text("abc")]
    ),
    FrameRow("two messages at once", "81 01 61 82 01 62", [text("a"), .message(.binary(Data("b".utf8)))]),
    FrameRow(
      "126 bytes",
      "82 7e 00 7e",
      more: Data(repeating: 7, count: 126),
      [.message(.binary(Data(repeating: 7, count: 126)))]
    ),
    FrameRow(
      "65536 bytes",
      "82 7f 00 00 00 00 00 01 00 00",
      more: Data(repeating: 7, count: 65_536),
      [.message(.binary(Data(repeating: 7, count: 65_536)))]
    ),
    FrameRow("a close frame without a code", "88 00", [.close(WebSocketClosure(code: nil))]),
    FrameRow(
      "a close frame with a reason",
      "88 05 03 e8 62 79 65",
      [.close(WebSocketClosure(code: 1000, reason: "bye"))]
    ),
    FrameRow("a close frame with an application-defined code", "88 02 13 87", [.close(WebSocketClosure(code: 4999))]),
    FrameRow("a restart", "88 02 03 f4", [.close(WebSocketClosure(code: 1012))]),
    FrameRow("bytes after a close frame", "88 00 ff ff ff", [.close(WebSocketClosure(code: nil))]),
    FrameRow("an incomplete frame", "81 05 48", []),
  ]

  static let malformed: [FrameRow] = [
    FrameRow("reserved bit 1 without compression", "c1 00", fails: .protocolError),
    FrameRow("reserved bit 2", "a1 00", fails: .protocolError),
    FrameRow("reserved bit 3", "91 00", fails: .protocolError),
    FrameRow("reserved bit 1 in a ping", "c9 00", fails: .protocolError),
    FrameRow("opcode 3", "83 00", fails: .protocolError),
    FrameRow("opcode 11", "8b 00", fails: .protocolError),
    FrameRow("opcode 15", "8f 00", fails: .protocolError),
    FrameRow("a masked frame from the server", "81 81 00 00 00 00 61", fails: .protocolError),
    FrameRow("a fragmented ping", "09 00", fails: .protocolError),
    FrameRow("a ping of 126 bytes", "89 7e 00 7e", fails: .protocolError),
    FrameRow("a continuation frame without a first frame", "80 01 61", fails: .protocolError),
    FrameRow(
      "a continuation frame after a whole message",
      "81 01 61 80 01 62",
      after: [text("a")],
      fails: .protocolError
    ),
    FrameRow("a text frame within a message", "01 01 61 81 01 62", fails: .protocolError),
    FrameRow("a 2-byte extended length that isn't needed", "82 7e 00 7d", fails: .protocolError),
    FrameRow("an 8-byte length where 2 bytes are enough", "82 7f 00 00 00 00 00 00 ff ff", fails: .protocolError),
    FrameRow("a negative length", "82 7f ff ff ff ff ff ff ff ff", fails: .protocolError),
    FrameRow("a frame beyond the limit", "82 7f 00 00 00 00 00 01 00 01", fails: .tooLarge),
    FrameRow("a huge frame", "82 7f 7f ff ff ff ff ff ff ff", fails: .tooLarge),
    FrameRow(
      "a message that grows beyond the limit",
      "02 7f 00 00 00 00 00 01 00 00",
      more: Data(repeating: 0, count: 1 << 16) + Data(hex: "80 01 61"),
      fails: .tooLarge
    ),
    FrameRow("a close frame with an incomplete code", "88 01 03", fails: .protocolError),
    FrameRow("a close frame with a reason that isn't UTF-8", "88 03 03 e8 ff", fails: .invalidText),
    FrameRow("invalid text", "81 02 c3 28", fails: .invalidText),
    FrameRow("an incomplete character", "81 01 c3", fails: .invalidText),
    FrameRow("invalid text in the first of several frames", "01 01 ff", fails: .invalidText),
    FrameRow("invalid text in an incomplete frame", "81 7e 01 00 61 ff", fails: .invalidText),
  ]

  @Test("returns the same events however a frame's bytes are split", arguments: valid)
  func decodesFrames(row: FrameRow) {
    for size in [1, 2, 3, 7, 1 << 20] {
      let result = decode(row.bytes) { size }
      #expect(result.events == row.events, "pieces of \(size) bytes")
      #expect(result.violation == nil)
    }
  }

  @Test("rejects malformed frames however the bytes are split", arguments: malformed)
  func rejectsFrames(row: FrameRow) {
    for size in [1, 2, 3, 7, 1 << 22] {
      let result = decode(row.bytes) { size }
      #expect(result.events == row.events, "pieces of \(size) bytes")
      #expect(result.violation?.code == row.violation)
    }
  }

  @Test(
    "rejects invalid close codes",
    arguments: [0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535]
  )
  func rejectsCodes(code: Int) {
    let result = decode(Data([0x88, 2, UInt8(code >> 8), UInt8(code & 0xFF)])) { 9 }
    #expect(result.violation?.code == .protocolError)
    #expect(result.events.isEmpty)
  }

  @Test("accepts valid close codes", arguments: Array(1000...1003) + Array(1007...1014) + [3000, 3999, 4000, 4999])
  func acceptsCodes(code: Int) {
    let result = decode(Data([0x88, 2, UInt8(code >> 8), UInt8(code & 0xFF)])) { 9 }
    #expect(result.events == [.close(WebSocketClosure(code: code))])
  }

  @Test("limits the number of frames in a message")
  func limitsFrames() {
    var limits = WebSocketLimits()
    limits.frames = 3
    #expect(decode(Data(hex: "01 00 00 00 80 00"), limits: limits) { 9 }.events == [Self.text("")])
    #expect(decode(Data(hex: "01 00 00 00 00 00 80 00"), limits: limits) { 9 }.violation?.code == .tooLarge)
  }

  @Test("requires masked frames from clients and unmasks them")
  func unmasks() {
    let frame = Data(hex: "81 85 37 fa 21 3d 7f 9f 4d 51 58")
    for size in [1, 3, 99] {
      #expect(decode(frame, as: .server) { size }.events == [Self.text("Hello")])
    }
    #expect(decode(Data(hex: "81 05 48 65 6c 6c 6f"), as: .server) { 9 }.violation?.code == .protocolError)
  }

  @Test("decodes an encoder's output for both sides and all sizes of the length field")
  func roundTrips() throws {
    for (sender, receiver) in [(WebSocketRole.client, WebSocketRole.server), (.server, .client)] {
      let encoder = WebSocketEncoder(role: sender)
      for count in [0, 1, 7, 8, 9, 125, 126, 127, 65_535, 65_536, 100_001] {
        let message = WebSocketMessage.binary(Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }))
        let frame = try #require(encoder.message(message))
        #expect(decode(frame, as: receiver, limits: WebSocketLimits()) { 4_097 }.events == [.message(message)])
      }
    }
  }

  @Test("uses a different key to mask each frame from a client")
  func masksRandomly() {
    let encoder = WebSocketEncoder(role: .client)
    let frames = (0..<50).map { _ in encoder.ping(Data("x".utf8)) }
    #expect(frames.allSatisfy { $0[1] & 0x80 != 0 })
    #expect(Set(frames.map { $0[2..<6] }).count > 45)
  }

  @Test("shortens a close reason without splitting a character")
  func shortensReasons() {
    let frame = WebSocketEncoder(role: .server).close(
      WebSocketClosure(code: 1000, reason: String(repeating: "é", count: 80))
    )
    let reason = String(repeating: "é", count: 61)
    #expect(decode(frame) { 200 }.events == [.close(WebSocketClosure(code: 1000, reason: reason))])
  }
}

@Suite("UTF-8 validator")
struct UTF8ValidatorTests {
  @Test("agrees with the standard library on all sequences of up to two bytes, and on many longer ones")
  func agrees() {
    var inputs: [[UInt8]] = (0...255).map { [$0] }
    for first in UInt8(0x7F)...0xFF { for second in UInt8(0)...0xFF { inputs.append([first, second]) } }
    let borders: [UInt8] = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
    for first in UInt8(0xE0)...0xF5 {
      for second in borders {
        for third in borders { for fourth in borders { inputs.append([first, second, third, fourth]) } }
      }
      for second in borders { for third in borders { inputs.append([first, second, third]) } }
    }
    for input in inputs {
      let isValid = String(validating: input, as: UTF8.self) != nil
      for split in 0...input.count {
        var validator = UTF8Validator()
        let accepts =
          input[..<split].withUnsafeBytes { validator.consume($0) }
          && input[split...].withUnsafeBytes { validator.consume($0) } && validator.isComplete
        #expect(accepts == isValid, "\(input) at \(split)")
      }
    }
  }

  @Test(
    "detects the first invalid UTF-8 byte as soon as it arrives",
    arguments: ["f4 90", "ed a0", "c0", "e0 80", "f5", "f0 80", "80"]
  )
  func failsFast(hex: String) {
    var validator = UTF8Validator()
    let bytes = Data("κόσμε ".utf8) + Data(hex: hex)
    #expect(bytes.dropLast().withUnsafeBytes { validator.consume($0) })
    #expect(!bytes.suffix(1).withUnsafeBytes { validator.consume($0) })
  }
}
