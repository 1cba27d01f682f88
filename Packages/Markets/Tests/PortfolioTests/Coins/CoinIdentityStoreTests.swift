import Basics
import Foundation
import Persistence
import PersistenceTesting
import Testing

@testable import Portfolio

@Suite("Coin identity store")
struct CoinIdentityStoreTests {
  private let disk = InMemoryFileSystem()
  private let listed = SourceCoin(id: "bitcoin", symbol: "btc", name: "Bitcoin")
  private let pricedBitcoin = CoinReference(id: "btc", symbol: "btc")

  private func identities(on disk: (any FileSystem)? = nil) -> CoinIdentityStore {
    CoinIdentityStore(
      path: "/data/coins.json",
      writtenBy: "tests",
      lockTimeout: .seconds(5),
      fileSystem: disk ?? self.disk
    )
  }

  private func ledger(_ identities: CoinIdentityStore?) -> FileLedger {
    FileLedger(
      path: "/data/ledger.jsonl",
      identities: identities,
      lockTimeout: .seconds(5),
      now: TestClock().now,
      newIdentity: { UUID() },
      fileSystem: disk,
      clock: .system
    )
  }

  /// Writes a ledger in the format of versions without identities, with one coin under two sources' IDs.
  private func earlierLedger() throws -> [UInt8] {
    let ledger = ledger(nil)
    try ledger.enter(buy("1", pricedBitcoin, at: "100"))
    try ledger.enter(buy("2", bitcoin, at: "200"))
    try ledger.enter(swap("1", bitcoin, "1", pricedBitcoin))
    try ledger.enter(sell("1", pricedBitcoin, at: "300"))
    return try #require(disk.contents(at: "/data/ledger.jsonl"))
  }

  @Test("splits two coins again when a link that merged them is undone after other changes")
  func undoingMerge() throws {
    let identities = identities()
    identities.adopt([CoinReference(id: "bitcoin", symbol: "btc"), CoinReference(id: "xbt", symbol: "xbt")])
    identities.learn([listed], from: "CoinGecko", isRepresentative: true)
    let before = identities.known
    let change = try identities.link("xbt", to: listed, in: "CoinGecko")
    #expect(identities.known.coins.count == 1)
    identities.adopt([CoinReference(id: "eth", symbol: "eth")])
    let ether = SourceCoin(id: "ethereum", symbol: "eth", name: "Ethereum")
    identities.learn([ether], from: "CoinGecko", isRepresentative: true)
    #expect(try identities.undo(change))
    #expect(identities.known["bitcoin"] == before["bitcoin"])
    #expect(identities.known["xbt"] == before["xbt"])
    #expect(identities.known.lookUp("eth", in: "CoinGecko") == .id("ethereum"))
  }

  @Test("doesn't restore a link if another coin has been linked to the same source coin since")
  func undoingTakenLink() throws {
    let identities = identities()
    identities.adopt([CoinReference(id: "xbt", symbol: "xbt"), CoinReference(id: "other", symbol: "other")])
    try identities.link("xbt", to: listed, in: "CoinGecko")
    let change = try identities.separate("xbt", from: "CoinGecko")
    try identities.link("other", to: listed, in: "CoinGecko")
    let after = identities.known
    #expect(try !identities.undo(change))
    #expect(identities.known == after)
  }

  @Test("merges a coin's entries under different IDs without rewriting lines")
  func migration() throws {
    // Given
    let before = try earlierLedger()
    let identities = identities()
    let ledger = ledger(identities)
    #expect(try ledger.snapshot().balances.map(\.coin.id) == ["btc", "bitcoin"])

    // When
    identities.learn([listed], from: "CoinGecko", isRepresentative: true)
    let snapshot = try ledger.snapshot()

    // Then
    #expect(snapshot.problemCount == 0)
    #expect(snapshot.balances == [CoinBalance(coin: bitcoin, amount: 2)])
    #expect(snapshot.amount(ofCoin: "btc") == 2)
    #expect(snapshot.activities(ofCoin: "btc").count == 4)
    #expect(try #require(snapshot.holdings(method: .fifo, in: "aud")[coin: "bitcoin"]).amount == 2)
    #expect(disk.contents(at: "/data/ledger.jsonl") == before)

    // And another process gets the same result
    #expect(try self.ledger(self.identities()).snapshot().balances == snapshot.balances)
  }

