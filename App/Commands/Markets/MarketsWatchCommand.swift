import CommandLine
import Components
import Foundation
import Markets
import Portfolio

struct MarketsWatchCommand: AsyncCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "watch",
    summary: "Print price changes and triggered alerts, one line each, until interrupted.",
    discussion: """
      Watches the given coins, the favorites, or the coins with the largest market cap. Each check sends one request. The \
      default interval stays within the limits of the service's plan, and the command waits if the service asks for a pause. \
      Every check also covers the alerts for all coins. A price older than the interval or 15 minutes never triggers an \
      alert. With --max-age, the first check may print older stored prices, which don't trigger alerts.

      Each line begins with the time of the price. Fields in piped output: time, ID, symbol, price, previous price, change \
      in percent, alert, condition, source. With --until-alert, the exit code is 0 once an alert is triggered. With \
      --timeout, the command ends after that time; if it was waiting for an alert, the exit code is 1.
      """,
    examples: [
      .init("fetch-counter markets watch btc eth --every 1m", "Watch two coins, once a minute."),
      .init("fetch-counter markets watch --favourites --timeout 8h", "Watch the favorites for a working day."),
      .init("fetch-counter markets watch --quiet --until-alert --profile live", "Wait until an alert is triggered."),
    ],
    arguments: [Argument.watchedCoins],
    options: [
      Option.every, Option.top, Option.favourites, Option.untilAlert, Settings.currency.option, Option.maxAge,
    ],
    printsAsItGoes: true
  )

  nonisolated static let path = ["markets", declaration.name]

  let context: CommandContext

  func run() async throws(CommandFailure) {
    let work = Task { try await watch() }
    let limit = context.invocation.value(of: Settings.timeout.option)
    let timer = limit.map { limit in
      Task {
        try await ContinuousClock().sleep(for: limit)
        work.cancel()
      }
    }
    defer { timer?.cancel() }
    let hasFired: Bool
    do {
      hasFired = try await work.value
    } catch {
      // The time limit cancels a pending request, too. That is the usual end of a watch, not an error.
      let failure = CommandFailure(error)
      guard work.isCancelled, failure.kind == "cancelled" else { throw failure }
      hasFired = false
    }
    guard let limit, context[.untilAlert], !hasFired else { return }
    throw CommandFailure(
      exitCode: .failure,
      kind: "no_alert_fired",
      message: "No alert was triggered within \(DurationText.format(limit))."
    )
  }

  /// Watches prices until the task is cancelled or, with `--until-alert`, until an alert is triggered.
  ///
  /// Returns whether an alert was triggered.
  private func watch() async throws(CommandFailure) -> Bool {
    if context[.untilAlert] {
      try context.root.configuration.requireChosenProfile(for: .markets, "markets watch --until-alert")
    }
    let markets = try context.root.marketsCommandContext()
    let alerts = try context.root.resolve(Keys.alerts)
    let earlier: [PriceAlert]
    do throws(AlertError) {
      earlier = context[.untilAlert] ? try alerts.alerts() : []
    } catch {
      throw CommandFailure(error)
    }
    let interval = context[.every] ?? markets.repository.capabilities.refreshInterval
    let firstPolicy = LoadPolicy.maxAge(context[.maxAge] ?? min(interval, AlertQuotes.longestAge))
    var watch = PriceWatch(
      try await markets.watchedCoins(context, firstPolicy),
      currency: markets.currency,
      interval: interval,
      repository: markets.repository,
      alerts: alerts,
      now: markets.now
    )
    var notices = WatchNotices(console: context.console, now: markets.now)
    var isFirst = true
    while !Task.isCancelled {
      // The interval increases when few calls are left this month.
      let capabilities = markets.repository.capabilities
      notices.report(capabilities, every: context[.every])
      watch.interval = context[.every] ?? capabilities.refreshInterval
      switch await watch.look(isFirst ? firstPolicy : .refreshed) {
      case .success(let look):
        var outputFailure: CommandFailure?
        do throws(CommandFailure) {
          for change in look.changes { try context.write(change) { change.text(for: $0) } }
        } catch {
          outputFailure = error
        }
        notices.report(look)
        let hasFired = try report(look.alerts, since: earlier, isFirst: isFirst)
        if let outputFailure { throw outputFailure }
        if hasFired, context[.untilAlert] { return true }
        isFirst = false
      case .failure where Task.isCancelled: return false
      // If the first request fails, later requests would probably fail as well. After a later failure, the service may
      // recover.
      case .failure(let error) where isFirst: throw markets.failure(error)
      case .failure(let error): notices.report(markets.failure(error))
      }
      // During a pause requested by the service, checks fail without a request. Only cancellation ends the sleep early,
      // and the loop checks for cancellation.
      try? await ContinuousClock().sleep(for: watch.interval)
    }
    return false
  }

  /// Prints the triggered alerts, and returns whether there are any.
  ///
  /// With `--until-alert`, alerts that another process detected first are included.
  private func report(
    _ result: Result<AlertEvaluation, AlertError>,
    since earlier: [PriceAlert],
    isFirst: Bool
  ) throws(CommandFailure) -> Bool {
    let evaluation: AlertEvaluation
    switch result {
    case .success(let result): evaluation = result
    case .failure(let error) where isFirst && context[.untilAlert]: throw CommandFailure(error)
    case .failure: return false
    }
    let fired = context[.untilAlert] ? evaluation.alertsFired(since: earlier) : evaluation.fired
    var outputFailure: CommandFailure?
    for fired in fired {
      let report = FiredAlertReport(fired)
      do throws(CommandFailure) {
        try context.write(report) { report.text(for: $0) }
      } catch {
        // The alert won't be triggered again, so its message must not be lost.
        context.console.warn(report.message)
        outputFailure = error
      }
    }
    if let outputFailure { throw outputFailure }
    if context[.untilAlert], fired.isEmpty, !evaluation.hasActiveAlerts {
      throw CommandFailure(
        exitCode: .failure,
        kind: "no_alert",
        message: "There is no alert to wait for.",
        hint: "Set one with 'fetch-counter markets alerts add'."
      )
    }
    return !fired.isEmpty
  }
}

