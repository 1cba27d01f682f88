import Foundation
import Portfolio

struct LedgerReading: Sendable {
  private let ledger: any LedgerStoring
  private let fetchRates: FetchHistoricalRates
  private let now: @Sendable () -> Date

  init(ledger: any LedgerStoring, repository: any MarketsRepository, now: @escaping @Sendable () -> Date) {
    self.ledger = ledger
    self.now = now
    fetchRates = FetchHistoricalRates(repository: repository)
  }

  /// Reads the ledger, including changes from other processes.
  func snapshot() async throws(LedgerError) -> LedgerSnapshot {
    try await ledger.load()
  }

  /// Loads the rates for all entries in a ledger; rates that can't be loaded are missing.
  func rates(for snapshot: LedgerSnapshot, in currency: CurrencyCode) async -> LedgerRates {
    await fetchRates.execute(for: snapshot, in: currency, now: now())
  }
}

extension CostBasisMethod {
  /// The next method, for the key that cycles through all methods.
  var next: CostBasisMethod {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}
