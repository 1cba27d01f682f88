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
  @exclusivity(unchecked) private(set) final var state = State.empty
  /// What `state` has kept for good.
  ///
  /// Once set it is neither changed nor freed before this entry is, so that whoever holds the entry may use
  /// it without counting one more reference; guarded by `condition`.
  @exclusivity(unchecked) private final var finished: Unmanaged<KeptValue>?

  init(registration: Registration) {
    self.registration = registration
  }

  /// An entry of the same registration that has made nothing yet.
  func fresh() -> Entry {
    preconditionFailure("An entry without a type is never registered.")
  }

  /// Changes the state; to be called with `condition` locked, and never again once a value was kept.
  final func become(_ newState: State) {
    state = newState
    if case .kept(let value) = newState { finished = .passUnretained(value) }
  }

  /// A finished singleton, if there is one, which may be used as long as this entry is held.
  ///
  /// The fast path: no allocation, no counting of references, one uncontended lock.
  final func kept() -> Unmanaged<KeptValue>? {
    condition.lock()
    defer { condition.unlock() }
    return finished
  }
}
