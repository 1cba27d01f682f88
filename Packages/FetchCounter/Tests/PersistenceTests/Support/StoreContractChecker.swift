import Basics
import Dispatch
import Persistence

private struct ContractRefusal: Error {}

struct StoreContractChecker<Value: Codable & Sendable & Equatable>: Sendable {
  let contract: StoreContract<Value>
  let brokenRules = Locked<[String]>([])

  private func expect(_ isKept: Bool, _ rule: String) {
    if !isKept { brokenRules.withLock { $0.append(rule) } }
  }

  func checkEmptyStore() throws {
    let store = try contract.makeStore()
    expect(store.outcome() == .missing, "An empty store finds nothing.")
    expect(try store.load() == store.defaultValue, "An empty store loads the default.")
    expect(try store.replaceIfCorrupt(with: contract.samples[0]) == nil, "An empty store isn't corrupt.")
    expect(store.outcome() == .missing, "Reading, loading and replaceIfCorrupt store nothing.")
    expect(!contract.samples.contains(store.defaultValue), "No sample is the default.")
  }

  func checkChange() throws {
    let store = try contract.makeStore()
    var seen: [Value] = []
    for sample in contract.samples {
      let result = try store.update { value in
        seen.append(value)
        value = sample
        return 7
      }
      expect(result == 7, "A change returns what its closure returns.")
      expect(store.outcome() == .value(sample), "A changed value is found.")
      expect(try store.load() == sample, "A changed value is loaded.")
    }
    expect(
      seen == [store.defaultValue] + contract.samples.dropLast(),
      "A change begins with the stored value, or else with the default."
    )
    try store.update { _ in }
    expect(try store.load() == contract.samples.last, "A change without effect keeps the value.")
  }

  func checkFailingChange() throws {
    let store = try contract.makeStore()
    for isFirst in [true, false] {
      do throws(StoreError) {
        try store.update { value in
          value = contract.samples[1]
          throw ContractRefusal()
        }
        expect(false, "A closure's error ends the change.")
      } catch {
        guard case .changeFailed(_, let cause) = error, cause is ContractRefusal else {
          expect(false, "A closure's error is the change's error.")
          return
        }
      }
      expect(
        store.outcome() == (isFirst ? .missing : .value(contract.samples[0])),
        "A closure that throws changes nothing, whatever it did to the value."
      )
      try store.update { $0 = contract.samples[0] }
    }
  }

  func checkReset() throws {
    let store = try contract.makeStore()
    try store.update { $0 = contract.samples[0] }
    expect(try store.replaceIfCorrupt(with: contract.samples[1]) == nil, "A valid value isn't corrupt.")
    expect(try store.load() == contract.samples[0], "A valid value isn't replaced as corrupt.")
    expect(try store.reset(to: contract.samples[1]) == nil, "Resetting a valid value keeps no corrupt content.")
    expect(store.outcome() == .value(contract.samples[1]), "Resetting stores the given value.")
    try store.reset()
    expect(store.outcome() == .value(store.defaultValue), "Resetting without a value stores the default.")
  }

  func checkSharing() throws {
    guard let reopen = contract.reopen else { return }
    let first = try contract.makeStore()
    try first.update { $0 = contract.samples[0] }
    let second = try reopen(first)
    expect(second.outcome() == .value(contract.samples[0]), "A second store finds the value.")
    try second.update { $0 = contract.samples[1] }
    expect(first.outcome() == .value(contract.samples[1]), "The first store finds the second one's change.")
    let seen = try first.update { value in
      let seen = value
      value = contract.samples[2]
      return seen
    }
    expect(seen == contract.samples[1], "A change begins with another store's change.")
    expect(try second.load() == contract.samples[2], "The second store finds the first one's change.")
  }

  func checkCorruption() throws {
    guard let corrupt = contract.corrupt else { return }
    let store = try contract.makeStore()
    try store.update { $0 = contract.samples[0] }
    try corrupt(store)
    let outcome = store.outcome()
    expect(outcome.error(path: store.path)?.isCorrupt == true, "Corruption is detected.")
    do throws(StoreError) {
      try store.update { $0 = contract.samples[1] }
      expect(false, "A corrupt value isn't changed.")
    } catch {
      expect(error.isCorrupt, "The error of a change reports the corruption.")
    }
    expect(store.outcome() == outcome, "A rejected change keeps the corrupt content.")
    do throws(StoreError) {
      _ = try store.load()
      expect(false, "A corrupt value isn't loaded as the default.")
    } catch {
      expect(error.isCorrupt, "The error of loading reports the corruption.")
    }
    try store.replaceIfCorrupt(with: contract.samples[2])
    expect(store.outcome() == .value(contract.samples[2]), "A corrupt value is replaced on request.")
  }

  /// Checks concurrent changes from one sample to the next; a sample appears too often if a change is lost.
  func checkThreads() async throws {
    let threads = 4
    let rounds = 3 * contract.samples.count
    let store = try contract.makeStore()
    let samples = contract.samples
    try await store.update { $0 = samples[0] }
    let seen = Locked<[Int]>([])
    let failures = Locked<[StoreError]>([])
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
          for _ in 0..<rounds {
            do throws(StoreError) {
              let index = try store.update { value in
                let index = samples.firstIndex(of: value) ?? -1
                value = samples[(index + 1) % samples.count]
                return index
              }
              seen.withLock { $0.append(index) }
            } catch {
              failures.withLock { $0.append(error) }
            }
          }
        }
        continuation.resume()
      }
    }
    expect(failures.withLock { $0.isEmpty }, "Changes from several threads succeed.")
    let counts = Dictionary(seen.withLock { $0 }.map { ($0, 1) }, uniquingKeysWith: +)
    expect(
      samples.indices.allSatisfy { counts[$0] == threads * rounds / samples.count } && counts.count == samples.count,
      "Every change begins with the previous one's result, on any thread."
    )
    expect(try store.load() == samples[0], "No change from several threads is lost.")
  }

  func checkAsynchronousChange() async throws {
    let store = try contract.makeStore()
    let sample = contract.samples[0]
    let before = try await store.update { value in
      let before = value
      value = sample
      return before
    }
    expect(before == store.defaultValue, "An asynchronous change begins with the stored value.")
    expect(store.outcome() == .value(sample), "An asynchronously changed value is found.")
  }

  func checkObservation() async throws {
    let store = try contract.makeStore()
    let samples = contract.samples
    var first = store.changes().makeAsyncIterator()
    expect(await first.next() == .missing, "Observation begins with the current value.")
    try await store.update { $0 = samples[0] }
    expect(await first.next() == .value(samples[0]), "A change is observed.")
    var second = store.changes().makeAsyncIterator()
    expect(await second.next() == .value(samples[0]), "A later observer begins with the value at that time.")
    for sample in samples.dropFirst() { try await store.update { $0 = sample } }
    let last = samples.last.map(LoadOutcome.value)
    expect(await first.next() == last, "A slow observer gets the newest of several changes.")
    expect(await second.next() == last, "All observers get a change.")
    let task = Task {
      for await _ in store.changes() {}
      return true
    }
    task.cancel()
    expect(await task.value, "Observation ends with its task.")
  }
}
