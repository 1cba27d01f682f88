#if !os(Linux)
import NetworkingFoundation

/// Unavailable on this platform: compression is offered only on Linux.
final class MessageInflater {
  static let isAvailable = false

  init?(keepsContext: Bool) { return nil }

  func inflate(
    _ bytes: UnsafeRawBufferPointer,
    limit: Int,
    _ take: (UnsafeRawBufferPointer) throws(WebSocketViolation) -> Void
  ) throws(WebSocketViolation) {}

  func finish(
    limit: Int,
    _ take: (UnsafeRawBufferPointer) throws(WebSocketViolation) -> Void
  ) throws(WebSocketViolation) {}
}

/// Unavailable on this platform: compression is offered only on Linux.
final class MessageDeflater {
  init?(windowBits: Int, keepsContext: Bool) { return nil }

  func deflate(_ message: Data) -> Data? { nil }
}
#endif
