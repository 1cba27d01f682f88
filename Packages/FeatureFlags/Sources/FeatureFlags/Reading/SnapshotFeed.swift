/// Hands the elements of one stream from the client, which never waits, to the reader, who may be slow.
///
/// Keeps the newest element only, and drops it if it is the same as the last one that was read.
final class SnapshotFeed<Element: Sendable>: Sendable {
  private struct State {
    var pending: Element?
    var delivered: Element?
    var readers: [CheckedContinuation<Element?, Never>] = []
    var hasEnded = false
  }

  private let state = Guarded(State())
  private let element: @Sendable (FlagSnapshot) -> Element
  private let isSame: @Sendable (Element, Element) -> Bool

  init(
    element: @escaping @Sendable (FlagSnapshot) -> Element,
    isSame: @escaping @Sendable (Element, Element) -> Bool
  ) {
    self.element = element
    self.isSame = isSame
  }

  /// Takes a newer snapshot.
  func offer(_ snapshot: FlagSnapshot) {
    let element = element(snapshot)
    let reader = state.withLock { state -> CheckedContinuation<Element?, Never>? in
      guard !state.hasEnded else { return nil }
      if let delivered = state.delivered, isSame(delivered, element) {
        state.pending = nil
        return nil
      }
      guard !state.readers.isEmpty else {
        state.pending = element
        return nil
      }
      state.delivered = element
      return state.readers.removeFirst()
    }
    reader?.resume(returning: element)
  }

  /// Ends the stream: whoever waits, or asks later, gets `nil`.
  func end() {
    let readers = state.withLock { state in
      state.hasEnded = true
      state.pending = nil
      defer { state.readers = [] }
      return state.readers
    }
    for reader in readers { reader.resume(returning: nil) }
  }

  /// The next element, as soon as there is one; `nil` at the end.
  func next() async -> Element? {
    await withCheckedContinuation { continuation in
      let answer = state.withLock { state -> Element?? in
        if let pending = state.pending {
          state.pending = nil
          state.delivered = pending
          return pending
        }
        if state.hasEnded { return .some(nil) }
        state.readers.append(continuation)
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }
}

/// A feed that lives only as long as somebody holds its stream.
struct WeakFeed: Sendable {
  private let offerToFeed: @Sendable (FlagSnapshot) -> Void
  private let endFeed: @Sendable () -> Void
  private let hasGone: @Sendable () -> Bool

  init<Element>(_ feed: SnapshotFeed<Element>) {
    offerToFeed = { [weak feed] in feed?.offer($0) }
    endFeed = { [weak feed] in feed?.end() }
    hasGone = { [weak feed] in feed == nil }
  }

  var isGone: Bool { hasGone() }

  func offer(_ snapshot: FlagSnapshot) { offerToFeed(snapshot) }

  func end() { endFeed() }
}
