import Basics
import BasicsTesting
import Components
import Foundation
import Persistence
import PersistenceTesting
import Testing

@testable import Markets
@testable import Portfolio

@Suite("Choosing between coins with the same symbol")
@MainActor
struct CoinChoosingTests {
  private let disk = InMemoryFileSystem()
  private let isDiskFull = Locked(false)
  private let identities: CoinIdentityStore
  private let repository: any MarketsRepository
  private let quotes = QuoteStore(now: { FakeRepository.date })
  private let effects = FakeEffects()
  private let source = FakeSource()

  init() throws {
    identities = CoinIdentityStore(
      path: "/data/coins.json",
      writtenBy: "tests",
      lockTimeout: .seconds(5),
      fileSystem: FaultyFileSystem(disk) { [isDiskFull] _ in isDiskFull.withLock { $0 } ? .error(.noSpace) : nil }
    )
    func coin(_ id: String, _ symbol: String, _ price: Decimal) throws -> Coin {
      Coin(id: try #require(CoinID(id)), symbol: symbol, name: id.capitalized, prices: CoinPrices(.aud, price))
    }
    let base = FakeRepository(
      [try coin("bitcoin", "BTC", 100), try coin("one", "DUP", 2), try coin("other", "DUP", 3)]
    )
    repository = IdentifiedRepository(base, identities: identities)
  }

  private var linking: LinkCoin { LinkCoin(identities: identities, quotes: quotes, source: "Fake") }

  private func press(_ presses: KeyPress..., on screen: any Screen) {
    for press in presses where !screen.keyMap.perform(press) { _ = screen.handle(.key(press)) }
  }

  private func text(_ screen: any Screen) -> String {
    let environment = RenderEnvironment(isAnimated: false)
    return screen.frame(size: Size(width: 110, height: 24), in: environment).buffer.lines.joined(separator: "\n")
  }

  private func portfolio() async throws -> (PortfolioViewModel, PortfolioScreen) {
    let ledger = FileLedger(
      path: "/data/ledger.jsonl",
      identities: identities,
      lockTimeout: .seconds(5),
      now: { FakeRepository.date },
      newIdentity: { UUID() },
      fileSystem: disk,
      clock: .system
    )
    let coin = CoinReference(id: "dup", symbol: "dup")
    _ = try ledger.record(.receive(Transfer(coin: coin, amount: 5)), note: nil, at: nil)
    let model = PortfolioViewModel(
      ledger: ledger,
      repository: repository,
      linking: linking,
      now: { FakeRepository.date }
    )
    let screen = PortfolioScreen(model: model, source: source, effects: effects)
    screen.appear()
    await model.settle()
    return (model, screen)
  }

  @Test("offers the coins that match a holding, and values the holding at the chosen coin's price")
  func holding() async throws {
    // Given
    let (model, screen) = try await portfolio()
    #expect(text(screen).contains("Several coins use the symbol DUP. Press Enter on its row to choose one."))
    #expect(text(screen).contains("choose coin"))

    // When
    press(KeyPress(.enter), on: screen)
    #expect(effects.menu?.title == "Which coin is DUP?")
    #expect(effects.menu?.choices.map(\.label) == ["One  one", "Other  other", "None of these"])
    effects.take("Other")
    await settle { model.content?.account.total == 15 }

    // Then
    #expect(!text(screen).contains("Several coins"))
    #expect(identities.known.lookUp("dup", in: "Fake") == .id("other"))
    #expect(disk.contents(at: "/data/coins.json") != nil)
    #expect(source.commands.isEmpty)

    // When the coin is known, Enter opens its page
    press(KeyPress(.enter), on: screen)
    #expect(source.commands.count == 1)
  }

  @Test("undoes the choice of a coin, and offers the coins again")
  func undoing() async throws {
    // Given
    let (model, screen) = try await portfolio()
    press(KeyPress(.enter), on: screen)
    effects.take("Other")
    await settle { model.content?.account.total == 15 && !model.state.isLoading }
    #expect(effects.messages == ["DUP is Other."])

    // When
    #expect(await effects.undo() == nil)
    await model.settle()

    // Then
    #expect(text(screen).contains("choose coin"))
    #expect(model.content?.account.total == 0)
    guard case .ambiguous = identities.known.lookUp("dup", in: "Fake") else {
      Issue.record("\(identities.known.lookUp("dup", in: "Fake"))")
      return
    }
  }

  @Test("undoes the choice of a coin after a source has listed other coins, and keeps those coins' links")
  func undoingAfterOtherCoins() async throws {
    let (model, screen) = try await portfolio()
    press(KeyPress(.enter), on: screen)
    effects.take("Other")
    await settle { model.content?.account.total == 15 && !effects.undos.isEmpty }
    identities.adopt([CoinReference(id: "btc", symbol: "btc")])
    let listed = ["one", "other"].map { SourceCoin(id: $0, symbol: "dup", name: $0) }
    let bitcoin = SourceCoin(id: "bitcoin", symbol: "btc", name: "Bitcoin")
    identities.learn(listed + [bitcoin], from: "Fake", isRepresentative: true)
    #expect(await effects.undo() == nil)
    #expect(identities.known.lookUp("btc", in: "Fake") == .id("bitcoin"))
    guard case .ambiguous(_, let choices) = identities.known.lookUp("dup", in: "Fake") else {
      Issue.record("\(identities.known.lookUp("dup", in: "Fake"))")
      return
    }
    #expect(choices.map(\.id) == ["one", "other"])
  }

  @Test("refuses to undo the choice of a coin if another coin has been chosen since")
  func undoingTooLate() async throws {
    let (model, screen) = try await portfolio()
    press(KeyPress(.enter), on: screen)
    effects.take("Other")
    await settle { model.content?.account.total == 15 && !effects.undos.isEmpty }
    try identities.link("dup", to: SourceCoin(id: "one", symbol: "dup", name: "One"), in: "Fake")
    #expect(await effects.undo() == "The coins have been changed since.")
    #expect(identities.known.lookUp("dup", in: "Fake") == .id("one"))
  }

  @Test("leaves a holding without a price if the user rejects all matching coins")
  func none() async throws {
    let (model, screen) = try await portfolio()
    press(KeyPress(.enter), on: screen)
    effects.take("None")
    await settle { model.content?.rows.first?.choices == nil && !model.state.isLoading }
    #expect(text(screen).contains("No price in AUD for DUP."))
  }

  @Test("reports that the choice couldn't be stored, and offers it again")
  func unstored() async throws {
    let (_, screen) = try await portfolio()
    isDiskFull.withLock { $0 = true }
    press(KeyPress(.enter), on: screen)
    effects.take("One")
    await settle { !effects.messages.isEmpty }
    #expect(effects.messages.first?.hasPrefix("Couldn't save the choice: ") == true)
    #expect(text(screen).contains("choose coin"))
  }

  @Test("offers the coins that match an alert")
  func alert() async throws {
    // Given
    let store = FileAlertStore(
      path: "/data/alerts.json",
      writtenBy: "tests",
      identities: identities,
      lockTimeout: .seconds(5),
      now: { FakeRepository.date },
      fileSystem: disk
    )
    let coin = CoinReference(id: "dup", symbol: "dup")
    try store.add(AlertRequest(coin: coin, condition: .above(1), currency: "aud"))
    let model = AlertsViewModel(store: store, repository: repository, linking: linking)
    let screen = AlertsScreen(model: model, source: source, effects: effects)
    await model.load()
    _ = await FetchQuotes(repository: repository).execute(["dup"], currency: .aud)
    await model.load()
    #expect(text(screen).contains("Several coins use the symbol DUP"))

    // When
    press(KeyPress(.enter), on: screen)
    effects.take("One")
    await settle { model.choices.isEmpty }

    // Then
    #expect(identities.known.lookUp("dup", in: "Fake") == .id("one"))
    press(KeyPress(.enter), on: screen)
    #expect(source.commands.count == 1)
  }
}
