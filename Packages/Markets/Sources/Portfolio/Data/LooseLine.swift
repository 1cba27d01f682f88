import Basics
import Foundation

/// An entry as a JSON object from any writer, with any spacing, member order and escapes, and with unknown members.
struct LooseLine: Decodable {
  private let id: String?
  private let time: String?
  private let kind: String?
  private let coin: String?
  private let symbol: String?
  private let amount: LooseNumber?
  private let otherCoin: String?
  private let otherSymbol: String?
  private let otherAmount: LooseNumber?
  private let price: LooseNumber?
  private let currency: String?
  private let fee: LooseNumber?
  private let reverses: String?
  private let note: String?
  private let check: Anything?

  /// A line's version, which determines whether the other members can be read.
  private struct Version: Decodable {
    let v: Int
  }

  static func record(_ line: UnsafeBufferPointer<UInt8>, _ table: inout LedgerTable) throws(LineFault) -> LedgerRecord {
    let data = Data(line)
    let version: Int
    do {
      version = try JSONDecoder().decode(Version.self, from: data).v
    } catch {
      throw .damaged("it isn't a JSON object with a version")
    }
    guard version <= LineFormat.version else { throw .newerSchema(version) }
    guard version == LineFormat.version else { throw .damaged("format version \(version) is unknown") }
    let loose: LooseLine
    do {
      loose = try JSONDecoder().decode(LooseLine.self, from: data)
    } catch {
      throw .damaged("one of its members has the wrong type")
    }
    // A checksum at the end has been verified. Anywhere else, a checksum means that the line has changed since it was
    // written.
    guard loose.check == nil || LineFormat.hasCheck(line) else { throw .checksum }
    let entry = try loose.entry()
    do throws(InvalidEntry) {
      return try table.record(entry)
    } catch {
      throw .damaged(error.clause)
    }
  }

  private func entry() throws(LineFault) -> LedgerEntry {
    do throws(LooseFields.Fault) {
      return try fields.entry()
    } catch {
      throw .damaged("\(error)")
    }
  }

  var fields: LooseFields {
    LooseFields(
      id: id,
      time: time,
      kind: kind,
      coin: coin,
      symbol: symbol,
      amount: amount?.decimal,
      otherCoin: otherCoin,
      otherSymbol: otherSymbol,
      otherAmount: otherAmount?.decimal,
      price: price?.decimal,
      currency: currency,
      fee: fee?.decimal,
      original: reverses,
      note: note
    )
  }

  private enum CodingKeys: String, CodingKey {
    case id, time, kind, coin, symbol, amount, price, currency, fee, reverses, note
    case check = "crc"
    case otherCoin = "to_coin"
    case otherSymbol = "to_symbol"
    case otherAmount = "to_amount"
  }
}

/// An exact number, read from a string of decimal digits or from a JSON number.
struct LooseNumber: Decodable {
  /// The number, which is NaN if the ledger doesn't accept it.
  let decimal: Decimal

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      decimal = LooseFields.decimal(text) ?? .nan
    } else {
      let value = try container.decode(Decimal.self)
      decimal = LooseFields.decimal(value.description) ?? .nan
    }
  }
}

/// A value of any kind, decoded only to detect its presence.
private struct Anything: Decodable {
  init(from decoder: any Decoder) {}
}

/// An entry's fields as strings and numbers, from a ledger line, a CSV row or a JSON object.
struct LooseFields {
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  var id: String?
  var time: String?
  var kind: String?
  var coin: String?
  var symbol: String?
  var amount: Decimal?
  var otherCoin: String?
  var otherSymbol: String?
  var otherAmount: Decimal?
  var price: Decimal?
  var currency: String?
  var fee: Decimal?
  var original: String?
  var note: String?

  /// Parses digits with an optional sign and fraction, at most 18 digits on either side of the decimal point.
  static func decimal(_ text: String) -> Decimal? {
    do throws(FixedPoint.Fault) {
      return try FixedPoint(text: text).decimal
    } catch {
      return nil
    }
  }

  static func notANumber(_ name: String) -> String {
    "its \(name) must be a number such as 0.5, with at most 18 digits before and after the decimal point"
  }

  /// Creates the entry without validating its numbers.
  func entry() throws(Fault) -> LedgerEntry {
    for (name, number) in [("amount", amount), ("second amount", otherAmount), ("price", price), ("fee", fee)] {
      if let number, !number.isFinite { throw Fault(description: LooseFields.notANumber(name)) }
    }
    let id = try uuid(try required(id, "id"), "id")
    let text = try required(time, "time")
    guard let time = Timestamp(text: text) else {
      throw Fault(description: "its time must have the form 2026-01-31T12:00:00Z")
    }
    let name = try required(kind, "kind")
    guard let kind = LedgerKind(rawValue: name) else {
      let kinds = LedgerKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw Fault(
        description: "its kind “\(String(name.prefix(40)).escapingInvisibles())” is unknown; use one of \(kinds)"
      )
    }
    return LedgerEntry(id: id, time: time.date, action: try action(kind), note: note)
  }

  private func action(_ kind: LedgerKind) throws(Fault) -> LedgerAction {
    if kind == .reversal { return .reversal(of: try uuid(try required(original, "reversed entry"), "reversed entry")) }
    let coin = CoinReference(id: try required(coin, "coin"), symbol: try required(symbol, "symbol"))
    let amount = try required(amount, "amount")
    let fee = fee ?? 0
    switch kind {
    case .buy, .sell:
      guard let price = try unitPrice() else { throw Fault(description: "it has no price") }
      let trade = Trade(coin: coin, amount: amount, price: price, fee: fee)
      return kind == .buy ? .buy(trade) : .sell(trade)
    case .send: return .send(Transfer(coin: coin, amount: amount, price: try unitPrice(), fee: fee))
    case .receive: return .receive(Transfer(coin: coin, amount: amount, price: try unitPrice(), fee: fee))
    case .swap, .reversal:
      return .swap(
        Swap(
          given: coin,
          givenAmount: amount,
          received: CoinReference(
            id: try required(otherCoin, "second coin"),
            symbol: try required(otherSymbol, "second symbol")
          ),
          receivedAmount: try required(otherAmount, "second amount"),
          price: try unitPrice(),
          fee: fee
        )
      )
    }
  }

  private func unitPrice() throws(Fault) -> UnitPrice? {
    switch (price, currency) {
    case (nil, nil): return nil
    case (let price?, let currency?): return UnitPrice(price, currency)
    default: throw Fault(description: "it needs both a price and a currency, or neither")
    }
  }

  private func required<Value>(_ value: Value?, _ name: String) throws(Fault) -> Value {
    guard let value else { throw Fault(description: "it has no \(name)") }
    return value
  }

  private func uuid(_ text: String, _ name: String) throws(Fault) -> UUID {
    guard let id = UUID(uuidString: text) else { throw Fault(description: "its \(name) must be a UUID") }
    return id
  }
}
