import Basics
import BenchmarkTools
import Components
import Foundation
import Markets
import Navigation
import Networking
import Portfolio

// Benchmarks with 10,000 coins: loading, drawing, keys, sorting, formatting, and startup with a warm cache.
//
// Usage: markets-benchmark [PROGRAM]

let rounds = 15
let table = ResultTable("Watching 250 coins for an hour of simulated time, one look a minute")
try await WatchBenchmark.run(into: table)
table.heading("10,000 coins: loading in processor time, medians of \(rounds) rounds; keys and sorting in wall time")
try await ListBenchmark(rounds: rounds, table: table).run()
table.heading("The quote store, medians of \(rounds) rounds of wall time")
await QuoteBenchmark.run(rounds: rounds, into: table)
table.heading("Formatting, best of seven rounds of processor time")
FormattingBenchmark.run(into: table)
if CommandLine.arguments.count > 1 {
  table.heading("Startup of 'markets list' with a warm cache, medians of wall time")
  try WarmStartBenchmark(program: CommandLine.arguments[1]).run(into: table)
}
try table.show()

/// Benchmarks for the coin list: loading compared with decoding alone, handling keys, searching and sorting.
@MainActor
struct ListBenchmark {
  private struct FixedTransport: Transport {
    let data: Data

    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
      HTTPResponse(
        status: .ok,
        headers: [.contentType: "application/json"],
        url: request.url,
        body: ResponseBody(bytes: data)
      )
    }
  }

  private final class NoEffects: ScreenEffects {
    func show(_ message: StyledText, tone: Tone) {}
    func copy(_ text: String) {}
    func notify(title: String, message: String) {}
    func open(link: String) {}
    func export(name: String, contents: [UInt8]) {}
  }

  let rounds: Int
  let table: ResultTable

  /// A screen size that the first coins fill, so a frame doesn't start another load during the measurement.
  private static let size = Size(width: 140, height: 24)
  private static let environment = RenderEnvironment(isAnimated: false)

  func run() async throws {
    guard let root = URL(string: "http://markets.example") else { return }
    let list = MarketDocuments.priceList
    try await compare("the price list", .priceList(root), list) {
      _ = try JSONDecoder().decode(PriceListDocument.self, from: list)
    }
    let markets = MarketDocuments.coinGecko
    try await compare("CoinGecko", .coinGecko(root), markets) {
      _ = try JSONDecoder().decode([MarketDocument].self, from: markets)
    }
    let (model, screen) = try await loaded(.coinGecko(root), markets)
    keys(model, screen)
  }

  private func compare(
    _ name: String,
    _ service: MarketsService,
    _ data: Data,
    decode: @MainActor () throws -> Void
  ) async throws {
    // Measure alternately, so other work on the machine affects both of them.
    var ratios: [Double] = []
    var parts: [[Double]] = [[], [], []]
    for round in 0...rounds {
      let times = try await [
        processorSeconds { try decode() },
        processorSeconds {
          _ = try await service.repository(transport: FixedTransport(data: data))
            .coins(CoinQuery(currency: .usd, pageSize: MarketDocuments.count))
        },
        processorSeconds { draw(try await loaded(service, data).1) },
      ]
      guard round > 0 else { continue }
      ratios.append(times[2] / times[0])
      for index in times.indices { parts[index].append(times[index]) }
    }
    let texts = parts.map { FigureUnit.milliseconds.text(Statistics.median($0) * 1e3) }
    table.add(
      "\(name): decoded, mapped, first frame, relative to decoding alone",
      Statistics.median(ratios),
      .times,
      .atMost(1.2),
      note: "decoding \(texts[0]), mapped, too, \(texts[1]), with the frame \(texts[2])"
    )
  }

  /// Returns an operation's processor time across all threads, in seconds.
  private func processorSeconds(_ body: () async throws -> Void) async rethrows -> Double {
    let start = ProcessorClock.processSeconds
    try await body()
    return ProcessorClock.processSeconds - start
  }

  private func loaded(_ service: MarketsService, _ data: Data) async throws -> (CoinListViewModel, any Screen) {
    let repository = service.repository(transport: FixedTransport(data: data))
    let model = CoinListViewModel(repository: repository)
    await model.load()
    precondition(model.content?.coins.count == MarketDocuments.count, "the coins did not arrive")
    let coordinator = MarketsCoordinator(
      source: NavigationQueue(),
      effects: NoEffects(),
      makeList: { model },
      makeCoin: { word, range in CoinDetailViewModel(word, repository: repository, range: range) }
    )
    let router = try Router(DestinationRegistry<any Screen>([coordinator]), home: CoinListDestination())
    return (model, router.layers.page)
  }

  private func draw(_ screen: any Screen) {
    _ = screen.frame(size: Self.size, in: Self.environment)
  }

  private func keys(_ model: CoinListViewModel, _ screen: any Screen) {
    let presses: [KeyPress] = [
      KeyPress(.down), KeyPress(.pageDown), KeyPress(.end), KeyPress(.up), KeyPress(.home), .character("j"),
    ]
    let keys = longest(presses.count * 20) { index in
      _ = screen.handle(.key(presses[index % presses.count]))
      draw(screen)
    }
    table.add("a key and the frame after it, the longest", keys * 1e3, .milliseconds, .atMost(16))
    _ = screen.keyMap.perform(.character("/"))
    let typed: [KeyPress] =
      "coin 77".map { .character($0) } + Array(repeating: KeyPress(.backspace), count: 7)
    let search = longest(typed.count * 5) { index in
      _ = screen.handle(.key(typed[index % typed.count]))
      draw(screen)
    }
    table.add("a key of a search and the frame after it, the longest", search * 1e3, .milliseconds, .atMost(16))
    _ = screen.keyMap.perform(KeyPress(.escape))
    for column in CoinColumn.allCases {
      let time = longest(6) { _ in model.sort(by: column) }
      table.add("sorting by \(column.rawValue), the longest", time * 1e3, .milliseconds, .atMost(20))
    }
  }

  /// Returns the longest duration of several operations, in seconds.
  private func longest(_ count: Int, _ body: (Int) -> Void) -> Double {
    (0..<count).map { index in Stopwatch.seconds { body(index) } }.max() ?? 0
  }
}

