import Foundation

/// An entry as a JSON object of any writer's: other spaces, another order, escapes, unknown members.
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

  /// Only the version, which decides whether the rest can be understood.
  private struct Version: Decodable {
    let v: Int
  }

  /// The record of a line that is not written as ``LineFormat`` writes it.
  ///
  /// - Parameters:
  ///   - line: The bytes of the line, without its line break.
  ///   - table: Where names and notes go.
  /// - Returns: The record.
  /// - Throws: `LineFault` when the line is no entry.
  static func record(_ line: UnsafeBufferPointer<UInt8>, _ table: inout LedgerTable) throws(LineFault) -> LedgerRecord {
    let data = Data(line)
    let version: Int
    do {
      version = try JSONDecoder().decode(Version.self, from: data).v
    } catch {
      throw .damaged("it is not a JSON object with a version")
    }
    guard version <= LineFormat.version else { throw .newerSchema(version) }
    guard version == LineFormat.version else { throw .damaged("there is no format \(version)") }
    let loose: LooseLine
    do {
      loose = try JSONDecoder().decode(LooseLine.self, from: data)
    } catch {
      throw .damaged("a member of it is of the wrong kind")
    }
    // A check that is where it belongs has been looked at; any other one is of bytes that are no longer what they were.
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

  /// The members.
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

/// A number as a text of decimal digits or as a JSON number, exactly.
struct LooseNumber: Decodable {
  /// The number; not a number when it is none that a ledger takes.
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

/// A value of any kind, of which only matters that it is there.
private struct Anything: Decodable {
  init(from decoder: any Decoder) {}
}
