import BenchmarkTools
import Foundation
import Portfolio

// Measures the time to read a ledger with 100,000 entries, and compares durable appends with bare file appends.

let folder = FileManager.default.temporaryDirectory.appending(path: "portfolio-benchmark-\(UUID().uuidString)")
defer { try? FileManager.default.removeItem(at: folder) }

let large = try LargeLedger(in: folder, count: 100_000)
let table = ResultTable("Ledger of \(large.count) entries (\(large.size / 1_048_576) MiB), best of nine, wall time")
try large.measureBalance(into: table)
try large.measureOthers(into: table)
table.heading("Durable appends on \(folder.deletingLastPathComponent().path), medians of wall time")
try AppendBenchmark(in: folder).run(into: table)
try table.show()

struct LargeLedger {
  let count: Int
  let path: String
  let size: Int

  /// Writes the file through the public interface; half of the entries are purchases.
  init(in folder: URL, count: Int) throws {
    let names = ["bitcoin", "ethereum", "solana", "wrapped-staked-ether", "dogecoin", "shiba-inu", "cardano"]
    let coins = names.map { CoinReference(id: $0, symbol: String($0.prefix(4))) }
    let start = Date(timeIntervalSince1970: 1_700_000_000)
    let rows = (0..<count).map { number in
      let coin = coins[number / 2 % coins.count]
      let amount = Decimal(1 + number % 97) / 1_000 + 1
      let price = UnitPrice(Decimal(20_000 + number % 7_919) / 100, number % 3 == 0 ? "usd" : "aud")
      let action: LedgerAction =
        switch number % 20 {
        case 1, 5, 9: .sell(Trade(coin: coin, amount: 1, price: price, fee: Decimal(number % 50) / 100))
        case 3: .send(Transfer(coin: coin, amount: 1))
        case 7:
          .swap(
            Swap(
              given: coin,
              givenAmount: 1,
              received: coins[(number / 2 + 1) % coins.count],
              receivedAmount: amount,
              price: price
            )
          )
        case 11: .receive(Transfer(coin: coin, amount: amount))
        default: .buy(Trade(coin: coin, amount: amount, price: price, fee: Decimal(number % 50) / 100))
        }
      let note = number % 10 == 0 ? "Entry number \(number)" : nil
      let entry = LedgerEntry(time: start.addingTimeInterval(Double(number) * 60), action: action, note: note)
      return LedgerImportRow(position: .entry(number + 1), entry: entry)
    }
    path = folder.appending(path: "ledger.jsonl").path
    let summary = try FileLedger(path: path, now: { Date(timeIntervalSince1970: 2_000_000_000) }).add(rows).summary
    precondition(summary.added == count, "All entries were accepted.")
    self.count = count
    size = try Data(contentsOf: URL(fileURLWithPath: path)).count
  }

  func measureBalance(into table: ResultTable) throws {
    try add("balance: read, check, fold", .atMost(50), to: table) {
      let snapshot = try FileLedger(path: path).snapshot()
      precondition(snapshot.count == count && snapshot.problemCount == 0, "The ledger is read completely.")
      return snapshot.balances.count
    }
  }

  func measureOthers(into table: ResultTable) throws {
    let ledger = FileLedger(path: path)
    let snapshot = try ledger.snapshot()
    let prices = Dictionary(uniqueKeysWithValues: snapshot.balances.map { ($0.coin.id, Decimal(100)) })
    try add("balance again, nothing new", to: table) { try ledger.snapshot().balances.count }
    add("holdings, first in, first out", to: table) { snapshot.holdings(method: .fifo, in: "aud").holdings.count }
    add("holdings, average", to: table) { snapshot.holdings(method: .average, in: "aud").holdings.count }
    let holdings = snapshot.holdings(method: .average, in: "aud")
    add("account value", to: table) { holdings.value(prices: prices).total > 0 ? 1 : 0 }
    add("realized gains of all years, row by row", .atMost(100), to: table) {
      snapshot.realizedGains(method: .fifo, in: "aud").years.count
    }
    add("latest ten activities", to: table) { snapshot.activities(limit: 10).count }
    add("all entries as values", to: table) { snapshot.entries().count }
  }

  /// Adds the best wall time over nine rounds, and the corresponding processor time.
  private func add(
    _ name: String,
    _ claim: Claim? = nil,
    to table: ResultTable,
    _ body: () throws -> Int
  ) rethrows {
    var (best, leastProcessor, sum) = (Double.infinity, Double.infinity, 0)
    for _ in 0..<9 {
      let start = ProcessorClock.processSeconds
      best = min(best, try Stopwatch.seconds { sum &+= try body() })
      leastProcessor = min(leastProcessor, ProcessorClock.processSeconds - start)
    }
    // Use the sum, which prevents the compiler from removing the work.
    precondition(sum != .min)
    let note = "\(FigureUnit.milliseconds.text(leastProcessor * 1e3)) of a processor"
    table.add(name, best * 1e3, .milliseconds, claim, note: note)
  }
}

/// A benchmark of durable entries, compared with opening a file, appending an equally long line, syncing and closing.
struct AppendBenchmark {
  private let ledger: FileLedger
  private let barePath: String
  private let rounds = 400

  init(in folder: URL) {
    ledger = FileLedger(path: folder.appending(path: "appends.jsonl").path)
    barePath = folder.appending(path: "bare").path
  }

  func run(into table: ResultTable) throws {
    let trade = Trade(coin: CoinReference(id: "bitcoin", symbol: "btc"), amount: 1, price: UnitPrice(88_047, "aud"))
    try ledger.enter(.buy(trade))
    let line = [UInt8](repeating: 0x61, count: 190)
    appendBare(line)
    var ours: [Double] = []
    var bare: [Double] = []
    // Measure alternately, so other work on the machine affects both of them.
    for _ in 0..<rounds {
      try ours.append(Stopwatch.seconds { try ledger.enter(.buy(trade)) })
      bare.append(Stopwatch.seconds { appendBare(line) })
    }
    let (our, other) = (Statistics.median(ours), Statistics.median(bare))
    let note = "\(FigureUnit.milliseconds.text(our * 1e3)) to \(FigureUnit.milliseconds.text(other * 1e3))"
    table.add("an entry, relative to a bare durable append", our / other, .times, .atMost(2), note: note)
  }

  private func appendBare(_ line: [UInt8]) {
    let file = open(barePath, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    let written = write(file, line, line.count)
    precondition(written == line.count && fsync(file) == 0 && close(file) == 0, "The bare append works.")
  }
}
