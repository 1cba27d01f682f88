import Foundation

extension ExchangeLayout {
  /// Binance's transaction history, with one line per balance change; all lines of a trade have the same time.
  static let binanceHistory = ExchangeLayout(
    name: "Binance transaction history",
    columns: [
      .required("utc_time", "time"), .required("account"), .required("operation"), .required("coin"),
      .required("change"), .optional("remark"), .optional("user_id", "user id"),
    ],
    timeColumn: "utc_time",
    read: { rows, entries throws(ImportError) in
      var groups: [BinanceHistory.Group: [ExchangeRow]] = [:]
      var order: [BinanceHistory.Group] = []
      for row in rows {
        let account = row["account"].lowercased()
        if account.contains("margin") || account.contains("futures") { throw row.unknownKind("account") }
        switch BinanceHistory.Kind(row["operation"]) {
        case .trade(let name):
          let group = BinanceHistory.Group(time: row.time, name: name)
          if groups[group] == nil { order.append(group) }
          groups[group, default: []].append(row)
        case .transfer: try BinanceHistory.readTransfer(row, into: &entries)
        case .internalMove: entries.ignore(row, because: "it moves coins within the account")
        case .unknown: throw row.unknownKind("operation")
        }
      }
      for group in order { try BinanceHistory.readTrades(groups[group] ?? [], into: &entries) }
    }
  )

  /// Binance's spot trade history; each amount ends with its asset, such as `0.5BTC`.
  static let binanceTrades = ExchangeLayout(
    name: "Binance trade history",
    columns: [
      .required("date(utc)"), .required("pair", "market"), .required("side", "type"), .required("price"),
      .required("executed", "amount"), .required("total", "amount"), .required("fee"), .optional("fee coin"),
    ],
    timeColumn: "date(utc)",
    read: { rows, entries throws(ImportError) in
      for row in rows { try BinanceTrade.read(row, into: &entries) }
    }
  )
}

private enum BinanceHistory {
  struct Group: Hashable {
    let time: Date
    let name: String
  }

  enum Kind {
    /// Part of a trade. The associated value is a name that all parts of the trade share.
    case trade(String)
    case transfer
    case internalMove
    case unknown

    private static let spotTrades: Set<String> = [
      "buy", "sell", "fee", "transaction related", "transaction buy", "transaction spend", "transaction sold",
      "transaction revenue", "transaction fee",
    ]
    private static let conversions: Set<String> = [
      "binance convert", "convert", "large otc trading", "small assets exchange bnb", "eth 2.0 staking",
      "leverage token redemption", "stablecoins auto-conversion", "auto-invest transaction", "buy crypto with fiat",
    ]
    private static let transfers: Set<String> = [
      "deposit", "withdraw", "send", "receive", "fiat deposit", "fiat withdraw", "crypto box", "p2p trading",
      "binance pay",
    ]
    private static let incomes = [
      "reward", "interest", "distribution", "airdrop", "rebate", "commission", "referral", "voucher", "mining",
      "cashback",
    ]
    private static let moves = ["subscription", "redemption", "purchase", "transfer", "subscribe"]

    init(_ operation: String) {
      let operation = operation.lowercased()
      if Self.spotTrades.contains(operation) {
        self = .trade("spot")
      } else if Self.conversions.contains(operation) {
        self = .trade(operation)
      } else if Self.transfers.contains(operation) || Self.incomes.contains(where: operation.contains) {
        self = .transfer
      } else if Self.moves.contains(where: operation.contains) {
        self = .internalMove
      } else {
        self = .unknown
      }
    }
  }

  static func readTransfer(_ row: ExchangeRow, into entries: inout ExchangeEntries) throws(ImportError) {
    if ExchangeAsset.isMoney(row["coin"]) { return entries.ignore(row, because: "it moves money, not coins") }
    let change = try row.requiredNumber("change")
    guard !change.isZero else { return entries.ignore(row, because: "it doesn't change a balance") }
    let transfer = Transfer(
      coin: ExchangeAsset.coin(row["coin"]),
      amount: (change.isNegative ? -change : change).decimal
    )
    let isPlain = ["deposit", "withdraw"].contains(row["operation"].lowercased())
    entries.add(
      change.isNegative ? .send(transfer) : .receive(transfer),
      from: row,
      identity: nil,
      note: isPlain ? nil : row["operation"]
    )
  }

  private struct Change {
    let asset: String
    var amount: FixedPoint
  }

