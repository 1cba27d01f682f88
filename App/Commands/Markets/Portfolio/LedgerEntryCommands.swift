import CommandLine
import Foundation
import Markets
import Portfolio

struct LedgerBuyCommand: LedgerEntryCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "buy",
    summary: "Notes a purchase.",
    examples: [
      .init(
        "fetch-counter markets portfolio buy eth 2 --fee 1.50",
        "Notes two at the price of now, and what was paid on top."
      )
    ],
    arguments: [Argument.coin, Argument.amount],
    options: LedgerEntryOptions.all
  )

  let context: CommandContext

  func action(_ snapshot: LedgerSnapshot) async throws(CommandFailure) -> LedgerAction {
    .buy(try await trade(snapshot))
  }
}

struct LedgerSellCommand: LedgerEntryCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "sell",
    summary: "Notes a sale.",
    examples: [.init("fetch-counter markets portfolio sell eth 1 --price 4500", "Notes one at a price of your own.")],
    arguments: [Argument.coin, Argument.amount],
    options: LedgerEntryOptions.all
  )

  let context: CommandContext

  func action(_ snapshot: LedgerSnapshot) async throws(CommandFailure) -> LedgerAction {
    .sell(try await trade(snapshot))
  }
}

struct LedgerSendCommand: LedgerEntryCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "send",
    summary: "Notes coins that left without being sold.",
    examples: [
      .init("fetch-counter markets portfolio send btc 0.1 --note \"to the other wallet\"", "Notes them with a remark.")
    ],
    arguments: [Argument.coin, Argument.amount],
    options: LedgerEntryOptions.all
  )

  let context: CommandContext

  func checkPast() {}

  func action(_ snapshot: LedgerSnapshot) async throws(CommandFailure) -> LedgerAction {
    .send(try await transfer(snapshot))
  }
}

struct LedgerReceiveCommand: LedgerEntryCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "receive",
    summary: "Notes coins that came without being bought; --price says what one cost, if it is known.",
    examples: [
      .init("fetch-counter markets portfolio receive btc 0.1 --price 60000", "Notes them with what they once cost.")
    ],
    arguments: [Argument.coin, Argument.amount],
    options: LedgerEntryOptions.all
  )

  let context: CommandContext

  func checkPast() {}

  func action(_ snapshot: LedgerSnapshot) async throws(CommandFailure) -> LedgerAction {
    .receive(try await transfer(snapshot))
  }
}

