package import NetworkingFoundation

/// A strict decoder for the bytes received on a WebSocket, with size limits (RFC 6455, sections 5 to 8).
///
/// The same bytes produce the same events however they are split. Decoding ends after a close frame, and after a
/// violation, because the next frame's start is then unknown.
package struct WebSocketDecoder {
  package enum Event: Sendable, Hashable {
    case message(WebSocketMessage)
    case ping(Data)
    case pong(Data)
    case close(WebSocketClosure)
  }

  private let role: WebSocketRole
  private let limits: WebSocketLimits
  private let inflater: MessageInflater?
  private var input: [UInt8] = []
  private var position = 0
  private var isOver = false

  /// The frame whose payload is being read.
  private var frame: WebSocketFrameHead?
  private var missing = 0
  private var control: [UInt8] = []

  private var message: Message?

  private struct Message {
    let isText: Bool
    let isCompressed: Bool
    var bytes = Data()
    var text = UTF8Validator()
    var frames = 0
  }

  package init(role: WebSocketRole, limits: WebSocketLimits, compression: WebSocketCompression? = nil) {
    self.role = role
    self.limits = limits
    inflater = compression.flatMap {
      MessageInflater(keepsContext: $0.keepsContext(of: role == .client ? .server : .client))
    }
  }

  package mutating func append(_ bytes: Data) {
    if position == input.count {
      input.removeAll(keepingCapacity: true)
      position = 0
    } else if position >= 64 << 10 {
      input.removeFirst(position)
      position = 0
    }
    input.append(contentsOf: bytes)
  }

  /// Returns the next event; `nil` if the decoder needs more bytes.
  package mutating func next() throws(WebSocketViolation) -> Event? {
    do throws(WebSocketViolation) {
      while !isOver {
        if let frame {
          try readPayload(of: frame)
          guard missing == 0 else { return nil }
          self.frame = nil
          if let event = try finish(frame) { return event }
        } else {
          guard let head = try WebSocketFrameHead(input[position...], for: role) else { return nil }
          position += head.size
          missing = head.length
          try begin(head)
          frame = head
        }
      }
      return nil
    } catch {
      isOver = true
      throw error
    }
  }

  private mutating func begin(_ head: WebSocketFrameHead) throws(WebSocketViolation) {
    switch head.opcode {
    case .close, .ping, .pong:
      control.removeAll(keepingCapacity: true)
      return
    case .continuation:
      guard message != nil else { throw WebSocketViolation("a continuation frame doesn't belong to any message") }
      guard !head.isCompressed else { throw WebSocketViolation("a continuation frame has a reserved bit set") }
    case .text, .binary:
      guard message == nil else { throw WebSocketViolation("a message begins before the previous message has ended") }
      guard !head.isCompressed || inflater != nil else { throw WebSocketViolation("a frame has a reserved bit set") }
      message = Message(isText: head.opcode == .text, isCompressed: head.isCompressed)
    }
    message?.frames += 1
    let size = message?.bytes.count ?? 0
    // A compressed message may be longer than its payload, so its size is checked while it is decompressed.
    guard head.length <= limits.messageSize - (message?.isCompressed == true ? 0 : size) else { throw tooLarge }
    guard message?.frames ?? 0 <= limits.frames else {
      throw WebSocketViolation("a message has more than \(limits.frames) frames", code: .tooLarge)
    }
  }

  private mutating func readPayload(of head: WebSocketFrameHead) throws(WebSocketViolation) {
    let count = min(missing, input.count - position)
    guard count > 0 else { return }
    let range = position..<(position + count)
    if let mask = head.mask {
      let offset = head.length - missing
      input.withUnsafeMutableBytes {
        UnsafeMutableRawBufferPointer(rebasing: $0[range]).mask(with: mask, from: offset)
      }
    }
    position += count
    missing -= count
    if head.opcode.isControl {
      control.append(contentsOf: input[range])
      return
    }
    guard var message else { return }
    self.message = nil
    let (inflater, limit) = (inflater, limits.messageSize)
    let result = input.withUnsafeBytes { bytes in
      Result { () throws(WebSocketViolation) in
        let part = UnsafeRawBufferPointer(rebasing: bytes[range])
        if message.isCompressed {
          try inflater?.inflate(part, limit: limit) { piece throws(WebSocketViolation) in
            try Self.append(piece, to: &message, limit: limit)
          }
        } else {
          try Self.append(part, to: &message, limit: limit)
        }
      }
    }
    self.message = message
    try result.get()
  }

  private mutating func finish(_ head: WebSocketFrameHead) throws(WebSocketViolation) -> Event? {
    switch head.opcode {
    case .ping: return .ping(Data(control))
    case .pong: return .pong(Data(control))
    case .close:
      isOver = true
      return .close(try closure())
    case .text, .binary, .continuation: return head.isFinal ? try finishMessage() : nil
    }
  }

  private mutating func finishMessage() throws(WebSocketViolation) -> Event? {
    guard var message else { return nil }
    self.message = nil
    if message.isCompressed {
      let limit = limits.messageSize
      try inflater?.finish(limit: limit) { piece throws(WebSocketViolation) in
        try Self.append(piece, to: &message, limit: limit)
      }
    }
    guard message.isText else { return .message(.binary(message.bytes)) }
    guard message.text.isComplete else { throw Self.invalidText }
    return .message(.text(String(decoding: message.bytes, as: UTF8.self)))
  }

  private static func append(
    _ bytes: UnsafeRawBufferPointer,
    to message: inout Message,
    limit: Int
  ) throws(WebSocketViolation) {
    guard bytes.count <= limit - message.bytes.count else { throw tooLarge(limit) }
    if message.isText, !message.text.consume(bytes) { throw invalidText }
    message.bytes.append(contentsOf: bytes)
  }

  private func closure() throws(WebSocketViolation) -> WebSocketClosure {
    guard !control.isEmpty else { return WebSocketClosure(code: nil) }
    guard control.count >= 2 else { throw WebSocketViolation("a close frame has an incomplete code") }
    let code = Int(control[0]) << 8 | Int(control[1])
    guard WebSocketClosure.isValid(code) else { throw WebSocketViolation("a close frame has the invalid code \(code)") }
    guard let reason = String(validating: control[2...], as: UTF8.self) else { throw Self.invalidText }
    return WebSocketClosure(code: code, reason: reason)
  }

  private var tooLarge: WebSocketViolation { Self.tooLarge(limits.messageSize) }

  private static func tooLarge(_ limit: Int) -> WebSocketViolation {
    WebSocketViolation("a message is larger than \(limit) bytes", code: .tooLarge)
  }

  private static var invalidText: WebSocketViolation {
    WebSocketViolation("a text message or close reason isn't valid UTF-8", code: .invalidText)
  }
}
