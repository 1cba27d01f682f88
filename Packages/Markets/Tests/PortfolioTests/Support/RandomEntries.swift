import BasicsTesting
import Foundation

@testable import Portfolio

/// A generator of all kinds of entries, with random numbers.
enum RandomEntries {
  static let coins = [bitcoin, ethereum, dogecoin, CoinReference(id: "wrapped-staked-ether", symbol: "wsteth")]
  private static let notes = [
    "", "plain", "é 🚀 中文", "with \"quotes\"", "back\\slash", "two\nlines", "comma, semicolon; tab\t",
    "ends in \\", "\r\n", "\u{1}\u{7F}",
  ]

  static func amount(_ random: inout SeededGenerator) -> Decimal {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: Decimal(Int.random(in: 1...1_000, using: &random))
    case 1: FixedPoint(units: Int128(Int64.random(in: 1...Int64.max, using: &random))).decimal
    case 2: FixedPoint(units: Int128(Int.random(in: 1...9, using: &random))).decimal
    default: Decimal(Int.random(in: 1...1_000_000, using: &random)) / 10_000
    }
  }

  static func price(_ random: inout SeededGenerator, _ currencies: [String] = ["aud", "usd", "eur"]) -> UnitPrice {
    let value = FixedPoint(units: Int128(Int64.random(in: 0...Int64.max, using: &random)) * 1_000).decimal
    return UnitPrice(value, currencies[Int.random(in: 0..<currencies.count, using: &random)])
  }

  static func action(_ random: inout SeededGenerator, _ currencies: [String] = ["aud", "usd", "eur"]) -> LedgerAction {
    let index = Int.random(in: 0..<coins.count, using: &random)
    let coin = coins[index]
    let amount = amount(&random)
    let unit = price(&random, currencies)
    let fee = Bool.random(using: &random) ? Decimal(Int.random(in: 0...999, using: &random)) / 100 : 0
    let hasPrice = Bool.random(using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return .buy(Trade(coin: coin, amount: amount, price: unit, fee: fee))
    case 1: return .sell(Trade(coin: coin, amount: amount, price: unit, fee: fee))
    case 2: return .send(Transfer(coin: coin, amount: amount, price: hasPrice ? unit : nil, fee: hasPrice ? fee : 0))
    case 3: return .receive(Transfer(coin: coin, amount: amount, price: hasPrice ? unit : nil, fee: hasPrice ? fee : 0))
    default:
      let other = coins[(index + 1) % coins.count]
      let received = self.amount(&random)
      return .swap(
        Swap(
          given: coin,
          givenAmount: amount,
          received: other,
          receivedAmount: received,
          price: hasPrice ? unit : nil,
          fee: hasPrice ? fee : 0
        )
      )
    }
  }

  static func entry(_ index: Int, _ random: inout SeededGenerator) -> LedgerEntry {
    let milliseconds = 1_700_000_000_000 + Int64(index) * 60_000 + Int64.random(in: 0..<60_000, using: &random)
    let action: LedgerAction =
      Int.random(in: 0..<10, using: &random) == 0 ? .reversal(of: .numbered(index)) : action(&random)
    return LedgerEntry(
      id: .numbered(index + 1),
      time: Timestamp(milliseconds: milliseconds).date,
      action: action,
      note: notes[Int.random(in: 0..<notes.count, using: &random)]
    )
  }
}