struct LedgerSwapCommand: LedgerEntryCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "swap",
    summary: "Notes an exchange of coins for other coins.",
    discussion: """
      Without --received the prices of now decide how many come. An exchange counts as a sale of the one and a purchase of the other \
      for the same value.
      """,
    examples: [
      .init("fetch-counter markets portfolio swap btc 0.1 eth --received 2.9", "Notes what an exchange gave.")
    ],
    arguments: [Argument.givenCoin, Argument.amount, Argument.receivedCoin],
    options: [Option.received] + LedgerEntryOptions.all
  )

  let context: CommandContext

  func checkPast() throws(CommandFailure) {
    try checkPastPrice()
    if context[.received] == nil {
      throw Self.wrongDate("How many came then is not known.", hint: "Say it with --received, or leave --date out.")
    }
  }

  func action(_ snapshot: LedgerSnapshot) async throws(CommandFailure) -> LedgerAction {
    let amount = context[argument: .amount]
    let (given, price) = try await priced(context[argument: .givenCoin], given: context[.unitPrice], snapshot)
    let received: CoinReference
    let receivedAmount: Decimal
    if let stated = context[.received] {
      received = try await known(context[argument: .receivedCoin], snapshot)
      receivedAmount = stated
    } else {
      let other = try await priced(context[argument: .receivedCoin], given: nil, snapshot)
      guard other.price.value > 0 else {
        throw CommandFailure(
          exitCode: .failure,
          kind: "no_price",
          message: "\(other.coin.symbol) costs nothing at the moment.",
          hint: "Say with --received how many came."
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
  static let all: [any DeclaredOption] = [
    Option.unitPrice, Option.fee, Option.entryDate, Option.note, Settings.currency.option,
  ]
}

@MainActor
protocol LedgerEntryCommand: AsyncCommand where Context == CommandContext {
  var context: CommandContext { get }

  /// Checks that an entry with a date of its own doesn't need a current price.
  func checkPast() throws(CommandFailure)

  func action(_ snapshot: LedgerSnapshot) async throws(CommandFailure) -> LedgerAction
}

extension LedgerEntryCommand {
  func run() async throws(CommandFailure) {
    let time = try time()
    let ledger = try context.ledger()
    let action = try await action(try ledger.snapshot())
    try ledger.enter(action, note: context[.note], at: time)
  }

  func checkPast() throws(CommandFailure) { try checkPastPrice() }

  fileprivate func checkPastPrice() throws(CommandFailure) {
    guard context[.unitPrice] == nil else { return }
    throw Self.wrongDate("The price of then is not known.", hint: "Give it with --price, or leave --date out.")
  }

  /// The time of `--date`; nil for the current time.
  private func time() throws(CommandFailure) -> Date? {
    let system = context.root.system
    guard let date = context[.entryDate]?.date(in: system.calendar().timeZone) else { return nil }
    guard date <= system.now() else {
      throw Self.wrongDate(
        "\(date.formatted(.iso8601)) has not come yet.",
        hint: "Give --date a time of now or before."
      )
    }
    try checkPast()
    return date
  }

  fileprivate static func wrongDate(_ message: String, hint: String) -> CommandFailure {
    CommandFailure(exitCode: .usage, kind: "usage", message: message, hint: hint)
  }

  fileprivate func trade(_ snapshot: LedgerSnapshot) async throws(CommandFailure) -> Trade {
    let (coin, price) = try await priced(context[argument: .coin], given: context[.unitPrice], snapshot)
    return Trade(coin: coin, amount: context[argument: .amount], price: price, fee: context[.fee])
  }

  /// Without `--price` a transfer has no price, because the current one isn't what the coins once cost.
  fileprivate func transfer(_ snapshot: LedgerSnapshot) async throws(CommandFailure) -> Transfer {
    let coin = try await known(context[argument: .coin], snapshot)
    let price: UnitPrice?
    if let given = context[.unitPrice] { price = UnitPrice(given, try givenCurrency()) } else { price = nil }
    return Transfer(coin: coin, amount: context[argument: .amount], price: price, fee: context[.fee])
  }

  // MARK: Coins and prices

  /// A coin with its given or current price.
  fileprivate func priced(
    _ word: String,
    given: Decimal?,
    _ snapshot: LedgerSnapshot
  ) async throws(CommandFailure) -> (coin: CoinReference, price: UnitPrice) {
    if let given { return (try await known(word, snapshot), UnitPrice(given, try givenCurrency())) }
    let markets = try context.root.marketsCommandContext()
    let held = try context.ledger().coin(word, in: snapshot)
    let (coin, page) = try await current(held?.id ?? word, markets)
    guard let price = coin.prices[page.currency], !price.isNaN else {
      throw CommandFailure(
        exitCode: .failure,
        kind: "no_price",
        message: "There is no price of \(coin.symbol) in \(page.currency).",
        hint: "Give it with --price."
      )
    }
    markets.inform(about: page.provenance, shortfall: nil)
    return (CoinReference(coin), UnitPrice(price, page.currency.code))
  }

  /// A coin of the ledger, which needs no request, or of the source.
  fileprivate func known(_ word: String, _ snapshot: LedgerSnapshot) async throws(CommandFailure) -> CoinReference {
    if let coin = try context.ledger().coin(word, in: snapshot) { return coin }
    return CoinReference(try await current(word, try context.root.marketsCommandContext()).0)
  }

  /// A coin with its current price; if the source fails, with the last price, whose age is reported.
  fileprivate func current(
    _ word: String,
    _ markets: MarketsCommandContext
  ) async throws(CommandFailure) -> (Coin, CoinPage) {
    do throws(MarketsError) {
      do throws(MarketsError) {
        return try await markets.coin(word, policy: .refreshed)
      } catch {
        if case .coinNotFound = error { throw error }
        return try await markets.coin(word, policy: .fresh)
      }
    } catch {
      throw markets.failure(error)
    }
  }

  /// The currency of a given price; the ledger accepts more currencies than a source.
  fileprivate func givenCurrency() throws(CommandFailure) -> String {
    try context.root.configuration.value(Settings.currency)
  }
}
