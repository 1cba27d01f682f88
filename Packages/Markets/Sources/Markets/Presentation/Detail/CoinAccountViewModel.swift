import Basics
import Foundation
public import Observation
public import Portfolio

/// The holdings and activities of a coin, and new entries for it.
@MainActor
@Observable
public final class CoinAccountViewModel {
  struct Content: Sendable {
    let amount: Decimal
    let activities: [Activity]
  }

  private static let shownActivities = 5

  private(set) var state: LoadState<Content, String> = .initial
  private(set) var isWriting = false

  @ObservationIgnored private let ledger: any LedgerStoring
  @ObservationIgnored private let latest = LatestLoad()

  /// Creates a view model over a ledger.
  public init(ledger: any LedgerStoring) { self.ledger = ledger }

  func load(_ coin: CoinID) async {
    let number = latest.begin()
    let ledger = ledger
    do throws(LedgerError) {
      let snapshot = try await performBlocking { () throws(LedgerError) in try ledger.snapshot() }
      // A snapshot from before an entry is not shown after it.
      guard latest.isLatest(number) else { return }
      show(snapshot, coin)
    } catch {
      if latest.isLatest(number) { state = .failed(error.description, previous: nil) }
    }
  }

  private func show(_ snapshot: LedgerSnapshot, _ coin: CoinID) {
    state = .loaded(
      Content(
        amount: snapshot.amount(ofCoin: coin.description),
        activities: snapshot.activities(ofCoin: coin.description, limit: Self.shownActivities)
      )
    )
  }

  /// Records an action; a second one while the first is being written is refused.
  func enter(
    _ entry: CoinActionForm.Entry,
    _ action: CoinAction,
    _ coin: Coin,
    for other: Coin?,
    in currency: CurrencyCode
  ) async -> String? {
    let own = CoinReference(coin)
    let price = entry.price.map { UnitPrice($0, currency.code.lowercased()) }
    let ledgerAction: LedgerAction
    switch (action, price, other, entry.otherAmount) {
    case (.buy, let price?, _, _): ledgerAction = .buy(Trade(coin: own, amount: entry.amount, price: price))
    case (.sell, let price?, _, _): ledgerAction = .sell(Trade(coin: own, amount: entry.amount, price: price))
    case (.swap, _, let other?, let amount?):
      ledgerAction = .swap(
        Swap(given: own, givenAmount: entry.amount, received: CoinReference(other), receivedAmount: amount)
      )
    case (.receive, let price, _, _): ledgerAction = .receive(Transfer(coin: own, amount: entry.amount, price: price))
    case (.send, _, _, _): ledgerAction = .send(Transfer(coin: own, amount: entry.amount))
    case (.buy, _, _, _), (.sell, _, _, _): return "The price is missing."
    case (.swap, _, _, _): return "The other coin is missing."
    }
    return await write(ledgerAction, coin.id)
  }

  var undoable: Activity? { state.value?.activities.first(where: \.isUndoable) }

  func undo(_ activity: Activity, of coin: CoinID) async -> String? {
    await write(.reversal(of: activity.id), coin)
  }

  private func write(_ action: LedgerAction, _ coin: CoinID) async -> String? {
    guard !isWriting else { return "The last entry is still being written." }
    isWriting = true
    defer { isWriting = false }
    let (ledger, number) = (ledger, latest.begin())
    do throws(LedgerError) {
      let recording = try await performBlocking { () throws(LedgerError) in
        try ledger.record(action, note: nil, at: nil)
      }
      // Reading again could fail and hide an entry that is durable.
      if latest.isLatest(number) { show(recording.snapshot, coin) }
      return nil
    } catch {
      await load(coin)
      return error.description
    }
  }
}

extension Activity {
  /// Whether the entry counts and is not a reversal itself.
  var isUndoable: Bool { !isReversed && entry.action.kind != .reversal }
}

extension CoinReference {
  /// The reference to a coin of a list.
  public init(_ coin: Coin) { self.init(id: coin.id.description, symbol: coin.symbol.lowercased()) }
}
