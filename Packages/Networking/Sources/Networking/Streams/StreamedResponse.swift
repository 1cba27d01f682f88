public import Foundation

/// A response that is read as it arrives; an endpoint with such a ``Endpoint/Response`` needs no code of its own.
///
/// ``EventStream``, ``JSONLines`` and ``TextLines`` are such. ``Endpoint/responseSizeLimit`` limits one event or line, not the whole.
public protocol StreamedResponse: Sendable {
  /// Makes the response from an answer whose body is unread.
  ///
  /// - Parameters:
  ///   - response: The answer; its status is a success.
  ///   - decoder: How the service's JSON is decoded.
  ///   - sizeLimit: The most bytes that are kept in memory.
  /// - Returns: The response.
  /// - Throws: ``NetworkError/decoding(_:)`` where the answer is of another kind.
  static func reading(
    _ response: HTTPResponse,
    decoder: JSONDecoder,
    sizeLimit: Int
  ) throws(NetworkError) -> Self
}

extension Endpoint where Response: StreamedResponse {
  /// Hands over the stream, its content unread.
  public func response(from response: HTTPResponse, api: API) async throws(NetworkError) -> Response {
    try Response.reading(response, decoder: api.decoder, sizeLimit: responseSizeLimit)
  }
}
