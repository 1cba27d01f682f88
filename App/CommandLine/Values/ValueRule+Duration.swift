extension ValueRule where Value == Duration {
  /// A duration such as `15s`, `500ms` or `1h30m`, within a range (ends included), up to a year unless told otherwise.
  static func duration(in range: ClosedRange<Duration> = .zero ... .seconds(365 * 86_400)) -> Self {
    let lowest = DurationText.format(range.lowerBound)
    let highest = DurationText.format(range.upperBound)
    let usual: [Duration] = [.seconds(15), .seconds(1), .milliseconds(500), .seconds(120), .seconds(3_600)]
    let shown: [Duration] = [.milliseconds(500), .seconds(15), .seconds(120), .seconds(5_400)]
    let examples = shown.filter(range.contains).map(DurationText.format)
    let last = examples.dropFirst().last.map { " or \($0)" } ?? ""
    let list = examples.prefix(max(examples.count - 1, 1)).joined(separator: ", ") + last
    return Self(
      expectation: "a duration from \(lowest) to \(highest)\(list.isEmpty ? "" : ", such as \(list)")",
      example: DurationText.format(usual.first(where: range.contains) ?? range.lowerBound)
    ) { word throws(ValidationError) in
      do throws(ValidationError) {
        return try parse(word, in: range)
      } catch {
        // What is suggested has to be acceptable itself.
        guard let suggestion = error.suggestion, (try? parse(suggestion, in: range)) == nil else { throw error }
        throw ValidationError(error.reason)
      }
    }
  }

  private static func parse(_ word: String, in range: ClosedRange<Duration>) throws(ValidationError) -> Duration {
    let duration = try DurationText.parse(word)
    guard duration >= range.lowerBound else { throw ValidationError("it is too short") }
    guard duration <= range.upperBound else { throw ValidationError("it is too long") }
    return duration
  }
}
