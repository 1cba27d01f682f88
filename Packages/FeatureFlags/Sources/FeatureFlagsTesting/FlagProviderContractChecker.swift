import Dispatch
import FeatureFlags
import Foundation

/// The rules that were found broken.
///
/// `@unchecked` because the compiler cannot see that `all` is only touched while `lock` is held.
final class BrokenRules: @unchecked Sendable {
  private let lock = NSLock()
  private var all: [String] = []

  var rules: [String] { lock.withLock { all } }

  func add(_ rule: String) {
    lock.withLock { all.append(rule) }
  }
}

/// The checks of a ``FlagProviderContract``.
struct FlagProviderContractChecker: Sendable {
  let contract: FlagProviderContract
  let brokenRules = BrokenRules()

  private let first = ["contractSwitch": "true", "contractCount": "3", "contractRatio": "0.5", "contractText": "word"]
  private let second = [
    "contractSwitch": "false", "contractCount": "4", "contractRatio": "1.5", "contractText": "other",
  ]

  init(contract: FlagProviderContract) {
    self.contract = contract
  }

  private func expect(_ isKept: Bool, _ rule: String) {
    if !isKept { brokenRules.add(rule) }
  }

  private func client(_ provider: any FlagProvider) -> FlagClient {
    FlagClient(catalog: FlagProviderContract.catalog, providers: [provider])
  }

  private func says(_ snapshot: FlagSnapshot, _ values: [String: String]) -> Bool {
    String(snapshot.value(of: ContractFlags.isOn)) == values["contractSwitch"]
      && String(snapshot.value(of: ContractFlags.count)) == values["contractCount"]
      && String(snapshot.value(of: ContractFlags.ratio)) == values["contractRatio"]
      && snapshot.value(of: ContractFlags.text) == values["contractText"]
  }

  func checkSilence() throws {
    let provider = try contract.makeProvider([:])
    let flags = client(provider)
    expect(provider.reading() == FlagReading(), "A provider that was given nothing says nothing and has no problem.")
    expect(flags.warnings.isEmpty, "A provider that was given nothing is nothing to warn about.")
    expect(!provider.name.isEmpty, "A provider has a name.")
  }

  func checkValues() throws {
    let provider = try contract.makeProvider(first)
    let snapshot = client(provider).snapshot()
    expect(says(snapshot, first), "A provider says what it was given, in the types of the flags.")
    expect(snapshot.warnings.isEmpty, "Good values are nothing to warn about.")
    let layers = Set(snapshot.explanations.map { $0.deciding?.layer })
    expect(layers == [provider.layer], "A value that nobody overrules is decided by the provider's layer.")
    expect(provider.reading() == provider.reading(), "Reading twice gives the same while nothing changes.")
    let spellings = Set(FlagProviderContract.catalog.declarations.map { provider.spelling(of: $0.key) })
    expect(spellings.count == 4 && !spellings.contains(""), "Each key has a spelling of its own.")
    let partial = client(try contract.makeProvider(["contractCount": "3"])).snapshot()
    expect(
      partial.value(of: ContractFlags.count) == 3 && partial.details(of: ContractFlags.text).reason == .defaultValue,
      "A provider is silent about what it wasn't given."
    )
  }

  func checkUnknownKey() throws {
    let flags = client(try contract.makeProvider(["contractSwich": "true"]))
    let isWarned = flags.warnings.contains { if case .unknownKey(_, _, .some) = $0 { true } else { false } }
    expect(isWarned, "A key that is not declared is told, so that it can be warned about.")
  }

  func checkChange() throws {
    guard let change = contract.change else { return }
    let provider = try contract.makeProvider(first)
    let flags = client(provider)
    let before = flags.snapshot()
    try change(provider, second)
    expect(says(flags.snapshot(), second), "After a change has returned, clients have the new values.")
    expect(says(before, first), "Snapshots taken before a change keep their values.")
    try change(provider, [:])
    expect(provider.reading().values.isEmpty, "Values can be taken away.")
  }

  func checkObservation() throws {
    guard let change = contract.change else { return }
    let provider = try contract.makeProvider(first)
    let calls = Tally()
    let seen = Tally()
    let observation = provider.observe {
      calls.add(1)
      if provider.reading().values.isEmpty { seen.add(1) }
    }
    let other = provider.observe { calls.add(100) }
    try change(provider, [:])
    expect(seen.value >= 1, "When observers are called, the change can be read, and reading doesn't wait.")
    let once = calls.value
    expect(once >= 101, "Every observer is called after a change.")
    try change(provider, [:])
    expect(calls.value == once, "No observer is called when nothing changed.")
    observation.cancel()
    let before = calls.value
    try change(provider, second)
    let difference = calls.value - before
    expect(difference > 0 && difference.isMultiple(of: 100), "An observer that cancelled is not called; others are.")
    other.cancel()
  }

  /// Readers must see one state or the other, never a mixture.
  func checkThreads() async throws {
    let provider = try contract.makeProvider(first)
    let mixed = Tally()
    let failures = Tally()
    let change = contract.change
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        DispatchQueue.concurrentPerform(iterations: 4) { index in
          for round in 0..<100 {
            if index == 0, let change {
              do {
                try change(provider, round.isMultiple(of: 2) ? second : first)
              } catch {
                failures.add(1)
              }
            } else {
              let snapshot = client(provider).snapshot()
              if !says(snapshot, first), !says(snapshot, second) { mixed.add(1) }
            }
          }
        }
        continuation.resume()
      }
    }
    expect(failures.value == 0, "Changes succeed while others read.")
    expect(mixed.value == 0, "A reading is one state, never a mixture of two.")
  }

  func checkStream() async throws {
    let provider = try contract.makeProvider(first)
    let flags = client(provider)
    var counts = flags.changes(of: ContractFlags.count).makeAsyncIterator()
    expect(await counts.next() == 3, "Observation begins with the current value.")
    guard let change = contract.change else { return }
    try change(provider, second)
    // A provider that is not kept to the rules above would never give the stream this value.
    guard flags.value(of: ContractFlags.count) == 4 else { return }
    expect(await counts.next() == 4, "A change is observed through a client.")
  }
}
