import Basics
import BenchmarkTools
import Foundation
import Markets
import Networking
import Portfolio

/// A benchmark of memory use and requests in `markets watch` with 250 coins, over a simulated hour.
///
/// Run this benchmark first in a process, because memory left by other work would hide a leak.
enum WatchBenchmark {
  private static let coinCount = 250
  private static let minutes = 60
  /// The number of minutes until every part of the program has been used.
  private static let warmUp = 10

  /// A clock whose time of day advances with the simulation.
  private final class SimulatedClock: Sendable {
    private let current = Locked(Date(timeIntervalSince1970: 1_700_000_000))

    var now: Date { current.withLock { $0 } }

    func advance(by seconds: TimeInterval) { current.withLock { $0 += seconds } }
  }

  /// A transport that responds with different prices every minute and counts requests.
  private final class Service: Transport {
    let clock: SimulatedClock
    private let count = Locked(0)

    var requestCount: Int { count.withLock { $0 } }

    init(clock: SimulatedClock) { self.clock = clock }

    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
      count.withLock { $0 += 1 }
      let minute = Int(clock.now.timeIntervalSince1970) / 60
      let coins = (0..<coinCount).map { number in
        let price = number + minute % 10_000 + 1
        return request.url.path().hasSuffix("/simple/price")
          ? #""coin-\#(number)":{"aud":\#(price),"last_updated_at":\#(minute * 60)}"#
          : #"{"id":"coin-\#(number)","symbol":"c\#(number)","name":"Coin \#(number)","current_price":\#(price)}"#
      }
      let text = coins.joined(separator: ",")
      let body = request.url.path().hasSuffix("/simple/price") ? "{\(text)}" : "[\(text)]"
      return HTTPResponse(
        status: .ok,
        headers: [.contentType: "application/json"],
        url: request.url,
        body: ResponseBody(bytes: Data(body.utf8))
      )
    }
  }

  static func run(into table: ResultTable) async throws {
    guard let root = URL(string: "http://markets.example") else { return }
    let folder = FileManager.default.temporaryDirectory.appending(path: "benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let clock = SimulatedClock()
    let service = Service(clock: clock)
    let name = ServiceName(interface: "coingecko", address: "http://markets.example")
    let now: @Sendable () -> Date = { clock.now }
    let file = QuoteFile(path: folder.path + "/quotes.json", service: name, writtenBy: "benchmark", now: now)
    let repository = MarketsService.coinGecko(root).repository(
      transport: service,
      middleware: [HTTPCache(now: now)],
      quotes: QuoteStore(keeper: file, now: now),
      budget: CallBudget(path: folder.path + "/calls.json", service: name, writtenBy: "benchmark", now: now),
      now: now
    )
    let alerts = FileAlertStore(path: folder.path + "/alerts.json", writtenBy: "benchmark", now: now)
    try alerts.add(
      AlertRequest(
        coin: CoinReference(id: "coin-7", symbol: "c7"),
        condition: .above(1_000_000),
        currency: "aud",
        repetition: .once
      )
    )
    var watch = PriceWatch(
      try await repository.coins(CoinQuery(pageSize: coinCount)).coins,
      currency: .aud,
      interval: .seconds(60),
      repository: repository,
      alerts: alerts,
      now: now
    )
    var changes = 0
    var early: Double?
    for minute in 1...minutes {
      clock.advance(by: 60)
      changes += try await watch.look(.refreshed).get().changes.count
      if minute == warmUp { early = residentMemory() }
    }
    // Measure before the table formats its first number, because formatting loads data.
    let late = residentMemory()
    precondition(changes == minutes * coinCount, "prices are missing")
    table.add("requests, without the list's", Double(service.requestCount - 1), .number, .atMost(Double(minutes)))
    guard let early, let late else {
      return table.skip("memory at the end, relative to that after \(warmUp) minutes", because: "there is no /proc")
    }
    table.add(
      "memory at the end, relative to that after \(warmUp) minutes",
      late / early,
      .times,
      .atMost(1.02),
      note: "\(FigureUnit.mebibytes.text(early)), then \(FigureUnit.mebibytes.text(late))"
    )
  }

  /// Returns this process's resident memory in MiB, or `nil` if the system has no `/proc`.
  private static func residentMemory() -> Double? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
      let pages = text.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
    else { return nil }
    return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
  }
}