/// The messages that a watch writes to standard error; a message isn't repeated while its cause persists.
private struct WatchNotices {
  private let console: Console
  private let now: @Sendable () -> Date
  private var failure: String?
  private var isOutdated = false
  private var unchecked: Set<Int> = []
  private var isShortOfCalls = false

  init(console: Console, now: @escaping @Sendable () -> Date) {
    self.console = console
    self.now = now
  }

  /// Warns if few calls are left this month, or if the chosen interval needs more calls than the plan allows.
  mutating func report(_ capabilities: MarketsCapabilities, every: Duration?) {
    var notice = PriceAge.notice(of: capabilities.freshness)
    if let every {
      let shortest = capabilities.refreshInterval
      let isTooShort = capabilities.callUsage?.limit != nil && every < shortest
      notice =
        isTooShort
        ? "--every \(DurationText.format(every)) may use up this month's calls; "
          + "the plan allows a request every \(DurationText.format(shortest))"
        : nil
    }
    if let notice, !isShortOfCalls { console.inform("\(notice).") }
    isShortOfCalls = notice != nil
  }

  mutating func report(_ failure: CommandFailure) {
    // Compare only messages, because a hint can contain a changing time.
    guard failure.message != self.failure else { return }
    self.failure = failure.message
    console.inform([failure.message, failure.hint].compactMap { $0 }.joined(separator: " "))
  }

  mutating func report(_ look: PriceWatch.Look) {
    let failure: String? =
      switch look.alerts {
      case .failure(let error): error.description
      case .success(let evaluation):
        evaluation.storeFailure.map { "Couldn't save the alert states. \($0)" }
      }
    if let failure {
      if failure != self.failure { console.inform(failure) }
    } else if self.failure != nil {
      console.inform("Prices and alerts are up to date again.")
    }
    self.failure = failure
    if let time = look.outdatedSince, !isOutdated {
      console.inform(
        "No newer prices are available; the latest are from \(RelativeAge.text(of: time, now: now()))."
      )
    }
    isOutdated = look.outdatedSince != nil
    guard case .success(let evaluation) = look.alerts else { return }
    for alert in evaluation.unchecked where !unchecked.contains(alert.alert.id) { console.inform(alert.description) }
    unchecked = Set(evaluation.unchecked.map(\.alert.id))
  }
}

