import CommandLine
import Components
import Directory
import Foundation
import Markets
import Portfolio

/// The command `fetch-counter complete-words KIND [WORD]`, which prints completions for shell scripts from local data
/// only.
///
/// The command isn't declared, so help doesn't list it. It sends no requests, and prints nothing if it fails.
@MainActor
struct CompletionWords {
  nonisolated static let command = "complete-words"

  enum Kind: String, CaseIterable {
    case coins
    case employees
    case teams
    case alerts
    case links
    /// The values of the setting named by `WORD`.
    case values

    var suggestionCommand: [String] {
      [CompletionWords.command, rawValue] + (self == .values ? [Choice.previousWord] : [])
    }
  }

  let root: CompositionRoot

  /// Returns one completion per line, with a tab before its description, if it has one.
  func text(for arguments: [String]) async -> String {
    guard let kind = arguments.first.flatMap(Kind.init(rawValue:)) else { return "" }
    let choices: [Choice] =
      switch kind {
      case .coins: await coins()
      case .employees: await employees().flatMap(Self.choices)
      case .teams: Set(await employees().map(\.team)).sorted().map { Choice($0) }
      case .alerts: alerts()
      case .links: await links()
      case .values: arguments.count > 1 ? values(of: arguments[1]) : []
      }
    return choices.reduce(into: "") { text, choice in
      let word = choice.word.sanitized(.singleLine)
      guard !word.isEmpty else { return }
      text += choice.summary.isEmpty ? word + "\n" : "\(word)\t\(choice.summary.sanitized(.singleLine))\n"
    }
  }

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

  /// Returns the coins in the ledger and the alerts.
  ///
  /// Reading these files adds their coins to the known identities, so the method returns all known identities.
  private func keptCoins() -> [CoinIdentity] {
    guard let identities = try? root.resolve(Keys.coinIdentities) else { return [] }
    // Offer the coins from readable files, even if other files can't be read.
    _ = try? root.resolve(Keys.ledger).snapshot()
    _ = try? root.resolve(Keys.alerts).alerts()
    return identities.known.coins
  }

  /// Returns the coins whose prices are stored.
  private func storedCoins() async -> [Coin] {
    guard let repository = try? root.resolve(Keys.keylessMarketsRepository),
      let currency = try? root.configuration.value(Settings.currency),
      let code = CurrencyCode(currency)
    else { return [] }
    let capabilities = repository.capabilities
    let query = CoinQuery(currency: capabilities.currency(for: code), pageSize: .max, policy: .storedOnly)
    return (try? await repository.coins(query))?.coins ?? []
  }

  /// Returns the built-in service's employees.
  ///
  /// For other services, the array is empty, because their employees are never stored.
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

  private func values(of key: String) -> [Choice] {
    let configuration = root.configuration
    switch key {
    case Settings.theme.specification.key:
      return configuration.themes().choices.map { Choice($0.word, $0.summary) }
    case Settings.profile.specification.key:
      guard let file = try? configuration.checkFile() else { break }
      return ListedProfile.all(in: file).map { Choice($0.name, $0.summary) }
    default: break
    }
    return Settings.all.first { $0.key == key }?.value.offered ?? []
  }
}

extension ValueRule {
  /// Returns a copy of the rule that also offers completions from local data.
  func suggesting(_ words: [Choice] = [], of kind: CompletionWords.Kind) -> Self {
    suggesting(words, orPrintedBy: kind.suggestionCommand)
  }
}
