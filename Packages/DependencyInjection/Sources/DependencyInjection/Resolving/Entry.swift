import Foundation

/// One registration in one container with what it made, whatever the type of its values.
///
/// `@unchecked` because classes with subclasses can't be checked: `state` is only touched while `condition` is held, the rest is
/// immutable, and the only subclass is ``TypedEntry``.
class Entry: @unchecked Sendable {
  enum State {
    case empty
    case building(Construction)
    case kept(KeptValue)
    case keptWeakly(WeakObject)
  }

  final let registration: Registration
  /// Guards `state` and tells waiting threads that it is no longer `building`; locked after ``ConstructionGraph/lock``.
  final let condition = NSCondition()
  /// The condition excludes overlapping accesses, so that the run-time check of them is spared.
  @exclusivity(unchecked) final var state = State.empty

  init(registration: Registration) {
    self.registration = registration
  }

  /// An entry of the same registration that has made nothing yet.
  func fresh() -> Entry {
    preconditionFailure("An entry without a type is never registered.")
  }

  /// A finished singleton, if there is one.
  ///
  /// The fast path: no allocation, one uncontended lock.
  final func kept() -> KeptValue? {
    condition.lock()
    defer { condition.unlock() }
    guard case .kept(let value) = state else { return nil }
    return value
  }
}
