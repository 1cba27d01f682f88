import Basics
import Foundation
public import Observation
public import Portfolio

/// A coin's holdings and activities.
@MainActor
@Observable
public final class CoinAccountViewModel {
  struct Content: Sendable {
    /// The currency of ``cost``, which can differ from the page's currency until the account is reloaded.
    let currency: CurrencyCode
    let amount: Decimal
    /// The cost of the held amount; `nil` if part of the cost is unknown.
    let cost: Decimal?
    let activities: [Activity]
  }

  private nonisolated static let shownActivities = 20

  private(set) var state: LoadState<Content, String> = .initial
  private(set) var isWriting = false

  @ObservationIgnored let ledger: any LedgerStoring
  @ObservationIgnored private let latest = LatestLoad()
  @ObservationIgnored private(set) var currency: CurrencyCode?
  @ObservationIgnored private var coin: CoinID?

  /// Creates a view model for a ledger.
  public init(ledger: any LedgerStoring) { self.ledger = ledger }

  /// Reads the ledger again after another screen may have changed it.
  public func reload() async {
    if let coin, let currency { await load(coin, in: currency) }
  }

  func load(_ coin: CoinID, in currency: CurrencyCode) async {
    (self.coin, self.currency) = (coin, currency)
    let number = latest.begin()
    do throws(LedgerError) {
      let snapshot = try await ledger.load()
      await show(snapshot, coin, currency, number)
    } catch {
      if latest.isLatest(number) { state = .failed(error.description, previous: nil) }
    }
  }

  /// Shows the account from a snapshot that is newer than the result of any running load.
  func showNewest(_ snapshot: LedgerSnapshot, _ coin: CoinID, in currency: CurrencyCode) async {
    self.currency = currency
    await show(snapshot, coin, currency, latest.begin())
  }

  /// Shows a snapshot unless a newer one is being loaded; an older snapshot could hide an entry that is already shown.
  private func show(_ snapshot: LedgerSnapshot, _ coin: CoinID, _ currency: CurrencyCode, _ number: Int) async {
    let content = await performBlocking {
      Content(
        currency: currency,
        amount: snapshot.amount(ofCoin: coin.description),
        cost: Self.cost(of: coin, in: snapshot, currency),
        activities: snapshot.activities(ofCoin: coin.description, limit: Self.shownActivities)
      )
    }
    if latest.isLatest(number) { state = .loaded(content) }
  }

  private nonisolated static func cost(of coin: CoinID, in snapshot: LedgerSnapshot, _ currency: CurrencyCode)
    -> Decimal?
  {
    let holdings = snapshot.holdings(method: .fifo, in: currency.code, rates: .none)
    guard let holding = holdings.holdings.first(where: { $0.coin.id == coin.description }),
      holding.amountWithoutCost == 0
    else { return nil }
    return holding.position.cost
  }

  var undoable: Activity? { state.value?.activities.first(where: \.isUndoable) }

  func undo(_ activity: Activity, of coin: CoinID, in currency: CurrencyCode) async -> String? {
    guard !isWriting else { return "The last entry is still being written." }
    isWriting = true
    defer { isWriting = false }
    self.currency = currency
    let (ledger, number) = (ledger, latest.begin())
    do throws(LedgerError) {
      let recording = try await performBlocking { () throws(LedgerError) in
        try ledger.record(.reversal(of: activity.id), note: nil, at: nil)
      }
      // Rereading the ledger could fail and hide an entry that is already durable.
      await show(recording.snapshot, coin, currency, number)
      return nil
    } catch {
      await load(coin, in: currency)
      return error.description
    }
  }
}

extension Activity {
  var isUndoable: Bool { !isReversed && entry.action.kind != .reversal }
}

extension CoinReference {
  /// Creates a reference to a coin in a list.
  public init(_ coin: Coin) { self.init(id: coin.id.description, symbol: coin.symbol.lowercased()) }
}
