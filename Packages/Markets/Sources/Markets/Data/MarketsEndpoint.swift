import Foundation
import Networking

/// An endpoint of which answers are taken from the cache for a day, and stale ones where there are none better.
protocol MarketsEndpoint: Endpoint where Response == MarketsAnswer<Content> {
  /// What is decoded.
  associatedtype Content: Decodable & Sendable

  /// Whether a stored answer will do.
  var policy: LoadPolicy { get }
}

/// What a service answered, with where it comes from.
struct MarketsAnswer<Content: Sendable>: Sendable {
  let content: Content
  let url: URL
  let cacheStatus: CacheStatus?
}

/// For how long a stored answer counts as fresh.
enum MarketsCaching {
  static let lifetime: Duration = .seconds(24 * 3_600)
}

extension MarketsEndpoint {
  var context: MessageContext {
    var context = MessageContext()
    var cachePolicy = CachePolicy.timeToLive(MarketsCaching.lifetime).staleIfUnavailable()
    switch policy {
    case .stored: break
    case .refreshed: cachePolicy.access = .refresh
    case .storedOnly: cachePolicy.access = .offline
    }
    context[CachePolicy.self] = cachePolicy
    return context
  }

  func response(from response: HTTPResponse, api: API) async throws(NetworkError) -> MarketsAnswer<Content> {
    let data = try await response.body.collect(upTo: responseSizeLimit)
    do {
      let content = try api.decoder.decode(Content.self, from: data)
      return MarketsAnswer(content: content, url: response.url, cacheStatus: response.context[CacheStatus.self])
    } catch {
      throw .decoding(DecodingFailure(error, data: data, url: RedactedURL(response.url)))
    }
  }
}

extension NetworkClient {
  /// Sends an endpoint that may be answered from the cache.
  ///
  /// What is stored and can't be understood is asked for again, past the cache: else it would be in the way for a day.
  func sendCached<E: MarketsEndpoint>(
    _ endpoint: @Sendable (LoadPolicy) -> E,
    _ policy: LoadPolicy
  ) async throws(NetworkError) -> E.Response where E.API == API {
    do {
      return try await send(endpoint(policy))
    } catch {
      guard case .decoding = error, policy == .stored else { throw error }
      return try await send(endpoint(.refreshed))
    }
  }
}

extension MarketsAnswer {
  /// Where the content comes from.
  func provenance(now: Date, gate: RateLimitGate?) -> Provenance {
    let (seconds, attoseconds) = (cacheStatus?.age ?? .zero).components
    let age = TimeInterval(seconds) + TimeInterval(attoseconds) * 1e-18
    // What a refresh could not replace is older than it should be, however long it may be kept.
    let isReplacement = cacheStatus?.isStale ?? false || cacheStatus?.failure != nil
    return Provenance(
      asOf: now.addingTimeInterval(-max(age, 0)),
      isStale: isReplacement,
      isFromCache: cacheStatus?.isFromCache ?? false,
      nextTry: isReplacement || cacheStatus?.forwardStatus == .tooManyRequests ? gate?.nextTry(for: url) : nil
    )
  }
}
