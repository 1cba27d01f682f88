/// The package's middleware in the order in which it works together; what is `nil` is left out.
///
/// ```swift
/// var stack = MiddlewareStack.standard
/// stack.logger = RequestLogger { event in print(event) }
/// stack.authenticator = Authenticator(for: baseURL, credential: .bearer(token))
/// let client = APIClient(api: api, transport: try SystemTransport.make(), stack: stack)
/// ```
///
/// From the outside to the inside, and why:
///
/// 1. ``logger`` and ``metrics`` see what callers see.
/// 2. ``cache`` answers what needs no request.
/// 3. ``coalescer`` makes one request of those that are the same.
/// 4. ``authenticator`` adds credentials, after requests were compared.
/// 5. ``retrier`` repeats what is inside of it.
/// 6. ``circuitBreaker`` and ``rateLimiter`` count every attempt.
/// 7. ``scheduler`` gives slots to those who may go now.
/// 8. ``redirects`` are followed within one slot.
/// 9. ``cookies`` belong to each hop.
public struct MiddlewareStack: Sendable {
  /// Reports requests.
  public var logger: RequestLogger?
  /// Measures requests.
  public var metrics: MetricsCollector?
  /// Answers from what was stored.
  public var cache: (any Middleware)?
  /// Joins requests that are the same.
  public var coalescer: RequestCoalescer?
  /// Adds credentials.
  public var authenticator: Authenticator?
  /// Repeats what failed.
  public var retrier: RequestRetrier?
  /// Leaves failing services alone.
  public var circuitBreaker: CircuitBreaker?
  /// Keeps to a rate.
  public var rateLimiter: RateLimiter?
  /// Bounds what goes out at once.
  public var scheduler: RequestScheduler?
  /// Follows redirects.
  public var redirects: RedirectFollower?
  /// Keeps cookies.
  public var cookies: CookieJar?

  /// Makes a stack with nothing in it.
  public init() {}

  /// A new stack with what suits nearly every client: ``metrics``, ``coalescer``, ``retrier``, ``scheduler`` and ``redirects``.
  ///
  /// Use one stack for all clients that should share their limits and sums; but not for different users, whose answers must not be shared.
  public static var standard: MiddlewareStack {
    var stack = MiddlewareStack()
    stack.metrics = MetricsCollector()
    stack.coalescer = RequestCoalescer()
    stack.retrier = RequestRetrier()
    stack.scheduler = RequestScheduler()
    stack.redirects = RedirectFollower()
    return stack
  }

  /// What is there, the outermost first.
  public var middleware: [any Middleware] {
    let layers: [(any Middleware)?] = [
      logger, metrics, cache, coalescer, authenticator, retrier, circuitBreaker, rateLimiter, scheduler, redirects,
      cookies,
    ]
    return layers.compactMap { $0 }
  }
}

extension APIClient {
  /// Makes a client with a stack of middleware.
  ///
  /// - Parameters:
  ///   - api: The service.
  ///   - transport: What carries the requests.
  ///   - stack: What every request passes through.
  ///   - timeouts: How long each request may take.
  public init(
    api: API,
    transport: any Transport,
    stack: MiddlewareStack,
    timeouts: Timeouts = Timeouts()
  ) {
    self.init(api: api, transport: transport, middleware: stack.middleware, timeouts: timeouts)
  }
}
