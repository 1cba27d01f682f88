import Foundation
import Networking
import Portfolio

/// An endpoint whose responses are cached for a day, or longer while the service is failing.
protocol MarketsEndpoint: Endpoint where Response == MarketsResponse<Content> {
  associatedtype Content: Decodable & Sendable

  var policy: LoadPolicy { get }
}

struct MarketsResponse<Content: Sendable>: Sendable {
  let content: Content
  let url: URL
  let cacheStatus: CacheStatus?
}

enum MarketsCaching {
  static let lifetime: Duration = .seconds(24 * 3_600)
  /// The age, in seconds, that the cache reports for a response if the clock was set back (RFC 9111, section 1.2.2).
  static let unknownAge: TimeInterval = 2_147_483_648
}

extension MarketsEndpoint {
  var context: MessageContext {
    var context = MessageContext()
    var cachePolicy = CachePolicy.timeToLive(MarketsCaching.lifetime).staleIfUnavailable()
    switch policy {
    case .fresh: break
    case .maxAge(let age): cachePolicy.lifetime = .fixed(age)
    case .refreshed: cachePolicy.access = .refresh
    case .uncached: cachePolicy = .neverStore
    case .storedOnly: cachePolicy.access = .offline
    }
    context[CachePolicy.self] = cachePolicy
    return context
  }

  func response(from response: HTTPResponse, api: API) async throws(NetworkError) -> MarketsResponse<Content> {
    let data = try await response.body.collect(upTo: responseSizeLimit)
    do {
      let content = try api.decoder.decode(Content.self, from: data)
      return MarketsResponse(content: content, url: response.url, cacheStatus: response.context[CacheStatus.self])
    } catch {
      throw .decoding(DecodingFailure(error, data: data, url: RedactedURL(response.url)))
    }
  }
}

extension NetworkClient {
  /// Sends an endpoint's request and returns the decoded response.
  ///
  /// A cached response that can't be decoded is replaced; otherwise, it would stay in the cache for a day.
  func sendCached<E: MarketsEndpoint>(
    _ endpoint: @Sendable (LoadPolicy) -> E,
    _ policy: LoadPolicy
  ) async throws(NetworkError) -> E.Response where E.API == API {
    do {
      return try await send(endpoint(policy))
    } catch {
      guard case .decoding = error, policy.usesFreshResponses else { throw error }
      return try await send(endpoint(.refreshed))
    }
  }
}

extension LoadPolicy {
  fileprivate var usesFreshResponses: Bool {
    switch self {
    case .fresh, .maxAge: true
    case .refreshed, .uncached, .storedOnly: false
    }
  }
}

extension MarketsResponse {
  /// Whether the response comes from the cache because the service failed, regardless of its cache lifetime.
  private var isReplacement: Bool {
    guard let cacheStatus else { return false }
    return cacheStatus.isStale || cacheStatus.failure != nil || refusal != nil
  }

  /// The error status of the service's response.
  private var refusal: HTTPStatus? {
    cacheStatus?.forwardStatus.flatMap { $0.code >= 500 || $0 == .tooManyRequests ? $0 : nil }
  }

  /// Throws the failure that a cached response replaces, because it isn't the result of a refresh.
  func requireRefreshed(now: Date, gate: RateLimitGate?) throws(NetworkError) {
    if let failure = cacheStatus?.failure { throw failure }
    guard let refusal else { return }
    let pause = gate?.nextTry(for: url).map { "\(Int($0.timeIntervalSince(now).rounded(.up)))" }
    throw .status(
      ServiceFailure(
        status: refusal,
        url: RedactedURL(url),
        headers: pause.map { [.retryAfter: $0] } ?? [:]
      )
    )
  }

  func provenance(now: Date, gate: RateLimitGate?) -> Provenance {
    let age = (cacheStatus?.age ?? .zero) / .seconds(1)
    return Provenance(
      asOf: age < MarketsCaching.unknownAge ? now.addingTimeInterval(-max(age, 0)) : Quote.unknownTime,
      hasFailedRefresh: isReplacement,
      isFromCache: cacheStatus?.isFromCache ?? false,
      nextTry: isReplacement ? gate?.nextTry(for: url) : nil
    )
  }
}

/// A middleware that keeps error responses with a success status out of the cache.
///
/// It belongs inside the cache in the middleware chain.
///
/// A response that isn't JSON is an error. If the price list refuses a request with status 200, the status becomes 503
/// and the content stays unchanged. If CoinGecko refuses a range that the plan excludes, the refusal is cached for a
/// day. Repeating the request would have the same result and use up a call from the monthly limit.
struct ResponseInspector: Middleware {
  /// The maximum size of a refusal, in bytes; refusals are small because they contain no data.
  static let refusalLimit = 64 << 10

  let readsCode: Bool
  /// The maximum response size, in bytes, which is the same as the limit for endpoints.
  var sizeLimit = 16 << 20

  func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
    var response = try await next.send(request)
    guard response.status.isSuccess else {
      if response.status == .unauthorized { try await allowStoring(&response) }
      return response
    }
    try checkMediaType(of: response)
    guard readsCode else { return response }
    let data = try await response.body.collect(upTo: sizeLimit)
    response.body = ResponseBody(bytes: data)
    if data.count <= Self.refusalLimit, PriceListRefusal(data) != nil { response.status = .serviceUnavailable }
    return response
  }

  private func allowStoring(_ response: inout HTTPResponse) async throws(NetworkError) {
    let data = try await response.body.collect(upTo: sizeLimit)
    response.body = ResponseBody(bytes: data)
    guard data.count <= Self.refusalLimit, CoinGeckoErrorBody(data)?.code == CoinGeckoErrorBody.rangeRefused else {
      return
    }
    response.headers["Cache-Control"] = "max-age=\(Int(MarketsCaching.lifetime / .seconds(1)))"
  }

  private func checkMediaType(of response: HTTPResponse) throws(NetworkError) {
    guard let type = response.headers[.contentType]?.split(separator: ";").first else { return }
    let name = type.trimmingCharacters(in: .whitespaces).lowercased()
    guard name != "application/json", !name.hasSuffix("+json") else { return }
    let origin = Origin(response.url).map { "\($0)" } ?? "The service"
    throw .protocolViolation("it sent “\(name.prefix(60))” instead of JSON", origin: origin)
  }
}
