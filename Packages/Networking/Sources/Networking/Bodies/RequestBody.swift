public import Foundation

/// Hands out the content of a request, piece by piece; made anew for every time that the content is sent.
///
/// One task at a time asks it.
public protocol RequestBodyReader: AnyObject, Sendable {
  /// Waits for the next piece.
  ///
  /// - Returns: One or more bytes, or `nil` at the end.
  /// - Throws: Why the rest can't be had.
  func nextChunk() async throws(NetworkError) -> Data?
}

/// The content of a request: bytes in memory, a file, a form, or a sequence that is read while it is sent.
///
/// A body says how long it is, where that is known, and whether it can be sent more than once. What is streamed is read only as fast
/// as the other side takes it.
public struct RequestBody: Sendable {
  private enum Storage: Sendable {
    case bytes(Data)
    case source(@Sendable () throws(NetworkError) -> any RequestBodyReader)
  }

  private let storage: Storage
  /// The media type for `Content-Type`; `nil` sends none.
  public let contentType: String?
  /// How many bytes are sent; `nil` where that is not known before the end, so that HTTP/1.1 needs the chunked coding.
  public let length: Int?
  /// Whether the content can be sent again, for a retry or a redirect; a one-shot body is gone once it was read.
  public let isReplayable: Bool

  /// Makes a body from bytes.
  ///
  /// - Parameters:
  ///   - bytes: What is sent, as it is.
  ///   - contentType: The media type for `Content-Type`.
  public init(bytes: Data, contentType: String?) {
    storage = .bytes(bytes)
    self.contentType = contentType
    length = bytes.count
    isReplayable = true
  }

  /// Makes a body from something that can be read any number of times.
  ///
  /// - Parameters:
  ///   - contentType: The media type for `Content-Type`.
  ///   - length: How many bytes each reader hands out; `nil` where that is not known. A reader that hands out another number fails
  ///     the request.
  ///   - makeReader: Makes a reader at the beginning of the content.
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

  /// The content where it is in memory; `nil` where it is streamed.
  public var bytes: Data? {
    guard case .bytes(let bytes) = storage else { return nil }
    return bytes
  }

  /// Makes a reader at the beginning of the content.
  ///
  /// - Returns: A reader of its own for each caller.
  /// - Throws: ``NetworkError/fileFailure(path:reason:)`` where a file can't be opened, ``NetworkError/invalidRequest(reason:)`` where
  ///   a one-shot body was read before.
  public func makeReader() throws(NetworkError) -> any RequestBodyReader {
    switch storage {
    case .bytes(let bytes): BytesReader(bytes)
    case .source(let makeReader): try makeReader()
    }
  }

  /// Reads everything.
  ///
  /// - Parameter limit: The most bytes to keep in memory.
  /// - Returns: The whole content.
  /// - Throws: ``NetworkError/bodyTooLarge(limit:)`` where there are more, or why the content can't be read.
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

/// Hands out bytes that are in memory, all at once.
private final class BytesReader: RequestBodyReader, @unchecked Sendable {
  // `@unchecked Sendable`: one task at a time asks a reader.
  private var remaining: Data?

  init(_ bytes: Data) { remaining = bytes.isEmpty ? nil : bytes }

  func nextChunk() async throws(NetworkError) -> Data? {
    defer { remaining = nil }
    return remaining
  }
}
