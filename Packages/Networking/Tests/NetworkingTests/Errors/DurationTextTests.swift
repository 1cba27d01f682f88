import Testing

@testable import Networking

@Suite("Durations in messages")
struct DurationTextTests {
  @Test(
    "formats a duration with the full names of its units",
    arguments: [
      (Duration.zero, "0 seconds"),
      (.microseconds(999), "0 seconds"),
      (.milliseconds(1), "1 millisecond"),
      (.milliseconds(250), "250 milliseconds"),
      (.seconds(1), "1 second"),
      (.milliseconds(1500), "1 second, 500 milliseconds"),
      (.seconds(60), "1 minute"),
      (.seconds(90), "1 minute, 30 seconds"),
      (.seconds(7200), "120 minutes"),
      (.seconds(-5), "0 seconds"),
    ]
  ) func words(duration: Duration, words: String) { #expect(duration.inWords == words) }

  @Test(
    "abbreviates the units of a duration in log lines",
    arguments: [
      (Duration.zero, "0 ms"),
      (.milliseconds(3), "3 ms"),
      (.milliseconds(999), "999 ms"),
      (.seconds(1), "1.000 s"),
      (.milliseconds(61_007), "61.007 s"),
      (.milliseconds(-3), "0 ms"),
    ]
  ) func abbreviation(duration: Duration, text: String) { #expect(duration.abbreviated == text) }

  @Test(
    "rounds durations up to whole seconds",
    arguments: [(Duration.zero, 0), (.milliseconds(1), 1), (.seconds(2), 2), (.milliseconds(2001), 3)]
  ) func rounding(duration: Duration, seconds: Int) { #expect(duration.roundedUpToSeconds == .seconds(seconds)) }
}
