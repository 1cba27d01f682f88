import Components
import Foundation

/// A sortable column in a coin list.
public enum CoinColumn: String, Sendable, CaseIterable {
  /// The rank by market cap.
  case rank
  /// The coin's name, ignoring case.
  case name
  /// The price in the list's currency.
  case price
  /// The price in euros.
  case eur
  /// The change over 24 hours.
  case change
  /// The market cap.
  case cap
  /// The trading volume over 24 hours.
  case volume

  /// Whether selecting the column sorts in ascending order first.
  ///
  /// Ranks and names start with the lowest value; all other columns start with the highest.
  var isAscendingFirst: Bool { self == .rank || self == .name }
}

/// A sort order for a coin list: a column and a direction.
public struct CoinSort: Hashable, Sendable {
  var column: CoinColumn
  var isAscending: Bool

  /// Creates a sort order in the column's default direction, or in the opposite direction.
  public init(_ column: CoinColumn, isReversed: Bool = false) {
    self.init(column, isAscending: column.isAscendingFirst != isReversed)
  }

  init(_ column: CoinColumn, isAscending: Bool) {
    self.column = column
    self.isAscending = isAscending
  }

  /// Returns an ordering for coins with prices in a currency; unknown values come last in both directions.
  func ordering(in currency: CurrencyCode) -> ListOrdering<Coin> {
    switch column {
    case .rank: ListOrdering(by: { $0.rank }, descending: !isAscending)
    case .name: ListOrdering(by: { $0.name.lowercased() }, descending: !isAscending)
    case .price: ListOrdering(by: { Amount($0.prices[currency]) }, descending: !isAscending)
    case .eur: ListOrdering(by: { Amount($0.prices[.eur]) }, descending: !isAscending)
    case .change: ListOrdering(by: { Amount($0.figures.change24h) }, descending: !isAscending)
    case .cap: ListOrdering(by: { Amount($0.figures.marketCap) }, descending: !isAscending)
    case .volume: ListOrdering(by: { Amount($0.figures.volume) }, descending: !isAscending)
    }
  }

  /// An exact number that is usually compared by its approximation, which is ten times as fast.
  private struct Amount: Comparable {
    let exact: Decimal
    let approximation: Double

    init?(_ value: Decimal?) {
      guard let value, !value.isNaN else { return nil }
      exact = value
      approximation = Double(truncating: value as NSDecimalNumber)
    }

    /// Returns whether the approximations, which are exact to 15 digits, differ enough to determine the order.
    private static func isDecided(_ left: Amount, _ right: Amount) -> Bool {
      abs(left.approximation - right.approximation) > 1e-12 * max(abs(left.approximation), abs(right.approximation))
    }

    static func < (left: Amount, right: Amount) -> Bool {
      isDecided(left, right) ? left.approximation < right.approximation : left.exact < right.exact
    }

    static func == (left: Amount, right: Amount) -> Bool { !isDecided(left, right) && left.exact == right.exact }
  }
}

/// A condition that a coin must meet to be visible.
public struct CoinFilter: Hashable, Sendable {
  /// Part of a name, symbol or ID, ignoring case; empty for all coins.
  var text: String
  /// The tags that a coin must have.
  var tags: Set<CoinTag>
  /// The IDs of the coins to show; `nil` for all coins.
  var ids: Set<CoinID>?

  /// Creates a filter for tags and part of a name, symbol or ID; by default, it shows all coins.
  public init(text: String = "", tags: Set<CoinTag> = []) { self.init(text: text, tags: tags, ids: nil) }

  init(text: String = "", tags: Set<CoinTag> = [], ids: Set<CoinID>?) {
    self.text = text
    self.tags = tags
    self.ids = ids
  }

  /// Whether the filter shows all coins.
  public var isOpen: Bool { text.isEmpty && tags.isEmpty && ids == nil }

  func matches(in coins: [Coin], _ texts: inout CoinTexts) -> ListFilter<CoinID> {
    guard !isOpen else { return .all }
    var isShown = [Bool](repeating: true, count: coins.count)
    if !text.isEmpty { texts.mark(text, of: coins, in: &isShown) }
    for index in coins.indices where isShown[index] {
      isShown[index] = tags.isSubset(of: coins[index].tags) && ids?.contains(coins[index].id) ?? true
    }
    return .indices(coins.indices.filter { isShown[$0] })
  }
}

/// The coins' lowercase symbols, names and IDs in contiguous memory, so that a search reads them in one pass.
struct CoinTexts: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// Clears the mark of every coin whose symbol, name and ID don't contain the search text.
  ///
  /// The first call collects the coins' texts.
  mutating func mark(_ text: String, of coins: [Coin], in marks: inout [Bool]) {
    if ends.isEmpty { read(coins) }
    let word = Array(text.lowercased().utf8)
    guard let first = word.first else { return }
    bytes.withUnsafeBufferPointer { bytes in
      word.withUnsafeBufferPointer { word in
        var start = 0
        for (index, end) in ends.enumerated() {
          marks[index] = marks[index] && Self.contains(word, first, bytes, start..<end)
          start = end
        }
      }
    }
  }

  private mutating func read(_ coins: [Coin]) {
    bytes.reserveCapacity(coins.count * 32)
    ends.reserveCapacity(coins.count)
    for coin in coins {
      for text in [coin.symbol, coin.name, coin.id.description] {
        bytes.append(contentsOf: text.lowercased().utf8)
        // UTF-8 never contains this byte, so no match can extend beyond the end of a name.
        bytes.append(0xFF)
      }
      ends.append(bytes.count)
    }
  }

  private static func contains(
    _ word: UnsafeBufferPointer<UInt8>,
    _ first: UInt8,
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ range: Range<Int>
  ) -> Bool {
    guard range.count >= word.count else { return false }
    var place = range.lowerBound
    let last = range.upperBound - word.count
    while place <= last {
      if bytes[place] == first {
        var length = 1
        while length < word.count, bytes[place + length] == word[length] { length += 1 }
        if length == word.count { return true }
      }
      place += 1
    }
    return false
  }
}
