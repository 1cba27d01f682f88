import Testing

@testable import Components

@Suite("Progress")
struct ProgressTests {
  @Test("estimates a steady rate immediately and keeps it")
  func steady() throws {
    // Given: a task that completes ten items per second
    var estimator = ProgressEstimator(total: 1000, at: .zero)
    for second in 1...50 {
      // When: a second passes
      estimator.update(completed: Double(second * 10), at: .seconds(second))
      // Then: the rate is ten, and the remaining time matches it
      let reading = estimator.reading(at: .seconds(second))
      #expect(abs(reading.rate - 10) < 0.5)
      let remaining = try #require(reading.remaining)
      #expect(abs(remaining / .seconds(1) - Double(100 - second)) < 8)
    }
  }

  @Test("estimates the same rate for any update frequency")
  func updateFrequency() {
    var seldom = ProgressEstimator(total: nil, at: .zero)
    var often = ProgressEstimator(total: nil, at: .zero)
    for step in 1...3000 {
      let time = Duration.milliseconds(step * 10)
      often.update(completed: Double(step), at: time)
      if step % 100 == 0 { seldom.update(completed: Double(step), at: time) }
    }
    let end = Duration.seconds(30)
    #expect(abs(seldom.reading(at: end).rate - often.reading(at: end).rate) < 2)
  }

  @Test("follows a change in speed without jumps")
  func changing() {
    var estimator = ProgressEstimator(total: nil, at: .zero)
    var completed = 0.0
    var rates: [Double] = []
    for second in 1...60 {
      completed += second <= 30 ? 100 : 10
      estimator.update(completed: completed, at: .seconds(second))
      rates.append(estimator.reading(at: .seconds(second)).rate)
    }
    #expect(zip(rates.dropFirst(), rates).allSatisfy { $0 <= $1 * 1.05 && $0 >= $1 * 0.8 })
    #expect(rates[59] < 25)
  }

  @Test("increases the remaining time during a stall")
  func stalling() throws {
    var estimator = ProgressEstimator(total: 100, at: .zero)
    for second in 1...10 { estimator.update(completed: Double(second), at: .seconds(second)) }
    let before = try #require(estimator.reading(at: .seconds(10)).remaining)
    let after = try #require(estimator.reading(at: .seconds(25)).remaining)
    #expect(after > before * 5)
  }

  @Test("restarts the estimate after a decrease in progress")
  func backwards() {
    var estimator = ProgressEstimator(total: 100, at: .zero)
    estimator.update(completed: 50, at: .seconds(1))
    estimator.update(completed: 10, at: .seconds(2))
    let reading = estimator.reading(at: .seconds(2))
    #expect(reading.completed == 10)
    #expect(reading.rate == 0)
    #expect(reading.remaining == nil)
  }

  @Test("accepts repeated times, decreasing times and invalid numbers")
  func malformed() {
    var estimator = ProgressEstimator(total: 100, at: .seconds(5))
    for (value, time) in [(1.0, 5), (2, 3), (.nan, 6), (.infinity, 7), (-.infinity, 8), (3, 9), (3, 9), (4, 1)] {
      estimator.update(completed: value, at: .seconds(time))
    }
    let reading = estimator.reading(at: .seconds(-4))
    #expect(reading.rate.isFinite)
    #expect(reading.elapsed == .zero)
    #expect(estimator.completed == 3)
  }

  @Test(
    "formats amounts, rates and times as human-readable text",
    arguments: [
      (ProgressUnit.bytes.text(0), "0 B"), (ProgressUnit.bytes.text(999), "999 B"),
      (ProgressUnit.bytes.text(1000), "1.0 kB"),
      (ProgressUnit.bytes.text(42_000_000), "42.0 MB"), (ProgressUnit.bytes.text(123_456_789), "123 MB"),
      (ProgressUnit.bytes.rateText(1_250_000), "1.3 MB/s"), (ProgressUnit.items("rows").text(12.7), "12 rows"),
      (ProgressUnit.items("").rateText(3.25), "3.3/s"), (Duration.seconds(5).roughText, "5 s"),
      (Duration.seconds(65).roughText, "1 min 05 s"), (Duration.seconds(3900).roughText, "1 h 05 min"),
      (Duration.seconds(100_000).roughText, "1 d 03 h"), (Duration.seconds(-3).roughText, "0 s"),
    ]
  )
  func units(_ text: String, _ expected: String) {
    #expect(text == expected)
  }

  @Test(
    "reports 100 percent only when everything is completed",
    arguments: [(0.0, 0), (0.999, 99), (1, 100), (7, 100)]
  )
  func percent(_ fraction: Double, _ percent: Int) {
    let lines = ProgressBar("Part", fraction: fraction).linearLines(in: .plain)
    #expect(lines.map(\.plainText) == ["Part: \(percent) %"])
  }

  @Test("animates spinners and unknown progress unless animations are off")
  func animation() {
    func line(_ widget: some Widget, _ milliseconds: Int, _ isAnimated: Bool = true) -> String {
      let environment = RenderEnvironment(
        capabilities: .plain,
        glyphs: .ascii,
        time: .milliseconds(milliseconds),
        isAnimated: isAnimated
      )
      return widget.frame(size: Size(width: 8, height: 1), environment: environment).buffer.lines[0]
    }
    #expect([0, 79, 80, 160, 240, 320].map { line(Spinner(), $0) } == ["|", "|", "/", "-", "\\", "|"])
    #expect(line(Spinner(), 80, false) == line(Spinner(), 0, false))
    #expect(
      [0, 60, 360, 420].map { line(MeterBar(fraction: nil), $0) } == ["##......", ".##.....", "......##", ".....##."]
    )
    #expect(line(MeterBar(fraction: nil), 999, false) == "...##...")
  }
}
