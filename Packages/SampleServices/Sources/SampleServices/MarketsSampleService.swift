import Basics
public import Foundation
import Networking

/// The market services: the price list at `/markets/v1` and `/markets/v2`, and CoinGecko at `/markets/api/v3`.
public final class MarketsSampleService: Sendable {
  /// The kind of response that the service sends.
  public enum Scenario: Sendable, Hashable {
    /// Normal responses.
    case normal
    /// A 200 with `"code":"0"` from the price list, and a 500 from CoinGecko.
    case refusal
    /// A 429 in CoinGecko's format, with the number of seconds to wait.
    case rateLimited(retryAfter: Int)
    /// A 429 with an HTML page, as sent by a proxy in front of the service.
    case htmlRateLimit
    /// A 403 with an HTML page.
    case htmlForbidden
    /// A 401 with code 10002, which means that an API key is required.
    case keyMissing
    /// A 401 with code 10012 for charts that cover more than 365 days.
    case publicPlan
    /// A response without coins.
    case empty
    /// A body that isn't JSON, with the JSON media type.
    case malformed
  }

  /// The service's settings.
  public struct Configuration: Sendable {
    /// The random seed, which determines the prices.
    public var seed: UInt64 = 1
    /// The maximum number of requests per minute, beyond which the service responds with 429; `nil` for no limit.
    public var requestsPerMinute: Int?
    /// The initial scenario.
    public var scenario = Scenario.normal
    /// A closure that returns the current time, for prices and limits.
    public var now: @Sendable () -> Date = { Date() }

    /// Creates settings without failures or limits.
    public init() {}
  }

  static let prefix = "/markets/"

  private let configuration: Configuration
  let catalog: SampleMarket
  private let currentScenario: Locked<Scenario>
  private let recentRequests = Locked<[Date]>([])

  init(_ configuration: Configuration) {
    self.configuration = configuration
    currentScenario = Locked(configuration.scenario)
    catalog = SampleMarket(model: SamplePriceModel(seed: configuration.seed))
  }

  /// The scenario for all further responses.
  public var scenario: Scenario {
    get { currentScenario.withLock { $0 } }
    set { currentScenario.withLock { $0 = newValue } }
  }

  func answer(_ request: HTTPRequest) -> SampleResponse {
    guard request.isReading else {
      return .text("Method Not Allowed", status: 405).header("Allow", "GET, HEAD")
    }
    if let icon = Self.icon(request) { return icon }
    if let seconds = secondsToWait() { return Self.tooMany(retryAfter: seconds) }
    let scenario = scenario
    if let answer = Self.answerOfAll(in: scenario) { return answer }
    let words = request.path.split(separator: "/").map(String.init)
    let time = configuration.now().timeIntervalSince1970
    switch words.count {
    case 3 where words[1...] == ["v1", "prices"]: return priceList(scenario) { catalog.priceListV1(at: time) }
    case 3 where words[1...] == ["v2", "prices"]: return priceList(scenario) { catalog.priceListV2(at: time) }
    case 4 where words[1...] == ["api", "v3", "search"]: return search(request, scenario, time)
    case 5 where words[1...] == ["api", "v3", "coins", "markets"]: return markets(request, scenario, time)
    case 5 where words[1...] == ["api", "v3", "coins", "list"]: return coinList(scenario)
    case 5 where words[1...] == ["api", "v3", "simple", "price"]: return simplePrices(request, scenario, time)
    case 6 where words[1...3] == ["api", "v3", "coins"] && words[5] == "market_chart":
      return chart(request, words[4], scenario, time)
    case 6 where words[1...3] == ["api", "v3", "coins"] && words[5] == "history":
      return day(request, words[4], scenario, time)
    default: return Self.failure(404, code: 404, "Incorrect path.")
    }
  }

  private func priceList(_ scenario: Scenario, _ document: () -> SampleMarket.PriceList) -> SampleResponse {
    switch scenario {
    case .refusal: .json(SampleMarket.Refusal())
    case .empty: .json(SampleMarket.PriceList(data: []))
    default: .json(document())
    }
  }

