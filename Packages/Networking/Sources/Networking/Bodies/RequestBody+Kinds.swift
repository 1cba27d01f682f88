public import Foundation

extension RequestBody {
  /// Makes a JSON body.
  ///
  /// - Parameters:
  ///   - value: What is encoded.
  ///   - encoder: How; a plain one when left out.
  /// - Returns: The body, with the media type `application/json`.
  /// - Throws: ``NetworkError/invalidRequest(reason:)`` where the value can't be encoded.
  public static func json(
    _ value: some Encodable,
    encoder: JSONEncoder = JSONEncoder()
  ) throws(NetworkError) -> RequestBody {
    do {
      return RequestBody(bytes: try encoder.encode(value), contentType: "application/json")
    } catch {
      throw .unencodable("body can't be encoded as JSON", error)
    }
  }

  /// Makes a form body as browsers send it.
  ///
  /// - Parameter items: The fields in order; one without a value is sent with an empty one.
  /// - Returns: The body, with the media type `application/x-www-form-urlencoded`, serialised as WHATWG's URL standard says
  ///   (section 5.2): UTF-8, spaces as `+`, all but letters, digits and `*-._` escaped.
  public static func form(_ items: [URLQueryItem]) -> RequestBody {
    RequestBody(
      bytes: Data(FormEncoding.encode(items).utf8),
      contentType: "application/x-www-form-urlencoded"
    )
  }

  /// Makes a body from a file, which is read while it is sent.
  ///
  /// - Parameters:
  ///   - url: A regular file. Its length is taken now; when it has another one at the time of sending, the request fails.
  ///   - contentType: The media type for `Content-Type`.
  /// - Returns: The body, of known length and replayable.
  /// - Throws: ``NetworkError/fileFailure(path:reason:)`` where there is no file that can be read.
  public static func file(
    _ url: URL,
    contentType: String? = "application/octet-stream"
  ) throws(NetworkError) -> RequestBody {
    let path = url.path(percentEncoded: false)
    let length = try LocalFile.length(ofRegularFileAt: path)
    return RequestBody(contentType: contentType, length: length) { () throws(NetworkError) in
      try FileBodyReader(path: path, length: length)
    }
  }

  /// Makes a body from a sequence of chunks that can be read only once, so that the request is never sent again.
  ///
  /// - Parameters:
  ///   - chunks: The content. It is asked for the next chunk only when the one before was taken.
  ///   - length: How many bytes there are, where that is known; another number fails the request.
  ///   - contentType: The media type for `Content-Type`.
  /// - Returns: The body, one-shot.
  public static func stream<Chunks: AsyncSequence & Sendable>(
    _ chunks: Chunks,
    length: Int? = nil,
    contentType: String? = "application/octet-stream"
  ) -> RequestBody where Chunks.Element == Data {
    let gate = SingleUse()
    return RequestBody(contentType: contentType, length: length, isReplayable: false) { () throws(NetworkError) in
      guard gate.enter() else {
        throw .invalidRequest(reason: "its body can be read only once, and was read before")
      }
      return SequenceBodyReader(chunks)
    }
  }

  /// Makes a body from a sequence of chunks that can be made anew, for a retry or a redirect.
  ///
  /// - Parameters:
  ///   - length: How many bytes there are, where that is known; another number fails the request.
  ///   - contentType: The media type for `Content-Type`.
  ///   - makeChunks: Makes the sequence at its beginning.
  /// - Returns: The body, replayable.
  public static func stream<Chunks: AsyncSequence & Sendable>(
    length: Int? = nil,
    contentType: String? = "application/octet-stream",
    makeChunks: @escaping @Sendable () -> Chunks
  ) -> RequestBody where Chunks.Element == Data {
    RequestBody(contentType: contentType, length: length) { () throws(NetworkError) in
      SequenceBodyReader(makeChunks())
    }
  }
}

extension NetworkError {
  /// The failure of content that can't be made.
  ///
  /// - Parameters:
  ///   - failure: The failed operation, as the end of a sentence that begins with "the".
  ///   - error: The error that its encoder threw. A value that can't be encoded isn't quoted, because it may contain a password.
  /// - Returns: The failure.
  static func unencodable(_ failure: String, _ error: any Error) -> NetworkError {
    guard case EncodingError.invalidValue(_, let context) = error else {
      return .invalidRequest(reason: "the \(failure): \(error.wordsInSentence)")
    }
    let place = context.codingPath.isEmpty ? "" : " at \(context.codingPath.map(\.nameInPath).joined(separator: "."))"
    return .invalidRequest(reason: "the \(failure)\(place): \(context.debugDescription.withoutPeriod)")
  }
}

/// Lets one caller through.
///
/// `@unchecked Sendable`: `isUsed` is guarded by `lock`.
private final class SingleUse: @unchecked Sendable {
  private let lock = Lock()
  private var isUsed = false

  func enter() -> Bool {
    lock.withLock {
      defer { isUsed = true }
      return !isUsed
    }
  }
}

/// Reads a caller's sequence.
///
/// `@unchecked Sendable`: one task at a time asks a reader.
private final class SequenceBodyReader<Chunks: AsyncSequence>: RequestBodyReader, @unchecked Sendable
where Chunks.Element == Data {
  private var iterator: Chunks.AsyncIterator

  init(_ chunks: Chunks) { iterator = chunks.makeAsyncIterator() }

  func nextChunk() async throws(NetworkError) -> Data? {
    do {
      while let chunk = try await iterator.next() {
        if !chunk.isEmpty { return chunk }
      }
      return nil
    } catch let error as NetworkError {
      throw error
    } catch is CancellationError {
      throw .cancelled
    } catch {
      throw .invalidRequest(reason: "its body could not be read: \(error.wordsInSentence)")
    }
  }
}
