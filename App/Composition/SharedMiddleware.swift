import Networking

/// What all requests of the program pass through, so that limits, sums and the cache are those of the program, not of a feature.
struct SharedMiddleware: Sendable {
  /// The layers, the outermost first.
  let middleware: [any Middleware]
  /// The same for a service of which every request has an effect and no answer may be used twice: without cache, without joining
  /// requests that are the same, without redirects, and without a scheduler.
  let middlewareForEffects: [any Middleware]

  init(
    cache: HTTPCache,
    isRefreshing: Bool,
    logger: RequestLogger?,
    system: SystemDependencies
  ) {
    var stack = MiddlewareStack.standard
    stack.logger = logger
    stack.cache = cache
    // Nobody here looks at the sums; what a request took is told by the logger.
    stack.metrics = nil
    stack.retrier = RequestRetrier(clock: system.clock, date: system.now)
    stack.scheduler = RequestScheduler(clock: system.clock)
    stack.redirects = RedirectFollower(clock: system.clock)
    let outermost: [any Middleware] = isRefreshing ? [CacheRefresher()] : []
    middleware = outermost + stack.middleware
    stack.redirects = nil
    stack.coalescer = nil
    // The feature sends one request at a time, so there is nothing to put in order.
    stack.scheduler = nil
    // Offline it is the cache that sends nothing.
    if !cache.isOffline { stack.cache = nil }
    middlewareForEffects = stack.middleware
  }
}

/// Has every request go past what is stored, which its answer then replaces: `--refresh`.
private struct CacheRefresher: Middleware {
  func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
    var request = request
    var policy = request.context[CachePolicy.self] ?? .standard
    if policy.access == .standard, policy.lifetime != .forever {
      policy.access = .refresh
      request.context[CachePolicy.self] = policy
    }
    return try await next.send(request)
  }
}
