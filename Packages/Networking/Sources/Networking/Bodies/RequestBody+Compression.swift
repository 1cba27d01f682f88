import NetworkingFoundation

extension RequestBody {
  /// Returns a body with gzip-compressed content, which is sent with a `Content-Encoding` field.
  ///
  /// ```swift
  /// func body() throws -> RequestBody? { try .json(report).compressed() }
  /// ```
  ///
  /// Use it for services that are known to decode compressed requests. Content below `size` bytes, and content in
  /// memory that wouldn't get smaller, stays unchanged. Streamed content is compressed while it is sent, so its length
  /// isn't known in advance. Without zlib, for example on Apple platforms, all content stays unchanged.
  public func compressed(above size: Int = 1024) -> RequestBody {
    guard contentEncoding == nil, length.map({ $0 >= size }) ?? true else { return self }
    if let bytes {
      guard let encoder = GzipEncoder(), let start = encoder.encode(bytes) else { return self }
      let compressed = start + encoder.finish()
      return compressed.count < bytes.count ? encoded(RequestBody(bytes: compressed, contentType: contentType)) : self
    }
    // If there isn't enough memory for an encoder now, there may not be enough later either.
    guard GzipEncoder() != nil else { return self }
    let body = self
    return encoded(
      RequestBody(contentType: contentType, length: nil, isReplayable: isReplayable) { () throws(NetworkError) in
        try GzipReader(LengthCheckedReader(body))
      }
    )
  }

  private func encoded(_ body: RequestBody) -> RequestBody {
    var body = body
    body.contentEncoding = "gzip"
    return body
  }
}

/// Middleware that compresses request bodies with gzip; see ``RequestBody/compressed(above:)``.
///
/// ```swift
/// stack.perCall = [RequestCompressor()]
/// ```
///
/// Requests with a `Content-Encoding` field or a compressed media type (such as an image or archive) aren't changed.
public struct RequestCompressor: Middleware {
  private let size: Int

  /// Creates a compressor for bodies of at least `size` bytes.
  public init(above size: Int = 1024) { self.size = size }

  /// Compresses the request's body and sends the request.
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

  private static let noMemory = NetworkError.invalidRequest(reason: "there isn't enough memory to compress its body")
}
