/// A step that every request passes on its way to the transport, and every response on its way back.
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
  /// Handles a request: forwards it to `next` once, several times or not at all.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - next: The rest of the chain, which ends in the transport.
  /// - Returns: The response.
  /// - Throws: The reason for the failure.
  func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse
}

extension Transport {
  /// Returns the transport with middleware around it, the first one outermost.
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

/// The package's middleware in its proper order, with places for your own; `nil` leaves one out.
///
/// ```swift
/// var stack = MiddlewareStack.standard
/// stack.logger = RequestLogger { event in print(event) }
/// stack.authenticator = Authenticator(for: baseURL, credential: .bearer(token))
/// stack.perAttempt = [Signing()]
/// let client = APIClient(api: api, transport: try SystemTransport.make(), stack: stack)
/// ```
///
/// The order from the outside to the inside, with its reasons:
///
/// 1. ``perCall`` sees every call once and may change requests before they are logged, cached or compared.
/// 2. ``logger`` and ``metrics`` see the same as callers.
/// 3. ``cache`` responds without a request if it can.
/// 4. ``coalescer`` turns equal requests into one.
/// 5. ``authenticator`` adds credentials after requests were compared.
/// 6. ``retrier`` repeats everything inside it.
/// 7. ``perAttempt`` sees every attempt, with its credentials, before it is counted or waits.
/// 8. ``circuitBreaker`` and ``rateLimiter`` count every attempt.
/// 9. ``scheduler`` limits the concurrent requests.
/// 10. ``redirects`` are followed within one slot.
/// 11. ``cookies`` belong to each hop.
/// 12. ``perHop`` sees each request exactly as the transport gets it.
public struct MiddlewareStack: Sendable {
  /// Your middleware outside everything else, the first one outermost.
  public var perCall: [any Middleware] = []
  /// Logs requests.
  public var logger: RequestLogger?
  /// Measures requests.
  public var metrics: MetricsCollector?
  /// Serves stored responses.
  public var cache: (any Middleware)?
  /// Shares responses among equal requests.
  public var coalescer: RequestCoalescer?
  /// Adds credentials.
  public var authenticator: Authenticator?
  /// Retries failed requests.
  public var retrier: RequestRetrier?
  /// Your middleware for each attempt, the first one outermost.
  public var perAttempt: [any Middleware] = []
  /// Pauses requests to failing services.
  public var circuitBreaker: CircuitBreaker?
  /// Limits the rate of requests.
  public var rateLimiter: RateLimiter?
  /// Limits concurrent requests.
  public var scheduler: RequestScheduler?
  /// Follows redirects.
  public var redirects: RedirectFollower?
  /// Stores and sends cookies.
  public var cookies: CookieJar?
  /// Your middleware right before the transport, for each attempt and each redirect, the first one outermost.
  public var perHop: [any Middleware] = []

  /// Creates an empty stack.
  public init() {}

  /// A new stack with the usual middleware: ``metrics``, ``coalescer``, ``retrier``, ``scheduler`` and ``redirects``.
  ///
  /// Use one stack for all clients that should share their limits and metrics, but not for different users, who must not share responses.
  public static var standard: MiddlewareStack {
    var stack = MiddlewareStack()
    stack.metrics = MetricsCollector()
    stack.coalescer = RequestCoalescer()
    stack.retrier = RequestRetrier()
    stack.scheduler = RequestScheduler()
    stack.redirects = RedirectFollower()
    return stack
  }

  /// The middleware of the stack, the outermost first.
  public var middleware: [any Middleware] {
    let outer: [(any Middleware)?] = [logger, metrics, cache, coalescer, authenticator, retrier]
    let inner: [(any Middleware)?] = [circuitBreaker, rateLimiter, scheduler, redirects, cookies]
    return perCall + outer.compactMap { $0 } + perAttempt + inner.compactMap { $0 } + perHop
  }
}

extension APIClient {
  /// Creates a client with a stack of middleware.
  ///
  /// - Parameters:
  ///   - api: The service.
  ///   - transport: The transport that sends requests.
  ///   - stack: The middleware that every request passes.
  ///   - timeouts: The time limits of each request.
  public init(api: API, transport: any Transport, stack: MiddlewareStack, timeouts: Timeouts = Timeouts()) {
    self.init(api: api, transport: transport, middleware: stack.middleware, timeouts: timeouts)
  }
}
