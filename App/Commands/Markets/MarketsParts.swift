import Foundation
import Markets
import Networking

/// Makes the markets feature's parts from what the program has.
enum MarketsParts {
  /// The source that the configuration names; without an address, the one inside the program.
  ///
  /// - Parameters:
  ///   - configuration: Names the service, what it speaks, and a key.
  ///   - transport: Carries the requests.
  ///   - shared: What all requests pass through.
  ///   - now: The time of day.
  /// - Returns: The repository.
  /// - Throws: What is wrong with the configuration.
  static func repository(
    _ configuration: Configuration,
    transport: any Transport,
    shared: SharedMiddleware,
    now: @escaping @Sendable () -> Date
  ) throws(CommandFailure) -> any MarketsRepository {
    let given = try configuration.resolved(Settings.marketsURL)?.value
    let root = given ?? SampleServicesTransport.marketsURL
    let key = try configuration.marketsKey(for: root)
    let service: MarketsService
    switch try configuration.value(Settings.marketsSource) {
    case .priceList: service = .priceList(PriceListAPI(baseURL: root))
    case .coingecko:
      let market = CoinGeckoAPI(root: root, key: key.flatMap { CoinGeckoKey($0, for: root) })
      // Only the services inside the program are both at one address.
      service = given == nil ? .combined(market, PriceListAPI(baseURL: root)) : .coinGecko(market)
    }
    return service.repository(
      transport: transport,
      middleware: shared.middleware,
      timeouts: try configuration.timeouts(),
      gate: RateLimitGate(now: now),
      now: now
    )
  }

  /// The currency to show: the one that was asked for, or the source's own where nobody asked.
  static func currency(
    _ configuration: Configuration,
    _ capabilities: MarketsCapabilities
  ) throws(CommandFailure) -> CurrencyCode {
    guard let setting = try configuration.resolved(Settings.currency) else { return capabilities.currency(for: .aud) }
    guard let currency = CurrencyCode(setting.value) else {
      throw CommandFailure(
        exitCode: .usage,
        kind: "usage",
        message: "There are no prices in '\(setting.value)', says the source of \(capabilities.name).",
        hint: "Choose one of \(capabilities.currencies.map(\.code).joined(separator: ", "))."
      )
    }
    return setting.origin == .programDefault ? capabilities.currency(for: currency) : currency
  }
}

/// What the commands of the markets are made with.
struct MarketsCommandContext {
  let console: Console
  /// Kept for as long as the command runs, since the services inside the program end with it.
  let root: CompositionRoot
  let repository: any MarketsRepository
  let currency: CurrencyCode
  let includesEUR: Bool
  var now: @Sendable () -> Date = { Date() }

  /// Whether figures are older than they should be, told on standard error.
  func inform(about provenance: Provenance?, shortfall: MarketsError?) {
    if let provenance, provenance.isStale {
      let wait = provenance.nextTry.map { " Next try \(RelativeAge.text(until: $0, now: now()))." } ?? ""
      let age = RelativeAge.text(of: provenance.asOf, now: now())
      console.inform("Newer figures could not be had; the last ones came \(age).\(wait)")
    }
    if let shortfall { console.inform("Tags and euro are missing: \(MarketsProblem(shortfall, now: now()).message)") }
  }

  /// A failure of the source, as a command's.
  func failure(_ error: MarketsError) -> CommandFailure { CommandFailure(MarketsProblem(error, now: now())) }
}

extension CommandFailure {
  /// Market figures that could not be had.
  init(_ problem: MarketsProblem) {
    switch problem.error {
    case .service(let error as NetworkError): self.init(error)
    case .service: self.init(exitCode: .failure, kind: "failure", message: problem.message)
    case .refused: self.init(exitCode: .serviceError, kind: "refused", message: problem.message)
    case .rateLimited: self.init(exitCode: .serviceError, kind: "rate_limited", message: problem.message)
    case .keyProblem: self.init(exitCode: .serviceError, kind: "key_problem", message: problem.message)
    case .rangeNotAvailable: self.init(exitCode: .serviceError, kind: "range_not_available", message: problem.message)
    case .coinNotFound: self.init(exitCode: .failure, kind: "coin_not_found", message: problem.message)
    case .currencyNotAvailable: self.init(exitCode: .usage, kind: "currency_not_available", message: problem.message)
    }
    hint = problem.hint
  }
}
