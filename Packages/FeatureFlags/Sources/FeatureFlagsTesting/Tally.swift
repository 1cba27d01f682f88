import Foundation

/// A number that threads add to.
///
/// `@unchecked` because the compiler cannot see that `number` is only touched while `lock` is held.
final class Tally: @unchecked Sendable {
  private let lock = NSLock()
  private var number = 0

  var value: Int { lock.withLock { number } }

  func add(_ difference: Int) {
    lock.withLock { number += difference }
  }
}
