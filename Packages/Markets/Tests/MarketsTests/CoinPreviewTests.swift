import BasicsTesting
import Components
import Foundation
import Navigation
import Portfolio
import Testing

@testable import Markets

@Suite("Coin preview beside the list")
@MainActor
struct CoinPreviewTests {
  private let repository = FakeRepository()
  private let source = FakeSource()

  private func preview() -> CoinPreview {
    CoinPreview { [repository] coin, known in
      let model = CoinDetailViewModel(coin, repository: repository, now: { FakeRepository.date })
      if let known { model.showKnown(known) }
      return CoinDetailScreen(model: model, effects: FakeEffects(), timeZone: .gmt)
    }
  }

  private func list(_ preview: CoinPreview) async -> CoinListScreen {
    let model = CoinListViewModel(repository: repository, now: { FakeRepository.date })
    let screen = CoinListScreen(
      model: model,
      coinPreview: preview,
      source: source,
      effects: FakeEffects(),
      timeZone: .gmt
    )
    await model.load()
    return screen
  }

  private func text(_ screen: any Screen, _ size: Size = Size(width: 62, height: 31)) -> String {
    let environment = RenderEnvironment(isAnimated: false)
    return screen.frame(size: size, in: environment).buffer.lines.joined(separator: "\n")
  }

  @Test("shows the list's data for the selected coin without sending a request")
  func known() async throws {
    // Given
    let screen = await list(preview())
    let requests = repository.queries.count

    // When
    let page = try #require(screen.preview)

    // Then
    #expect(text(page).contains("Coin 0"))
    #expect(text(page).contains("$740.70"))
    for _ in 0..<20 {
      _ = screen.handle(.key(KeyPress(.down)))
      _ = screen.preview.map { text($0) }
    }
    #expect(repository.queries.count == requests)
    #expect(repository.ranges.isEmpty)
    #expect(repository.quoteRequests.isEmpty)
  }

  @Test("keeps the preview while the coin is selected, and loads only the chart when the preview appears")
  func appearing() async throws {
    let screen = await list(preview())
    let page = try #require(screen.preview as? CoinDetailScreen)
    let requests = repository.queries.count
    #expect(screen.preview === page)
    page.appear()
    await page.model.settle()
    #expect(repository.queries.count == requests)
    #expect(repository.ranges == [.week])
    #expect(screen.preview === page)
    _ = screen.handle(.key(KeyPress(.down)))
    #expect(screen.preview !== page)
  }

  @Test("reuses the preview as the opened coin's page")
  func reuse() async throws {
    let (previews, first, second) = (CoinPreviews(), preview(), preview())
    previews.add(first)
    previews.add(second)
    let screen = await list(first)
    let page = try #require(screen.preview)
    #expect(previews.page(of: "coin-0") === page)
    #expect(previews.page(of: "coin-1") == nil)
    screen.openPreview()
    #expect(source.commands == [.push(CoinDestination(coin: "coin-0"))])
  }

  @Test("keeps the list's data about an opened coin for the coin's page")
  func keeping() async throws {
    let (previews, preview) = (CoinPreviews(), preview())
    previews.add(preview)
    let screen = await list(preview)
    #expect(previews.known(of: "coin-0") == nil)
    screen.open()
    #expect(previews.known(of: "coin-0")?.coin.shownName == "Coin 0")
    #expect(previews.known(of: "coin-1") == nil)
  }

  @Test("shows the price time as the preview's caption, or the age in the warning color if prices are stale")
  func caption() async throws {
    let screen = await list(preview())
    let environment = RenderEnvironment(isAnimated: false)
    #expect(screen.caption(in: environment)?.plainText == "12:00")
    repository.answer(with: Provenance(asOf: FakeRepository.date - 7_200, hasFailedRefresh: true))
    await screen.model.load(.refreshed)
    #expect(screen.caption(in: environment) == StyledText("2 h ago", environment.theme.typography.warning))
  }

  @Test("gives the preview's chart the remaining height", arguments: [24, 40, 56])
  func chartHeight(height: Int) async throws {
    let screen = await list(preview())
    let page = try #require(screen.preview as? CoinDetailScreen)
    page.appear()
    await page.model.settle()
    let size = Size(width: 106, height: height)
    let environment = RenderEnvironment(isAnimated: false)
    let frame = page.frame(size: size, in: environment)
    let lines = frame.buffer.lines
    let blank = lines.reversed().prefix { $0.allSatisfy { $0 == " " } }.count
    #expect(blank <= 1, "\(lines.joined(separator: "\n"))")
    let plot = try #require(frame.plots[CoinDetailScreen.chartTarget])
    #expect(plot.area.height >= height - 16)
  }
}
