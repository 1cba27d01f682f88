import CommandLine
import Components
import Foundation
import Markets
import Persistence
import Portfolio

extension CommandNode where Context == CommandContext {
  static var coins: Self {
    .group(
      CommandDeclaration(
        name: "coins",
        summary: "Match coins in the ledger, alerts and favorites to the source's coins.",
        discussion: """
          Sources use different IDs for the same coin. A symbol that only one coin uses is matched automatically; otherwise, \
          choose the coin with 'link'. The choice is stored in coins.json in the data folder.
          """,
        examples: [
          .init("fetch-counter markets coins", "List the coins with their IDs in the source."),
          .init("fetch-counter markets coins link btc bitcoin", "Link the symbol btc to the coin bitcoin."),
          .init("fetch-counter markets coins link btc none", "Mark a coin as missing from the source."),
        ]
      ),
      default: "list",
      [.command(CoinListCommand.self), .command(CoinLinkCommand.self)]
    )
  }
}

private struct CoinListCommand: AsyncCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "list",
    summary: "List the coins in the ledger, alerts and favorites.",
    discussion: "Fields in piped output: ID, symbol, name, ID in the source, and the IDs to choose from.",
    examples: [.init("fetch-counter markets coins list --json", "List them as JSON.")]
  )

  let context: CommandContext

  func run() async throws(CommandFailure) {
    let markets = try context.root.marketsCommandContext()
    let identities = try await context.coinIdentities(markets)
    let report = CoinIdentityReport(identities, source: markets.repository.capabilities.name)
    if identities.coins.isEmpty, !context.console.isJSON {
      context.console.inform("No coins in the ledger, alerts or favorites.")
    }
    try context.write(report) { report.text(for: $0) }
  }
}

private struct CoinLinkCommand: AsyncCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "link",
    summary: "Match a coin in the ledger, alerts or favorites to the source's coin.",
    examples: [.init("fetch-counter markets coins link btc bitcoin", "Match btc to Bitcoin.")],
    arguments: [Argument.keptCoin, Argument.sourceCoin]
  )

  /// The argument value for a coin that the source doesn't have.
  private static let none = "none"

  let context: CommandContext

  func run() async throws(CommandFailure) {
    let markets = try context.root.marketsCommandContext()
    let source = markets.repository.capabilities.name
    let store = try context.root.resolve(Keys.coinIdentities)
    let identities = try await context.coinIdentities(markets)
    let quotes = try context.root.resolve(Keys.quotes)
    let (word, id) = (context[argument: .keptCoin], context[argument: .sourceCoin])
    guard let coin = identities.coin(named: word) else {
      let error = CoinLinkError.unknownCoin(word)
      throw CommandFailure(exitCode: .failure, kind: "coin_not_found", message: "\(error)", hint: Self.list)
    }
    let listed = id.lowercased() == Self.none ? nil : try await listed(id, coin, markets)
    do throws(StoreError) {
      try await LinkCoin(identities: store, quotes: quotes, source: source).execute(coin.key, to: listed)
    } catch {
      if case .changeFailed(_, let cause as CoinLinkError) = error {
        throw CommandFailure(exitCode: .failure, kind: "refused", message: "\(cause)", hint: Self.list)
      }
      throw CommandFailure(error)
    }
    let report = CoinIdentityReport(store.known, source: source)
    try context.reporting(afterwards: "The choice was saved") { () throws(CommandFailure) in
      try context.write(report) { report.text(for: $0) }
    }
  }

  private static let list = "List the coins with 'fetch-counter markets coins'."

  /// Returns the source's coin with the given ID, loading the coin unless it is one of the choices.
  private func listed(
    _ id: String,
    _ coin: CoinIdentity,
    _ markets: MarketsCommandContext
  ) async throws(CommandFailure) -> SourceCoin {
    let source = markets.repository.capabilities.name
    if let choice = coin.choices[source]?.first(where: { $0.id == id }) { return choice }
    let page: CoinPage
    do throws(MarketsError) {
      // Use the source's own ID, even if another coin in the user's files has that ID as its key.
      guard let qualified = CoinID(CoinIdentities.key(ofSourceID: id, in: source)) else {
        throw .coinNotFound(id, suggestions: [])
      }
      page = try await markets.repository.coins(withIDs: [qualified], CoinQuery(currency: markets.currency))
      guard !page.coins.isEmpty else { throw .coinNotFound(id, suggestions: []) }
    } catch {
      throw markets.failure(error)
    }
    return SourceCoin(id: id, of: page.coins[0])
  }
}

extension CommandContext {
  /// Finds the source's IDs for the coins in the ledger, alerts and favorites, and returns all known coin identities.
  @MainActor
  func coinIdentities(_ markets: MarketsCommandContext) async throws(CommandFailure) -> CoinIdentities {
    let store = try root.resolve(Keys.coinIdentities)
    do {
      _ = try root.resolve(Keys.ledger).snapshot()
      _ = try root.resolve(Keys.alerts).alerts()
      _ = try FavouriteCoinsFile(folder: try root.configuration.dataFolder(of: .markets), identities: store).load()
    } catch let error as LedgerError {
      throw CommandFailure(error)
    } catch let error as AlertError {
      throw CommandFailure(error)
    } catch {
      throw CommandFailure(error)
    }
    let ids = store.known.coins.compactMap { CoinID($0.key) }
    do throws(MarketsError) {
      // Loading the coins adds their IDs to the identities.
      if !ids.isEmpty {
        _ = try await markets.repository.coins(withIDs: ids, CoinQuery(currency: markets.currency))
      }
    } catch {
      let failure = markets.failure(error)
      console.inform(["Couldn't load the coins.", failure.message, failure.hint ?? ""].joined(separator: " "))
    }
    return store.known
  }
}

extension Argument where Value == String {
  static var keptCoin: Self {
    .required(
      "COIN",
      .text.suggesting(of: .coins),
      summary: "ID or symbol of a coin in the ledger, alerts or favorites."
    )
  }

  static var sourceCoin: Self {
    .required("ID", .text, summary: "ID in the source, or none if the source doesn't have the coin.")
  }
}
