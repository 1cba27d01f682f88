import CommandLine
import DependencyInjection
import Foundation
import Networking

extension CompositionInputs {
  func registerMiddleware(in builder: inout ContainerBuilder) {
    let isOffline = invocation[.offline]
    let isRefreshing = invocation[.refresh]
    builder.register(Keys.cache) { [configuration, system] in
      HTTPCache(
        configuration: .init(
          folder: try configuration.httpCacheFolder(),
          sizeLimit: try configuration.value(Settings.cacheSize),
          name: "fetch-counter"
        ),
        now: system.now
      )
    }
    builder.register(Keys.middleware, needs: Keys.cache) { [log, system] cache in
      SharedMiddleware(
        cache: cache,
        isOffline: isOffline,
        isRefreshing: isRefreshing,
        logger: log.requestLogger(),
        system: system
      )
    }
  }
}

/// The middleware for all requests; features therefore share limits and the cache.
struct SharedMiddleware: Sendable {
  let isOffline: Bool
  /// The middleware, outermost first.
  let middleware: [any Middleware]
  /// The middleware for a service whose requests all have side effects.
  ///
  /// It excludes request coalescing, redirects, the scheduler and the cache.
  let middlewareForEffects: [any Middleware]

  init(
    cache: HTTPCache,
    isOffline: Bool,
    isRefreshing: Bool,
    logger: RequestLogger?,
    system: SystemDependencies
  ) {
    self.isOffline = isOffline
    var stack = MiddlewareStack.standard
    stack.logger = logger
    stack.cache = cache
    // The program doesn't show metrics; the logger reports the duration of each request.
    stack.metrics = nil
    stack.retrier = RequestRetrier(clock: system.clock, date: system.now)
    stack.scheduler = RequestScheduler(clock: system.clock)
    stack.redirects = RedirectFollower(clock: system.clock)
    let outermost: [any Middleware] =
      isOffline ? [OfflineGuard(usesCache: true)] : isRefreshing ? [CacheRefresher()] : []
    middleware = outermost + stack.middleware
    stack.redirects = nil
    stack.coalescer = nil
    // The counter sends only one request at a time, so there is nothing to schedule.
    stack.scheduler = nil
    stack.cache = nil
    middlewareForEffects = (isOffline ? [OfflineGuard(usesCache: false)] : []) + stack.middleware
  }
}

/// A middleware for `--offline`, which rejects requests that would be sent over the network.
///
/// Cached responses are used regardless of their age. The services inside the program need no network, so they provide
/// missing responses.
private struct OfflineGuard: Middleware {
  let usesCache: Bool

  func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
    do throws(NetworkError) {
      guard usesCache else { throw .cacheMiss(url: RedactedURL(request.url).description) }
      var cached = request
      var policy = request.context[CachePolicy.self] ?? .standard
      policy.access = .offline
      cached.context[CachePolicy.self] = policy
      return try await next.send(cached)
    } catch {
      guard case .cacheMiss = error, request.url.host() == SampleServicesTransport.host else { throw error }
      return try await next.send(request)
    }
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
