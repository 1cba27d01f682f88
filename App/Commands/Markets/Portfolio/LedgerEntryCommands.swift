import Basics
import CommandLine
import Components
import Foundation
import Markets
import Portfolio

struct LedgerBuyCommand: LedgerEntryCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "buy",
    summary: "Record a purchase.",
    examples: [
      .init(
        "fetch-counter markets portfolio buy eth 2 --fee 1.50",
        "Record a purchase of two coins at the current price, with a fee."
      ),
      .init(
        "fetch-counter markets portfolio buy btc 0.5 --date 'last week'",
        "Record a purchase at the price one week ago."
      ),
    ],
    arguments: [Argument.coin, Argument.amount],
    options: LedgerEntryOptions.trade
  )

  let context: CommandContext

  func action(_ snapshot: LedgerSnapshot, at time: Date?) async throws(CommandFailure) -> LedgerAction {
    .buy(try await trade(snapshot, at: time))
  }
}

struct LedgerSellCommand: LedgerEntryCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "sell",
    summary: "Record a sale.",
    examples: [
      .init("fetch-counter markets portfolio sell eth 1 --price 4500", "Record the sale of one coin at a given price.")
    ],
    arguments: [Argument.coin, Argument.amount],
    options: LedgerEntryOptions.trade
  )

  let context: CommandContext

  func action(_ snapshot: LedgerSnapshot, at time: Date?) async throws(CommandFailure) -> LedgerAction {
    .sell(try await trade(snapshot, at: time))
  }
}

struct LedgerSendCommand: LedgerEntryCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "send",
    summary: "Record coins sent without a sale.",
    examples: [
      .init(
        "fetch-counter markets portfolio send btc 0.1 --note \"to the other wallet\"",
        "Record a transfer with a note."
      )
    ],
    arguments: [Argument.coin, Argument.amount],
    options: LedgerEntryOptions.transfer
  )

  let context: CommandContext

  func action(_ snapshot: LedgerSnapshot, at time: Date?) async throws(CommandFailure) -> LedgerAction {
    .send(try await transfer(snapshot))
  }
}

struct LedgerReceiveCommand: LedgerEntryCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "receive",
    summary: "Record coins received without a purchase.",
    examples: [
      .init("fetch-counter markets portfolio receive btc 0.1 --price 60000", "Record a transfer with its cost.")
    ],
    arguments: [Argument.coin, Argument.amount],
    options: LedgerEntryOptions.transfer
  )

  let context: CommandContext

  func action(_ snapshot: LedgerSnapshot, at time: Date?) async throws(CommandFailure) -> LedgerAction {
    .receive(try await transfer(snapshot))
  }
}

struct LedgerSwapCommand: LedgerEntryCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "swap",
    summary: "Record a swap of one coin for another.",
    discussion: """
      Without --received, the received amount is calculated from both coins' prices at that time. A swap counts as a sale of \
      one coin and a purchase of the other at the same value.
      """,
    examples: [
      .init(
        "fetch-counter markets portfolio swap btc 0.1 eth --received 2.9",
        "Record the amount that the exchange paid out."
      )
    ],
    arguments: [Argument.givenCoin, Argument.amount, Argument.receivedCoin],
    options: [Option.received] + LedgerEntryOptions.trade
  )

  let context: CommandContext

  func action(_ snapshot: LedgerSnapshot, at time: Date?) async throws(CommandFailure) -> LedgerAction {
    let amount = context[argument: .amount]
    let (given, price) = try await priced(context[argument: .givenCoin], given: context[.unitPrice], snapshot, at: time)
    let received: CoinReference
    let receivedAmount: Decimal
    if let stated = context[.received] {
      received = try await known(context[argument: .receivedCoin], snapshot)
      receivedAmount = stated
    } else {
      let other = try await priced(
        context[argument: .receivedCoin],
        given: nil,
        snapshot,
        at: time,
        hint: "Specify the amount with --received."
      )
      guard other.price.currency == price.currency else {
        throw Self.usage(
          "The price is in \(price.currency.uppercased()), but \(other.coin.symbol) prices are in \(other.price.currency.uppercased()).",
          hint: "Specify the amount with --received."
        )
      }
      received = other.coin
      var exact = amount * price.value / other.price.value
      var rounded = Decimal()
      NSDecimalRound(&rounded, &exact, LedgerLimits.decimalPlaces, .bankers)
      receivedAmount = rounded
    }
    let swap = Swap(
      given: given,
      givenAmount: amount,
      received: received,
      receivedAmount: receivedAmount,
      price: price,
      fee: context[.fee]
    )
    return .swap(swap)
  }
}

private enum LedgerEntryOptions {
  static let trade: [any DeclaredOption] = [Option.unitPrice] + common
  static let transfer: [any DeclaredOption] = [Option.transferPrice] + common

  private static let common: [any DeclaredOption] = [
    Option.fee, Option.entryDate, Option.note, Settings.currency.option,
  ]
}

@MainActor
protocol LedgerEntryCommand: AsyncCommand where Context == CommandContext {
  var context: CommandContext { get }

  /// Creates the action; without a time, current prices are used.
  func action(_ snapshot: LedgerSnapshot, at time: Date?) async throws(CommandFailure) -> LedgerAction
}

