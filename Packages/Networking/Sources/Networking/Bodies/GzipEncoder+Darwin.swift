#if !os(Linux)
import NetworkingFoundation

/// Unavailable on this platform: compression is offered only on Linux.
final class GzipEncoder {
  init?() { return nil }

  func encode(_ data: Data) -> Data? { nil }

  func finish() -> Data { Data() }
}
#endif
