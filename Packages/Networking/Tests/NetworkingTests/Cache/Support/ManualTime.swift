import Foundation

@testable import Networking

/// A clock that only a test advances.
///
/// Marked `@unchecked Sendable` because `lock` protects `date`.
final class ManualTime: @unchecked Sendable {
  /// The start time of every test: Friday, January 15, 2027, 08:00:00 GMT.
  static let start = Date(timeIntervalSince1970: 1_800_000_000)

  private let lock = NSLock()
  private var date = start

  var now: Date { lock.withLock { date } }

  func advance(by seconds: TimeInterval) { lock.withLock { date += seconds } }
}

/// Returns the date this many seconds after the start of the test, formatted for a header field.
func httpDate(_ seconds: TimeInterval) -> String { HTTPDate.text(of: ManualTime.start + seconds) }
