import Basics
import Components
import Foundation
import Testing

@testable import Markets

@Suite("Coin page view model")
@MainActor
struct CoinDetailViewModelTests {
  private static func model(_ repository: FakeRepository, _ word: String = "coin-0", includesEUR: Bool = false)
    -> CoinDetailViewModel
  {
    CoinDetailViewModel(word, repository: repository, includesEUR: includesEUR, now: { FakeRepository.date })
  }

  @Test("loads only the visible range's chart, and only when the page appears")
  func lazyCharts() async {
    let repository = FakeRepository()
    let model = Self.model(repository)
    await model.load()
    #expect(repository.ranges.isEmpty)
    await model.loadChart()
    model.show(.year)
    await model.settle()
    #expect(Set(repository.ranges) == [.week, .year])
    #expect(model.history?.range == .year)
  }

  @Test("explains why a range isn't available from the source, and remembers the reason")
  func unavailableRange() async {
    let model = Self.model(FakeRepository())
    await model.load()
    model.show(.all)
    await model.settle()
    guard let problem = model.chart.problem else { Issue.record("\(model.chart)"); return }
    #expect(problem.message == "There is no chart for All: the plan has 365 days only.")
    #expect(model.unavailableRanges.contains(.all))
  }

  @Test("applies the euro setting immediately, and shows a euro price or a notice")
  func flag() async {
    // Given
    let repository = FakeRepository()
    let model = Self.model(repository)
    await model.load()
    #expect(model.content?.coin.prices[.eur] == nil)

    // When
    let gate = Gate()
    repository.hold(at: gate)
    model.setIncludesEUR(true)

    // Then the setting applies before the response arrives
    #expect(model.includesEUR)
    await gate.waitForArrival()
    await gate.open()
    await model.settle()
    #expect(model.content?.coin.prices[.eur] == 480)
  }

  @Test("ignores a late response for another chart range")
  func latestChartWins() async {
    let repository = FakeRepository()
    let model = Self.model(repository)
    await model.load()
    let gate = Gate()
    repository.hold(at: gate)
    let late = Task { await model.loadChart() }
    await gate.waitForArrival()
    model.show(.month)
    await model.settle()
    await gate.open()
    await late.value
    #expect(model.history?.range == .month)
  }

  @Test("keeps the chart cursor within the points, starts it at either end, and removes it when the range changes")
  func cursor() async {
    let model = Self.model(FakeRepository())
    model.moveCursor(by: 1)
    #expect(model.cursor.index == nil)
    await model.load()
    await model.loadChart()
    model.moveCursor(by: -1)
    #expect(model.cursor.index == 49)
    model.moveCursor(by: 10)
    #expect(model.cursor.index == 49)
    // The last of the fifty hourly points is on that date.
    model.setCursor(near: FakeRepository.date.addingTimeInterval(-24.4 * 3_600))
    #expect(model.cursor.index == 25)
    model.setCursor(near: FakeRepository.date.addingTimeInterval(-24.6 * 3_600))
    #expect(model.cursor.index == 24)
    model.setCursor(near: Date(timeIntervalSince1970: .nan))
    #expect(model.cursor.index == 24)
    model.setCursor(near: .distantFuture)
    #expect(model.cursor.index == 49)
    model.setCursor(near: .distantPast)
    #expect(model.cursor.index == 0)
    model.show(.day)
    #expect(model.cursor.index == nil)
  }

  @Test("suggests similar coins if a coin is unknown")
  func unknownCoin() async {
    let model = Self.model(FakeRepository(), "coyn")
    await model.load()
    guard case .failed(let problem, previous: nil) = model.state else { Issue.record("\(model.state)"); return }
    #expect(problem.hint == "Did you mean coin-1?")
  }

  @Test(
    "lists a custom range, in days, between the named ranges",
    arguments: [
      (2, "1D", "1W"), (45, "1M", "3M"), (100, "3M", "6M"), (366, "1Y", "5Y"), (36_500, "5Y", "All"),
    ] as [(Int, String, String)]
  )
  func customRange(days: Int, shorter: String, longer: String) async {
    let repository = FakeRepository()
    func model() -> CoinDetailViewModel {
      CoinDetailViewModel("coin-0", repository: repository, range: PriceRange(days: days))
    }
    #expect(model().ranges.filter { $0 != .days(days) } == PriceRange.offered)
    let (left, right) = (model(), model())
    left.moveRange(by: -1)
    #expect(left.range.label == shorter)
    right.moveRange(by: 1)
    #expect(right.range.label == longer)
  }

  @Test(
    "moves from a link's range to the next longer or shorter range",
    arguments: [(1, "1D", "1W"), (45, "1M", "3M"), (90, "1M", "6M"), (364, "6M", "1Y"), (1_825, "1Y", "All")]
  )
  func neighborsOfLink(days: Int, shorter: String, longer: String) throws {
    let place = CoinDestination(coin: "coin-0", days: ChartDays(days))
    for (distance, label) in [(-1, shorter), (1, longer)] {
      let screen = CoinDetailScreen(
        model: CoinDetailViewModel("coin-0", repository: FakeRepository()),
        effects: FakeEffects()
      )
      screen.show(place)
      #expect(screen.model.range.dayCount == days)
      #expect(screen.keyMap.perform(.character(distance < 0 ? "<" : ">")))
      #expect(screen.model.range.label == label)
    }
  }

  @Test(
    "reads the number of days in a link, and states the limits when it rejects a number",
    arguments: ["0", "-3", "1.5", "\"x\"", "36501"]
  )
  func days(text: String) throws {
    let error = #expect(throws: ChartDays.Invalid.self) {
      try JSONDecoder().decode([ChartDays].self, from: Data("[\(text)]".utf8))
    }
    #expect(error?.description == "“days” must be a whole number from 1 to 36500.")
    let days = try JSONDecoder().decode([ChartDays].self, from: Data("[90,36500]".utf8))
    #expect(days.map(\.range) == [.threeMonths, .days(36_500)])
    #expect(try JSONEncoder().encode(days) == Data("[90,36500]".utf8))
  }

  @Test("has a label for every offered range, from one day to the whole history")
  func offeredRanges() {
    #expect(PriceRange.offered.map(\.label) == ["1D", "1W", "1M", "3M", "6M", "1Y", "5Y", "All"])
    for range in PriceRange.offered { #expect(range.dayCount.map { PriceRange(days: $0) } ?? .all == range) }
  }
}
