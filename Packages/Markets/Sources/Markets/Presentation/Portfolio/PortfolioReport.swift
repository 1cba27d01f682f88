public import Components
import Foundation
public import Portfolio

/// What a person holds as it is printed.
public struct PortfolioReport: Encodable {
  private struct Key: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { return nil }
  }

  private struct Line: Encodable {
    let item: Portfolio.AccountValue.Item
    let currency: String

    func encode(to encoder: any Encoder) throws {
      let position = item.holding.position(in: currency)
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(item.holding.coin.id, forKey: Key("id"))
      try container.encode(item.holding.coin.symbol.uppercased(), forKey: Key("symbol"))
      try container.encode(item.holding.amount, forKey: Key("amount"))
      try container.encode(item.price, forKey: Key("price"))
      try container.encode(item.value, forKey: Key("value"))
      try container.encode(item.weight, forKey: Key("weight"))
      try container.encode(position?.cost, forKey: Key("cost"))
      try container.encode(position?.averageCost, forKey: Key("average_cost"))
      try container.encode(item.unrealised, forKey: Key("unrealised"))
      try container.encode(position?.realised, forKey: Key("realised"))
    }
  }

  private let value: Portfolio.AccountValue
  private let currency: CurrencyCode

  /// Makes the report of an account.
  public init(_ value: Portfolio.AccountValue, currency: CurrencyCode) {
    self.value = value
    self.currency = currency
  }

  /// The lines to print: a table and the sums for people; for pipes one coin a line with its id, sign, amount, price, value, cost and
  /// profit that is not realised, numbers as they are.
  public func text(for mode: OutputMode, theme: Theme = .dark) -> String {
    guard mode.layout != .records else { return records }
    let formatter = PriceFormatter(currency)
    let cells = CoinCells(currency, theme: theme)
    let table = TextTable(
      columns: [
        .init("Coin", isFlexible: true), .init("Amount", alignment: .trailing), .init("Price", alignment: .trailing),
        .init("Value", alignment: .trailing), .init("Share", alignment: .trailing), .init("Cost", alignment: .trailing),
        .init("Profit", alignment: .trailing),
      ],
      rows: value.items.map { item in
        let cost = item.holding.position(in: value.currency)?.cost
        let profit = item.unrealised.map { formatter.change($0) } ?? PriceFormatter.missing
        let share = item.weight.map { formatter.percent($0 * 100).replacing("+", with: "") } ?? PriceFormatter.missing
        return [
          StyledText(item.holding.coin.symbol.uppercased(), .bold), StyledText(formatter.quantity(item.holding.amount)),
          StyledText(formatter.price(item.price)), StyledText(formatter.price(item.value)), StyledText(share),
          StyledText(formatter.price(cost)), StyledText(profit),
        ]
      }
    )
    var items = [
      DescribedText("Total (\(currency))", StyledText(formatter.price(value.total), .bold)),
      DescribedText("Cost", StyledText(formatter.price(value.cost))),
      DescribedText("Profit", StyledText(formatter.change(value.unrealised))),
      DescribedText("Realised", StyledText(formatter.change(value.realised))),
    ]
    if value.cost > 0 { items[2].value += "  " + cells.change(value.unrealised / value.cost * 100) }
    if !value.missingPrices.isEmpty {
      let names = value.missingPrices.map { $0.symbol.uppercased() }.joined(separator: ", ")
      items.append(DescribedText("Without a price", StyledText(names, theme.typography.warning)))
    }
    let sums = DescribedTextGroup(items).rendered(for: mode, theme: theme)
    return value.items.isEmpty ? sums : table.rendered(for: mode, theme: theme) + "\n" + sums
  }

  private var records: String {
    value.items.reduce(into: "") { text, item in
      let position = item.holding.position(in: value.currency)
      let fields = [
        item.holding.coin.id, item.holding.coin.symbol.uppercased(), item.holding.amount.description,
        item.price.description, item.value.description, position?.cost.description ?? "",
        item.unrealised?.description ?? "",
      ]
      text += fields.map { $0.neutralised(.singleLine) }.joined(separator: "\t") + "\n"
    }
  }

  /// The JSON document: `currency`, `total`, `cost`, `unrealised`, `realised`, `coins`, `missing_prices`.
  public func encode(to encoder: any Encoder) throws {
    let formatter = PriceFormatter(currency)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(value.currency, forKey: Key("currency"))
    try container.encode(value.total, forKey: Key("total"))
    try container.encode(formatter.price(value.total), forKey: Key("total_text"))
    try container.encode(value.cost, forKey: Key("cost"))
    try container.encode(value.unrealised, forKey: Key("unrealised"))
    try container.encode(value.realised, forKey: Key("realised"))
    try container.encode(value.items.map { Line(item: $0, currency: value.currency) }, forKey: Key("coins"))
    try container.encode(value.missingPrices.map(\.id), forKey: Key("missing_prices"))
  }
}

