import Foundation
import Networking

extension MarketsSampleService {
  func simplePrices(_ request: HTTPRequest, _ scenario: Scenario, _ time: Double) -> SampleResponse {
    if scenario == .refusal { return Self.failure(500, code: 500, "Internal Server Error") }
    guard let ids = words(of: "ids", in: request) else { return Self.missing("ids") }
    guard let currencies = words(of: "vs_currencies", in: request) else { return Self.missing("vs_currencies") }
    if scenario == .empty { return .json(SampleMarket.SimplePrices()) }
    return .json(
      catalog.simplePrices(
        ids: ids,
        currencies: currencies,
        hasChange: request.queryValue("include_24hr_change") == "true",
        hasTime: request.queryValue("include_last_updated_at") == "true",
        at: time
      )
    )
  }

  func coinList(_ scenario: Scenario) -> SampleResponse {
    switch scenario {
    case .refusal: Self.failure(500, code: 500, "Internal Server Error")
    case .empty: .json([SampleMarket.ListedCoin]())
    default: .json(catalog.coinList())
    }
  }

  func search(_ request: HTTPRequest, _ scenario: Scenario, _ time: Double) -> SampleResponse {
    if scenario == .refusal { return Self.failure(500, code: 500, "Internal Server Error") }
    guard let text = request.queryValue("query"), !text.isEmpty else { return Self.missing("query") }
    if scenario == .empty { return .json(SampleMarket.SearchResults(coins: [])) }
    return .json(catalog.search(text, host: request.host, at: time))
  }

  func day(_ request: HTTPRequest, _ id: String, _ scenario: Scenario, _ time: Double) -> SampleResponse {
    if scenario == .refusal { return Self.failure(500, code: 500, "Internal Server Error") }
    guard let coin = SampleCoin.coin(withID: id) else {
      return .json(SampleMarket.PlainError(error: "coin not found"), status: 404)
    }
    guard let date = request.queryValue("date").flatMap(Self.date) else {
      return .json(SampleMarket.PlainError(error: "invalid date"), status: 400)
    }
    if scenario == .publicPlan, date.timeIntervalSince1970 < time - 365 * 86_400 { return Self.rangeTooLong }
    return .json(catalog.day(of: coin, date: date, host: request.host, at: time))
  }

  /// Returns the icon for a path such as `/markets/icons/bitcoin/large.png`, regardless of scenario and request limit.
  ///
  /// CoinGecko serves icons from a separate host.
  static func icon(_ request: HTTPRequest) -> SampleResponse? {
    guard request.path.hasPrefix(SampleCoinIcon.path) else { return nil }
    let parts = request.path.dropFirst(SampleCoinIcon.path.count).split(
      separator: "/",
      omittingEmptySubsequences: false
    )
    guard parts.count == 2, parts[1].hasSuffix(".png"), let coin = SampleCoin.coin(withID: String(parts[0])),
      let side = SampleCoinIcon.sides[String(parts[1].dropLast(4))]
    else { return .text("Not Found", status: 404) }
    return .picture(SampleCoinIcon(coinID: coin.id).pngData(side: side))
  }

  /// Returns a query item's comma-separated values in lowercase; `nil` if it is missing or empty.
  private func words(of name: String, in request: HTTPRequest) -> [String]? {
    let words = request.queryValue(name)?.lowercased().split(separator: ",").map(String.init) ?? []
    return words.isEmpty ? nil : words
  }

  private static func missing(_ name: String) -> SampleResponse {
    .json(SampleMarket.PlainError(error: "Missing parameter \(name)"), status: 422)
  }

  /// Parses a UTC day such as `31-01-2026`.
  private static func date(_ text: String) -> Date? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).compactMap { Int($0) }
    guard parts.count == 3 else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let components = DateComponents(year: parts[2], month: parts[1], day: parts[0])
    guard components.isValidDate(in: calendar) else { return nil }
    return calendar.date(from: components)
  }
}