/// Benchmarks for the quote store: recording quotes, and notifying the observers of one quote.
enum QuoteBenchmark {
  static func run(rounds: Int, into table: ResultTable) async {
    let coins = (0..<10_000).compactMap { CoinID("coin-\($0)") }
    func quotes(_ coins: some Sequence<CoinID>, _ round: Int) -> [CoinID: [CurrencyCode: Quote]] {
      let time = Date(timeIntervalSince1970: 1_700_000_000 + Double(round))
      let quote = Quote(price: Decimal(1_000 + round), dayChange: 1, time: time, source: "CoinGecko")
      return quote.map { quote in Dictionary(coins.map { ($0, [.aud: quote]) }) { $1 } } ?? [:]
    }
    let store = QuoteStore()
    store.record(quotes(coins, 0))
    var recording: [Double] = []
    var telling: [Double] = []
    for round in 1...rounds {
      let newer = quotes(coins, round * 2)
      recording.append(Stopwatch.seconds { store.record(newer) })
      let observers = (0..<50).map { _ in store.changes() }
      let one = quotes(coins.prefix(1), round * 2 + 1)
      let start = ContinuousClock.now
      store.record(one)
      for changes in observers {
        var iterator = changes.makeAsyncIterator()
        _ = await iterator.next()
      }
      telling.append((ContinuousClock.now - start) / .seconds(1))
    }
    table.add("recording 10,000 newer quotes", Statistics.median(recording) * 1e3, .milliseconds, .atMost(10))
    table.add("notifying 50 observers of a quote", Statistics.median(telling) * 1e3, .milliseconds, .atMost(1))
  }
}

/// A benchmark of formatting prices, compared with Foundation's format style.
enum FormattingBenchmark {
  static func run(into table: ResultTable) {
    let prices = (1...1_000).map { Decimal($0 * 7_919) / [1, 100, 10_000, 100_000_000][$0 % 4] }
    let formatter = PriceFormatter(.aud)
    let own = rate { prices.reduce(0) { $0 &+ formatter.price($1).utf8.count } }
    let style = Decimal.FormatStyle.Currency(code: "AUD", locale: Locale(identifier: "en_AU"))
      .precision(.fractionLength(2))
    let foundation = rate { prices.reduce(0) { $0 &+ $1.formatted(style).utf8.count } }
    table.add("prices", own, .perSecond, .atLeast(500_000))
    let german = PriceFormatter(.aud, numbers: .locale("de_DE"))
    // Measure alternately, so other work on the machine slows down both of them.
    let ratios = (0..<9).map { _ in
      let plain = rate { prices.reduce(0) { $0 &+ formatter.price($1).utf8.count } }
      return plain / rate { prices.reduce(0) { $0 &+ german.price($1).utf8.count } }
    }
    let name = "1,000 prices formatted for a locale, relative to those without one"
    table.add(name, Statistics.median(ratios), .times, .atMost(1.2))
    table.add("  with Foundation's style, which doesn't choose the decimals", foundation, .perSecond)
  }

  /// Returns the number of elements per second for a round with 1,000 elements.
  private static func rate(_ round: () -> Int) -> Double { 1_000 / ProcessorClock.best(runs: 100, round) }
}

/// A benchmark of the whole `markets list` command with a warm cache.
struct WarmStartBenchmark {
  private static let rounds = 60

  let program: String

  func run(into table: ResultTable) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "benchmark-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var environment = ProcessInfo.processInfo.environment
    environment["FETCH_COUNTER_DATA_DIR"] = folder.appending(path: "data").path
    environment["FETCH_COUNTER_CACHE_DIR"] = folder.appending(path: "cache").path
    environment["FETCH_COUNTER_CONFIG"] = nil
    _ = try ChildProcess(program, ["markets", "list"], environment: environment).measure()
    // Neither command should need a request, and --offline can't send one.
    for words in [["markets", "list"], ["markets", "list", "--offline"]] {
      var times: [Double] = []
      for _ in 0..<Self.rounds {
        times.append(try ChildProcess(program, words, environment: environment).measure())
      }
      table.add(words.joined(separator: " "), Statistics.median(times) * 1e3, .milliseconds, .atMost(30))
    }
  }
}