/// What a person did as it is printed.
public struct ActivityReport: Encodable {
  private struct Line: Encodable {
    let activity: Activity
    let text: String

    enum CodingKeys: String, CodingKey {
      case id, time, kind, coin, amount, price, currency, fee, note, reversed, text
      case toCoin = "to_coin"
      case toAmount = "to_amount"
      case reverses
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(activity.id.uuidString.lowercased(), forKey: .id)
      try container.encode(activity.entry.time, forKey: .time)
      try container.encode(ActivityText.kind(activity.entry.action), forKey: .kind)
      try container.encode(activity.isReversed, forKey: .reversed)
      try container.encode(activity.entry.note, forKey: .note)
      try container.encode(text, forKey: .text)
      switch activity.entry.action {
      case .buy(let trade), .sell(let trade):
        try encode(trade.coin, trade.amount, trade.price, trade.fee, into: &container)
      case .swap(let swap):
        try encode(swap.given, swap.givenAmount, swap.price, swap.fee, into: &container)
        try container.encode(swap.received.id, forKey: .toCoin)
        try container.encode(swap.receivedAmount, forKey: .toAmount)
      case .send(let transfer), .receive(let transfer):
        try encode(transfer.coin, transfer.amount, transfer.price, transfer.fee, into: &container)
      case .reversal(let original): try container.encode(original.uuidString.lowercased(), forKey: .reverses)
      }
    }

    private func encode(
      _ coin: Portfolio.Coin,
      _ amount: Decimal,
      _ price: UnitPrice?,
      _ fee: Decimal,
      into container: inout KeyedEncodingContainer<CodingKeys>
    ) throws {
      try container.encode(coin.id, forKey: .coin)
      try container.encode(amount, forKey: .amount)
      try container.encode(price?.value, forKey: .price)
      try container.encode(price?.currency, forKey: .currency)
      try container.encode(fee, forKey: .fee)
    }
  }

  private let activities: [Activity]
  private let currency: CurrencyCode

  enum CodingKeys: String, CodingKey {
    case activities
  }

  /// Makes the report of activities, the newest first.
  public init(_ activities: [Activity], currency: CurrencyCode) {
    self.activities = activities
    self.currency = currency
  }

  /// The lines to print: time and words; for pipes time, kind, identity and words.
  public func text(for mode: OutputMode, theme: Theme = .dark) -> String {
    let words = ActivityText(currency, theme: theme)
    return activities.reduce(into: "") { text, activity in
      let time = activity.entry.time.formatted(.iso8601)
      let line: StyledText =
        mode.layout == .records
        ? StyledText("\(time)\t\(ActivityText.kind(activity.entry.action))\t\(activity.id.uuidString.lowercased())\t")
          + StyledText(words.text(activity).plainText.neutralised(.singleLine))
        : StyledText("\(time)  ", theme.typography.caption) + words.text(activity)
      text += line.encoded(for: mode.capabilities) + "\n"
    }
  }

  /// The JSON document: `activities`.
  public func encode(to encoder: any Encoder) throws {
    let words = ActivityText(currency)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(
      activities.map { Line(activity: $0, text: words.text($0).plainText) },
      forKey: .activities
    )
  }
}
