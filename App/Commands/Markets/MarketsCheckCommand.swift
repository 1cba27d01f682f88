import CommandLine
import Components
import Foundation
import Markets
import Portfolio

struct MarketsCheckCommand: AsyncCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "check",
    summary: "Compare a coin's price with a threshold; the exit code is 0 for yes, 1 for no.",
    discussion: """
      A price older than --max-age is an error; the default is the time that the source's prices stay fresh, but at most 15 \
      minutes. Errors, such as an unknown coin, have exit code 2 or higher. Sample prices require '--profile sample'. Fields in piped output: yes or no, time of the \
      price, ID, symbol, price, currency, condition, threshold, source.
      """,
    examples: [
      .init(
        "fetch-counter markets check btc above 100000 --currency usd --profile live",
        "Check a price in US dollars."
      ),
      .init(
        "fetch-counter markets check eth below 2000 --max-age 1m --quiet && echo buy",
        "Act on a price that is at most one minute old."
      ),
    ],
    arguments: [Argument.coin, Argument.priceCondition, Argument.priceThreshold],
    options: [Option.checkedAge, Settings.currency.option]
  )

  let context: CommandContext

  func run() async throws(CommandFailure) {
    let check: PriceCheck
    do throws(CommandFailure) {
      check = try await compare()
      let report = PriceCheckReport(check)
      try context.write(report) { report.text(for: $0) }
    } catch {
      var failure = error
      // In this command, exit code 1 means that the condition isn't met, so a failed write needs another code.
      if failure.exitCode == .failure { failure.exitCode = .serviceError }
      throw failure
    }
    guard check.holds else {
      throw CommandFailure(exitCode: .failure, kind: "does_not_hold", message: "", isReported: true)
    }
  }

  private func compare() async throws(CommandFailure) -> PriceCheck {
    try context.root.configuration.requireChosenProfile(for: .markets, "markets check")
    let markets = try context.root.marketsCommandContext()
    if let notice = PriceAge.notice(of: markets.repository.capabilities.freshness) {
      context.console.inform("\(notice).")
    }
    do throws(PriceCheckError) {
      return try await CheckPrice(repository: markets.repository, now: markets.now).execute(
        context[argument: .coin],
        context[argument: .priceCondition].condition(context[argument: .priceThreshold]),
        currency: markets.currency,
        maximumAge: context[.checkedAge]
          ?? min(markets.repository.capabilities.refreshInterval, AlertQuotes.longestAge)
      )
    } catch {
      switch error {
      case .prices(let error): throw markets.failure(error)
      case .noPrice, .unusablePrice:
        throw CommandFailure(exitCode: .serviceError, kind: "no_price", message: error.message)
      case .tooOld:
        throw CommandFailure(
          exitCode: .serviceError,
          kind: "price_too_old",
          message: error.message,
          hint: "Try again later, or allow older prices with --max-age."
        )
      }
    }
  }
}

/// The names of price conditions, excluding conditions on price changes.
enum PriceConditionWord: String, CaseIterable, Sendable {
  case above, below

  func condition(_ threshold: Decimal) -> AlertCondition {
    switch self {
    case .above: .above(threshold)
    case .below: .below(threshold)
    }
  }
}

extension Option where Value == Duration? {
  /// The maximum price age.
  ///
  /// The age can't be 0 seconds, because no price is that new by the time it arrives.
  fileprivate static var checkedAge: Self {
    .optional(
      "max-age",
      .duration(in: .seconds(1) ... .seconds(7 * 86_400)),
      placeholder: "DURATION",
      summary: "Request a new price if the stored price is older than this.",
      defaultText: "the markets_freshness setting, at most 15m"
    )
  }
}

extension Argument where Value == PriceConditionWord {
  fileprivate static var priceCondition: Self {
    .required("CONDITION", .choice(), summary: "Comparison; both include a price equal to the threshold.")
  }
}

extension Argument where Value == Decimal {
  fileprivate static var priceThreshold: Self {
    .required("PRICE", .ledgerNumber(isLowestIncluded: false), summary: "Price to compare with.")
  }
}
