import Foundation

/// Keeps the latest events and passes each on to all who listen.
@MainActor
struct EventRecorder {
  private let limit: Int
  private var ring: [NavigationEvent] = []
  private var oldest = 0
  private var count: UInt64 = 0
  private var listeners = Listeners()

  init(limit: Int) {
    self.limit = max(0, limit)
  }

  /// The events that are kept, the oldest first.
  var latest: [NavigationEvent] { Array(ring[oldest...] + ring[..<oldest]) }

  mutating func record(
    _ command: NavigationCommand,
    rewrites: [NavigationRewrite],
    outcome: NavigationOutcome,
    isForced: Bool,
    depth: Int,
    at time: Date
  ) {
    count += 1
    let event = NavigationEvent(
      number: count,
      time: time,
      command: command,
      rewrites: rewrites,
      isForced: isForced,
      outcome: outcome,
      depth: depth
    )
    if ring.count < limit {
      ring.append(event)
    } else if limit > 0 {
      ring[oldest] = event
      oldest = (oldest + 1) % limit
    }
    listeners.yield(event)
  }

  func stream() -> AsyncStream<NavigationEvent> { listeners.add() }
}

/// The streams of all who listen; one ends when its reader stops or the recorder is gone.
private final class Listeners: Sendable {
  private struct State: Sendable {
    var continuations: [Int: AsyncStream<NavigationEvent>.Continuation] = [:]
    var next = 0
  }

  private let state = Locked(State())

  deinit {
    for continuation in state.withLock({ $0.continuations.values.map(\.self) }) {
      continuation.finish()
    }
  }

  func add() -> AsyncStream<NavigationEvent> {
    let (stream, continuation) = AsyncStream.makeStream(of: NavigationEvent.self)
    let key = state.withLock { state in
      state.next += 1
      state.continuations[state.next] = continuation
      return state.next
    }
    continuation.onTermination = { [weak self] _ in
      self?.remove(key)
    }
    return stream
  }

  func yield(_ event: NavigationEvent) {
    let continuations = state.withLock { state in
      state.continuations.isEmpty ? nil : state.continuations.values.map(\.self)
    }
    for continuation in continuations ?? [] {
      continuation.yield(event)
    }
  }

  private func remove(_ key: Int) {
    state.withLock { state in
      state.continuations[key] = nil
    }
  }
}
