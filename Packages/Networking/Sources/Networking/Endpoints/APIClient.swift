import NetworkingFoundation

/// A client for one service, such as `any NetworkClient<SomeAPI>`; sending another service's endpoint doesn't compile.
public protocol NetworkClient<API>: Sendable {
  /// The service's type.
  associatedtype API: ServiceAPI

  /// The service.
  var api: API { get }

  /// Sends an endpoint's request and returns the decoded response.
  ///
  /// - Throws: The reason for the failure; ``NetworkError/cancelled`` if the task was cancelled.
  func send<E: Endpoint>(_ endpoint: E) async throws(NetworkError) -> E.Response where E.API == API
}

/// A ``NetworkClient`` with a transport and middleware; it is cheap to create, and all copies share their connections.
///
/// ```swift
/// let client = APIClient(api: CatalogAPI(baseURL: url), transport: try SystemTransport.make())
/// ```
public struct APIClient<API: ServiceAPI>: NetworkClient {
  /// The service.
  public let api: API
  private let timeouts: Timeouts

  private let urls: EndpointURL
  private let chain: any Transport

  /// Creates a client with the listed middleware, outermost first; with none, nothing retries or follows redirects.
  public init(api: API, transport: any Transport, middleware: [any Middleware] = [], timeouts: Timeouts = Timeouts()) {
    self.api = api
    self.timeouts = timeouts
    urls = EndpointURL(baseURL: api.baseURL)
    chain = transport.wrapped(in: middleware)
  }

  /// Creates the endpoint's request, sends it through the middleware and decodes a successful response.
  public func send<E: Endpoint>(_ endpoint: E) async throws(NetworkError) -> E.Response where E.API == API {
    let request = try request(for: endpoint)
    let response = try await chain.send(request)
    guard response.status.isSuccess || endpoint.acceptedStatuses.contains(response.status) else {
      throw .status(await failure(of: response)).hiding(.all(in: request, response))
    }
    do {
      return try await endpoint.response(from: response, api: api)
    } catch {
      let failure = NetworkError.wrapping(error) { .decoding(DecodingFailure($0, url: RedactedURL(response.url))) }
      throw failure.hiding(.all(in: request, response))
    }
  }

  /// Creates a request; throws ``NetworkError/invalidURL(_:reason:)``, ``NetworkError/invalidRequest(reason:)`` or
  /// ``NetworkError/refusedLink(_:reason:)``.
  package func request<E: Endpoint>(for endpoint: E) throws(NetworkError) -> HTTPRequest where E.API == API {
    // The service's base URL may have changed.
    let urls = urls.baseURL == api.baseURL ? urls : EndpointURL(baseURL: api.baseURL)
    let url = try urls.make(path: endpoint.path, query: endpoint.query)
    var headers = api.defaultHeaders
    // The service's default describes documents, not streams.
    if let mediaTypes = E._acceptedMediaTypes { headers[.accept] = mediaTypes }
    headers.merge(endpoint.headers)
    let body = try content(of: endpoint)
    if let contentType = body?.contentType, !headers.contains(.contentType) {
      guard headers.append(.contentType, contentType) else {
        throw .invalidRequest(reason: "the media type of the body contains a line break or NUL")
      }
    }
    var request = HTTPRequest(
      method: endpoint.method,
      url: url,
      headers: headers,
      body: body,
      timeouts: endpoint.timeouts ?? timeouts,
      context: endpoint.context
    )
    if !endpoint.acceptedStatuses.isDisjoint(with: HTTPStatus.redirects) {
      request.context[RedirectMode.self] = .manual
    }
    request.checkedOrigin = urls.origin
    return request
  }

  private func content(of endpoint: some Endpoint) throws(NetworkError) -> RequestBody? {
    do {
      return try endpoint.body()
    } catch {
      throw .wrapping(error) { .unencodable("body couldn't be created", $0) }
    }
  }

  private func failure(of response: HTTPResponse) async -> ServiceFailure {
    let body = await response.body.prefix(ServiceFailure.bodyLimit)
    return ServiceFailure(
      status: response.status,
      url: RedactedURL(response.url),
      serviceMessage: api.errorMessage(in: body, of: response),
      body: body,
      headers: response.headers
    )
  }
}
