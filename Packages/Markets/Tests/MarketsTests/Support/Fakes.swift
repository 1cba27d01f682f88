import Components
import Foundation
import Navigation
import Observation
import Portfolio

@testable import Markets

/// A source whose responses a test controls.
///
/// `@unchecked Sendable`: `lock` protects all mutable state.
final class FakeRepository: MarketsRepository, @unchecked Sendable {
  private let lock = NSLock()
  private var asked: [CoinQuery] = []
  private var askedQuotes: [QuoteRequest] = []
  private var askedHistories: [PriceRange] = []
  private var gates: [Gate] = []
  private var failure: MarketsError?
  private var provenance: Provenance
  private let coins: [Coin]
  /// Coins that can only be found by a search, because they aren't on any page.
  private let unranked: [Coin]
  private var askedTexts: [String] = []
  private let points: [PriceHistory.Point]?

  let capabilities: MarketsCapabilities

  init(
    _ coins: [Coin] = FakeRepository.coins(60),
    unranked: [Coin] = [],
    hasFigures: Bool = true,
    provenance: Provenance = Provenance(asOf: FakeRepository.date),
    points: [PriceHistory.Point]? = nil,
    name: String = "Fake"
  ) {
    self.coins = coins
    self.unranked = unranked
    self.points = points
    self.provenance = provenance
    capabilities = MarketsCapabilities(
      name: name,
      currencies: [.aud, .usd, .eur],
      hasMarketFigures: hasFigures,
      hasSinglePage: !hasFigures,
      hasTags: true,
      refreshInterval: .seconds(300)
    )
  }

  /// 2026-01-31 12:00 UTC.
  static let date = Date(timeIntervalSince1970: 1_769_860_800)

  /// Returns coins with falling values, some without optional figures.
  static func coins(_ count: Int) -> [Coin] {
    (0..<count).compactMap { index in
      guard let id = CoinID("coin-\(index)") else { return nil }
      var figures = MarketFigures()
      figures.marketCap = Decimal(count - index) * 1_234_567_890
      figures.volume = Decimal((index * 7_919) % 1_000) * 1_000_003
      figures.change24h = index % 10 == 9 ? nil : Decimal((index * 37) % 100 - 50) / 10
      figures.high24h = 101
      var prices = CoinPrices(.aud, Decimal(count - index) * Decimal(string: "12.345").unsafelyDefaulted)
      if index % 3 == 0 { prices[.eur] = Decimal(count - index) * 8 }
      return Coin(
        id: id,
        symbol: "C\(index)",
        name: index == 2 ? "Ünïcode 你好" : "Coin \(index)",
        rank: index + 1,
        prices: prices,
        figures: figures,
        tags: index % 2 == 0 ? [.withdrawal, .deposit] : [],
        sparkline: (0..<28).map { Double(($0 * (index + 3)) % 17) }
      )
    }
  }

  /// Returns hourly prices for 49 hours, with different prices for `coin-11`.
  private static func points(of coin: CoinID) -> [PriceHistory.Point] {
    (0..<50).map { index in
      PriceHistory.Point(
        date: date.addingTimeInterval(Double(index - 49) * 3_600),
        price: 100 + Decimal((index * (coin.description == "coin-11" ? 3 : 13)) % 29)
      )
    }
  }

  var queries: [CoinQuery] { lock.withLock { asked } }
  var ranges: [PriceRange] { lock.withLock { askedHistories } }

  var quoteRequests: [QuoteRequest] { lock.withLock { askedQuotes } }

  var searches: [String] { lock.withLock { askedTexts } }

  /// Makes all further requests fail with an error, or succeed if the error is `nil`.
  func fail(with error: MarketsError?) { lock.withLock { failure = error } }

  /// Sets the provenance for all further responses.
  func answer(with provenance: Provenance) { lock.withLock { self.provenance = provenance } }

  func hold(at gate: Gate) { lock.withLock { gates.append(gate) } }

