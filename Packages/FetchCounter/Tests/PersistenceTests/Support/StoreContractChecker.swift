import Basics
import Dispatch
import Persistence

/// The error thrown by the closure of a failing change.
private struct ContractRefusal: Error {}

/// The checks of a ``StoreContract``.
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
    expect(try store.replaceIfCorrupt(with: contract.samples[0]) == nil, "Where nothing is stored, nothing is damaged.")
    expect(store.outcome() == .missing, "Looking, loading and replacing what is not damaged store nothing.")
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
      expect(store.outcome() == .value(sample), "What was changed is found.")
      expect(try store.load() == sample, "What was changed is loaded.")
    }
    expect(
      seen == [store.defaultValue] + contract.samples.dropLast(),
      "A change begins with the stored value, or with the default where there is none."
    )
    try store.update { _ in }
    expect(try store.load() == contract.samples.last, "A change that changes nothing leaves the value.")
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
          expect(false, "A closure's error is passed on as that of the change.")
          return
        }
      }
      expect(
        store.outcome() == (isFirst ? .missing : .value(contract.samples[0])),
        "A closure that throws changes nothing, whatever it did to the value before."
      )
      try store.update { $0 = contract.samples[0] }
    }
  }

  func checkReset() throws {
    let store = try contract.makeStore()
    try store.update { $0 = contract.samples[0] }
    expect(try store.replaceIfCorrupt(with: contract.samples[1]) == nil, "A good value is not damaged.")
    expect(try store.load() == contract.samples[0], "A good value is not replaced as damaged.")
    expect(try store.reset(to: contract.samples[1]) == nil, "Resetting a good value keeps no damaged content.")
    expect(store.outcome() == .value(contract.samples[1]), "Resetting stores the given value.")
    try store.reset()
    expect(store.outcome() == .value(store.defaultValue), "Resetting stores the default where no value is given.")
  }

  func checkSharing() throws {
    guard let reopen = contract.reopen else { return }
    let first = try contract.makeStore()
    try first.update { $0 = contract.samples[0] }
    let second = try reopen(first)
    expect(second.outcome() == .value(contract.samples[0]), "A second store finds the value.")
    try second.update { $0 = contract.samples[1] }
    expect(first.outcome() == .value(contract.samples[1]), "The first store finds what the second changed.")
    let seen = try first.update { value in
      let seen = value
      value = contract.samples[2]
      return seen
    }
    expect(seen == contract.samples[1], "A change begins with what another store changed.")
    expect(try second.load() == contract.samples[2], "The second store finds what the first changed.")
  }

  func checkCorruption() throws {
    guard let corrupt = contract.corrupt else { return }
    let store = try contract.makeStore()
    try store.update { $0 = contract.samples[0] }
    try corrupt(store)
    let outcome = store.outcome()
    expect(outcome.error(path: store.path)?.isCorrupt == true, "Damage is noticed.")
    do throws(StoreError) {
      try store.update { $0 = contract.samples[1] }
      expect(false, "A damaged value is not changed.")
    } catch {
      expect(error.isCorrupt, "The error of a change says that the value is damaged.")
    }
    expect(store.outcome() == outcome, "A refused change leaves the damage as it is.")
    do throws(StoreError) {
      _ = try store.load()
      expect(false, "A damaged value is not loaded as the default.")
    } catch {
      expect(error.isCorrupt, "The error of loading says that the value is damaged.")
    }
    try store.replaceIfCorrupt(with: contract.samples[2])
    expect(store.outcome() == .value(contract.samples[2]), "A damaged value is replaced on request.")
  }

  /// Every change moves from one sample to the next; a lost change leaves one sample seen too often.
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
      "Every change begins with the result of the one before, whichever threads they come from."
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
    expect(store.outcome() == .value(sample), "What was changed asynchronously is found.")
  }

  func checkObservation() async throws {
    let store = try contract.makeStore()
    let samples = contract.samples
    var first = store.changes().makeAsyncIterator()
    expect(await first.next() == .missing, "Observation begins with what is there.")
    try await store.update { $0 = samples[0] }
    expect(await first.next() == .value(samples[0]), "A change is observed.")
    var second = store.changes().makeAsyncIterator()
    expect(await second.next() == .value(samples[0]), "A later observer begins with what is there then.")
    for sample in samples.dropFirst() { try await store.update { $0 = sample } }
    let last = samples.last.map(LoadOutcome.value)
    expect(await first.next() == last, "A busy observer gets the newest of several changes.")
    expect(await second.next() == last, "All observers get a change.")
    let task = Task {
      for await _ in store.changes() {}
      return true
    }
    task.cancel()
    expect(await task.value, "Observation ends with its task.")
  }
}
