import Foundation

/// Coins, filtered and sorted: made for tens of thousands, between two key strokes.
public struct CoinListing: Sendable {
  /// All coins in the order of the source.
  public private(set) var coins: [Coin] = []
  /// The places in ``coins`` of those that are shown, in the order in which they are.
  public private(set) var rows: [Int] = []
  /// Which coins are shown.
  public private(set) var filter = CoinFilter()
  /// How they are sorted; by rank at first.
  public private(set) var sort = CoinSort(.rank)

  private let currency: CurrencyCode
  /// The texts that are searched, of all coins one after another; made with the first search.
  private var haystack = Haystack()
  /// All places in the order of ``sort``, so that a filter only leaves some out.
  private var order: [Int] = []

  /// Makes a list whose prices are compared in a currency.
  public init(
    _ coins: [Coin] = [],
    currency: CurrencyCode,
    filter: CoinFilter = CoinFilter(),
    sort: CoinSort = CoinSort(.rank)
  ) {
    self.currency = currency
    self.filter = filter
    self.sort = sort
    replace(with: coins)
  }

  /// The number of coins that are shown.
  public var count: Int { rows.count }

  /// The coin in a row.
  public subscript(row: Int) -> Coin { coins[rows[row]] }

  /// Where each coin of ``coins`` stands in the order, the filter left aside.
  public var positions: [Int] {
    var positions = Array(repeating: 0, count: order.count)
    for (place, index) in order.enumerated() { positions[index] = place }
    return positions
  }

  /// The row of a coin; `nil` where it is not shown.
  public func row(of id: CoinID) -> Int? { rows.firstIndex { coins[$0].id == id } }

  /// Takes other coins; filter and order stay.
  public mutating func replace(with coins: [Coin]) {
    self.coins = coins
    haystack = Haystack()
    sortAll()
    select()
  }

  /// Shows other coins.
  public mutating func show(_ filter: CoinFilter) {
    guard filter != self.filter else { return }
    self.filter = filter
    select()
  }

  /// Sorts otherwise; what is not known comes last either way, and equals keep the order of the source.
  public mutating func arrange(by sort: CoinSort) {
    guard sort != self.sort else { return }
    self.sort = sort
    sortAll()
    select()
  }

  private mutating func select() {
    guard !filter.isOpen else {
      rows = order
      return
    }
    var isShown = [Bool](repeating: true, count: coins.count)
    let words = filter.text.lowercased()
    if !words.isEmpty {
      if haystack.isEmpty { haystack = Haystack(coins) }
      haystack.mark(Array(words.utf8), in: &isShown)
    }
    if !filter.tags.isEmpty {
      for index in coins.indices where isShown[index] { isShown[index] = filter.tags.isSubset(of: coins[index].tags) }
    }
    if let ids = filter.ids {
      for index in coins.indices where isShown[index] { isShown[index] = ids.contains(coins[index].id) }
    }
    rows = order.filter { isShown[$0] }
  }

  private mutating func sortAll() {
    switch sort.column {
    case .rank: orderByRank()
    case .name: orderByName()
    case .price: order(by: coins.map { $0.prices[currency] })
    case .eur: order(by: coins.map { $0.prices[.eur] })
    case .change: order(by: coins.map(\.figures.change24h))
    case .cap: order(by: coins.map(\.figures.marketCap))
    case .volume: order(by: coins.map(\.figures.volume))
    }
  }

  private mutating func orderByRank() {
    let ranks = coins.map { $0.rank ?? .max }
    let isAscending = sort.isAscending
    order = ranks.indices.sorted { left, right in
      let (a, b) = (ranks[left], ranks[right])
      if a == b { return left < right }
      return (a == .max || b == .max) ? b == .max : (a < b) == isAscending
    }
  }

  private mutating func orderByName() {
    let names = coins.map { $0.name.lowercased() }
    let isAscending = sort.isAscending
    order = coins.indices.sorted { left, right in
      if names[left] == names[right] { return left < right }
      return (names[left] < names[right]) == isAscending
    }
  }

  /// Orders by exact numbers, most of which are told apart by their approximations, which takes a tenth of the time.
  private mutating func order(by values: [Decimal?]) {
    var known: [(approximation: Double, index: Int)] = []
    var unknown: [Int] = []
    known.reserveCapacity(values.count)
    for (index, value) in values.enumerated() {
      if let value, !value.isNaN {
        known.append((Double(truncating: value as NSDecimalNumber), index))
      } else {
        unknown.append(index)
      }
    }
    let isAscending = sort.isAscending
    known.sort { left, right in
      let (a, b) = (left.approximation, right.approximation)
      // The approximations are exact to 15 digits: what differs more differs so in truth.
      if abs(a - b) > 1e-12 * max(abs(a), abs(b)) { return (a < b) == isAscending }
      guard let exactA = values[left.index], let exactB = values[right.index], exactA != exactB else {
        return left.index < right.index
      }
      return (exactA < exactB) == isAscending
    }
    order = known.map(\.index) + unknown
  }
}

/// Names, signs and ids in small letters, one after another, so that looking through them all touches memory once.
private struct Haystack: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  var isEmpty: Bool { ends.isEmpty }

  init() {}

  init(_ coins: [Coin]) {
    bytes.reserveCapacity(coins.count * 32)
    ends.reserveCapacity(coins.count)
    for coin in coins {
      for text in [coin.symbol, coin.name, coin.id.description] {
        bytes.append(contentsOf: text.lowercased().utf8)
        // No text holds this byte, so no match goes beyond its own.
        bytes.append(0xFF)
      }
      ends.append(bytes.count)
    }
  }

  /// Takes the mark from all coins in whose texts the word is not.
  func mark(_ word: [UInt8], in marks: inout [Bool]) {
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
