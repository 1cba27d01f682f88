public import NetworkingFoundation

/// A response that is read as it arrives; its endpoint doesn't need to implement `response(from:api:)`.
///
/// ``Endpoint/responseSizeLimit`` limits a single item (an event or line), not the whole response.
public protocol StreamedResponse: Sendable {
  /// The `Accept` field that replaces the service's default.
  static var acceptedMediaTypes: String? { get }

  /// Creates the typed response from a successful response with an unread body.
  ///
  /// Each item has at most `sizeLimit` bytes.
  ///
  /// - Throws: ``NetworkError/decoding(_:)`` if the response has an unexpected media type.
  static func reading(_ response: HTTPResponse, decoder: JSONDecoder, sizeLimit: Int) throws(NetworkError) -> Self
}

extension StreamedResponse {
  /// The default media types: `nil`, which keeps the service's default `Accept`.
  public static var acceptedMediaTypes: String? { nil }
}

extension Endpoint where Response: StreamedResponse {
  /// The response's media types.
  public static var _acceptedMediaTypes: String? { Response.acceptedMediaTypes }

  /// Returns the stream without reading its content.
  public func response(from response: HTTPResponse, api: API) async throws(NetworkError) -> Response {
    try Response.reading(response, decoder: api.decoder, sizeLimit: responseSizeLimit)
  }
}

/// A sequence of JSON documents, one per line (NDJSON, JSON Lines), decoded as they arrive.
///
/// Empty lines are skipped. The sequence can be read once.
///
/// ```swift
/// struct Prices: Endpoint {
///   typealias API = CatalogAPI
///   typealias Response = JSONLines<Price>
///   var path: EndpointPath { "prices" }
/// }
/// for try await price in try await client.send(Prices()) { … }
/// ```
public struct JSONLines<Value: Decodable & Sendable>: AsyncSequence, StreamedResponse {
  private let body: ResponseBody
  private let decoder: JSONDecoder
  private let url: RedactedURL
  private let limit: Int

  /// Preferably NDJSON, otherwise any media type.
  public static var acceptedMediaTypes: String? { "application/x-ndjson, */*;q=0.1" }

  /// Creates a sequence from lines of at most `limit` bytes.
  package init(_ response: HTTPResponse, decoder: JSONDecoder = JSONDecoder(), limit: Int = 1 << 20) {
    body = response.body
    url = RedactedURL(response.url)
    self.decoder = decoder
    self.limit = limit
  }

  /// Creates a sequence from a response with an unread body.
  public static func reading(
    _ response: HTTPResponse,
    decoder: JSONDecoder,
    sizeLimit: Int
  ) throws(NetworkError) -> JSONLines {
    JSONLines(response, decoder: decoder, limit: sizeLimit)
  }

  /// An iterator over the decoded values.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var lines: LineIterator
    fileprivate let decoder: JSONDecoder
    fileprivate let url: RedactedURL
    fileprivate var number = 0

    /// Waits for the next value; returns `nil` at the end.
    ///
    /// - Throws: ``NetworkError/decoding(_:)`` for an invalid line; its coding path begins with the line number,
    ///   counted from 1.
    public mutating func next() async throws(NetworkError) -> Value? {
      while let line = try await lines.next() {
        number += 1
        guard line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { continue }
        let data = Data(line)
        do {
          return try decoder.decode(Value.self, from: data)
        } catch {
          let failure = DecodingFailure(error, data: data, url: url)
          throw .decoding(
            DecodingFailure(
              url: url,
              codingPath: ["line \(number)"] + failure.codingPath,
              reason: failure.reason,
              excerpt: failure.excerpt
            )
          )
        }
      }
      return nil
    }
  }

  /// Creates an iterator.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(lines: LineIterator(body, limit: limit), decoder: decoder, url: url)
  }
}
