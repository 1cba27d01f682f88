import Foundation
import SampleServices

/// What the program takes from the machine beside files, the network and the terminal: time, and the services inside it.
///
/// Handed to everything that is composed, so that a test decides what the program takes for now; nothing behind the screens reads another
/// clock.
struct SystemDependencies: Sendable {
  /// The time of day.
  var now: @Sendable () -> Date = { Date() }
  /// What pauses and durations are measured with.
  var clock: any Clock<Duration> = ContinuousClock()
  /// By which times are shown, with its time zone.
  var calendar: @Sendable () -> Calendar = { .autoupdatingCurrent }
  /// Starts the services inside the program.
  var makeSampleServices: @Sendable () throws -> SampleServices = { try SampleServices() }
}
