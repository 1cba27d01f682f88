public import Foundation

/// One request to a service and what it answers, as a value.
///
/// The associated types tie both together: a ``NetworkClient`` of one service takes only that service's endpoints, and the
/// caller gets the answer's type without naming it.
///
/// ```swift
/// struct Article: Endpoint {
///   typealias API = CatalogueAPI
///   struct Response: Decodable, Sendable { let title: String }
///   let id: Int
///   var path: EndpointPath { "articles/\(id)" }
/// }
///
/// let title = try await client.send(Article(id: 7)).title
/// ```
///
/// ``response(from:api:)`` has an implementation for a `Decodable` response (JSON), for `Data` (the bytes), for ``HTTPResponse`` (to be
/// streamed) and for ``NoContent``. An endpoint with another response, or another format, brings its own.
///
/// A member that almost matches a requirement, such as `var headers: [String: String]`, doesn't compile: see ``EndpointSpelling``.
public protocol Endpoint<API, Response>: Sendable, EndpointSpelling, BodySpelling {
  /// The service that the endpoint belongs to.
  associatedtype API: ServiceAPI
  /// What a success answers.
  associatedtype Response: Sendable

  /// The method; GET unless said otherwise.
  var method: HTTPMethod { get }
  /// Where below the service's base URL.
  var path: EndpointPath { get }
  /// The query items in order; names and values are escaped when they are sent. None unless said otherwise.
  var query: [URLQueryItem] { get }
  /// Header fields that only this endpoint sends; they win over the service's common ones.
  var headers: HTTPFields { get }
  /// What the client's middleware is to know about the request, such as its priority; nothing unless said otherwise.
  var context: MessageContext { get }
  /// The most bytes of the answer that are kept in memory; 16 MiB unless said otherwise.
  var responseSizeLimit: Int { get }

  /// Makes the content to send; none unless said otherwise.
  ///
  /// - Throws: The reason why the content can't be made. The client turns an error other than ``NetworkError`` into ``NetworkError/invalidRequest(reason:)``.
  func body() throws -> RequestBody?

  /// Turns a successful answer into the endpoint's response.
  ///
  /// - Parameters:
  ///   - response: The answer; its status is a success.
  ///   - api: The service.
  /// - Returns: The response.
  /// - Throws: ``NetworkError/decoding(_:)`` if the content has another form than the endpoint expects, or the reason why it didn't arrive. The client turns an error
  ///   other than ``NetworkError`` into ``NetworkError/decoding(_:)``.
  func response(from response: HTTPResponse, api: API) async throws -> Response
}

/// The response of an endpoint whose answer has nothing to say beyond success.
public struct NoContent: Sendable, Hashable {
  /// Makes the value.
  public init() {}
}

extension Endpoint {
  /// GET.
  public var method: HTTPMethod { .get }
  /// No query.
  public var query: [URLQueryItem] { [] }
  /// No fields of its own.
  public var headers: HTTPFields { [:] }
  /// Nothing.
  public var context: MessageContext { MessageContext() }
  /// 16 MiB.
  public var responseSizeLimit: Int { 16 << 20 }

  /// No content.
  public func body() throws -> RequestBody? { nil }
}

extension Endpoint where Response: Decodable {
  /// Reads the content and decodes it with the service's decoder.
  public func response(from response: HTTPResponse, api: API) async throws(NetworkError) -> Response {
    let data = try await response.body.collect(upTo: responseSizeLimit)
    do {
      return try api.decoder.decode(Response.self, from: data)
    } catch {
      throw .decoding(DecodingFailure(error, data: data, url: RedactedURL(response.url)))
    }
  }
}

extension Endpoint where Response == Data {
  /// Reads the content as it is.
  public func response(from response: HTTPResponse, api: API) async throws(NetworkError) -> Data {
    try await response.body.collect(upTo: responseSizeLimit)
  }
}

extension Endpoint where Response == NoContent {
  /// Drops the content.
  public func response(from response: HTTPResponse, api: API) async throws(NetworkError) -> NoContent {
    NoContent()
  }
}

extension Endpoint where Response == HTTPResponse {
  /// Hands the answer over, its content unread.
  public func response(from response: HTTPResponse, api: API) async throws(NetworkError) -> HTTPResponse {
    response
  }
}
