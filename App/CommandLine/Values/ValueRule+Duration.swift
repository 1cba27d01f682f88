extension ValueRule where Value == Duration {
  /// A duration such as `15s`, `500ms` or `1h30m`, within a range (ends included), up to a year unless told otherwise.
  static func duration(in range: ClosedRange<Duration> = .zero ... .seconds(365 * 86_400)) -> Self {
    let lowest = DurationText.format(range.lowerBound)
    let highest = DurationText.format(range.upperBound)
    let usual: [Duration] = [.seconds(15), .seconds(1), .milliseconds(500), .seconds(120), .seconds(3_600)]
    return Self(
      expectation: "a duration from \(lowest) to \(highest), such as 500ms, 15s, 2m or 1h30m",
      example: DurationText.format(usual.first(where: range.contains) ?? range.lowerBound)
    ) { word throws(ValueProblem) in
      do throws(ValueProblem) {
        return try parse(word, in: range)
      } catch {
        // What is suggested has to be acceptable itself.
        guard let suggestion = error.suggestion, (try? parse(suggestion, in: range)) == nil else { throw error }
        throw ValueProblem(error.reason)
      }
    }
  }

  private static func parse(_ word: String, in range: ClosedRange<Duration>) throws(ValueProblem) -> Duration {
    let duration = try DurationText.parse(word)
    guard duration >= range.lowerBound else { throw ValueProblem("it is too short") }
    guard duration <= range.upperBound else { throw ValueProblem("it is too long") }
    return duration
  }
}
