public import NetworkingFoundation

/// A reader of request content in chunks, used by one task; each attempt to send the content creates a new reader.
public protocol RequestBodyReader: AnyObject {
  /// Waits for the next chunk, which has at least one byte; returns `nil` at the end.
  ///
  /// - Throws: The reason the rest of the content can't be read.
  func nextChunk() async throws(NetworkError) -> Data?
}

/// A request's content: bytes in memory, a file, a form, or a sequence that is read as fast as the server accepts it.
public struct RequestBody: Sendable {
  private enum Storage: Sendable {
    case bytes(Data)
    case source(@Sendable () throws(NetworkError) -> any RequestBodyReader)
  }

  private let storage: Storage
  /// The media type for `Content-Type`; if `nil`, no `Content-Type` is sent.
  public let contentType: String?
  /// The length in bytes; `nil` if it isn't known in advance, in which case HTTP/1.1 uses chunked transfer coding.
  public let length: Int?
  /// Whether the content can be sent again, for a retry or a redirect.
  public let isReplayable: Bool
  /// The content coding, which the transport announces as `Content-Encoding`; `nil` if the content isn't encoded.
  var contentEncoding: String?

  /// Creates a body from bytes in memory; without a `contentType`, no `Content-Type` is sent.
  public init(bytes: Data, contentType: String?) {
    storage = .bytes(bytes)
    self.contentType = contentType
    length = bytes.count
    isReplayable = true
  }

  /// Creates a body from a source that can be read any number of times.
  ///
  /// Each reader starts at the beginning of the content. The request fails if a reader's byte count differs from
  /// `length`, unless `length` is `nil`.
  public init(
    contentType: String?,
    length: Int?,
    makeReader: @escaping @Sendable () throws(NetworkError) -> any RequestBodyReader
  ) {
    self.init(contentType: contentType, length: length, isReplayable: true, makeReader: makeReader)
  }

  init(
    contentType: String?,
    length: Int?,
    isReplayable: Bool,
    makeReader: @escaping @Sendable () throws(NetworkError) -> any RequestBodyReader
  ) {
    storage = .source(makeReader)
    self.contentType = contentType
    self.length = length
    self.isReplayable = isReplayable
  }

  /// The content if it is in memory; `nil` if it is streamed.
  public var bytes: Data? {
    guard case .bytes(let bytes) = storage else { return nil }
    return bytes
  }

  /// Creates a reader that starts at the beginning of the content.
  ///
  /// - Throws: ``NetworkError/fileFailure(path:reason:)`` if a file can't be opened, or
  ///   ``NetworkError/invalidRequest(reason:)`` if a single-use body has already been read.
  public func makeReader() throws(NetworkError) -> any RequestBodyReader {
    switch storage {
    case .bytes(let bytes): BytesReader(bytes)
    case .source(let makeReader): try makeReader()
    }
  }

  /// Reads the whole content into memory.
  ///
  /// - Throws: ``NetworkError/bodyTooLarge(limit:)`` if it has more than `limit` bytes, or the reader's error.
  public func collect(upTo limit: Int) async throws(NetworkError) -> Data {
    if let length, length > limit { throw .bodyTooLarge(limit: limit) }
    if let bytes { return bytes }
    let reader = try makeReader()
    var collected = Data()
    while let chunk = try await reader.nextChunk() {
      guard collected.count + chunk.count <= limit else { throw .bodyTooLarge(limit: limit) }
      collected.append(chunk)
    }
    return collected
  }
}

private final class BytesReader: RequestBodyReader {
  private var remaining: Data?

  init(_ bytes: Data) { remaining = bytes.isEmpty ? nil : bytes }

  func nextChunk() async throws(NetworkError) -> Data? {
    defer { remaining = nil }
    return remaining
  }
}

/// A reader that checks a body's announced length.
///
/// With a wrong length, the server could mistake the next request on the connection for the rest of this body.
final class LengthCheckedReader: RequestBodyReader {
  private let reader: any RequestBodyReader
  private let length: Int?
  private var count = 0

  init(_ body: RequestBody) throws(NetworkError) {
    reader = try body.makeReader()
    length = body.length
  }

  func nextChunk() async throws(NetworkError) -> Data? {
    let chunk = try await reader.nextChunk()
    count += chunk?.count ?? 0
    if let length, count > length || (chunk == nil && count < length) {
      // An asynchronous sequence simply ends when its task is cancelled.
      if chunk == nil, Task.isCancelled { throw .cancelled }
      throw .invalidRequest(reason: "its body doesn't have the declared \(length) bytes")
    }
    return chunk
  }
}
