/// A step in the chain between a client and its transport; each request and its response pass through the chain.
///
/// ```swift
/// struct Language: Middleware {
///   func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
///     var request = request
///     request.headers["Accept-Language"] = "en"
///     return try await next.send(request)
///   }
/// }
/// ```
public protocol Middleware: Sendable {
  /// Handles a request by forwarding it to `next` once, several times or not at all; the chain ends with the transport.
  ///
  /// - Throws: The reason for the failure.
  func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse
}

extension Transport {
  /// Returns the transport wrapped in middleware; the first element is the outermost.
  public func wrapped(in middleware: [any Middleware]) -> any Transport {
    var chain: any Transport = self
    for layer in middleware.reversed() {
      chain = MiddlewareLink(middleware: layer, next: chain)
    }
    return chain
  }
}

private struct MiddlewareLink: Transport {
  let middleware: any Middleware
  let next: any Transport

  func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    try await middleware.intercept(request, next: next)
  }
}

/// The package's middleware in the correct order, with places for custom middleware; steps that are `nil` are omitted.
///
/// ```swift
/// var stack = MiddlewareStack.standard
/// stack.logger = RequestLogger { event in print(event) }
/// stack.authenticator = Authenticator(for: baseURL, credential: .bearer(token))
/// stack.perAttempt = [Signing()]
/// let client = APIClient(api: api, transport: try SystemTransport.make(), stack: stack)
/// ```
///
/// The order, from the outermost to the innermost step:
///
/// 1. ``perCall`` sees every call once, and may change requests before they are logged, cached or compared.
/// 2. ``logger`` and ``metrics`` see what callers see.
/// 3. ``cache`` responds without a request to the service, if possible.
/// 4. ``coalescer`` combines equal requests into one.
/// 5. ``authenticator`` adds credentials after equal requests have been combined.
/// 6. ``retrier`` repeats everything inside it.
/// 7. ``perAttempt`` sees every attempt, with its credentials, before the attempt is counted or has to wait.
/// 8. ``circuitBreaker`` and ``rateLimiter`` count every attempt.
/// 9. ``scheduler`` limits the number of concurrent requests.
/// 10. ``redirects`` follows redirects within one slot.
/// 11. ``cookies`` sets the cookies for each hop.
/// 12. ``perHop`` sees each request exactly as the transport receives it.
public struct MiddlewareStack: Sendable {
  /// Custom middleware outside all other steps; the first element is the outermost.
  public var perCall: [any Middleware] = []
  /// The logger for requests.
  public var logger: RequestLogger?
  /// The collector for request metrics.
  public var metrics: MetricsCollector?
  /// The response cache, usually an ``HTTPCache``.
  public var cache: (any Middleware)?
  /// The coalescer, which shares one response among equal in-flight requests.
  public var coalescer: RequestCoalescer?
  /// The authenticator, which adds credentials to requests and refreshes rejected credentials.
  public var authenticator: Authenticator?
  /// The retrier for failed requests.
  public var retrier: RequestRetrier?
  /// Custom middleware for each attempt; the first element is the outermost.
  public var perAttempt: [any Middleware] = []
  /// The circuit breaker, which pauses requests to failing services.
  public var circuitBreaker: CircuitBreaker?
  /// The rate limiter, which delays requests that exceed the permitted rate.
  public var rateLimiter: RateLimiter?
  /// The scheduler, which limits the number of concurrent requests.
  public var scheduler: RequestScheduler?
  /// The redirect follower.
  public var redirects: RedirectFollower?
  /// The cookie jar, which stores cookies and sends them with requests.
  public var cookies: CookieJar?
  /// Custom middleware directly before the transport, for each attempt and redirect; the first is the outermost.
  public var perHop: [any Middleware] = []

  /// Creates a stack without middleware.
  public init() {}

  /// A new stack with the usual middleware: ``metrics``, ``coalescer``, ``retrier``, ``scheduler`` and ``redirects``.
  ///
  /// Clients that share a stack share limits and metrics. Different users need separate stacks, because they must not
  /// share responses.
  public static var standard: MiddlewareStack {
    var stack = MiddlewareStack()
    stack.metrics = MetricsCollector()
    stack.coalescer = RequestCoalescer()
    stack.retrier = RequestRetrier()
    stack.scheduler = RequestScheduler()
    stack.redirects = RedirectFollower()
    return stack
  }

  /// The middleware, from the outermost to the innermost.
  public var middleware: [any Middleware] {
    let outer: [(any Middleware)?] = [logger, metrics, cache, coalescer, authenticator, retrier]
    let inner: [(any Middleware)?] = [circuitBreaker, rateLimiter, scheduler, redirects, cookies]
    return perCall + outer.compactMap { $0 } + perAttempt + inner.compactMap { $0 } + perHop
  }
}

extension APIClient {
  /// Creates a client whose requests pass through a middleware stack.
  public init(api: API, transport: any Transport, stack: MiddlewareStack, timeouts: Timeouts = Timeouts()) {
    self.init(api: api, transport: transport, middleware: stack.middleware, timeouts: timeouts)
  }
}
