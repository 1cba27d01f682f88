public import Foundation
public import Observation
public import Portfolio

/// What a person has of a coin and did with it, and entering more of it.
///
/// The ledger is read and written away from the main actor, since that may wait for the disk.
@MainActor
@Observable
public final class CoinAccountViewModel {
  /// What the page shows.
  public enum State: Sendable {
    /// Nothing was read yet.
    case initial
    /// What there is, and what was done last, the newest first.
    case loaded(amount: Decimal, activities: [Activity])
    /// The ledger can't be read.
    case failed(String)
  }

  /// How many activities are shown.
  public static let shownActivities = 5

  /// What the page shows.
  public private(set) var state: State = .initial
  /// Whether an entry is being written.
  public private(set) var isWriting = false

  @ObservationIgnored private let ledger: any LedgerStoring
  @ObservationIgnored private var generation = 0

  /// Makes the view model.
  public init(ledger: any LedgerStoring) { self.ledger = ledger }

  /// Reads what there is of a coin.
  public func load(_ coin: CoinID) async {
    generation += 1
    let number = generation
    let result = await Self.snapshot(of: ledger)
    // What was read before an entry is not shown after it.
    guard number == generation else { return }
    switch result {
    case .success(let snapshot):
      state = .loaded(
        amount: snapshot.amount(ofCoin: coin.description),
        activities: snapshot.activities(ofCoin: coin.description, limit: Self.shownActivities)
      )
    case .failure(let error): state = .failed("\(error)")
    }
  }

  /// Enters what was done; a second entry while one is being written is ignored.
  ///
  /// - Parameters:
  ///   - entry: What the person has filled in.
  ///   - action: What was done.
  ///   - coin: With which coin.
  ///   - other: For which other coin.
  ///   - currency: The currency of the price.
  /// - Returns: Why it was refused; `nil` when it is kept.
  public func enter(
    _ entry: CoinActionForm.Entry,
    _ action: CoinAction,
    _ coin: Coin,
    for other: Coin?,
    in currency: CurrencyCode
  ) async -> String? {
    guard !isWriting else { return "The last entry is still being written." }
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
    return await write(coin.id) { ledger throws(LedgerError) in _ = try ledger.enter(ledgerAction) }
  }

  /// The latest activity that was not undone yet and is not an undoing itself; `nil` where there is none.
  public var undoable: Activity? {
    guard case .loaded(_, let activities) = state else { return nil }
    return activities.first { !$0.isReversed && $0.entry.action.kind != .reversal }
  }

  /// Undoes an activity by an entry of its own.
  ///
  /// - Parameters:
  ///   - activity: The activity.
  ///   - coin: The coin of the page.
  /// - Returns: Why it was refused; `nil` when it is undone.
  public func undo(_ activity: Activity, of coin: CoinID) async -> String? {
    guard !isWriting else { return "The last entry is still being written." }
    return await write(coin) { ledger throws(LedgerError) in _ = try ledger.reverse(activity.id) }
  }

  private func write(
    _ coin: CoinID,
    _ change: @escaping @Sendable (any LedgerStoring) throws(LedgerError) -> Void
  ) async -> String? {
    isWriting = true
    defer { isWriting = false }
    let result = await Self.perform(change, on: ledger)
    await load(coin)
    guard case .failure(let error) = result else { return nil }
    return "\(error)"
  }

  @concurrent
  private static func snapshot(of ledger: any LedgerStoring) async -> Result<LedgerSnapshot, LedgerError> {
    do throws(LedgerError) {
      return .success(try ledger.snapshot())
    } catch {
      return .failure(error)
    }
  }

  @concurrent
  private static func perform(
    _ change: @Sendable (any LedgerStoring) throws(LedgerError) -> Void,
    on ledger: any LedgerStoring
  ) async -> Result<Void, LedgerError> {
    do throws(LedgerError) {
      return .success(try change(ledger))
    } catch {
      return .failure(error)
    }
  }
}

extension CoinReference {
  /// A coin of a list as the ledger keeps it.
  public init(_ coin: Coin) { self.init(id: coin.id.description, symbol: coin.symbol.lowercased()) }
}
