import Basics
import Foundation
public import Observation
public import Portfolio

/// The holdings and activities of a coin.
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

  @ObservationIgnored let ledger: any LedgerStoring
  @ObservationIgnored private let latest = LatestLoad()

  /// Creates a view model over a ledger.
  public init(ledger: any LedgerStoring) { self.ledger = ledger }

  func load(_ coin: CoinID) async {
    let number = latest.begin()
    let ledger = ledger
    do throws(LedgerError) {
      let snapshot = try await ledger.load()
      // A snapshot from before an entry is not shown after it.
      guard latest.isLatest(number) else { return }
      show(snapshot, coin)
    } catch {
      if latest.isLatest(number) { state = .failed(error.description, previous: nil) }
    }
  }

  /// Shows the account as of a snapshot that is newer than every running load.
  func showNewest(_ snapshot: LedgerSnapshot, _ coin: CoinID) {
    _ = latest.begin()
    show(snapshot, coin)
  }

  private func show(_ snapshot: LedgerSnapshot, _ coin: CoinID) {
    state = .loaded(
      Content(
        amount: snapshot.amount(ofCoin: coin.description),
        activities: snapshot.activities(ofCoin: coin.description, limit: Self.shownActivities)
      )
    )
  }

  var undoable: Activity? { state.value?.activities.first(where: \.isUndoable) }

  func undo(_ activity: Activity, of coin: CoinID) async -> String? {
    guard !isWriting else { return "The last entry is still being written." }
    isWriting = true
    defer { isWriting = false }
    let (ledger, number) = (ledger, latest.begin())
    do throws(LedgerError) {
      let recording = try await performBlocking { () throws(LedgerError) in
        try ledger.record(.reversal(of: activity.id), note: nil, at: nil)
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