  private func wait() async {
    let gate = lock.withLock { gates.isEmpty ? nil : gates.removeFirst() }
    await gate?.pass()
  }

  private func check() throws(MarketsError) {
    if Task.isCancelled { throw .service(CancellationError()) }
    if let failure = lock.withLock({ failure }) { throw failure }
  }

  func coins(_ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    lock.withLock { asked.append(query) }
    await wait()
    try check()
    let rest = coins.dropFirst(query.page == 1 ? 0 : (query.page - 1) * query.pageSize)
    return CoinPage(
      coins: Array(rest.prefix(query.pageSize)),
      currency: query.currency,
      hasMore: rest.count > query.pageSize,
      provenance: lock.withLock { provenance }
    )
  }

  func coin(_ word: String, _ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    lock.withLock { asked.append(query) }
    await wait()
    try check()
    guard var coin = coins.first(where: { $0.id.description == word }) else {
      throw .coinNotFound(word, suggestions: ["coin-1"])
    }
    if !query.includesEUR { coin.prices[.eur] = nil }
    return CoinPage(coins: [coin], currency: query.currency, hasMore: false, provenance: lock.withLock { provenance })
  }

  func quotes(
    of coins: [CoinID],
    in currencies: [CurrencyCode],
    policy: LoadPolicy
  ) async throws(MarketsError) -> [CoinID: [CurrencyCode: Quote]] {
    lock.withLock { askedQuotes.append(QuoteRequest(coins: coins, currencies: currencies, policy: policy)) }
    await wait()
    try check()
    let time = lock.withLock { provenance }.asOf
    let wanted = Set(coins)
    var quotes: [CoinID: [CurrencyCode: Quote]] = [:]
    for coin in self.coins where wanted.contains(coin.id) {
      for currency in currencies {
        guard let price = coin.prices[currency] else { continue }
        let change = coin.figures.change24h
        quotes[coin.id, default: [:]][currency] = Quote(price: price, dayChange: change, time: time, source: "Fake")
      }
    }
    return quotes
  }

  func coins(withIDs ids: [CoinID], _ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    lock.withLock { asked.append(query) }
    await wait()
    try check()
    return CoinPage(
      coins: (coins + unranked).filter { ids.contains($0.id) },
      currency: query.currency,
      hasMore: false,
      provenance: lock.withLock { provenance }
    )
  }

  func matches(_ text: String, policy: LoadPolicy) async throws(MarketsError) -> [CoinMatch] {
    // Searches aren't cached, so there is no result without a request.
    guard policy != .storedOnly else { return [] }
    lock.withLock { askedTexts.append(text) }
    await wait()
    try check()
    return (coins + unranked).map { CoinMatch(id: $0.id, symbol: $0.symbol, name: $0.name, rank: $0.rank) }
      .containing(text)
  }

  func history(
    of coin: CoinID,
    range: PriceRange,
    currency: CurrencyCode,
    policy: LoadPolicy
  ) async throws(MarketsError) -> PriceHistory {
    lock.withLock { askedHistories.append(range) }
    await wait()
    try check()
    if range == .all { throw .rangeNotAvailable(range, reason: "the plan has 365 days only") }
    return PriceHistory(
      coin: coin,
      range: range,
      currency: currency,
      points: points ?? Self.points(of: coin),
      provenance: lock.withLock { provenance }
    )
  }
}

struct QuoteRequest: Hashable, Sendable {
  let coins: [CoinID]
  let currencies: [CurrencyCode]
  let policy: LoadPolicy
}

extension Decimal? {
  /// The number; zero for an invalid literal.
  var unsafelyDefaulted: Decimal { self ?? 0 }
}

