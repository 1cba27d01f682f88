public import Foundation

/// A request to a service and the type of its response.
///
/// A ``NetworkClient`` of a service sends only that service's endpoints, and the endpoint determines the response type.
///
/// ```swift
/// struct Article: Endpoint {
///   typealias API = CatalogAPI
///   struct Response: Decodable, Sendable { let title: String }
///   let id: Int
///   var path: EndpointPath { "articles/\(id)" }
/// }
///
/// let title = try await client.send(Article(id: 7)).title
/// ```
///
/// ``response(from:api:)`` has an implementation for `Decodable` responses (JSON; optional ones are `nil` without content), `Data` (the bytes),
/// `String` (the text), ``HTTPResponse`` (for streaming), ``NoContent`` and `Void`. Endpoints with other responses or formats implement it
/// themselves.
///
/// A member that almost matches a requirement, such as `var headers: [String: String]`, doesn't compile: see ``EndpointChecks``.
public protocol Endpoint<API, Response>: Sendable, EndpointChecks, BodyPropertyCheck {
  /// The service of the endpoint.
  associatedtype API: ServiceAPI
  /// The type of a successful response.
  associatedtype Response: Sendable

  /// The method; GET by default.
  var method: HTTPMethod { get }
  /// The path below the service's base URL.
  var path: EndpointPath { get }
  /// The query items in order, unescaped; none by default.
  var query: [URLQueryItem] { get }
  /// The endpoint's header fields, which replace the service's default ones.
  var headers: HTTPFields { get }
  /// Facts for middleware, such as the request's priority; none by default.
  var context: MessageContext { get }
  /// The maximum size of a response in memory, in bytes; 16 MiB by default.
  var responseSizeLimit: Int { get }
  /// The statuses in addition to 2xx whose responses are decoded rather than thrown as ``NetworkError/status(_:)``; none by default.
  ///
  /// Redirects aren't followed if a redirect status is among them. With `.all` and the response type ``HTTPResponse``, every response is a
  /// result, and the body of an error can be streamed.
  var acceptedStatuses: Set<HTTPStatus> { get }
  /// The endpoint's time limits; by default `nil`, which means those of the client.
  var timeouts: Timeouts? { get }

  /// Creates the request body; none by default.
  ///
  /// - Throws: The reason for a failure. The client turns other errors than ``NetworkError`` into ``NetworkError/invalidRequest(reason:)``.
  func body() throws -> RequestBody?

  /// Decodes a successful response.
  ///
  /// - Parameters:
  ///   - response: The response with a status of 2xx, or one of ``acceptedStatuses``.
  ///   - api: The service.
  /// - Returns: The endpoint's response.
  /// - Throws: The reason for a failure. The client turns other errors than ``NetworkError`` into ``NetworkError/decoding(_:)``.
  func response(from response: HTTPResponse, api: API) async throws -> Response
}

extension Endpoint {
  /// GET.
  public var method: HTTPMethod { .get }
  /// No query.
  public var query: [URLQueryItem] { [] }
  /// No fields.
  public var headers: HTTPFields { [:] }
  /// No facts.
  public var context: MessageContext { MessageContext() }
  /// 16 MiB.
  public var responseSizeLimit: Int { 16 << 20 }
  /// No statuses except 2xx.
  public var acceptedStatuses: Set<HTTPStatus> { [] }
  /// The client's time limits.
  public var timeouts: Timeouts? { nil }

  /// No content.
  public func body() throws -> RequestBody? { nil }
}

/// An endpoint with additional header fields, which replace its own, and optionally another coalescing mode.
struct EndpointWithFields<Base: Endpoint>: Endpoint {
  typealias API = Base.API
  typealias Response = Base.Response

  let base: Base
  let fields: HTTPFields
  var coalescing: CoalescingMode?

  var method: HTTPMethod { base.method }
  var path: EndpointPath { base.path }
  var query: [URLQueryItem] { base.query }
  var context: MessageContext {
    var context = base.context
    if let coalescing { context[CoalescingMode.self] = coalescing }
    return context
  }
  var responseSizeLimit: Int { base.responseSizeLimit }
  var acceptedStatuses: Set<HTTPStatus> { base.acceptedStatuses }
  var timeouts: Timeouts? { base.timeouts }
  var headers: HTTPFields {
    var headers = base.headers
    headers.merge(fields)
    return headers
  }

  func body() throws -> RequestBody? { try base.body() }

  func response(from response: HTTPResponse, api: API) async throws -> Response {
    try await base.response(from: response, api: api)
  }
}
