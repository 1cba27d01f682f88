import Components
import Foundation
import Markets
import Networking
import Portfolio

struct MarketsCommandContext {
  let console: Console
  let root: CompositionRoot
  let repository: any MarketsRepository
  let currency: CurrencyCode
  let includesEUR: Bool
  var policy = LoadPolicy.fresh
  var now: @Sendable () -> Date = { Date() }

  func inform(about page: CoinPage) {
    inform(about: page.provenance, shortfall: page.shortfall)
    if let notice = PriceAge.notice(ofImplausiblePricesIn: page) { console.inform("\(notice).") }
  }

  func inform(about provenance: Provenance?, shortfall: MarketsError?) {
    if let notice = provenance.flatMap({ PriceAge.notice(of: $0, now: now()) }) { console.inform("\(notice).") }
    if let notice = PriceAge.notice(of: repository.capabilities.freshness) { console.inform("\(notice).") }
    if let shortfall {
      console.inform("Tags and euro prices are missing: \(MarketsProblem(shortfall, now: now()).message)")
    }
  }

  func failure(_ error: MarketsError) -> CommandFailure { CommandFailure(MarketsProblem(error, now: now())) }

  /// Throws an error if a stored price is too old to count as current.
  ///
  /// Without this check, an entry or alert could store an old price.
  func requireCurrentPrice(of coin: Coin, in page: CoinPage, hint: String) throws(CommandFailure) {
    let provenance = page.provenance
    guard provenance.isOutdated(at: now()) else { return }
    let age = provenance.age(at: now()).isFinite ? RelativeAge.text(of: provenance.asOf, now: now()) : "an unknown time"
    throw CommandFailure(
      exitCode: .failure,
      kind: "no_current_price",
      message: "There is no current price for \(coin.symbol): the last known price is from \(age).",
      hint: hint
    )
  }
}

extension CommandFailure {
  init(_ problem: MarketsProblem) {
    switch problem.error {
    case .service(let error as NetworkError):
      self.init(error)
      message = problem.message
    case .service(let error as CommandFailure):
      self = error
      return
    case .service: self.init(exitCode: .failure, kind: "failure", message: problem.message)
    case .refused: self.init(exitCode: .serviceError, kind: "refused", message: problem.message)
    case .rateLimited: self.init(exitCode: .serviceError, kind: "rate_limited", message: problem.message)
    case .keyProblem: self.init(exitCode: .serviceError, kind: "key_problem", message: problem.message)
    case .rangeNotAvailable, .noHistories:
      self.init(exitCode: .serviceError, kind: "range_not_available", message: problem.message)
    case .coinNotFound: self.init(exitCode: .failure, kind: "coin_not_found", message: problem.message)
    case .priceMissing: self.init(exitCode: .serviceError, kind: "no_price", message: problem.message)
    case .ambiguousCoin: self.init(exitCode: .usage, kind: "ambiguous_coin", message: problem.message)
    case .undecidedCoin: self.init(exitCode: .failure, kind: "ambiguous_coin", message: problem.message)
    case .currencyNotAvailable: self.init(exitCode: .usage, kind: "currency_not_available", message: problem.message)
    }
    hint = problem.hint
  }
}
