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

  @Test(
    "weights recent rates by their age, and averages them twice",
    arguments: [
      // The amounts after each second, the time of the reading, and the expected rate.
      ([10], 1, 10), ([10], 16, 0.155654526288589), ([10, 40], 2, 15.79536443301315), ([10, 40], 5, 4.916835230498719),
      ([10, 10, 40], 3, 12.565670909645723), ([], 5, 0), ([0], 1, 0),
    ] as [([Double], Int, Double)]
  )
  func rates(amounts: [Double], time: Int, expected: Double) {
    var estimator = ProgressEstimator(total: nil, at: .zero)
    for (second, amount) in amounts.enumerated() { estimator.update(completed: amount, at: .seconds(second + 1)) }
    let reading = estimator.reading(at: .seconds(time))
    #expect(abs(reading.rate - expected) < 1e-9)
    #expect(reading.elapsed == .seconds(time))
    #expect(reading.remaining == nil)
  }

  @Test(
    "reports the remaining time, but not of more than a year",
    arguments: [(100, 9), (10, 0), (5, 0), (310_000_010, 31_000_000), (320_000_010, nil)] as [(Double, Int?)]
  )
  func remaining(total: Double, seconds: Int?) {
    var estimator = ProgressEstimator(total: total, at: .zero)
    estimator.update(completed: 10, at: .seconds(1))
    let remaining = estimator.reading(at: .seconds(1)).remaining
    #expect((remaining == nil) == (seconds == nil))
    if let remaining, let seconds { #expect(abs(remaining / .seconds(1) - Double(seconds)) < 0.01) }
  }

  @Test(
    "computes the completed share only of a finite, positive total",
    arguments: [
      (0, nil, nil), (1, 0, nil), (1, -1, nil), (.infinity, 2, nil), (1, .infinity, nil), (-1, 4, 0), (1, 4, 0.25),
      (4, 4, 1), (5, 4, 1),
    ] as [(Double, Double?, Double?)]
  )
  func fraction(completed: Double, total: Double?, expected: Double?) {
    #expect(ProgressReading(completed: completed, total: total).fraction == expected)
  }

  @Test(
    "finds the power of ten below a value",
    arguments: [(1, 1, 0), (9.99, 1, 0), (10, 10, 1), (99, 10, 1), (1_234, 1_000, 3), (0.5, 0.1, -1), (0.1, 0.1, -1)]
      as [(Double, Double, Int)]
  )
  func powerOfTen(value: Double, power: Double, exponent: Int) {
    let found = Power.ofTen(below: value)
    #expect(found.power == power)
    #expect(found.exponent == exponent)
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
      (ProgressUnit.bytes.text(99_900), "99.9 kB"), (ProgressUnit.bytes.text(100_000), "100 kB"),
      (ProgressUnit.bytes.text(1e9), "1.0 GB"), (ProgressUnit.bytes.text(1e12), "1.0 TB"),
      (ProgressUnit.bytes.text(1e15), "1.0 PB"), (ProgressUnit.bytes.text(1e18), "1000 PB"),
      (ProgressUnit.bytes.text(-5), "0 B"), (ProgressUnit.items("").rateText(9.94), "9.9/s"),
      (ProgressUnit.items("").rateText(10), "10/s"), (ProgressUnit.items("").text(7.9), "7"),
      (Duration.seconds(0).roughText, "0 s"), (Duration.seconds(59).roughText, "59 s"),
      (Duration.milliseconds(59_600).roughText, "1 min 00 s"), (Duration.seconds(60).roughText, "1 min 00 s"),
      (Duration.seconds(609).roughText, "10 min 09 s"), (Duration.seconds(610).roughText, "10 min 10 s"),
      (Duration.seconds(3599).roughText, "59 min 59 s"), (Duration.seconds(3600).roughText, "1 h 00 min"),
      (Duration.seconds(86_399).roughText, "23 h 59 min"), (Duration.seconds(86_400).roughText, "1 d 00 h"),
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
