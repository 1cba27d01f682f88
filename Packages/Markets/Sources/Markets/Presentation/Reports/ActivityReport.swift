public import Components
public import Foundation
public import Portfolio

/// A printable report on ledger entries, in the given order.
public struct ActivityReport: Sendable, Encodable {
  private let activities: [Activity]
  private let timeZone: TimeZone

  /// Creates a report with times in a time zone.
  public init(_ activities: [Activity], timeZone: TimeZone = .current) {
    self.activities = activities
    self.timeZone = timeZone
  }

  /// Returns a table for a terminal, and one entry per line for a pipe.
  ///
  /// Each line contains the ID, time, kind, coin, symbol, amount, price, currency and fee. The coin, symbol and amount
  /// received in a swap follow. The last fields are the entry that this entry undoes, the entry that undid it, and the
  /// note.
  public func text(for mode: OutputMode) -> String {
    guard mode.layout != .records else {
      return activities.reduce(into: "") { text, activity in
        let fields = ActivityFields(activity)
        let words: [String?] = [
          fields.id, fields.timeText, fields.kind, fields.coin?.id, fields.coin?.symbol.uppercased(),
          fields.amount?.description,
          fields.price?.value.description, fields.price?.currency, fields.fee?.description, fields.toCoin?.id,
          fields.toCoin?.symbol.uppercased(), fields.toAmount?.description, fields.reverses, fields.reversedBy,
          activity.entry.note,
        ]
        text += words.map { ($0 ?? "").sanitized(.singleLine) }.joined(separator: "\t") + "\n"
      }
    }
    let words = ActivityText(theme: mode.theme)
    let dates = ChartDates.moment(timeZone: timeZone)
    let rows = activities.map { activity -> [StyledText] in
      [
        StyledText(ActivityText.shortened(activity.entry.id), mode.theme.typography.caption),
        StyledText(dates.string(of: activity.entry.time)),
        words.textWithoutNote(activity),
        StyledText((activity.entry.note ?? "").sanitized(.singleLine), mode.theme.typography.caption),
      ]
    }
    let columns: [TextTable.Column] = [
      .init("Entry", priority: 2), .init("Time", priority: 3), .init("Activity", isFlexible: true, minimumWidth: 36),
      .init("Note", isFlexible: true, priority: 1),
    ]
    return TextTable(columns: columns, rows: rows).rendered(for: mode)
  }

  /// Encodes the JSON document: `entries`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("entries", activities.map { ActivityFields($0) })
  }
}

/// A printable report on a new entry and the amounts held after it.
public struct EntryReport: Sendable, Encodable {
  private let activity: Activity
  private let snapshot: LedgerSnapshot

  /// Creates a report on an entry in a ledger.
  public init(_ activity: Activity, in snapshot: LedgerSnapshot) {
    self.activity = activity
    self.snapshot = snapshot
  }

  private var fields: ActivityFields { ActivityFields(activity) }

  private var coins: [CoinReference] {
    let fields = activity.original.map { ActivityFields(of: $0) } ?? fields
    return [fields.coin, fields.toCoin].compactMap { $0 }
  }

  /// Returns a sentence, or for piped output the same line as in the history.
  public func text(for mode: OutputMode) -> String {
    guard mode.layout != .records else { return ActivityReport([activity]).text(for: mode) }
    let held = coins.map { "\(MoneyText.amount(snapshot.amount(ofCoin: $0.id))) \($0.symbol.uppercased())" }
    let line =
      StyledText(ActivityText().textWithoutNote(activity).plainText + ".", .bold)
      + StyledText(" \(held.joined(separator: " and ")) held. Entry \(ActivityText.shortened(activity.entry.id)).")
    return line.encoded(for: mode.capabilities) + "\n"
  }

  /// Encodes the JSON document: `entry`, and `held` with the coins in the entry.
  public func encode(to encoder: any Encoder) throws {
    struct Held: Encodable {
      let coin: String
      let amount: Decimal
    }
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("entry", fields)
    try container.set("held", coins.map { Held(coin: $0.id, amount: snapshot.amount(ofCoin: $0.id)) })
  }
}

struct ActivityFields: Encodable {
  let id: String
  let time: Date
  let kind: String
  var coin: CoinReference?
  var amount: Decimal?
  var price: UnitPrice?
  var fee: Decimal?
  var toCoin: CoinReference?
  var toAmount: Decimal?
  var reverses: String?
  var reversedBy: String?
  private let note: String?
  private var text = ""

  init(_ activity: Activity) {
    self.init(of: activity.entry)
    reversedBy = activity.reversedBy?.uuidString.lowercased()
    text = ActivityText().textWithoutNote(activity).plainText
  }

  /// Creates the fields of an entry that an import would add, and that isn't an activity in a ledger yet.
  init(planned entry: LedgerEntry) {
    self.init(of: entry)
    text = ActivityText().text(entry.action).plainText
  }

  init(of entry: LedgerEntry) {
    id = entry.id.uuidString.lowercased()
    time = entry.time
    kind = entry.action.kind.rawValue
    note = entry.note
    switch entry.action {
    case .buy(let trade), .sell(let trade):
      (coin, amount, price, fee) = (trade.coin, trade.amount, trade.price, trade.fee)
    case .swap(let swap):
      (coin, amount, price, fee) = (swap.given, swap.givenAmount, swap.price, swap.fee)
      (toCoin, toAmount) = (swap.received, swap.receivedAmount)
    case .send(let transfer), .receive(let transfer):
      (coin, amount, price, fee) = (transfer.coin, transfer.amount, transfer.price, transfer.fee)
    case .reversal(let original): reverses = original.uuidString.lowercased()
    }
  }

  var timeText: String { time.formatted(.iso8601) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("id", id)
    try container.set("time", time)
    try container.set("kind", kind)
    try container.set("coin", coin?.id)
    try container.set("symbol", coin?.symbol.uppercased())
    try container.set("amount", amount)
    try container.set("price", price?.value)
    try container.set("currency", price?.currency)
    try container.set("fee", fee)
    try container.set("to_coin", toCoin?.id)
    try container.set("to_symbol", toCoin?.symbol.uppercased())
    try container.set("to_amount", toAmount)
    try container.set("reverses", reverses)
    try container.set("reversed_by", reversedBy)
    try container.set("note", note)
    try container.set("text", text)
  }
}
