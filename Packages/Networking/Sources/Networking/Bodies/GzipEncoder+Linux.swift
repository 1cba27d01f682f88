#if os(Linux)
internal import CurlABI
import NetworkingFoundation

/// A compressor that produces a stream in the gzip format (RFC 1952).
final class GzipEncoder {
  private static let header = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF])
  private static let chunkSize = 64 << 10

  private let deflater: OpaquePointer
  private var hasBegun = false
  private var checksum: UInt32 = 0
  private var count: UInt32 = 0

  /// Creates an encoder; returns `nil` if zlib is missing or there isn't enough memory.
  init?() {
    guard let deflater = curlabi_deflater_make(15) else { return nil }
    self.deflater = deflater
  }

  deinit { curlabi_deflater_free(deflater) }

  /// Compresses data; returns `nil` if there isn't enough memory.
  func encode(_ data: Data) -> Data? {
    var output = start()
    guard !data.isEmpty else { return output }
    checksum = CRC32.updated(checksum, with: data)
    count &+= UInt32(truncatingIfNeeded: data.count)
    let isComplete = data.withUnsafeBytes { input -> Bool in
      var position = 0
      var buffer = [UInt8](repeating: 0, count: Self.chunkSize)
      while true {
        var used = input.count - position
        var produced = buffer.count
        let start = input.baseAddress.map { $0 + position }
        let isSound = buffer.withUnsafeMutableBytes {
          curlabi_deflater_run(deflater, start, &used, $0.baseAddress, &produced)
        }
        guard isSound else { return false }
        position += used
        output.append(contentsOf: buffer[..<produced])
        if position == input.count, produced < buffer.count { return true }
      }
    }
    return isComplete ? output : nil
  }

  /// Ends the compressed stream and returns its last bytes.
  func finish() -> Data {
    var output = start()
    // The final block, which is empty.
    output.append(contentsOf: [0x03, 0x00])
    for word in [checksum, count] {
      output.append(contentsOf: (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) })
    }
    return output
  }

  private func start() -> Data {
    defer { hasBegun = true }
    return hasBegun ? Data() : Self.header
  }
}

/// The gzip checksum (RFC 1952, section 8).
private enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
  }

  static func updated(_ checksum: UInt32, with data: Data) -> UInt32 {
    ~data.reduce(~checksum) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
  }
}
#endif