  private func markets(_ request: HTTPRequest, _ scenario: Scenario, _ time: Double) -> SampleResponse {
    if scenario == .refusal { return Self.failure(500, code: 500, "Internal Server Error") }
    guard let currency = request.queryValue("vs_currency")?.lowercased(), let rate = SamplePriceModel.rates[currency]
    else { return .json(SampleMarket.PlainError(error: "invalid vs_currency"), status: 400) }
    if scenario == .empty { return .json([SampleMarket.Market]()) }
    let size = min(max(request.queryValue("per_page").flatMap { Int($0) } ?? 100, 1), 250)
    let page = max(request.queryValue("page").flatMap { Int($0) } ?? 1, 1)
    let ids = request.queryValue("ids").map { Set($0.split(separator: ",").map(String.init)) }
    return .json(
      catalog.markets(
        rate: rate,
        ids: ids,
        page: page,
        size: size,
        hasSparkline: request.queryValue("sparkline") == "true",
        host: request.host,
        at: time
      )
    )
  }

  private func chart(_ request: HTTPRequest, _ id: String, _ scenario: Scenario, _ time: Double) -> SampleResponse {
    if scenario == .refusal { return Self.failure(500, code: 500, "Internal Server Error") }
    guard let coin = SampleCoin.coin(withID: id) else {
      return .json(SampleMarket.PlainError(error: "coin not found"), status: 404)
    }
    guard let currency = request.queryValue("vs_currency")?.lowercased(), let rate = SamplePriceModel.rates[currency]
    else { return .json(SampleMarket.PlainError(error: "invalid vs_currency"), status: 400) }
    let word = request.queryValue("days") ?? ""
    guard word == "max" || Int(word).map({ $0 > 0 }) ?? false else {
      return .json(SampleMarket.PlainError(error: "invalid days"), status: 400)
    }
    let days = min(Int(word) ?? SampleMarket.longestHistory, SampleMarket.longestHistory)
    if scenario == .publicPlan, word == "max" || days > 365 { return Self.rangeTooLong }
    return .json(catalog.chart(of: coin, rate: rate, days: days, at: time))
  }

  private func secondsToWait() -> Int? {
    guard let limit = configuration.requestsPerMinute else { return nil }
    let now = configuration.now()
    return recentRequests.withLock { recentRequests in
      recentRequests.removeAll { now.timeIntervalSince($0) >= 60 }
      guard let first = recentRequests.first, recentRequests.count >= limit else {
        recentRequests.append(now)
        return nil
      }
      return max(Int((60 - now.timeIntervalSince(first)).rounded(.up)), 1)
    }
  }

  private static func answerOfAll(in scenario: Scenario) -> SampleResponse? {
    switch scenario {
    case .normal, .refusal, .publicPlan, .empty: nil
    case .rateLimited(let seconds): tooMany(retryAfter: seconds)
    case .htmlRateLimit: .page("Too Many Requests", status: 429)
    case .htmlForbidden: .page("Access denied", status: 403)
    case .keyMissing: failure(401, code: 10_002, "API Key Missing")
    case .malformed: .json(Data(#"{"code":"1","data":[{"id":"#.utf8))
    }
  }

  private static func tooMany(retryAfter seconds: Int) -> SampleResponse {
    failure(429, code: 429, "You've exceeded the Rate Limit.").header("Retry-After", "\(seconds)")
  }

  static func failure(_ status: HTTPStatus, code: Int, _ message: String) -> SampleResponse {
    .json(SampleMarket.StatusError(code: code, message: message), status: status)
  }

  /// The public plan's error for prices from more than a year ago.
  static var rangeTooLong: SampleResponse {
    let words = "Your request exceeds the allowed time range. Public API users are limited to the past 365 days."
    return .json(SampleMarket.WrappedError(code: 10_012, message: words), status: 401)
  }
}
