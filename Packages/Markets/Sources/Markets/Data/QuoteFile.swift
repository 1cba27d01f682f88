public import Foundation
public import Persistence
import Portfolio

/// A cache file with a service's newest quotes, so the next command can show the same prices.
///
/// Each service's quotes are stored separately, so sample prices never mix with real ones. An unreadable file is
/// treated as empty, and damaged content is replaced.
public final class QuoteFile: QuoteKeeping {
  /// The quotes by service, coin and currency code in lower case.
  typealias Content = [String: [String: [String: StoredQuote]]]

  struct StoredQuote: Codable, Hashable, Sendable {
    let price: Decimal
    let change: Decimal?
    /// The time in milliseconds since 1970.
    let time: Int64
    let source: String
    /// The coin's name, symbol and rank; `nil` in files from earlier versions.
    var name: String?
    var symbol: String?
    var rank: Int?
  }

  /// The maximum number of stored coins per service; coins with the newest quotes are kept.
  static let maximumCoins = 1_000
  /// The age after which a quote is dropped, in seconds.
  static let retention: TimeInterval = 7 * 86_400
  /// The time until an unused service's quotes are dropped, in seconds.
  static let serviceRetention: TimeInterval = 30 * 86_400

  private let store: JSONFileStore<Content>
  /// The service name, including the API because the APIs at one address have different coins.
  private let service: String
  private let now: @Sendable () -> Date

  /// Creates a file for a service's quotes.
  public init(
    path: String,
    service: ServiceName,
    writtenBy: String,
    fileSystem: any FileSystem = LiveFileSystem(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    store = JSONFileStore(path: path, default: [:], writtenBy: writtenBy, fileSystem: fileSystem)
    self.service = service.description
    self.now = now
  }

  /// Reads the quotes and skips invalid ones.
  public func load() -> QuoteRecords {
    var records = QuoteRecords()
    for (id, prices) in store.outcome().value?[service] ?? [:] {
      guard let coin = CoinID(id) else { continue }
      for (code, stored) in prices {
        guard let currency = CurrencyCode(code) else { continue }
        records.quotes[coin, default: [:]][currency] = Quote(stored)
        guard let name = stored.name, let symbol = stored.symbol else { continue }
        records.coins[coin] = CoinMatch(id: coin, symbol: symbol, name: name, rank: stored.rank)
      }
    }
    return records
  }

  /// Merges quotes with quotes from other processes; newer quotes replace older ones.
  public func save(_ records: QuoteRecords) async {
    let (service, now) = (service, now())
    await update { content in
      content[service] = Self.merged(content[service] ?? [:], with: records, now: now)
      content = content.filter { $0.key == service || Self.isUseful($0.value, now: now) }
    }
  }

  /// Removes this service's quotes for a coin.
  public func remove(_ coin: CoinID) async {
    let service = service
    await update { $0[service]?[coin.description] = nil }
  }

  private func update(_ change: @escaping @Sendable (inout Content) -> Void) async {
    do throws(StoreError) {
      try await store.update(change)
    } catch {
      guard error.isCorrupt else { return }
      var content: Content = [:]
      change(&content)
      // Without a writable cache, the next command merely sends one more request. The cache directory check reports the
      // cause.
      _ = try? store.replaceIfCorrupt(with: content)
    }
  }

  private static func isUseful(_ quotes: [String: [String: StoredQuote]], now: Date) -> Bool {
    quotes.values.contains { prices in
      prices.values.contains { quote in
        Quote.age(of: Date(timeIntervalSince1970: Double(quote.time) / 1_000), at: now) <= serviceRetention
      }
    }
  }

  private static func merged(
    _ stored: [String: [String: StoredQuote]],
    with records: QuoteRecords,
    now: Date
  ) -> [String: [String: StoredQuote]] {
    var merged = stored
    for (coin, prices) in records.quotes {
      for (currency, quote) in prices {
        let code = currency.code.lowercased()
        let previous = merged[coin.description]?[code].flatMap(Quote.init)
        if let previous, previous.time > quote.time, previous.age(at: now).isFinite { continue }
        merged[coin.description, default: [:]][code] = StoredQuote(quote, of: records.coins[coin])
      }
    }
    let oldest = Int64((now.timeIntervalSince1970 - retention) * 1_000)
    merged = merged.compactMapValues { prices in
      let kept = prices.filter { $0.value.time >= oldest }
      return kept.isEmpty ? nil : kept
    }
    guard merged.count > maximumCoins else { return merged }
    let newest = merged.mapValues { prices in prices.values.map(\.time).max() ?? 0 }
      .sorted { ($0.value, $1.key) > ($1.value, $0.key) }
    return newest.prefix(maximumCoins).reduce(into: [:]) { $0[$1.key] = merged[$1.key] }
  }
}

extension QuoteFile.StoredQuote {
  fileprivate init(_ quote: Quote, of coin: CoinMatch?) {
    self.init(
      price: quote.price,
      change: quote.dayChange,
      time: Int64((quote.time.timeIntervalSince1970 * 1_000).rounded()),
      source: quote.source,
      name: coin?.name,
      symbol: coin?.symbol,
      rank: coin?.rank
    )
  }
}

extension Quote {
  /// Creates a quote from its stored form; `nil` if it breaks the rules for received quotes.
  fileprivate init?(_ stored: QuoteFile.StoredQuote) {
    self.init(
      price: stored.price,
      dayChange: stored.change,
      time: Date(timeIntervalSince1970: Double(stored.time) / 1_000),
      source: stored.source
    )
  }
}
