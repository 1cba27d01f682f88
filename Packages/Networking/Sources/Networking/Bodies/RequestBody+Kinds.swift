public import NetworkingFoundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension RequestBody {
  /// Creates a body with the media type `application/json`.
  ///
  /// - Throws: ``NetworkError/invalidRequest(reason:)`` if the value can't be encoded.
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

  /// Creates an `application/x-www-form-urlencoded` body as browsers do; a missing value is sent as an empty value.
  ///
  /// The form is serialized as UTF-8 (WHATWG URL standard, section 5.2): spaces become `+`, and everything except
  /// letters, digits and `*-._` is escaped.
  public static func form(_ items: [URLQueryItem]) -> RequestBody {
    RequestBody(bytes: Data(FormEncoding.encode(items).utf8), contentType: "application/x-www-form-urlencoded")
  }

  /// Creates a replayable body with a known length from a regular file, which is read while it is sent.
  ///
  /// The request fails if the file's length changes before it is sent.
  ///
  /// - Throws: ``NetworkError/fileFailure(path:reason:)`` if the file can't be read.
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

  /// Creates a body from a sequence of chunks that can be read only once, so the request is never retried.
  ///
  /// Each chunk is read after the previous chunk has been sent. The request fails if `length` (in bytes) is wrong.
  public static func stream<Chunks: AsyncSequence & Sendable>(
    _ chunks: Chunks,
    length: Int? = nil,
    contentType: String? = "application/octet-stream"
  ) -> RequestBody where Chunks.Element == Data {
    let gate = SingleUse()
    return RequestBody(contentType: contentType, length: length, isReplayable: false) { () throws(NetworkError) in
      guard gate.enter() else {
        throw .invalidRequest(reason: "its body can be read only once, and has been read already")
      }
      return SequenceBodyReader(chunks)
    }
  }

  /// Creates a replayable body from chunks that `makeChunks` recreates from the beginning for a retry or a redirect.
  ///
  /// The request fails if `length` (in bytes) is wrong.
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
  /// Returns an error that omits the value, which may contain a password; `failure` follows "the" in the message.
  static func unencodable(_ failure: String, _ error: any Error) -> NetworkError {
    guard case EncodingError.invalidValue(_, let context) = error else {
      return .invalidRequest(reason: "the \(failure): \(error.wordsInSentence)")
    }
    let place = context.codingPath.isEmpty ? "" : " at \(context.codingPath.map(\.nameInPath).joined(separator: "."))"
    return .invalidRequest(reason: "the \(failure)\(place): \(context.debugDescription.withoutPeriod)")
  }
}

private final class SingleUse: Sendable {
  private let isUsed = Locked(false)

  func enter() -> Bool {
    isUsed.withLock { isUsed in
      defer { isUsed = true }
      return !isUsed
    }
  }
}

private final class SequenceBodyReader<Chunks: AsyncSequence>: RequestBodyReader
where Chunks.Element == Data {
  private var iterator: Chunks.AsyncIterator

  init(_ chunks: Chunks) { iterator = chunks.makeAsyncIterator() }

  func nextChunk() async throws(NetworkError) -> Data? {
    do {
      while let chunk = try await iterator.next() {
        if !chunk.isEmpty { return chunk }
      }
      return nil
    } catch {
      throw .wrapping(error) { .invalidRequest(reason: "its body could not be read: \($0.wordsInSentence)") }
    }
  }
}

/// The `application/x-www-form-urlencoded` serializer (WHATWG URL, section 5.2).
private enum FormEncoding {
  static func encode(_ items: [URLQueryItem]) -> String {
    var encoded: [UInt8] = []
    for (index, item) in items.enumerated() {
      if index > 0 { encoded.append(UInt8(ascii: "&")) }
      append(item.name, to: &encoded)
      encoded.append(UInt8(ascii: "="))
      append(item.value ?? "", to: &encoded)
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  private static func append(_ text: String, to encoded: inout [UInt8]) {
    let escaped = PercentCoding.encode(text.utf8) { _, byte in isKept(byte) }
    encoded.append(contentsOf: escaped.utf8.lazy.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 })
  }

  private static func isKept(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: " "):
      true
    default: false
    }
  }
}

private final class FileBodyReader: RequestBodyReader {
  private static let chunkSize = 128 << 10

  private let file: LocalFile
  private let length: Int
  private var position = 0

  init(path: String, length: Int) throws(NetworkError) {
    file = try LocalFile(path: path, flags: O_RDONLY)
    self.length = length
    guard try file.length == length else { throw changed }
  }

  func nextChunk() async throws(NetworkError) -> Data? {
    guard position < length else { return nil }
    let chunk = try file.read(upTo: min(Self.chunkSize, length - position))
    guard !chunk.isEmpty else { throw changed }
    position += chunk.count
    return chunk
  }

  private var changed: NetworkError {
    .fileFailure(path: file.path, reason: "its length changed after the request was made")
  }
}
