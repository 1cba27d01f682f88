package import NetworkingFoundation

/// An encoder for one side's frames; each message is a single frame.
package struct WebSocketEncoder {
  /// The minimum size, in bytes, of a message that is compressed.
  private static let compressedSize = 64

  private let role: WebSocketRole
  private let deflater: MessageDeflater?
  private let makeMask: @Sendable () -> UInt32

  /// Creates an encoder; unpredictable masks prevent a script from choosing the bytes sent (RFC 6455, section 10.3).
  package init(
    role: WebSocketRole,
    compression: WebSocketCompression? = nil,
    makeMask: @escaping @Sendable () -> UInt32 = { .random(in: .min ... .max) }
  ) {
    self.role = role
    self.makeMask = makeMask
    deflater = compression.flatMap {
      MessageDeflater(windowBits: $0.windowBits(of: role), keepsContext: $0.keepsContext(of: role))
    }
  }

  /// Encodes a message; returns `nil` if there isn't enough memory to compress it.
  package func message(_ message: WebSocketMessage) -> Data? {
    let opcode: WebSocketOpcode = if case .text = message { .text } else { .binary }
    let bytes = message.bytes
    guard let deflater, bytes.count >= Self.compressedSize else { return frame(opcode, bytes) }
    return deflater.deflate(bytes).map { frame(opcode, $0, isCompressed: true) }
  }

  package func ping(_ payload: Data) -> Data { frame(.ping, payload) }

  package func pong(_ payload: Data) -> Data { frame(.pong, payload) }

  /// Encodes a close frame with a reason of at most 123 bytes.
  package func close(_ closure: WebSocketClosure) -> Data {
    guard let code = closure.code else { return frame(.close, Data()) }
    var payload = withUnsafeBytes(of: UInt16(code).bigEndian) { Data($0) }
    var reason = closure.reason
    while reason.utf8.count > WebSocketFrameHead.controlLimit - 2 { reason.removeLast() }
    payload.append(contentsOf: reason.utf8)
    return frame(.close, payload)
  }

  private func frame(_ opcode: WebSocketOpcode, _ payload: Data, isCompressed: Bool = false) -> Data {
    let mask = role == .client ? makeMask() : nil
    var bytes = Data(capacity: payload.count + 14)
    WebSocketFrameHead.append(opcode, isCompressed: isCompressed, length: payload.count, mask: mask, to: &bytes)
    let start = bytes.count
    bytes.append(payload)
    guard let mask else { return bytes }
    let key = withUnsafeBytes(of: mask) { ($0[0], $0[1], $0[2], $0[3]) }
    bytes.withUnsafeMutableBytes {
      UnsafeMutableRawBufferPointer(rebasing: $0[start...]).mask(with: key, from: 0)
    }
    return bytes
  }
}
