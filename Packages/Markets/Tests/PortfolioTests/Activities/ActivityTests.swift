import Foundation
import Testing

@testable import Portfolio

@Suite("Ledger activities")
struct ActivityTests {
  @Test("lists the newest entries first and marks undone entries")
  func latest() throws {
    // Given
    let snapshot = try ledger([buy("2"), buy("5", ethereum), .reversal(of: .numbered(2)), sell("1")])

    // When
    let activities = snapshot.activities()

    // Then
    #expect(activities.map(\.id) == [.numbered(4), .numbered(3), .numbered(2), .numbered(1)])
    #expect(activities.map(\.isReversed) == [false, false, true, false])
    #expect(activities[2].reversedBy == .numbered(3))
    #expect(activities[1].original == snapshot.entry(.numbered(2)))
    #expect(snapshot.activities(limit: 2) == Array(activities.prefix(2)))
    #expect(snapshot.activities(limit: 0).isEmpty)
  }

  @Test("lists undone entries, reversals and both sides of swaps among a coin's activities")
  func ofCoin() throws {
    let snapshot = try ledger([
      buy("2"), buy("5", dogecoin), swap("1", bitcoin, "10", ethereum), .reversal(of: .numbered(3)),
    ])
    #expect(snapshot.activities(ofCoin: "ethereum").map(\.id) == [.numbered(4), .numbered(3)])
    #expect(snapshot.activities(ofCoin: "bitcoin").map(\.id) == [.numbered(4), .numbered(3), .numbered(1)])
    #expect(snapshot.activities(ofCoin: "bitcoin", limit: 1).map(\.id) == [.numbered(4)])
    #expect(snapshot.activities(ofCoin: "nothing").isEmpty)
  }

  @Test("sorts activities by time, and then by the order in which they were recorded")
  func order() throws {
    let snapshot = try ledger(at: [(5, buy("1")), (1, buy("2")), (5, buy("3")), (3, buy("4"))])
    #expect(snapshot.activities().map(\.id) == [.numbered(3), .numbered(1), .numbered(4), .numbered(2)])
  }

  @Test("lists the coins with their latest symbols, and the currencies with the times of their first entries")
  func coinsAndCurrencies() throws {
    // Given
    let renamed = CoinReference(id: "bitcoin", symbol: "xbt")
    let snapshot = try ledger(at: [
      (5, buy("2", at: "1", "usd")), (3, buy("1", renamed, at: "1", "usd")), (4, buy("5", ethereum)),
      (6, receive("1", dogecoin)), (7, buy("1", at: "1", "jpy")), (8, .reversal(of: .numbered(5))),
      (9, sell("5", ethereum)),
    ])

    // Then
    #expect(snapshot.coins.map(\.symbol) == ["btc", "eth", "doge"])
    #expect(snapshot.balances.map(\.amount) == [3, 1])
    #expect(snapshot.currencies == ["usd": noon + 180, "aud": noon + 240])
  }
}
