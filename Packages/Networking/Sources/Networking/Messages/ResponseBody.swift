public import NetworkingFoundation

/// A source of body chunks from a transport, with one reader at a time.
///
/// If the last reference to a source is released before the end of the body, the source must free its connection.
public protocol ResponseBodySource: AnyObject, Sendable {
  /// Waits for one or more bytes; returns `nil` at the end and on every later call.
  ///
  /// - Throws: The reason the body is incomplete; ``NetworkError/cancelled`` if the task was cancelled.
  func nextChunk() async throws(NetworkError) -> Data?

  /// The trailer fields; empty until the body has been read to its end. The default is always empty.
  var trailers: HTTPFields { get }
}

extension ResponseBodySource {
  /// The default trailer fields: none.
  public var trailers: HTTPFields { [:] }
}

/// The body of a response: an asynchronous sequence of chunks that can be read once, at the reader's pace.
public struct ResponseBody: Sendable {
  private enum Storage: Sendable {
    case bytes(Data, trailers: HTTPFields)
    case source(any ResponseBodySource)
  }

  private let storage: Storage

  /// Creates a complete body from bytes in memory.
  public init(bytes: Data) { self.init(bytes: bytes, trailers: [:]) }

  init(bytes: Data, trailers: HTTPFields) { storage = .bytes(bytes, trailers: trailers) }

  /// Creates a body that is read from a source.
  public init(source: some ResponseBodySource) { storage = .source(source) }

  /// The whole content if it is in memory; `nil` if it has to be read from a source.
  public var bytes: Data? {
    guard case .bytes(let bytes, _) = storage else { return nil }
    return bytes
  }

  /// The trailer fields after the content (RFC 9110, section 6.5); empty until the body has been read to its end.
  ///
  /// They aren't in ``HTTPResponse/headers``, because another program may have added them. Responses from a cache or a
  /// coalescer have no trailers.
  public var trailers: HTTPFields {
    switch storage {
    case .bytes(_, let trailers): trailers
    case .source(let source): source.trailers
    }
  }

  /// An empty body.
  public static let empty = ResponseBody(bytes: Data())

  /// Reads the whole body into memory.
  ///
  /// - Throws: ``NetworkError/bodyTooLarge(limit:)`` if the body is larger than `limit` bytes; the transfer then ends.
  public func collect(upTo limit: Int) async throws(NetworkError) -> Data {
    switch storage {
    case .bytes(let bytes, _):
      guard bytes.count <= limit else { throw .bodyTooLarge(limit: limit) }
      return bytes
    case .source(let source):
      var collected = Data()
      while let chunk = try await source.nextChunk() {
        guard collected.count + chunk.count <= limit else { throw .bodyTooLarge(limit: limit) }
        if collected.isEmpty { collected = chunk } else { collected.append(chunk) }
      }
      return collected
    }
  }

  /// Reads until the limit, the end or a failure, whichever comes first, and returns the bytes up to the limit.
  package func prefix(_ limit: Int) async -> Data {
    switch storage {
    case .bytes(let bytes, _):
      return bytes.prefix(limit)
    case .source(let source):
      var collected = Data()
      do {
        while collected.count < limit, let chunk = try await source.nextChunk() { collected.append(chunk) }
      } catch {
        // The caller reports the status, so an incomplete excerpt is better than this error.
      }
      return collected.prefix(limit)
    }
  }
}

extension ResponseBody: AsyncSequence {
  /// An iterator over the chunks.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var remaining: Data?
    fileprivate let source: (any ResponseBodySource)?

    /// Waits for the next chunk; returns `nil` at the end.
    public mutating func next() async throws(NetworkError) -> Data? {
      if let source { return try await source.nextChunk() }
      defer { remaining = nil }
      return remaining
    }
  }

  /// Creates an iterator; for a transport's body, a second iterator continues where the first stopped.
  public func makeAsyncIterator() -> AsyncIterator {
    switch storage {
    case .bytes(let bytes, _): AsyncIterator(remaining: bytes.isEmpty ? nil : bytes, source: nil)
    case .source(let source): AsyncIterator(remaining: nil, source: source)
    }
  }
}
