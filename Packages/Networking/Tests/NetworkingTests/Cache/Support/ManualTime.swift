import Foundation

@testable import Networking

/// A clock that only a test advances; `@unchecked Sendable`, because `lock` protects `date`.
final class ManualTime: @unchecked Sendable {
  /// The start of every test: Friday, January 15, 2027, 08:00:00 GMT.
  static let start = Date(timeIntervalSince1970: 1_800_000_000)

  private let lock = NSLock()
  private var date = start

  var now: Date { lock.withLock { date } }

  func advance(by seconds: TimeInterval) { lock.withLock { date += seconds } }
}

/// Returns a date this many seconds after the start of the test.
func httpDate(_ seconds: TimeInterval) -> String { HTTPDate.text(of: ManualTime.start + seconds) }
