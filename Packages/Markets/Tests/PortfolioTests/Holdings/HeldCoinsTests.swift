import Foundation
import Testing

@testable import Portfolio

@Suite("Past holdings")
struct HeldCoinsTests {
  @Test(
    "returns the coins that were held at a given time or arrived later",
    arguments: [
      (-1, ["bitcoin", "ethereum", "dogecoin"]), (0, ["bitcoin", "ethereum", "dogecoin"]),
      (15, ["bitcoin", "ethereum", "dogecoin"]), (21, ["ethereum", "dogecoin"]), (100, ["dogecoin"]),
    ]
  )
  func held(minute: Int, coins: [String]) throws {
    // Given bitcoin sold in minute 20, ethereum swapped for dogecoin in minute 30, and an undone purchase
    let snapshot = try ledger(at: [
      (0, buy("2")), (10, buy("5", ethereum)), (20, sell("2")), (30, swap("5", ethereum, "9", dogecoin)),
      (40, buy("1", CoinReference(id: "undone", symbol: "u"))), (50, .reversal(of: .numbered(5))),
    ])

    // Then
    #expect(snapshot.coinsHeld(since: noon.addingTimeInterval(Double(minute) * 60)).map(\.id) == coins)
    #expect(snapshot.timesOfCountingEntries == [0, 10, 20, 30].map { noon.addingTimeInterval($0 * 60) })
  }

  @Test("returns a coin that was bought and sold within the period, and nothing for an empty ledger")
  func within() throws {
    let snapshot = try ledger(at: [(10, buy("2")), (11, sell("2"))])
    #expect(snapshot.coinsHeld(since: noon).map(\.id) == ["bitcoin"])
    #expect(snapshot.coinsHeld(since: noon + 700).isEmpty)
    #expect(LedgerSnapshot.empty.coinsHeld(since: .distantPast).isEmpty)
    #expect(LedgerSnapshot.empty.timesOfCountingEntries.isEmpty)
  }

  @Test("omits a coin whose amount is negative because of damaged lines")
  func negative() throws {
    // Given a ledger whose first purchase can't be read
    var table = LedgerTable()
    for (index, action) in [sell("2"), buy("1", ethereum)].enumerated() {
      let time = noon.addingTimeInterval(Double(index))
      let record = try table.record(LedgerEntry(id: .numbered(index + 1), time: time, action: action))
      try table.admit(record)
    }
    #expect(LedgerSnapshot(table: table).coinsHeld(since: .distantPast).map(\.id) == ["ethereum"])
  }

  @Test(
    "merges times that are close together into the latest time",
    arguments: [
      ([[0, 60, 120], [5, 65, 125]], [5, 65, 125]),
      ([[0, 60, 120], [-4, 57, 118]], [0, 60, 120]),
      ([[0, 60, 120], [90, 120]], [0, 60, 90, 120]),
      ([[120, 0, 60]], [0, 60, 120]),
      ([[0, 60], [30]], [0, 30, 60]),
      ([[7, 7, 7], [7]], [7]),
      ([[], [3]], [3]),
      ([], []),
    ] as [([[Double]], [Double])]
  )
  func times(series: [[Double]], merged: [Double]) {
    let dates = series.map { $0.map { noon.addingTimeInterval($0) } }
    #expect(SeriesTimes.merged(dates).map { $0.timeIntervalSince(noon) } == merged)
  }

  @Test("values holdings at a given time using each coin's latest price up to that time")
  func chosenTimes() throws {
    let snapshot = try ledger(at: [(0, buy("2")), (10, buy("1"))])
    let prices = [PricePoint(time: noon, price: 100), PricePoint(time: noon + 300, price: 110)]
    let history = snapshot.valueHistory(prices: ["bitcoin": prices], at: [noon - 1, noon + 1, noon + 900])
    #expect(history.map(\.value) == [0, 200, 330])
  }
}