  @Test("adds up holdings by coin identity, and writes new lines with the coin's key")
  func rules() throws {
    // Given three bitcoin recorded under two IDs
    _ = try earlierLedger()
    let identities = identities()
    let ledger = ledger(identities)
    _ = try ledger.snapshot()
    identities.learn([listed], from: "CoinGecko", isRepresentative: true)

    // When
    let sale = try ledger.enter(sell("2", pricedBitcoin, at: "300"))

    // Then
    #expect(throws: LedgerError.self) { try ledger.enter(sell("0.1", bitcoin)) }
    #expect(throws: LedgerError.refused(.invalid(.sameCoin))) {
      try ledger.enter(swap("1", bitcoin, "1", pricedBitcoin))
    }
    guard case .sell(let trade) = sale.action else { Issue.record("\(sale)"); return }
    #expect(trade.coin.id == "bitcoin")
    let line = String(decoding: try #require(disk.contents(at: "/data/ledger.jsonl")), as: UTF8.self)
      .split(separator: "\n").last
    #expect(line?.contains(#""coin":"bitcoin""#) == true)
  }

  @Test("uses the same key for alerts from different sources")
  func alerts() throws {
    // Given an alert from a version without identities
    let earlier = FileAlertStore(
      path: "/data/alerts.json",
      writtenBy: "tests",
      lockTimeout: .seconds(5),
      now: { noon },
      fileSystem: disk
    )
    try earlier.add(AlertRequest(coin: pricedBitcoin, condition: .above(100), currency: "usd"))
    let identities = identities()
    let store = FileAlertStore(
      path: "/data/alerts.json",
      writtenBy: "tests",
      identities: identities,
      lockTimeout: .seconds(5),
      now: { noon },
      fileSystem: disk
    )
    #expect(try store.alerts().map(\.request.coin.id) == ["btc"])

    // When
    identities.learn([listed], from: "CoinGecko", isRepresentative: true)

    // Then
    #expect(try store.alerts().map(\.request.coin.id) == ["bitcoin"])
    #expect(try earlier.alerts().map(\.request.coin.id) == ["btc"])

    // When the file changes
    try store.add(AlertRequest(coin: ethereum, condition: .above(100), currency: "usd"))

    // Then it contains the keys
    #expect(try earlier.alerts().map(\.request.coin.id) == ["bitcoin", "ethereum"])
  }

  @Test("writes no identity file if there are no coins, and never rewrites unchanged identities")
  func writes() throws {
    let identities = identities()
    identities.learn([listed], from: "CoinGecko", isRepresentative: true)
    #expect(disk.contents(at: "/data/coins.json") == nil)
    identities.adopt([bitcoin])
    identities.learn([listed], from: "CoinGecko", isRepresentative: true)
    let written = try #require(disk.contents(at: "/data/coins.json"))
    identities.learn([listed], from: "CoinGecko", isRepresentative: true)
    #expect(disk.contents(at: "/data/coins.json") == written)
    #expect(disk.contents(at: "/data/coins.json.bak") == nil)
  }

  @Test("keeps learned identities in memory if the disk is full")
  func fullDisk() throws {
    let full = FaultyFileSystem(disk) { $0.operation == .write ? .error(.noSpace) : nil }
    let identities = identities(on: full)
    identities.adopt([pricedBitcoin])
    identities.learn([listed], from: "CoinGecko", isRepresentative: true)
    #expect(identities.known.key(of: "btc") == "bitcoin")
    #expect(throws: StoreError.self) { try identities.separate("btc", from: "CoinGecko") }
  }

  @Test("reports a damaged identity file instead of separating coins, and leaves the file unchanged")
  func damage() throws {
    // Given
    _ = try earlierLedger()
    let damaged = Array("damaged".utf8)
    disk.place(damaged, at: "/data/coins.json")
    let identities = identities()

    // Then
    let error = try #require(throws: LedgerError.self) { try ledger(identities).snapshot() }
    #expect(error.description.contains("/data/coins.json"))
    #expect(throws: error) { try ledger(identities).enter(buy("1")) }
    identities.learn([listed], from: "CoinGecko", isRepresentative: true)
    #expect(disk.contents(at: "/data/coins.json") == damaged)
    // Prices don't need identities.
    #expect(identities.known.lookUp("bitcoin", in: "CoinGecko") == .unknown)
    // Alerts don't need identities either.
    let alerts = FileAlertStore(
      path: "/data/alerts.json",
      writtenBy: "tests",
      identities: identities,
      lockTimeout: .seconds(5),
      now: TestClock().now,
      fileSystem: disk
    )
    try alerts.add(AlertRequest(coin: bitcoin, condition: .above(1), currency: "aud"))
    #expect(try alerts.alerts().map(\.request.coin.id) == ["bitcoin"])
  }
}
