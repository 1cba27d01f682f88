import Basics
import Dispatch
import Foundation

/// A store's observers; polling detects changes by other processes on every file system.
final class ChangeObservers<Value: Sendable>: Sendable {
  typealias Outcome = LoadOutcome<Value>

  private struct State {
    var continuations: [Int: AsyncStream<Outcome>.Continuation] = [:]
    var nextNumber = 0
    /// The last published outcome's stamp.
    var stamp: ChangeStamp?
    /// The number of published outcomes, which prevents publishing an older outcome after a newer one.
    var generation = 0
    var poller: Task<Void, Never>?
  }

  private let state = Locked(State())
  private let interval: Duration
  private let clock: any Clock<Duration>
  private let queue = DispatchQueue(label: "Persistence.ChangeObservers")

  init(interval: Duration, clock: any Clock<Duration>) {
    self.interval = interval
    self.clock = clock
  }

  /// Returns a new observer's stream, which begins with the current outcome.
  func stream(
    look: @escaping @Sendable () -> ChangeStamp,
    load: @escaping @Sendable () -> Outcome
  ) -> AsyncStream<Outcome> {
    let (stream, continuation) = AsyncStream.makeStream(of: Outcome.self, bufferingPolicy: .bufferingNewest(1))
    var number: Int?
    while number == nil {
      let generation = state.withLock { $0.generation }
      // Read the stamp before the value, so a change in between is reported twice rather than not at all.
      let stamp = look()
      let outcome = load()
      number = state.withLock { state in
        // An outcome published in the meantime is newer than the loaded outcome.
        guard state.generation == generation else { return nil }
        continuation.yield(outcome)
        state.continuations[state.nextNumber] = continuation
        if state.poller == nil {
          state.stamp = stamp
          state.poller = Task { await self.poll(look, load) }
        }
        defer { state.nextNumber += 1 }
        return state.nextNumber
      }
    }
    continuation.onTermination = { [weak self, number] _ in self?.remove(number) }
    return stream
  }

  func publish(_ outcome: Outcome, _ stamp: ChangeStamp) {
    state.withLock { state in
      state.generation += 1
      state.stamp = stamp
      for continuation in state.continuations.values { continuation.yield(outcome) }
    }
  }

  private func remove(_ number: Int?) {
    guard let number else { return }
    state.withLock { state in
      state.continuations[number] = nil
      guard state.continuations.isEmpty else { return }
      state.poller?.cancel()
      state.poller = nil
    }
  }

  private func poll(_ look: @escaping @Sendable () -> ChangeStamp, _ load: @escaping @Sendable () -> Outcome) async {
    while !Task.isCancelled {
      do {
        try await clock.sleep(for: interval)
      } catch {
        return
      }
      // A slow disk must not block the cooperative pool.
      await withCheckedContinuation { continuation in
        queue.async {
          self.publishIfChanged(look, load)
          continuation.resume()
        }
      }
    }
  }

  private func publishIfChanged(_ look: () -> ChangeStamp, _ load: () -> Outcome) {
    let (known, generation) = state.withLock { ($0.stamp, $0.generation) }
    let stamp = look()
    guard stamp != known else { return }
    let outcome = load()
    state.withLock { state in
      guard state.generation == generation else { return }
      state.generation += 1
      state.stamp = stamp
      for continuation in state.continuations.values { continuation.yield(outcome) }
    }
  }
}

/// The properties that reveal a file change: the inode or, for in-place changes, the length and modification time.
enum ChangeStamp: Sendable, Hashable {
  case file(device: UInt64, inode: UInt64, size: Int, modified: Int64)
  case failed(SystemErrorCode)

  init(_ status: FileStatus) {
    self = .file(device: status.device, inode: status.inode, size: status.size, modified: status.modified)
  }
}
