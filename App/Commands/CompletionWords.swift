import CommandLine
import Components
import Directory
import Foundation
import Markets
import Portfolio

/// `fetch-counter complete-words KIND [WORD]`: prints the words that the completion scripts offer, from local data only.
///
/// The command is not declared, so help doesn't list it. It sends no request, and prints nothing after a failure.
@MainActor
struct CompletionWords {
  nonisolated static let command = "complete-words"

  enum Kind: String, CaseIterable {
    /// The ids and symbols of known coins.
    case coins
    /// The e-mail addresses and names of employees.
    case employees
    case teams
    /// The numbers of alerts.
    case alerts
    /// The links of screens.
    case links
    /// The values of the setting that the second word names.
    case values

    /// The words after the program's name that print the words of the kind.
    var suggestionCommand: [String] {
      [CompletionWords.command, rawValue] + (self == .values ? [Choice.previousWord] : [])
    }
  }

  let root: CompositionRoot

  /// Returns one word a line, followed by a tab and a description where there is one.
  func text(for arguments: [String]) async -> String {
    guard let kind = arguments.first.flatMap(Kind.init(rawValue:)) else { return "" }
    let choices: [Choice] =
      switch kind {
      case .coins: await coins()
      case .employees: await employees().flatMap(Self.choices)
      case .teams: Set(await employees().map(\.team)).sorted().map { Choice($0) }
      case .alerts: alerts()
      case .links: await links()
      case .values: arguments.count > 1 ? Self.values(of: arguments[1]) : []
      }
    return choices.reduce(into: "") { text, choice in
      let word = choice.word.sanitized(.singleLine)
      guard !word.isEmpty else { return }
      text += choice.summary.isEmpty ? word + "\n" : "\(word)\t\(choice.summary.sanitized(.singleLine))\n"
    }
  }

  /// The coins of the stored list, the ledger and the alerts.
  private func coins() async -> [Choice] {
    var choices: [Choice] = []
    var known: Set<String> = []
    func add(_ word: String, _ summary: String) {
      let word = word.lowercased()
      if known.insert(word).inserted { choices.append(Choice(word, summary)) }
    }
    for coin in await storedCoins() {
      add(coin.id.description, coin.symbol)
      add(coin.symbol, coin.id.description)
    }
    for coin in keptCoins() {
      add(coin.key, coin.symbol.uppercased())
      add(coin.symbol, coin.key)
    }
    return choices
  }

  /// The coins of the ledger and the alerts, which adopt them in the identities while they are read.
  private func keptCoins() -> [CoinIdentity] {
    guard let identities = try? root.resolve(Keys.coinIdentities) else { return [] }
    // Coins of the readable files are offered, whatever is wrong with the others.
    _ = try? root.resolve(Keys.ledger).snapshot()
    _ = try? root.resolve(Keys.alerts).alerts()
    return identities.known.coins
  }

  /// The longest stored page of the list.
  private func storedCoins() async -> [Coin] {
    guard let repository = try? root.resolve(Keys.keylessMarketsRepository),
      let currency = try? root.configuration.value(Settings.currency),
      let code = CurrencyCode(currency)
    else { return [] }
    var longest: [Coin] = []
    for size in [250, 100, 75, 50, 25, 20, 10, 5] where size > longest.count {
      let query = CoinQuery(currency: code, pageSize: size, policy: .storedOnly)
      if let page = try? await repository.coins(query), page.coins.count > longest.count { longest = page.coins }
    }
    return longest
  }

  /// The employees of the service inside the program; those of other services are never stored, so none of them are known.
  private func employees() async -> [Employee] {
    do {
      guard try root.configuration.resolved(Settings.directoryURL) == nil else { return [] }
      let service = try root.employeeService { .normal }
      return try await LoadEmployees(repository: service).execute().employees
    } catch {
      return []
    }
  }

  private static func choices(of employee: Employee) -> [Choice] {
    [Choice(employee.emailAddress, employee.displayName), Choice(employee.displayName, employee.team)]
  }

  private func alerts() -> [Choice] {
    guard let alerts = try? root.resolve(Keys.alerts).alerts() else { return [] }
    return AlertReport(alerts, now: root.system.now()).text(for: .records).split(separator: "\n").map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Choice(fields[0], fields.dropFirst().prefix(4).filter { !$0.isEmpty }.joined(separator: " "))
    }
  }

  private func links() async -> [Choice] {
    let screens = ["counter", "dashboard", "directory", "markets", "markets/portfolio", "markets/alerts", "settings"]
    let coins = await storedCoins().map { Choice("markets/\($0.id)", $0.symbol) }
    let employees = await employees().map { Choice("directory/\($0.id.uuidString.lowercased())", $0.displayName) }
    return screens.map { Choice($0) } + coins + employees
  }

  private static func values(of key: String) -> [Choice] {
    Settings.all.first { $0.key == key }?.value.offered ?? []
  }
}

extension ValueRule {
  /// The rule with the words that the program finds in local data.
  func suggesting(_ words: [Choice] = [], of kind: CompletionWords.Kind) -> Self {
    suggesting(words, orPrintedBy: kind.suggestionCommand)
  }
}