extension LedgerEntryCommand {
  func run() async throws(CommandFailure) {
    let time = try time()
    let ledger = try context.ledger()
    let action = try await action(try await ledger.resolvedSnapshot(), at: time)
    try ledger.enter(action, note: context[.note], at: time)
  }

  private func time() throws(CommandFailure) -> Date? {
    let system = context.root.system
    let now = system.now()
    guard let date = context[.entryDate]?.date(in: system.calendar().timeZone, now: now) else { return nil }
    guard date <= now else {
      throw Self.usage(
        "\(date.formatted(.iso8601)) is in the future.",
        hint: "Choose a date in the past."
      )
    }
    return date
  }

  fileprivate static func usage(_ message: String, hint: String) -> CommandFailure {
    CommandFailure(exitCode: .usage, kind: "usage", message: message, hint: hint)
  }

  fileprivate func trade(_ snapshot: LedgerSnapshot, at time: Date?) async throws(CommandFailure) -> Trade {
    let (coin, price) = try await priced(context[argument: .coin], given: context[.unitPrice], snapshot, at: time)
    return Trade(coin: coin, amount: context[argument: .amount], price: price, fee: context[.fee])
  }

  /// Creates the transfer.
  ///
  /// Without `--price`, the transfer has no price, because the current price isn't the coins' original cost.
  fileprivate func transfer(_ snapshot: LedgerSnapshot) async throws(CommandFailure) -> Transfer {
    let coin = try await known(context[argument: .coin], snapshot)
    let price: UnitPrice?
    if let given = context[.transferPrice] { price = UnitPrice(given, try givenCurrency()) } else { price = nil }
    return Transfer(coin: coin, amount: context[argument: .amount], price: price, fee: context[.fee])
  }

  // MARK: Coins and prices

  fileprivate func priced(
    _ word: String,
    given: Decimal?,
    _ snapshot: LedgerSnapshot,
    at time: Date?,
    hint: String = "Specify it with --price."
  ) async throws(CommandFailure) -> (coin: CoinReference, price: UnitPrice) {
    if let given { return (try await known(word, snapshot), UnitPrice(given, try givenCurrency())) }
    let markets = try context.root.marketsCommandContext()
    if let time {
      let coin = try await known(word, snapshot)
      return (coin, try await price(of: coin, at: time, markets, hint: hint))
    }
    let held = try context.ledger().coin(word, in: snapshot)
    let (coin, page) = try await current(held?.id ?? word, markets)
    guard let price = coin.prices[page.currency], !price.isNaN, price > 0 else {
      throw CommandFailure(
        exitCode: .failure,
        kind: "no_price",
        message: "There is no price for \(coin.symbol) in \(page.currency).",
        hint: hint
      )
    }
    try markets.requireCurrentPrice(of: coin, in: page, hint: hint)
    markets.inform(about: page.provenance, shortfall: nil)
    return (CoinReference(coin), UnitPrice(price, page.currency.code))
  }

  /// Loads a coin's price at a past time from its chart, and reports the price's source.
  private func price(
    of coin: CoinReference,
    at time: Date,
    _ markets: MarketsCommandContext,
    hint: String
  ) async throws(CommandFailure) -> UnitPrice {
    let (symbol, currency) = (coin.symbol.uppercased(), markets.currency)
    let missing = "There is no price for \(symbol) in \(currency) on that date"
    let found: HistoricalPrice?
    do throws(MarketsError) {
      guard let id = CoinID(coin.id) else { throw .coinNotFound(coin.id, suggestions: []) }
      let fetch = FetchHistoricalPrice(repository: markets.repository)
      found = try await fetch.execute(id, at: time, currency: currency, now: markets.now())
    } catch {
      switch error {
      case .rangeNotAvailable(_, let reason):
        throw Self.usage("\(missing): \(reason.sanitized(.singleLine)).", hint: hint)
      case .noHistories(let source):
        throw Self.usage("\(missing): the source “\(source)” has no past prices.", hint: hint)
      default: throw markets.failure(error)
      }
    }
    guard let found else { throw Self.usage("\(missing).", hint: hint) }
    let source = markets.repository.capabilities.name
    let timeZone = context.root.system.calendar().timeZone
    context.console.inform(found.text(of: symbol, in: currency, source: source, timeZone: timeZone))
    return UnitPrice(found.price, currency.code)
  }

  /// Returns a coin from the ledger, which needs no request, or from the source.
  fileprivate func known(_ word: String, _ snapshot: LedgerSnapshot) async throws(CommandFailure) -> CoinReference {
    if let coin = try context.ledger().coin(word, in: snapshot) { return coin }
    return CoinReference(try await current(word, try context.root.marketsCommandContext()).0)
  }

  /// Returns a coin with its current price.
  ///
  /// If the source fails, the last known price is used and its age is reported.
  fileprivate func current(
    _ word: String,
    _ markets: MarketsCommandContext
  ) async throws(CommandFailure) -> (Coin, CoinPage) {
    do throws(MarketsError) {
      do throws(MarketsError) {
        return try await markets.coin(word, policy: .refreshed)
      } catch {
        switch error {
        case .coinNotFound, .ambiguousCoin: throw error
        default: break
        }
        return try await markets.coin(word, policy: .fresh)
      }
    } catch {
      throw markets.failure(error)
    }
  }

  fileprivate func givenCurrency() throws(CommandFailure) -> String { try context.root.entryCurrency() }
}