/// A gate that holds a request until a test opens it.
actor Gate {
  private var isOpen = false
  private var waiters: [CheckedContinuation<Void, Never>] = []
  private var arrivals: [CheckedContinuation<Void, Never>] = []
  private var hasArrived = false

  func pass() async {
    hasArrived = true
    for arrival in arrivals { arrival.resume() }
    arrivals = []
    guard !isOpen else { return }
    await withCheckedContinuation { waiters.append($0) }
  }

  func open() {
    isOpen = true
    for waiter in waiters { waiter.resume() }
    waiters = []
  }

  func waitForArrival() async {
    guard !hasArrived else { return }
    await withCheckedContinuation { arrivals.append($0) }
  }
}

/// An in-memory store for favorites that can fail on demand.
///
/// `@unchecked Sendable`: `lock` protects all mutable state.
final class FakeFavorites: FavoriteCoinsStoring, @unchecked Sendable {
  struct Failure: Error {}

  private let lock = NSLock()
  private var coins: Set<CoinID>
  private var isBroken = false
  private var remainingChanges = Int.max

  init(_ coins: Set<CoinID> = []) { self.coins = coins }

  func breakDown() { lock.withLock { isBroken = true } }

  func breakDown(after changes: Int) { lock.withLock { remainingChanges = changes } }

  func load() throws -> Set<CoinID> { lock.withLock { coins } }

  func set(_ coin: CoinID, isFavorite: Bool) async throws -> Set<CoinID> {
    try lock.withLock {
      if isBroken || remainingChanges == 0 { throw Failure() }
      remainingChanges -= 1
      if isFavorite { coins.insert(coin) } else { coins.remove(coin) }
      return coins
    }
  }
}

/// A clock on which every sleep ends immediately.
struct ImmediateClock: Clock {
  var now: ContinuousClock.Instant { .now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}

@MainActor
@Observable
final class FakeEffects: ScreenEffects {
  var messages: [String] = []
  var copied: [String] = []
  var notifications: [String] = []
  private(set) var menu: (title: String, choices: [KeyChoice], selected: Int)?
  /// The undo actions, latest last.
  @ObservationIgnored private(set) var undos: [@MainActor () async -> String?] = []
  private(set) var exports: [String: String] = [:]

  /// Undoes the latest change, and returns the problem if that fails.
  func undo() async -> String? { await undos.popLast()?() }

  func didChange(_ message: StyledText, undo: @escaping @MainActor () async -> String?) {
    messages.append(message.plainText)
    undos.append(undo)
  }

  func show(_ message: StyledText, tone: Tone) { messages.append(message.plainText) }
  func copy(_ text: String) { copied.append(text) }
  func notify(title: String, message: String) { notifications.append("\(title): \(message)") }
  func open(link: String) {}

  func choose(_ title: String, among choices: [KeyChoice], selected: Int) { menu = (title, choices, selected) }

  func take(_ label: String) {
    let choice = menu?.choices.first { $0.label.hasPrefix(label) }
    menu = nil
    choice?.perform()
  }

  func export(name: String, contents: [UInt8]) { exports[name] = String(decoding: contents, as: UTF8.self) }
}

/// `@unchecked Sendable`: `lock` protects `sent`.
final class FakeSource: Navigator, @unchecked Sendable {
  private let lock = NSLock()
  private var sent: [NavigationCommand] = []

  var commands: [NavigationCommand] { lock.withLock { sent } }

  func send(_ command: NavigationCommand) { lock.withLock { sent.append(command) } }

  func perform(_ command: NavigationCommand) async -> NavigationOutcome {
    send(command)
    return .queued
  }
}

/// The tasks that an action starts without awaiting them.
///
/// Each task keeps a task-local token until it ends, so the release of the token marks the end of all tasks.
struct StartedTasks {
  private final class Token: Sendable {
    let end: AsyncStream<Void>.Continuation

    init(_ end: AsyncStream<Void>.Continuation) { self.end = end }

    deinit { end.finish() }
  }

  @TaskLocal private static var token: Token?

  private let ends: AsyncStream<Void>

  @MainActor
  init(by action: @MainActor () -> Void) {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    self.ends = ends
    Self.$token.withValue(Token(end)) { action() }
  }

  func wait() async {
    for await _ in ends {}
  }
}
