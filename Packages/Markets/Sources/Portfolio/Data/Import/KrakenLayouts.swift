import Foundation

extension ExchangeLayout {
  /// Kraken's ledger, with one line per balance change; all lines of a trade have the same `refid`.
  ///
  /// Source: Kraken's support page “How to interpret Ledger history fields”.
  static let krakenLedger = ExchangeLayout(
    name: "Kraken ledger",
    columns: [
      .required("txid"), .required("refid"), .required("time"), .required("type"), .optional("subtype"),
      .required("asset"), .required("amount"), .required("fee"),
    ],
    timeColumn: "time",
    read: { rows, entries throws(ImportError) in
      var trades: [String: [ExchangeRow]] = [:]
      var order: [String] = []
      for row in rows {
        if row["txid"].isEmpty {
          entries.ignore(row, because: "it is pending; Kraken lists it again when it is complete")
        } else if KrakenKind(row) == .trade {
          if trades[row["refid"]] == nil { order.append(row["refid"]) }
          trades[row["refid"], default: []].append(row)
        } else {
          try KrakenLedger.readTransfer(row, into: &entries)
        }
      }
      for reference in order { try KrakenLedger.readTrade(trades[reference] ?? [], reference, into: &entries) }
    }
  )

  /// Kraken's trades, with one line per execution and fees in the pair's second asset.
  ///
  /// A trade's `txid` is the `refid` of its ledger lines, so a trade that appears in both files is added only once.
  /// Source: Kraken's support page “How to interpret Trades history fields”.
  static let krakenTrades = ExchangeLayout(
    name: "Kraken trades",
    columns: [
      .required("txid"), .required("ordertxid"), .required("pair"), .required("time"), .required("type"),
      .required("cost"), .required("fee"), .required("vol"), .optional("margin"),
    ],
    timeColumn: "time",
    read: { rows, entries throws(ImportError) in
      for row in rows {
        if let margin = try row.number("margin"), !margin.isZero {
          throw row.error("it is a margin trade. Remove the line")
        }
        guard let (base, quote) = KrakenAsset.pair(row["pair"]) else { throw row.unknownKind("pair") }
        let (volume, cost) = (try row.requiredNumber("vol"), try row.requiredNumber("cost"))
        let (first, second) = (
          ExchangeTrade.Side(asset: base, amount: volume), ExchangeTrade.Side(asset: quote, amount: cost)
        )
        let trade: ExchangeTrade
        switch row["type"].lowercased() {
        case "buy": trade = ExchangeTrade(given: second, received: first, fees: [quote: try row.requiredNumber("fee")])
        case "sell": trade = ExchangeTrade(given: first, received: second, fees: [quote: try row.requiredNumber("fee")])
        default: throw row.unknownKind("type")
        }
        try trade.add(to: &entries, from: row, identity: "kraken:\(row["txid"])")
      }
    }
  )
}

private enum KrakenKind {
  case trade, transfer, internalMove, unknown

  init(_ row: ExchangeRow) {
    let subtype = row["subtype"].lowercased()
    switch row["type"].lowercased() {
    case "trade", "spend", "receive", "sale", "conversion": self = .trade
    case "deposit", "withdrawal", "staking", "reward", "dividend", "airdrop", "invite bonus", "credit": self = .transfer
    case "earn":
      self =
        ["allocation", "deallocation", "autoallocation", "migration"].contains(subtype) ? .internalMove : .transfer
    // A transfer without a subtype credits an airdrop or a fork. Other transfers move coins between Kraken wallets.
    case "transfer": self = subtype.isEmpty ? .transfer : .internalMove
    default: self = .unknown
    }
  }
}

private enum KrakenLedger {
  static func readTransfer(_ row: ExchangeRow, into entries: inout ExchangeEntries) throws(ImportError) {
    let kind = KrakenKind(row)
    let asset = KrakenAsset.symbol(row["asset"])
    if kind == .internalMove { return entries.ignore(row, because: "it moves coins within the account") }
    guard kind == .transfer else { throw row.unknownKind("type") }
    if asset == KrakenAsset.feeCredit || ExchangeAsset.isMoney(asset) {
      return entries.ignore(row, because: "it moves money, not coins")
    }
    // The balance changes by the amount minus the fee, regardless of the amount's sign.
    let change = try row.requiredNumber("amount") - (try row.number("fee") ?? .zero)
    guard !change.isZero else { return entries.ignore(row, because: "it doesn't change a balance") }
    let transfer = Transfer(coin: ExchangeAsset.coin(asset), amount: (change.isNegative ? -change : change).decimal)
    let isPlain = ["deposit", "withdrawal"].contains(row["type"].lowercased())
    entries.add(
      change.isNegative ? .send(transfer) : .receive(transfer),
      from: row,
      identity: "kraken:\(row["txid"])",
      note: isPlain ? nil : row["type"]
    )
  }

