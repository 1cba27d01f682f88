import CommandLine
import DependencyInjection
import Foundation
import Networking

extension CompositionInputs {
  func registerMiddleware(in builder: inout ContainerBuilder) {
    let isOffline = invocation[.offline]
    let isRefreshing = invocation[.refresh]
    builder.register(Keys.cache) { [configuration, system] in
      let cache = HTTPCache(
        configuration: .init(
          folder: try configuration.httpCacheFolder(),
          sizeLimit: try configuration.value(Settings.cacheSize),
          name: "fetch-counter"
        ),
        now: system.now
      )
      cache.isOffline = isOffline
      return cache
    }
    builder.register(Keys.middleware, needs: Keys.cache) { [log, system] cache in
      SharedMiddleware(cache: cache, isRefreshing: isRefreshing, logger: log.requestLogger(), system: system)
    }
  }
}

/// The middleware for all requests; features therefore share limits and the cache.
struct SharedMiddleware: Sendable {
  /// The middleware, outermost first.
  let middleware: [any Middleware]
  /// The middleware for a service whose requests all have side effects.
  ///
  /// It excludes request coalescing, redirects, the scheduler and, unless the program is offline, the cache.
  let middlewareForEffects: [any Middleware]

  init(cache: HTTPCache, isRefreshing: Bool, logger: RequestLogger?, system: SystemDependencies) {
    var stack = MiddlewareStack.standard
    stack.logger = logger
    stack.cache = cache
    // The program doesn't show metrics; the logger reports the duration of each request.
    stack.metrics = nil
    stack.retrier = RequestRetrier(clock: system.clock, date: system.now)
    stack.scheduler = RequestScheduler(clock: system.clock)
    stack.redirects = RedirectFollower(clock: system.clock)
    let outermost: [any Middleware] = isRefreshing ? [CacheRefresher()] : []
    middleware = outermost + stack.middleware
    stack.redirects = nil
    stack.coalescer = nil
    // The counter sends only one request at a time, so there is nothing to schedule.
    stack.scheduler = nil
    // When the program is offline, keep the cache, because it rejects requests that would be sent.
    if !cache.isOffline { stack.cache = nil }
    middlewareForEffects = stack.middleware
  }
}

/// A middleware for `--refresh`, which makes every request bypass and replace the cached response.
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
