/// The current reading of a provider that can change, with those who want to know about it.
///
/// Readings are fetched without a lock, so two may be under way; each takes a number before it begins, and one that began earlier never
/// replaces one that began later.
final class ChangeableReading: Sendable {
  private struct State {
    var reading: FlagReading
    var lastTicket = 0
    var installed = 0
    /// Counts changes.
    var version = 0
    /// The last change that all observers have been told.
    var told = 0
  }

  private let state: Guarded<State>
  let observers = FlagObservers()

  init(_ reading: FlagReading) {
    state = Guarded(State(reading: reading))
  }

  var current: FlagReading { state.withLock { $0.reading } }

  /// Fetches a reading, makes it the current one unless a newer one is there, and tells observers if anything changed.
  ///
  /// When this returns, observers know of everything that had happened before it was called. Another thread may have found the same change
  /// first, and not have told yet; then both tell.
  func replace(_ fetch: () -> FlagReading) {
    let ticket = state.withLock { state in
      state.lastTicket += 1
      return state.lastTicket
    }
    let reading = fetch()
    let untold = state.withLock { state -> Int? in
      if ticket > state.installed {
        state.installed = ticket
        if reading != state.reading {
          state.reading = reading
          state.version += 1
        }
      }
      return state.told < state.version ? state.version : nil
    }
    guard let untold else { return }
    observers.notify()
    state.withLock { $0.told = max($0.told, untold) }
  }
}
