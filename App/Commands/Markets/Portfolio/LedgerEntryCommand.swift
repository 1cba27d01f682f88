import Foundation
import Markets
import Portfolio

/// `fetch-counter markets portfolio buy`, `sell`, `swap`, `send` and `receive`.
@MainActor
struct LedgerEntryCommand: WaitingCommand {
  private let invocation: Invocation
  private let ledger: LedgerAccess
  private let root: CompositionRoot

  init(_ invocation: Invocation, ledger: LedgerAccess, root: CompositionRoot) {
    self.invocation = invocation
    self.ledger = ledger
    self.root = root
  }

  func run() async throws(CommandFailure) {
    let time = try time()
    let snapshot = try ledger.snapshot()
    let action: LedgerAction
    switch invocation.commandPath.last {
    case "swap": action = .swap(try await swap(snapshot))
    case "buy": action = .buy(try await trade(snapshot))
    case "sell": action = .sell(try await trade(snapshot))
    case "send": action = .send(try await transfer(snapshot))
    default: action = .receive(try await transfer(snapshot))
    }
    try ledger.enter(action, note: invocation[.note], at: time)
  }

  /// When it happened; nil for now.
  private func time() throws(CommandFailure) -> Date? {
    guard let date = invocation[.entryDate]?.date(in: root.system.calendar().timeZone) else { return nil }
    guard date <= root.system.now() else {
      throw Self.wrongDate(
        "\(date.formatted(.iso8601)) has not come yet.",
        hint: "Give --date a time of now or before."
      )
    }
    let command = invocation.commandPath.last
    if invocation[.unitPrice] == nil, command != "send", command != "receive" {
      throw Self.wrongDate("The price of then is not known.", hint: "Give it with --price, or leave --date out.")
    }
    if command == "swap", invocation[.received] == nil {
      throw Self.wrongDate("How many came then is not known.", hint: "Say it with --received, or leave --date out.")
    }
    return date
  }

  private static func wrongDate(_ message: String, hint: String) -> CommandFailure {
    CommandFailure(exitCode: .usage, kind: "usage", message: message, hint: hint)
  }

  private func trade(_ snapshot: LedgerSnapshot) async throws(CommandFailure) -> Trade {
    let (coin, price) = try await priced(invocation[argument: .coin], given: invocation[.unitPrice], snapshot)
    return Trade(coin: coin, amount: invocation[argument: .amount], price: price, fee: invocation[.fee])
  }

  /// Without --price a transfer has none: what it cost is not what it costs now.
  private func transfer(_ snapshot: LedgerSnapshot) async throws(CommandFailure) -> Transfer {
    let coin = try await known(invocation[argument: .coin], snapshot)
    let price: UnitPrice?
    if let given = invocation[.unitPrice] { price = UnitPrice(given, try givenCurrency()) } else { price = nil }
    return Transfer(coin: coin, amount: invocation[argument: .amount], price: price, fee: invocation[.fee])
  }

  private func swap(_ snapshot: LedgerSnapshot) async throws(CommandFailure) -> Swap {
    let amount = invocation[argument: .amount]
    let (given, price) = try await priced(invocation[argument: .givenCoin], given: invocation[.unitPrice], snapshot)
    let received: CoinReference
    let receivedAmount: Decimal
    if let stated = invocation[.received] {
      received = try await known(invocation[argument: .receivedCoin], snapshot)
      receivedAmount = stated
    } else {
      let other = try await priced(invocation[argument: .receivedCoin], given: nil, snapshot)
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
    return Swap(
      given: given,
      givenAmount: amount,
      received: received,
      receivedAmount: receivedAmount,
      price: price,
      fee: invocation[.fee]
    )
  }

  // MARK: Coins and prices

  /// A coin with the price that was given, or that of now.
  private func priced(
    _ word: String,
    given: Decimal?,
    _ snapshot: LedgerSnapshot
  ) async throws(CommandFailure) -> (coin: CoinReference, price: UnitPrice) {
    if let given { return (try await known(word, snapshot), UnitPrice(given, try givenCurrency())) }
    let context = try root.marketsCommandContext()
    let held = ledger.coin(word, in: snapshot)
    let (coin, page) = try await asked(held?.id ?? word, context)
    guard let price = coin.prices[page.currency], !price.isNaN else {
      throw CommandFailure(
        exitCode: .failure,
        kind: "no_price",
        message: "There is no price of \(coin.symbol) in \(page.currency).",
        hint: "Give it with --price."
      )
    }
    context.inform(about: page.provenance, shortfall: nil)
    return (CoinReference(coin), UnitPrice(price, page.currency.code))
  }

  /// A coin that the ledger knows, or else the source; no request is sent for the former.
  private func known(_ word: String, _ snapshot: LedgerSnapshot) async throws(CommandFailure) -> CoinReference {
    if let coin = ledger.coin(word, in: snapshot) { return coin }
    return CoinReference(try await asked(word, try root.marketsCommandContext()).0)
  }

  /// What an entry records should be the price of this moment; where that can't be had, the last one is taken and its age is told.
  private func asked(
    _ word: String,
    _ context: MarketsCommandContext
  ) async throws(CommandFailure) -> (Coin, CoinPage) {
    do throws(MarketsError) {
      do throws(MarketsError) {
        return try await context.coin(word, policy: .refreshed)
      } catch {
        if case .coinNotFound = error { throw error }
        return try await context.coin(word, policy: .stored)
      }
    } catch {
      throw context.failure(error)
    }
  }

  /// The currency of a price that was given; the ledger knows more of them than a source does.
  private func givenCurrency() throws(CommandFailure) -> String { try root.configuration.value(Settings.currency) }
}
