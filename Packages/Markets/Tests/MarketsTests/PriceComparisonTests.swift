import BasicsTesting
import Components
import Foundation
import Testing

@testable import Markets

@Suite("Price comparisons")
@MainActor
struct PriceComparisonTests {
  private static func history(_ coin: String, from hour: Int = 0, _ prices: [Decimal]) throws -> PriceHistory {
    PriceHistory(
      coin: try #require(CoinID(coin)),
      range: .day,
      currency: .aud,
      points: prices.enumerated().map { index, price in
        .init(date: FakeRepository.date.addingTimeInterval(Double(hour + index) * 3_600), price: price)
      },
      provenance: Provenance(asOf: FakeRepository.date)
    )
  }

  @Test("starts both coins at zero percent at the first time with prices for both")
  func commonStart() throws {
    let first = try Self.history("a", [50, 100, 110, 90])
    let second = try Self.history("b", from: 1, [2, 3, 1])
    let comparison = try #require(PriceComparison(first, second))
    #expect(comparison.first.points.map(\.change) == [0, 10, -10])
    #expect(comparison.second.points.map(\.change) == [0, 50, -50])
    #expect(comparison.start == FakeRepository.date.addingTimeInterval(3_600))
    #expect(comparison.second.change == -50)
  }

  @Test(
    "returns no comparison if the times don't overlap or there is no positive price",
    arguments: [(0, [], [1]), (0, [1], []), (5, [1, 2], [3]), (0, [0, -1], [1, 2]), (0, [1], [0])]
      as [(Int, [Decimal], [Decimal])]
  )
  func nothingInCommon(hour: Int, first: [Decimal], second: [Decimal]) throws {
    #expect(PriceComparison(try Self.history("a", first), try Self.history("b", from: hour, second)) == nil)
  }

  @Test("compares extreme prices without crashing")
  func absurdPrices() throws {
    let huge = try #require(Decimal(string: "1e120"))
    let tiny = try #require(Decimal(string: "1e-120"))
    var generator = SeededGenerator(seed: 17)
    let choices: [Decimal] = [0, -1, 1, huge, -huge, tiny, .nan, .greatestFiniteMagnitude]
    let count = LongTests.rounds(byDay: 60, byNight: 3_000)
    var compared = 0
    for _ in 0..<count {
      let prices = (0..<8).map { _ in choices.randomElement(using: &generator) ?? 1 }
      let (first, second) = (try Self.history("a", prices), try Self.history("b", prices.reversed()))
      guard let report = PriceComparisonReport(first, second, timeZone: .gmt) else { continue }
      compared += 1
      let points = PriceComparison(first, second)?.first.points.count
      #expect(report.text(for: OutputMode(layout: .records)).split(separator: "\n").count == points)
      for layout in [OutputMode.Layout.terminal, .linear] {
        #expect(!report.text(for: OutputMode(layout: layout)).isEmpty)
      }
    }
    #expect(compared > count / 2)
  }

  @Test("prints both coins' changes at the first coin's times")
  func records() throws {
    let report = try #require(
      PriceComparisonReport(
        try Self.history("a", [100, 110]),
        try Self.history("b", [4, 3, 2]),
        timeZone: .gmt
      )
    )
    let lines = report.text(for: OutputMode(layout: .records)).split(separator: "\n")
    #expect(lines == ["2026-01-31T12:00:00Z\t100\t0\t4\t0", "2026-01-31T13:00:00Z\t110\t10\t3\t-25"])
  }

  @Test("adds the comparison to the JSON document for the first coin's history")
  func document() throws {
    let report = try #require(
      PriceComparisonReport(try Self.history("a", [100, 110]), try Self.history("b", [4, 3]))
    )
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    let document = try #require(
      try JSONSerialization.jsonObject(with: try encoder.encode(report)) as? [String: Any]
    )
    #expect(document["coin"] as? String == "a")
    #expect((document["points"] as? [Any])?.count == 2)
    let comparison = try #require(document["comparison"] as? [String: Any])
    #expect(comparison["since"] as? String == "2026-01-31T12:00:00Z")
    let lines = try #require(comparison["lines"] as? [[String: Any]])
    #expect(lines.map { $0["change_percent"] as? Int } == [10, -25])
  }
}

@Suite("Price comparison on the coin page")
@MainActor
struct CoinComparisonScreenTests {
  private let repository = FakeRepository()
  private let model: CoinDetailViewModel
  private let screen: CoinDetailScreen

  init() async {
    model = CoinDetailViewModel(
      "coin-0",
      repository: repository,
      now: { FakeRepository.date.addingTimeInterval(180) }
    )
    screen = CoinDetailScreen(model: model, effects: FakeEffects(), timeZone: .gmt)
    screen.appear()
    await model.settle()
  }

  private func compare(with word: String) async {
    _ = screen.keyMap.perform(.character("w"))
    _ = screen.handle(.paste(word))
    await screen.submitComparison()
    await model.settle()
  }

