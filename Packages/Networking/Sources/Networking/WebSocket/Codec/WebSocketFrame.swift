import NetworkingFoundation

/// The side of a connection, which determines whether frames are masked (RFC 6455, section 5.1).
package enum WebSocketRole: Sendable {
  case client
  case server
}

package struct WebSocketLimits: Sendable, Hashable {
  /// The maximum message size after decompression, in bytes.
  package var messageSize: Int
  /// The maximum number of frames per message; even empty frames take time.
  package var frames = 1 << 17

  package init(messageSize: Int = 16 << 20) { self.messageSize = messageSize }
}

/// The other side's violation of the protocol or of a limit.
package struct WebSocketViolation: Error, Hashable {
  /// The close code to send (RFC 6455, section 7.4.1).
  package enum Code: Int, Sendable {
    case protocolError = 1002
    case invalidText = 1007
    case tooLarge = 1009
  }

  package let code: Code
  /// The violation, worded for use within a sentence.
  package let reason: String

  init(_ reason: String, code: Code = .protocolError) {
    self.code = code
    self.reason = reason
  }
}

enum WebSocketOpcode: UInt8 {
  case continuation = 0
  case text = 1
  case binary = 2
  case close = 8
  case ping = 9
  case pong = 10

  var isControl: Bool { rawValue >= 8 }
}

/// The head of a frame (RFC 6455, section 5.2).
struct WebSocketFrameHead {
  /// The maximum payload of a control frame, in bytes (section 5.5).
  static let controlLimit = 125

  let isFinal: Bool
  let isCompressed: Bool
  let opcode: WebSocketOpcode
  let length: Int
  /// The mask; `nil` if the frame isn't masked.
  let mask: (UInt8, UInt8, UInt8, UInt8)?
  /// The size of the head, in bytes.
  let size: Int

  /// Parses a frame head; rejects invalid first bytes immediately, and returns `nil` if more bytes are needed.
  init?(_ bytes: ArraySlice<UInt8>, for role: WebSocketRole) throws(WebSocketViolation) {
    guard bytes.count >= 2 else { return nil }
    let start = bytes.startIndex
    let (first, second) = (bytes[start], bytes[start + 1])
    guard first & 0x30 == 0 else { throw WebSocketViolation("a frame has a reserved bit set") }
    guard let opcode = WebSocketOpcode(rawValue: first & 0x0F) else {
      throw WebSocketViolation("a frame has the unknown opcode \(first & 0x0F)")
    }
    isFinal = first & 0x80 != 0
    isCompressed = first & 0x40 != 0
    self.opcode = opcode
    let isMasked = second & 0x80 != 0
    guard isMasked == (role == .server) else {
      throw WebSocketViolation(isMasked ? "a frame is masked" : "a frame isn't masked")
    }
    let short = Int(second & 0x7F)
    if opcode.isControl {
      guard isFinal else { throw WebSocketViolation("a control frame is fragmented") }
      guard !isCompressed else { throw WebSocketViolation("a control frame is compressed") }
      guard short <= Self.controlLimit else { throw WebSocketViolation("a control frame is longer than 125 bytes") }
    }
    let lengthSize = short == 126 ? 2 : short == 127 ? 8 : 0
    let size = 2 + lengthSize + (isMasked ? 4 : 0)
    guard bytes.count >= size else { return nil }
    let extended = bytes[(start + 2)..<(start + 2 + lengthSize)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let isMinimal = lengthSize == 0 || extended >= (lengthSize == 2 ? 126 : 65_536)
    guard isMinimal, let extended = Int(exactly: extended) else {
      throw WebSocketViolation("a frame's length is malformed")
    }
    length = lengthSize == 0 ? short : extended
    self.size = size
    let key = start + 2 + lengthSize
    mask = isMasked ? (bytes[key], bytes[key + 1], bytes[key + 2], bytes[key + 3]) : nil
  }

  /// Appends the head of a frame that contains a complete message.
  static func append(
    _ opcode: WebSocketOpcode,
    isCompressed: Bool,
    length: Int,
    mask: UInt32?,
    to bytes: inout Data
  ) {
    bytes.append(0x80 | (isCompressed ? 0x40 : 0) | opcode.rawValue)
    let bit: UInt8 = mask == nil ? 0 : 0x80
    switch length {
    case ...125: bytes.append(bit | UInt8(length))
    case ...65_535:
      bytes.append(bit | 126)
      withUnsafeBytes(of: UInt16(length).bigEndian) { bytes.append(contentsOf: $0) }
    default:
      bytes.append(bit | 127)
      withUnsafeBytes(of: UInt64(length).bigEndian) { bytes.append(contentsOf: $0) }
    }
    if let mask { withUnsafeBytes(of: mask) { bytes.append(contentsOf: $0) } }
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Applies a mask (RFC 6455, section 5.3), starting with mask byte `offset` modulo 4.
  func mask(with key: (UInt8, UInt8, UInt8, UInt8), from offset: Int) {
    guard count > 0, let base = baseAddress else { return }
    let bytes = [key.0, key.1, key.2, key.3]
    let rotated = (0..<8).map { bytes[(offset + $0) % 4] }
    let pattern = rotated.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
    var index = 0
    while index + 8 <= count {
      let word = base.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      base.storeBytes(of: word ^ pattern, toByteOffset: index, as: UInt64.self)
      index += 8
    }
    while index < count {
      self[index] ^= rotated[index % 8]
      index += 1
    }
  }
}
