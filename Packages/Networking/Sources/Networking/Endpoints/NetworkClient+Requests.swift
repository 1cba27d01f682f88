public import NetworkingFoundation

/// Convenience methods for single requests without an ``Endpoint`` type.
///
/// If several parts of a program use a service, define each path with its parameters and response in an ``Endpoint``.
///
/// ```swift
/// let book = try await client.get("books/7", as: Book.self)
/// let text = try await client.get("books/7/summary", as: String.self)
/// try await client.post("books", json: newBook)
/// ```
extension NetworkClient {
  /// Sends a GET request and decodes the response: `Decodable` (JSON), `Data` (the bytes) or `String` (the text).
  ///
  /// Interpolated values in `path` are percent-encoded. Query items are passed in order, without percent-encoding.
  public func get<Value: Decodable & Sendable>(
    _ path: EndpointPath,
    query: [URLQueryItem] = [],
    as type: Value.Type = Value.self
  ) async throws(NetworkError) -> Value {
    try await send(SingleRequest(method: .get, path: path, query: query))
  }

  /// Sends a value as JSON with POST, and decodes the response like ``get(_:query:as:)``.
  public func post<Value: Decodable & Sendable>(
    _ path: EndpointPath,
    json value: some Encodable & Sendable,
    as type: Value.Type
  ) async throws(NetworkError) -> Value {
    try await send(SingleRequest(method: .post, path: path, content: try .json(value)))
  }

  /// Sends a value as JSON with POST and discards the response's content.
  public func post(_ path: EndpointPath, json value: some Encodable & Sendable) async throws(NetworkError) {
    _ = try await send(UnreadRequest(method: .post, path: path, content: try .json(value)))
  }

  /// Replaces a resource with a JSON value (PUT) and discards the response's content.
  public func put(_ path: EndpointPath, json value: some Encodable & Sendable) async throws(NetworkError) {
    _ = try await send(UnreadRequest(method: .put, path: path, content: try .json(value)))
  }

  /// Deletes a resource and discards the response's content.
  public func delete(_ path: EndpointPath) async throws(NetworkError) {
    _ = try await send(UnreadRequest(method: .delete, path: path))
  }
}

private struct SingleRequest<API: ServiceAPI, Value: Decodable & Sendable>: Endpoint {
  typealias Response = Value

  let method: HTTPMethod
  let path: EndpointPath
  var query: [URLQueryItem] = []
  var content: RequestBody?

  func body() throws(NetworkError) -> RequestBody? { content }

  func response(from response: HTTPResponse, api: API) async throws(NetworkError) -> Value {
    if Value.self == Data.self, let data = try await response.content(upTo: responseSizeLimit, for: method) as? Value {
      return data
    }
    if Value.self == String.self, let text = try await response.text(upTo: responseSizeLimit, for: method) as? Value {
      return text
    }
    return try await response.decoded(as: Value.self, by: api.decoder, upTo: responseSizeLimit, for: method)
  }
}

private struct UnreadRequest<API: ServiceAPI>: Endpoint {
  typealias Response = NoContent

  let method: HTTPMethod
  let path: EndpointPath
  var content: RequestBody?

  func body() throws(NetworkError) -> RequestBody? { content }
}