  /// Reads the lines of a single trade with an outgoing and an incoming asset, each with its own fee.
  static func readTrade(
    _ rows: [ExchangeRow],
    _ reference: String,
    into entries: inout ExchangeEntries
  ) throws(ImportError) {
    guard let first = rows.first else { return }
    var changes: [String: FixedPoint] = [:]
    var fees: [String: FixedPoint] = [:]
    for row in rows {
      let asset = KrakenAsset.symbol(row["asset"])
      // Fee credits are neither money nor coins.
      guard asset != KrakenAsset.feeCredit else { continue }
      changes[asset] = try row.sum(changes[asset] ?? .zero, row.requiredNumber("amount"))
      fees[asset] = try row.sum(fees[asset] ?? .zero, row.number("fee") ?? .zero)
    }
    if changes.values.allSatisfy(\.isZero) {
      return entries.ignore(first, because: "it moves coins within the account")
    }
    let given = changes.filter { $0.value.isNegative }
    let received = changes.filter { $0.value.isPositive }
    guard let (givenAsset, givenAmount) = given.first, given.count == 1,
      let (receivedAsset, receivedAmount) = received.first, received.count == 1
    else {
      let name = String(reference.prefix(40))
      throw first.error("its refid \(name) needs one line with an outgoing asset and one with an incoming asset")
    }
    let trade = ExchangeTrade(
      given: .init(asset: givenAsset, amount: -givenAmount),
      received: .init(asset: receivedAsset, amount: receivedAmount),
      fees: fees
    )
    try trade.add(to: &entries, from: first, identity: "kraken:\(reference)")
  }
}

/// Kraken's asset names, such as `XXBT` for bitcoin, `ZEUR` for the euro and `DOT28.S` for staked DOT.
enum KrakenAsset {
  /// The asset name for credits that pay fees.
  static let feeCredit = "kfee"

  private static let names = [
    "xxbt": "btc", "xbt": "btc", "xxdg": "doge", "xdg": "doge", "xeth": "eth", "eth2": "eth", "xetc": "etc",
    "xltc": "ltc", "xmln": "mln", "xrep": "rep", "xxlm": "xlm", "xxmr": "xmr", "xxrp": "xrp", "xzec": "zec",
    "zaud": "aud", "zcad": "cad", "zeur": "eur", "zgbp": "gbp", "zjpy": "jpy", "zusd": "usd",
  ]

  /// The quote assets in trading pairs without a slash, longest first.
  private static let quotes = [
    "pyusd", "zusd", "zeur", "zgbp", "zcad", "zjpy", "zaud", "xxbt", "xeth", "usdt", "usdc", "eurt", "usd", "eur",
    "gbp",
    "cad", "jpy", "aud", "chf", "aed", "xbt", "btc", "eth", "dai", "dot",
  ]

  /// Returns an asset's common symbol, in lower case.
  static func symbol(_ name: String) -> String {
    let parts = name.lowercased().split(separator: ".", maxSplits: 1).map(String.init)
    guard var symbol = parts.first else { return "" }
    // Staked assets have a suffix, preceded by the lockup period in days.
    if parts.count > 1, symbol != "eth2" { while symbol.last?.isNumber == true { symbol.removeLast() } }
    return names[symbol] ?? symbol
  }

  /// Splits a pair such as `XBT/EUR`, `XXBTZEUR` or `XBTUSDT` into its two assets.
  static func pair(_ text: String) -> (base: String, quote: String)? {
    let text = text.lowercased()
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) { return (symbol(parts[0]), symbol(parts[1])) }
    guard parts.count == 1, let quote = quotes.first(where: { text.hasSuffix($0) && text.count > $0.count }) else {
      return nil
    }
    return (symbol(String(text.dropLast(quote.count))), symbol(quote))
  }
}
