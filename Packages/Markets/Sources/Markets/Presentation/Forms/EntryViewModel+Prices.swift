import Components
import Foundation
import Portfolio

extension EntryViewModel {
  /// The error for recording an entry before its price has loaded.
  static let priceIsLoading = "The price for that date is still loading."

  /// Suggests the coin's price at the time of the entry.
  func updateProposal() {
    guard let form, let coin = coins[.coin], let currency = CurrencyCode(form.currency) else { return }
    let time: Date?
    do throws(EntryForm.Problem) {
      time = try form.enteredTime()
    } catch {
      // Keep the last suggestion while a date is being typed.
      return
    }
    if let proposed, proposed == (coin.reference.id, time) { return }
    proposed = (coin.reference.id, time)
    latestPrice.cancel()
    removeLoadingError()
    self.form?.propose(nil)
    if let time {
      proposal = .loading
      latestPrice.start { await self.loadPrice(of: coin.reference, at: time, currency) }
    } else if let price = coin.price, !price.isNaN, price > 0 {
      proposal = .current(price, asOf: coin.asOf ?? now())
      self.form?.propose(price)
    } else {
      proposal = .none
    }
  }

  /// Fills in a known past price and its time.
  func propose(_ past: HistoricalPrice) {
    guard let coin = coins[.coin] else { return }
    form?.fill(.date, with: ChartDates.moment(timeZone: timeZone).string(of: past.time))
    do throws(EntryForm.Problem) {
      proposed = (coin.reference.id, try form?.enteredTime())
      proposal = .past(past)
      form?.propose(past.price)
    } catch {
      form?.report(error)
    }
  }

  /// Suggests the known price again after the action has changed.
  func repeatProposal() {
    switch proposal {
    case .current(let price, _): form?.propose(price)
    case .past(let found): form?.propose(found.price)
    case .none, .loading, .missing: break
    }
  }

  private func loadPrice(of coin: CoinReference, at time: Date, _ currency: CurrencyCode) async {
    let load = latestPrice.begin()
    do throws(MarketsError) {
      guard let id = CoinID(coin.id) else { throw .coinNotFound(coin.id, suggestions: []) }
      let fetch = FetchHistoricalPrice(repository: repository)
      let found = try await fetch.execute(id, at: time, currency: currency, now: now())
      guard latestPrice.isLatest(load) else { return }
      proposal = found.map { .past($0) } ?? .missing("\(source) has no price for that date.")
      form?.propose(found?.price)
    } catch {
      guard latestPrice.isLatest(load) else { return }
      proposal = .missing(Self.message(for: error, now: now()))
    }
    removeLoadingError()
  }

  /// Removes the error about a loading price.
  private func removeLoadingError() {
    if form?.state.problems[.price] == Self.priceIsLoading { form?.removeProblem(of: .price) }
  }

  private static func message(for error: MarketsError, now: Date) -> String {
    guard case .rangeNotAvailable(_, let reason) = error else { return MarketsProblem(error, now: now).message }
    return "No price for that date: \(reason.sanitized(.singleLine))."
  }
}