  /// Reads the lines with times in the same second.
  ///
  /// They represent either one exchange of two assets in any number of lines, or several exchanges in two lines each.
  static func readTrades(_ rows: [ExchangeRow], into entries: inout ExchangeEntries) throws(ImportError) {
    guard let first = rows.first else { return }
    var fees: [String: FixedPoint] = [:]
    var given: [Change] = []
    var received: [Change] = []
    for row in rows {
      let (asset, amount) = (row["coin"].lowercased(), try row.requiredNumber("change"))
      if row["operation"].lowercased().hasSuffix("fee") {
        fees[asset] = try row.sum(fees[asset] ?? .zero, -amount)
      } else if amount.isNegative {
        given.append(Change(asset: asset, amount: -amount))
      } else {
        received.append(Change(asset: asset, amount: amount))
      }
    }
    let isOnePair = Set(given.map(\.asset)).count == 1 && Set(received.map(\.asset)).count == 1
    if isOnePair { (given, received) = (try merged(given, first), try merged(received, first)) }
    guard !given.isEmpty, given.count == received.count else {
      throw first.error(
        "the lines with the same time don't show which coin was exchanged for which. Import the trade history instead"
      )
    }
    for (left, came) in zip(given, received) {
      let isLast = left.asset == given.last?.asset && came.asset == received.last?.asset
      let own = fees.filter { isLast || $0.key == left.asset || $0.key == came.asset }
      for asset in own.keys { fees[asset] = nil }
      let trade = ExchangeTrade(
        given: .init(asset: left.asset, amount: left.amount),
        received: .init(asset: came.asset, amount: came.amount),
        fees: own
      )
      try trade.add(to: &entries, from: first, identity: nil)
    }
  }

  private static func merged(_ changes: [Change], _ row: ExchangeRow) throws(ImportError) -> [Change] {
    guard var sum = changes.first else { return [] }
    for change in changes.dropFirst() { sum.amount = try row.sum(sum.amount, change.amount) }
    return [sum]
  }
}

private enum BinanceTrade {
  /// The quote assets in trading pairs, longest first, for totals without an asset name.
  private static let quotes = [
    "fdusd", "usdt", "usdc", "busd", "tusd", "usdp", "bidr", "eur", "gbp", "aud", "brl", "try", "rub", "uah",
    "jpy", "pln", "ron", "zar", "mxn", "czk", "ngn", "ars", "usd", "dai", "pax", "bnb", "btc", "eth", "trx", "xrp",
    "dot",
  ]

  static func read(_ row: ExchangeRow, into entries: inout ExchangeEntries) throws(ImportError) {
    let pair = row["pair"].lowercased().filter { !["/", "_", "-"].contains($0) }
    let total = row["total"].lowercased()
    let named = String(total.drop { !$0.isLetter })
    guard let quote = named.isEmpty ? quotes.first(where: pair.hasSuffix) : named, pair.hasSuffix(quote),
      pair.count > quote.count
    else { throw row.unknownKind("pair") }
    let base = String(pair.dropLast(quote.count))
    let volume = try number(row, "executed", asset: base)
    let cost = try number(row, "total", asset: quote)
    var fees: [String: FixedPoint] = [:]
    let fee = row["fee"].lowercased()
    if !fee.isEmpty {
      let column = row["fee coin"].lowercased()
      let asset =
        column.isEmpty ? [base, quote].first(where: fee.hasSuffix) ?? String(fee.drop { !$0.isLetter }) : column
      fees[asset] = try number(row, "fee", asset: asset)
    }
    let (first, second) = (
      ExchangeTrade.Side(asset: base, amount: volume), ExchangeTrade.Side(asset: quote, amount: cost)
    )
    switch row["side"].lowercased() {
    case "buy":
      try ExchangeTrade(given: second, received: first, fees: fees).add(to: &entries, from: row, identity: nil)
    case "sell":
      try ExchangeTrade(given: first, received: second, fees: fees).add(to: &entries, from: row, identity: nil)
    default: throw row.unknownKind("side")
    }
  }

  private static func number(_ row: ExchangeRow, _ column: String, asset: String) throws(ImportError) -> FixedPoint {
    let text = row[column].lowercased()
    let digits = !asset.isEmpty && text.hasSuffix(asset) ? String(text.dropLast(asset.count)) : text
    guard let number = ExchangeValue.number(digits.trimmingCharacters(in: .whitespaces)) else {
      throw row.error("its \(column) must be a number such as 0.5")
    }
    return number
  }
}