extension MarketsCommandContext {
  /// Loads the specified coins and favorites or, if none are requested, the coins with the highest market cap.
  fileprivate func watchedCoins(
    _ context: CommandContext,
    _ policy: LoadPolicy
  ) async throws(CommandFailure) -> [Coin] {
    var words = context[argument: .watchedCoins]
    if !words.isEmpty, context.invocation.lastWord(ofOption: Option.top.declaration.name) != nil {
      throw CommandFailure(
        exitCode: .usage,
        kind: "usage",
        message: "--top chooses coins by market cap, so it can't be combined with named coins.",
        hint: "Leave out either --top or the coins."
      )
    }
    let named = words.count
    if context[.favourites] { words += try favourites().map(\.description) }
    do throws(MarketsError) {
      return words.isEmpty
        ? try await topCoins(context[.top], policy: policy).coins : try await coins(words, named: named, policy)
    } catch {
      throw failure(error)
    }
  }

  private func favourites() throws(CommandFailure) -> [CoinID] {
    let favourites: Set<CoinID>
    do {
      favourites = try FavouriteCoinsFile(folder: try root.configuration.dataFolder(of: .markets)).load()
    } catch {
      throw CommandFailure(error)
    }
    guard !favourites.isEmpty else {
      throw CommandFailure(
        exitCode: .failure,
        kind: "no_favourites",
        message: "There are no favorites.",
        hint: "Mark favorites in the interactive program, or specify coins."
      )
    }
    return favourites.sorted { $0.description < $1.description }
  }

  /// Finds the coins to watch.
  ///
  /// Coins on the list's first page need no further requests.
  ///
  /// Coins without a price and favorites that the service lacks are skipped with a notice; all other coins are watched.
  /// `named` is the number of words from the command line; the remaining words are favorites.
  private func coins(
    _ words: [String],
    named: Int,
    _ policy: LoadPolicy
  ) async throws(MarketsError) -> [Coin] {
    var known: [String: Coin] = [:]
    if words.count > 3 {
      let coins = try await topCoins(Self.largestPage, policy: policy).coins
      for coin in coins { known[coin.id.description] = coin }
      // The coin's own lookup decides whether its ID rather means another coin.
      for coin in coins where coin.symbol.lowercased() != coin.id.description { known[coin.symbol.lowercased()] = nil }
    }
    var coins: [Coin] = []
    var missing: MarketsError?
    for (index, word) in words.enumerated() {
      do throws(MarketsError) {
        let coin =
          if let coin = known[word.lowercased()] { coin } else { try await load(word, isID: index >= named, policy) }
        if !coins.contains(where: { $0.id == coin.id }) { coins.append(coin) }
      } catch {
        switch error {
        case .priceMissing: break
        case .coinNotFound where index >= named: break
        default: throw error
        }
        missing = error
        console.inform("\(failure(error).message) This coin isn't watched.")
      }
    }
    if coins.isEmpty, let missing { throw missing }
    return coins
  }
}

extension MarketsCommandContext {
  /// Loads a coin named on the command line, or a favorite, whose ID has already been chosen.
  fileprivate func load(_ word: String, isID: Bool, _ policy: LoadPolicy) async throws(MarketsError) -> Coin {
    guard isID, let id = CoinID(word) else { return try await coin(word, policy: policy).0 }
    let query = CoinQuery(currency: currency, includesEUR: includesEUR, policy: policy)
    guard let coin = try await FetchCoin(repository: repository).execute(id: id, query).coins.first else {
      throw .coinNotFound(word, suggestions: [])
    }
    return coin
  }
}

extension Argument where Value == [String] {
  fileprivate static var watchedCoins: Self {
    .repeated("COIN", .text.suggesting(of: .coins), summary: "IDs, symbols or names of coins to watch.")
  }
}

extension Option where Value == Bool {
  fileprivate static var favourites: Self {
    .flag("favourites", summary: "Watch the favorites.", isCommon: true, excludes: ["top"])
  }
}
