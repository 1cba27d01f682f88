import Foundation

#if os(Linux)
internal import CurlABI
#endif

extension RequestBody {
  /// Returns a body with the same content compressed with gzip, which is sent with a `Content-Encoding` field.
  ///
  /// ```swift
  /// func body() throws -> RequestBody? { try .json(report).compressed() }
  /// ```
  ///
  /// Use it for services that are known to decode requests. Content in memory that wouldn't get smaller stays
  /// unchanged. Streamed content is compressed while it is sent, so its length isn't known in advance. If zlib isn't
  /// available, as on Apple platforms, all content stays unchanged.
  ///
  /// - Parameter size: The minimum size of the content to compress, in bytes; streamed content of unknown length is
  ///   always compressed.
  /// - Returns: The compressed body, or this body if it stays unchanged.
  public func compressed(above size: Int = 1024) -> RequestBody {
    #if os(Linux)
    guard contentEncoding == nil, length.map({ $0 >= size }) ?? true else { return self }
    if let bytes {
      guard let encoder = GzipEncoder(), let start = encoder.encode(bytes) else { return self }
      let compressed = start + encoder.finish()
      return compressed.count < bytes.count ? encoded(RequestBody(bytes: compressed, contentType: contentType)) : self
    }
    // If there isn't enough memory for an encoder now, there may not be later.
    guard GzipEncoder() != nil else { return self }
    let body = self
    return encoded(
      RequestBody(contentType: contentType, length: nil, isReplayable: isReplayable) { () throws(NetworkError) in
        try GzipReader(LengthCheckedReader(body))
      }
    )
    #else
    return self
    #endif
  }

  #if os(Linux)
  private func encoded(_ body: RequestBody) -> RequestBody {
    var body = body
    body.contentEncoding = "gzip"
    return body
  }
  #endif
}

/// Compresses request bodies with gzip; see ``RequestBody/compressed(above:)``.
///
/// ```swift
/// stack.perCall = [RequestCompressor()]
/// ```
///
/// Requests that already have a `Content-Encoding`, and media whose format is already compressed (images, audio, video,
/// archives), pass unchanged.
public struct RequestCompressor: Middleware {
  private let size: Int

  /// Creates a compressor.
  ///
  /// - Parameter size: The minimum size of the content to compress, in bytes.
  public init(above size: Int = 1024) { self.size = size }

  /// Sends the request with a compressed body.
  public func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
    guard let body = request.body, !request.headers.contains(.contentEncoding), !isCompressed(request) else {
      return try await next.send(request)
    }
    var request = request
    request.body = body.compressed(above: size)
    return try await next.send(request)
  }

  private func isCompressed(_ request: HTTPRequest) -> Bool {
    let type = (request.headers[.contentType] ?? request.body?.contentType ?? "").lowercased()
    return ["image/", "audio/", "video/", "font/woff"].contains { type.hasPrefix($0) && !type.hasPrefix("image/svg") }
      || ["zip", "compressed", "zstd", "x-7z", "x-xz", "x-bzip", "vnd.rar"].contains { type.contains($0) }
  }
}

#if os(Linux)
/// Compresses a stream in the gzip format (RFC 1952).
final class GzipEncoder {
  private static let header = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF])
  private static let chunkSize = 64 << 10

  private let deflater: OpaquePointer
  private var hasBegun = false
  private var checksum: UInt32 = 0
  private var count: UInt32 = 0

  /// Creates an encoder; returns `nil` without zlib or enough memory.
  init?() {
    guard let deflater = curlabi_deflater_make(15) else { return nil }
    self.deflater = deflater
  }

  deinit { curlabi_deflater_free(deflater) }

  /// Returns the next bytes in compressed form; `nil` if there isn't enough memory.
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

  /// Returns the end of the compressed stream.
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

private final class GzipReader: RequestBodyReader {
  private let source: any RequestBodyReader
  private let encoder: GzipEncoder
  private var hasEnded = false

  init(_ source: any RequestBodyReader) throws(NetworkError) {
    guard let encoder = GzipEncoder() else { throw Self.noMemory }
    self.source = source
    self.encoder = encoder
  }

  func nextChunk() async throws(NetworkError) -> Data? {
    guard !hasEnded else { return nil }
    guard let chunk = try await source.nextChunk() else {
      hasEnded = true
      return encoder.finish()
    }
    guard let compressed = encoder.encode(chunk) else { throw Self.noMemory }
    return compressed
  }

  private static let noMemory = NetworkError.invalidRequest(reason: "no memory is left to compress its body")
}

/// The checksum of the gzip format (RFC 1952, section 8).
private enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
  }

  static func updated(_ checksum: UInt32, with data: Data) -> UInt32 {
    ~data.reduce(~checksum) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
  }
}
#endif
