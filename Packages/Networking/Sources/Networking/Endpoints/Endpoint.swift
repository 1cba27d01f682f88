public import NetworkingFoundation

/// A request to a service, with the type of its response.
///
/// A ``NetworkClient`` sends only the endpoints of its own service, and the endpoint determines the response type.
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
/// ``response(from:api:)`` has default implementations for `Decodable` responses (JSON), `Data` (the bytes), `String`
/// (the text), ``HTTPResponse`` (for streaming), ``NoContent`` and `Void`. An optional `Decodable` response is `nil` if
/// there is no content. Endpoints with other response types or formats implement the method themselves.
///
/// Many members that almost match a requirement, such as `var headers: [String: String]`, don't compile; see
/// <doc:DefiningAnAPI>.
public protocol Endpoint<API, Response>: Sendable, EndpointChecks, BodyPropertyCheck {
  /// The endpoint's service.
  associatedtype API: ServiceAPI
  /// The type of a successful response.
  associatedtype Response: Sendable

  /// The HTTP method; GET by default.
  var method: HTTPMethod { get }
  /// The path, relative to the service's base URL.
  var path: EndpointPath { get }
  /// The query items in order, not percent-encoded; none by default.
  var query: [URLQueryItem] { get }
  /// The endpoint's header fields, which replace the service's default fields.
  var headers: HTTPFields { get }
  /// Values for middleware, such as the request's priority; none by default.
  var context: MessageContext { get }
  /// The maximum size of a response that is read into memory, in bytes; 16 MiB by default.
  var responseSizeLimit: Int { get }
  /// The statuses besides 2xx whose responses are decoded instead of thrown as ``NetworkError/status(_:)``.
  ///
  /// The set is empty by default. If it contains a redirect status, redirects aren't followed. With `.all` and the
  /// response type ``HTTPResponse``, every response is returned, and error bodies can be streamed.
  var acceptedStatuses: Set<HTTPStatus> { get }
  /// The endpoint's time limits; `nil`, the default, uses the client's limits.
  var timeouts: Timeouts? { get }

  /// Creates the request body; none by default.
  ///
  /// - Throws: The reason for the failure; errors other than ``NetworkError`` become
  ///   ``NetworkError/invalidRequest(reason:)``.
  func body() throws -> RequestBody?

  /// Decodes a response whose status is 2xx or one of ``acceptedStatuses``.
  ///
  /// - Throws: The reason for the failure; errors other than ``NetworkError`` become ``NetworkError/decoding(_:)``.
  func response(from response: HTTPResponse, api: API) async throws -> Response
}

extension Endpoint {
  /// The default method: GET.
  public var method: HTTPMethod { .get }
  /// The default query: no items.
  public var query: [URLQueryItem] { [] }
  /// The default header fields: none.
  public var headers: HTTPFields { [:] }
  /// The default context: no values.
  public var context: MessageContext { MessageContext() }
  /// The default limit: 16 MiB.
  public var responseSizeLimit: Int { 16 << 20 }
  /// The default accepted statuses: none in addition to 2xx.
  public var acceptedStatuses: Set<HTTPStatus> { [] }
  /// The default time limits: `nil`, which uses the client's limits.
  public var timeouts: Timeouts? { nil }

  /// Returns `nil`, so the request has no body.
  public func body() throws -> RequestBody? { nil }
}

struct EndpointWithFields<Base: Endpoint>: Endpoint {
  typealias API = Base.API
  typealias Response = Base.Response

  static var _acceptedMediaTypes: String? { Base._acceptedMediaTypes }

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
