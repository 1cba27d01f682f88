import Foundation

@testable import Networking

/// A clock that stands still until a test moves it.
///
/// `@unchecked Sendable`: `date` is guarded by `lock`.
final class ManualTime: @unchecked Sendable {
  /// When every test starts: Friday, 15 January 2027, 08:00:00 GMT.
  static let start = Date(timeIntervalSince1970: 1_800_000_000)

  private let lock = NSLock()
  private var date = start

  var now: Date { lock.withLock { date } }

  func advance(by seconds: TimeInterval) { lock.withLock { date += seconds } }
}

/// The date of a field, so many seconds after the start of the test.
func httpDate(_ seconds: TimeInterval) -> String { HTTPDate.text(of: ManualTime.start + seconds) }
