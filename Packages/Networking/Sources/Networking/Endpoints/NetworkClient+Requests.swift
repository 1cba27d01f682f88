public import Foundation

/// Requests without an endpoint type, for scripts and single uses.
///
/// A service that is used in several places is better described by ``Endpoint`` types: they keep a path, its parameters and its response in one
/// place.
///
/// ```swift
/// let book = try await client.get("books/7", as: Book.self)
/// let text = try await client.get("books/7/summary", as: String.self)
/// try await client.post("books", json: newBook)
/// ```
extension NetworkClient {
  /// Gets a resource.
  ///
  /// - Parameters:
  ///   - path: The path below the service's base URL, in which interpolated values are escaped.
  ///   - query: The query items in order, unescaped.
  ///   - type: The type of the response: a `Decodable` type (JSON), `Data` (the bytes) or `String` (the text).
  /// - Returns: The decoded response.
  /// - Throws: The reason for the failure.
  public func get<Value: Decodable & Sendable>(
    _ path: EndpointPath,
    query: [URLQueryItem] = [],
    as type: Value.Type = Value.self
  ) async throws(NetworkError) -> Value {
    try await send(SingleRequest(method: .get, path: path, query: query))
  }

  /// Posts a value as JSON and decodes the response; see ``get(_:query:as:)`` for the types.
  public func post<Value: Decodable & Sendable>(
    _ path: EndpointPath,
    json value: some Encodable & Sendable,
    as type: Value.Type
  ) async throws(NetworkError) -> Value {
    try await send(SingleRequest(method: .post, path: path, content: try .json(value)))
  }

  /// Posts a value as JSON and drops the content of the response.
  public func post(_ path: EndpointPath, json value: some Encodable & Sendable) async throws(NetworkError) {
    let _: Data = try await send(SingleRequest(method: .post, path: path, content: try .json(value)))
  }

  /// Replaces a resource by a value as JSON and drops the content of the response.
  public func put(_ path: EndpointPath, json value: some Encodable & Sendable) async throws(NetworkError) {
    let _: Data = try await send(SingleRequest(method: .put, path: path, content: try .json(value)))
  }

  /// Deletes a resource and drops the content of the response.
  public func delete(_ path: EndpointPath) async throws(NetworkError) {
    let _: Data = try await send(SingleRequest(method: .delete, path: path))
  }
}

/// The endpoint of one request.
private struct SingleRequest<API: ServiceAPI, Value: Decodable & Sendable>: Endpoint {
  typealias Response = Value

  let method: HTTPMethod
  let path: EndpointPath
  var query: [URLQueryItem] = []
  var content: RequestBody?

  func body() throws(NetworkError) -> RequestBody? { content }

  func response(from response: HTTPResponse, api: API) async throws(NetworkError) -> Value {
    if Value.self == Data.self, let data = try await response.body.collect(upTo: responseSizeLimit) as? Value {
      return data
    }
    if Value.self == String.self, let text = try await response.text(upTo: responseSizeLimit) as? Value { return text }
    return try await response.decoded(as: Value.self, by: api.decoder, upTo: responseSizeLimit)
  }
}
