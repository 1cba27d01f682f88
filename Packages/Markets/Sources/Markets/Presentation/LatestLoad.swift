import Basics
import Portfolio

/// A tracker for the latest of several loads; the results of superseded loads are ignored.
@MainActor
final class LatestLoad {
  private var number = 0
  private var task: Task<Void, Never>?

  func begin() -> Int {
    number += 1
    return number
  }

  var current: Int { number }

  func isLatest(_ number: Int) -> Bool { number == self.number }

  /// Starts a load in a task that does nothing if it is cancelled before it begins.
  @discardableResult
  func start(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    task?.cancel()
    let task = Task {
      if !Task.isCancelled { await work() }
    }
    self.task = task
    return task
  }

  func cancel() {
    task?.cancel()
    number += 1
  }

  func settle() async {
    while let current = task {
      await current.value
      if task == current { task = nil }
    }
  }
}

extension LoadState {
  /// Restores the value from before the running load.
  ///
  /// If there was no value, the state becomes a failure with the given problem.
  ///
  /// - Returns: Whether a load was running.
  mutating func cancelLoading(_ problem: Problem) -> Bool {
    guard isLoading else { return false }
    self = value.map { .loaded($0) } ?? .failed(problem, previous: nil)
    return true
  }

  var isInitial: Bool {
    if case .initial = self { true } else { false }
  }
}

extension LedgerStoring {
  /// Reads the ledger off the main actor.
  func load() async throws(LedgerError) -> LedgerSnapshot {
    try await performBlocking { () throws(LedgerError) in try self.snapshot() }
  }
}

/// Runs a call that may block, such as a store access, off the main actor.
@concurrent
func performBlocking<Value: Sendable, Failure: Error>(
  _ work: @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
  try work()
}