  private func lines(width: Int = 80) -> [String] {
    screen.frame(size: Size(width: width, height: 24), in: RenderEnvironment(isAnimated: false)).buffer.lines
  }

  @Test("draws both coins' changes in percent, and shows their values at the cursor")
  func both() async throws {
    await compare(with: "coin-11")
    #expect(screen.comparisonPrompt == nil)
    try GoldenScreens.expect(screen, matches: "coin-comparison.txt")
    let before = lines()
    model.moveCursor(by: -1)
    let after = lines()
    #expect(before[2].hasPrefix("1W  C0 ▲ +28.00\u{A0}%  C11 ▲ +2.00\u{A0}%"), "\(before[2])")
    #expect(after[2].hasPrefix("2026-01-31 12:00  C0 ▲ +28.00\u{A0}%  C11 ▲ +2.00\u{A0}%"), "\(after[2])")
    // The cursor never moves the chart.
    #expect(before.suffix(4) == after.suffix(4))
  }

  @Test("asks for the other coin, and keeps the prompt open with the reason if the coin can't be compared")
  func question() async throws {
    _ = screen.keyMap.perform(.character("w"))
    #expect(screen.isEnteringText)
    try GoldenScreens.expect(screen, matches: "coin-comparison-question.txt")
    await screen.submitComparison()
    #expect(screen.comparisonPrompt?.problem == "Enter a name, symbol or ID.")
    _ = screen.handle(.paste("coyn"))
    await screen.submitComparison()
    #expect(screen.comparisonPrompt?.problem?.contains("Did you mean coin-1?") == true)
    screen.comparisonPrompt = nil
    await compare(with: "coin-0")
    #expect(screen.comparisonPrompt?.problem == "Choose a coin other than Coin 0.")
    _ = screen.keyMap.perform(KeyPress(.escape))
    #expect(screen.comparisonPrompt == nil)
    #expect(model.compared == nil)
  }

  @Test("loads both coins when the range changes, but only the first coin after the comparison ends")
  func ranges() async {
    await compare(with: "coin-11")
    model.show(.month)
    await model.settle()
    #expect(repository.ranges == [.week, .week, .month, .month])
    #expect(model.comparison != nil)
    _ = screen.keyMap.perform(.character("w"))
    #expect(model.compared == nil)
    #expect(lines()[2].hasPrefix("50 prices over 2 days, line"))
    model.show(.day)
    await model.settle()
    #expect(repository.ranges.suffix(1) == [.day])
    #expect(repository.ranges.count == 5)
  }

  @Test("shows the first coin alone with the reason if the other coin has no chart")
  func failure() async {
    await compare(with: "coin-11")
    let gate = Gate()
    model.show(.month)
    await model.settle()
    repository.hold(at: gate)
    repository.fail(with: .refused(message: "Out of order", underlying: nil))
    model.refresh()
    await gate.open()
    await model.settle()
    #expect(model.comparison == nil)
    #expect(lines().contains { $0.contains("Out of order") })
  }

  @Test("ignores late prices for a coin that is no longer compared")
  func lateResult() async {
    let gate = Gate()
    _ = screen.keyMap.perform(.character("w"))
    _ = screen.handle(.paste("coin-11"))
    await screen.submitComparison()
    await model.settle()
    repository.hold(at: gate)
    repository.hold(at: gate)
    model.show(.year)
    model.stopComparing()
    await gate.open()
    await model.settle()
    #expect(model.comparison == nil)
    #expect(model.compared == nil)
    #expect(model.history?.range == .year)
  }

  @Test("looks up another word after a lookup has failed, and edits the word in between")
  func secondWord() async throws {
    await compare(with: "coyn")
    #expect(screen.comparisonPrompt?.problem?.contains("Did you mean coin-1?") == true)
    #expect(screen.comparisonPrompt?.isSearching == false)
    #expect(screen.handle(.key(.control("u"))))
    #expect(screen.comparisonPrompt?.problem == nil)
    _ = screen.handle(.paste("  coin-11"))
    await screen.submitComparison()
    await model.settle()
    #expect(screen.comparisonPrompt == nil)
    #expect(model.compared?.coin.id.description == "coin-11")
    #expect(screen.keyMap.perform(.character("w")))
    #expect(model.compared == nil)
    #expect(model.comparison == nil)
  }

  @Test("submits or closes the prompt with its buttons, and ignores other clicks")
  func buttons() async throws {
    func click(_ target: String, _ index: Int) -> Bool {
      screen.handle(.click(target: target, index: index, at: .zero, count: 1))
    }
    _ = screen.keyMap.perform(.character("w"))
    #expect(!click("markets.ranges", 0))
    let button = FormPanel.buttonTarget("markets.comparison")
    let submission = StartedTasks { #expect(click(button, 0)) }
    await submission.wait()
    #expect(screen.comparisonPrompt?.problem == "Enter a name, symbol or ID.")
    #expect(click(button, 1))
    #expect(screen.comparisonPrompt == nil)
  }
}
