public import Foundation

/// Where the chunks of a body come from; a transport implements it.
///
/// There is one reader at a time. A source whose last reference goes away before its end must free its connection.
public protocol ResponseBodySource: AnyObject, Sendable {
  /// Waits for the next chunk.
  ///
  /// - Returns: One or more bytes, or `nil` at the end, then again `nil`.
  /// - Throws: Why the rest can't come; ``NetworkError/cancelled`` when the task was cancelled.
  func nextChunk() async throws(NetworkError) -> Data?
}

/// The content of an answer: an asynchronous sequence of chunks, read once and only as fast as the reader asks.
public struct ResponseBody: Sendable {
  private enum Storage: Sendable {
    case bytes(Data)
    case source(any ResponseBodySource)
  }

  private let storage: Storage

  /// Makes a body that is already complete.
  public init(bytes: Data) { storage = .bytes(bytes) }

  /// Makes a body that is read from a source.
  public init(source: some ResponseBodySource) { storage = .source(source) }

  /// The whole content where it is in memory already; `nil` for one that is still arriving.
  public var bytes: Data? {
    guard case .bytes(let bytes) = storage else { return nil }
    return bytes
  }

  /// No content.
  public static let empty = ResponseBody(bytes: Data())

  /// Reads everything.
  ///
  /// - Parameter limit: The most bytes to keep in memory.
  /// - Returns: The whole content.
  /// - Throws: ``NetworkError/bodyTooLarge(limit:)`` as soon as there are more; the transfer then ends.
  public func collect(upTo limit: Int) async throws(NetworkError) -> Data {
    switch storage {
    case .bytes(let bytes):
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

  /// Reads at most the first bytes and drops the rest; for excerpts of error bodies.
  ///
  /// - Parameter limit: How many bytes.
  /// - Returns: What could be read: a body that breaks off gives what came before.
  public func prefix(_ limit: Int) async -> Data {
    switch storage {
    case .bytes(let bytes):
      return bytes.prefix(limit)
    case .source(let source):
      var collected = Data()
      do {
        while collected.count < limit, let chunk = try await source.nextChunk() { collected.append(chunk) }
      } catch {
        // The status is the failure that counts; its excerpt may be shorter than it could have been.
      }
      return collected.prefix(limit)
    }
  }
}

extension ResponseBody: AsyncSequence {
  /// Hands out the chunks.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var remaining: Data?
    fileprivate let source: (any ResponseBodySource)?

    /// Waits for the next chunk; `nil` at the end.
    public mutating func next() async throws(NetworkError) -> Data? {
      if let source { return try await source.nextChunk() }
      defer { remaining = nil }
      return remaining
    }
  }

  /// Starts reading.
  ///
  /// A body from a transport can be read once: a second iterator goes on where the first one stopped.
  public func makeAsyncIterator() -> AsyncIterator {
    switch storage {
    case .bytes(let bytes): AsyncIterator(remaining: bytes.isEmpty ? nil : bytes, source: nil)
    case .source(let source): AsyncIterator(remaining: nil, source: source)
    }
  }
}
