import BasicsTesting
import Components
import Foundation
import Persistence
import PersistenceTesting
import Testing

@testable import Markets
@testable import Portfolio

@Suite("Entries across sources")
@MainActor
struct EntryAcrossSourcesTests {
  private let disk = InMemoryFileSystem()
  private let identities: CoinIdentityStore
  private let ledger: FileLedger

  init() {
    identities = CoinIdentityStore(
      path: "/data/coins.json",
      writtenBy: "tests",
      lockTimeout: .seconds(5),
      fileSystem: disk
    )
    ledger = FileLedger(
      path: "/data/ledger.jsonl",
      identities: identities,
      lockTimeout: .seconds(5),
      now: { FakeRepository.date },
      newIdentity: { UUID() },
      fileSystem: disk,
      clock: .system
    )
  }

  private func source(_ name: String, bitcoin id: String) throws -> any MarketsRepository {
    let coin = Coin(
      id: try #require(CoinID(id)),
      symbol: "BTC",
      name: id == "btc" ? "BTC" : "Bitcoin",
      prices: CoinPrices(.aud, 100)
    )
    return IdentifiedRepository(FakeRepository([coin], name: name), identities: identities)
  }

  private func entry(_ repository: any MarketsRepository) -> EntryViewModel {
    EntryViewModel(ledger: ledger, repository: repository, timeZone: .gmt, now: { FakeRepository.date })
  }

  private func type(_ text: String, into model: EntryViewModel) {
    for character in text { _ = model.handle(.character(character)) }
  }

  private func buy(_ repository: any MarketsRepository, _ word: String) async throws -> LedgerSnapshot? {
    let page = try await repository.coin(word, CoinQuery())
    let model = entry(repository)
    model.open(.buy, try #require(page.coins.first), asOf: FakeRepository.date, currency: .aud)
    type("1", into: model)
    return await model.submit()?.snapshot
  }

  @Test("suggests a past price from one source for a coin bought through another source", arguments: [true, false])
  func pastPrice(buysInPriceList: Bool) async throws {
    // Given
    let list = try source("price list", bitcoin: "btc")
    let market = try source("Market", bitcoin: "bitcoin")
    let (first, second) = buysInPriceList ? (list, market) : (market, list)
    #expect(try await buy(first, buysInPriceList ? "btc" : "bitcoin") != nil)

    // When the purchase is edited with the other source and on another date
    let snapshot = try ledger.snapshot()
    let bought = try #require(snapshot.activities(limit: 1).first)
    let model = entry(second)
    model.edit(bought.entry, currency: .aud)
    model.select(.date)
    for _ in 0..<20 { _ = model.handle(KeyPress(.backspace)) }
    type("2026-01-30", into: model)
    await model.settle()

    // Then the form suggests the price on that date
    guard case .past(let found) = model.proposal else {
      Issue.record("\(model.proposal)")
      return
    }
    #expect(found.price > 0)
    #expect(await model.submit() != nil)

    // And another purchase through the other source adds to the same coin
    #expect(try await buy(second, buysInPriceList ? "bitcoin" : "btc") != nil)
    let balances = try ledger.snapshot().balances
    #expect(balances.map(\.amount) == [2])
    let quotes = await FetchQuotes(repository: first).execute(balances.map(\.coin.id), currency: .aud)
    #expect(quotes.prices(in: .aud).values.first == 100)
  }
}
