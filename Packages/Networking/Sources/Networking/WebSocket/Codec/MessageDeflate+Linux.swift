#if os(Linux)
internal import CurlABI
import NetworkingFoundation

/// A decompressor for one side's messages (RFC 7692, section 7.2.2).
final class MessageInflater {
  static let isAvailable = curlabi_inflater_is_available()

  private static let chunkSize = 64 << 10
  private static let tail: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]

  private let pointer: OpaquePointer
  private let keepsContext: Bool

  init?(keepsContext: Bool) {
    guard let pointer = curlabi_inflater_make(true) else { return nil }
    self.pointer = pointer
    self.keepsContext = keepsContext
  }

  deinit { curlabi_inflater_free(pointer) }

  /// Decompresses bytes and passes the output on in chunks, so that the caller can stop at its size limit.
  func inflate(
    _ bytes: UnsafeRawBufferPointer,
    limit: Int,
    _ take: (UnsafeRawBufferPointer) throws(WebSocketViolation) -> Void
  ) throws(WebSocketViolation) {
    let output = UnsafeMutableRawBufferPointer.allocate(byteCount: min(Self.chunkSize, limit + 1), alignment: 1)
    defer { output.deallocate() }
    var rest = bytes
    while true {
      var (used, produced) = (rest.count, output.count)
      let result = curlabi_inflater_run(pointer, rest.baseAddress, &used, output.baseAddress, &produced)
      rest = UnsafeRawBufferPointer(rebasing: rest[used...])
      try take(UnsafeRawBufferPointer(rebasing: output[..<produced]))
      switch result {
      case CurlABIInflationContinues:
        if rest.isEmpty, produced < output.count { return }
        guard used > 0 || produced > 0 else { throw Self.invalid }
      case CurlABIInflationEnded:
        guard curlabi_inflater_continue(pointer) else { throw Self.invalid }
        if rest.isEmpty { return }
      default: throw Self.invalid
      }
    }
  }

  /// Ends a message by supplying the four bytes that the sender removed from its compressed data.
  func finish(
    limit: Int,
    _ take: (UnsafeRawBufferPointer) throws(WebSocketViolation) -> Void
  ) throws(WebSocketViolation) {
    let tail = Self.tail
    let result = tail.withUnsafeBytes { bytes in
      Result { () throws(WebSocketViolation) in try inflate(bytes, limit: limit, take) }
    }
    try result.get()
    if !keepsContext, !curlabi_inflater_reset(pointer) { throw Self.invalid }
  }

  private static var invalid: WebSocketViolation { WebSocketViolation("a message isn't valid compressed data") }
}

/// A compressor for one side's messages (RFC 7692, section 7.2.1).
final class MessageDeflater {
  private static let chunkSize = 64 << 10

  private let pointer: OpaquePointer
  private let keepsContext: Bool

  /// Creates a compressor; `nil` if zlib doesn't support the window size, so messages must be sent uncompressed.
  init?(windowBits: Int, keepsContext: Bool) {
    guard windowBits > 8, let pointer = curlabi_deflater_make(Int32(windowBits)) else { return nil }
    self.pointer = pointer
    self.keepsContext = keepsContext
  }

  deinit { curlabi_deflater_free(pointer) }

  /// Compresses a message; returns `nil` if there isn't enough memory.
  func deflate(_ message: Data) -> Data? {
    let output = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunkSize, alignment: 1)
    defer { output.deallocate() }
    var compressed = Data()
    let isDone = message.withUnsafeBytes { bytes in
      var rest = bytes
      while true {
        var (used, produced) = (rest.count, output.count)
        guard curlabi_deflater_run(pointer, rest.baseAddress, &used, output.baseAddress, &produced) else {
          return false
        }
        compressed.append(contentsOf: output[..<produced])
        rest = UnsafeRawBufferPointer(rebasing: rest[used...])
        if rest.isEmpty, produced < output.count { return true }
      }
    }
    guard isDone, keepsContext || curlabi_deflater_reset(pointer) else { return nil }
    // The flushed data ends with four bytes that the sender has to omit.
    return compressed.dropLast(4)
  }
}
#endif
