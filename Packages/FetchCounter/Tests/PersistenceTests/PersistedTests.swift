import Basics
import Observation
import Persistence
import PersistenceTesting
import Testing

extension PersistedKey where Value == Int {
  fileprivate static var visits: Self { PersistedKey("visits", default: 0) }
}

/// The view model in the documentation for `Persisted`.
@MainActor @Observable
private final class CounterModel {
  @ObservationIgnored @Persisted var visits: Int

  init(storage: PersistedStorage) {
    _visits = Persisted(.visits, in: storage)
  }
}

/// A store that calls a closure during a read.
private final class SlowStore: Store {
  private let base = InMemoryStore(default: 0)
  private let action = Locked<(@Sendable () -> Void)?>(nil)

  var defaultValue: Int { base.defaultValue }
  var path: String { base.path }

  func duringNextLook(_ action: @escaping @Sendable () -> Void) {
    self.action.withLock { $0 = action }
  }

  func outcome() -> LoadOutcome<Int> {
    let outcome = base.outcome()
    let action = action.withLock { action in
      defer { action = nil }
      return action
    }
    action?()
    return outcome
  }

  func update<Result>(_ change: (inout Int) throws -> Result) throws(StoreError) -> Result {
    try base.update(change)
  }

  func update<Result: Sendable>(
    _ change: @escaping @Sendable (inout Int) throws -> Result
  ) async throws(StoreError) -> Result {
    try await base.update(change)
  }

  func reset(to value: Int?) throws(StoreError) -> String? { try base.reset(to: value) }
  func replaceIfCorrupt(with value: Int?) throws(StoreError) -> String? { try base.replaceIfCorrupt(with: value) }
  func changes() -> AsyncStream<LoadOutcome<Int>> { base.changes() }
}

/// A store that reports when its observer requests the next change and has therefore handled the previous one.
private final class FollowedStore: Store {
  let requests: AsyncStream<Void>
  private let requested: AsyncStream<Void>.Continuation
  private let base: any Store<Int>

  var defaultValue: Int { base.defaultValue }
  var path: String { base.path }

  init(_ base: any Store<Int>) {
    self.base = base
    (requests, requested) = AsyncStream.makeStream()
  }

  func outcome() -> LoadOutcome<Int> { base.outcome() }

  func update<Result>(_ change: (inout Int) throws -> Result) throws(StoreError) -> Result {
    try base.update(change)
  }

  func update<Result: Sendable>(
    _ change: @escaping @Sendable (inout Int) throws -> Result
  ) async throws(StoreError) -> Result {
    try await base.update(change)
  }

  func reset(to value: Int?) throws(StoreError) -> String? { try base.reset(to: value) }
  func replaceIfCorrupt(with value: Int?) throws(StoreError) -> String? { try base.replaceIfCorrupt(with: value) }

  func changes() -> AsyncStream<LoadOutcome<Int>> {
    // The only observer makes one request at a time.
    nonisolated(unsafe) var iterator = base.changes().makeAsyncIterator()
    return AsyncStream { [requested] in
      requested.yield()
      return await iterator.next()
    }
  }
}

@Suite("Persisted properties")
struct PersistedTests {
  private let disk = InMemoryFileSystem()
  private var storage: PersistedStorage {
    PersistedStorage(folder: "/data", writtenBy: "tests 1.0", fileSystem: disk, settings: .testing())
  }

  @Test("keeps a persisted value for the next run")
  func keeps() throws {
    let first = Persisted(.visits, in: storage)
    #expect(first.wrappedValue == 0)
    #expect(first.projectedValue.outcome == .missing)
    first.wrappedValue = 5
    try first.projectedValue.update { $0 += 1 }
    #expect(first.wrappedValue == 6)
    #expect(Persisted(.visits, in: storage).wrappedValue == 6)
    #expect(disk.names(in: "/data") == ["visits.json", "visits.json.bak", "visits.json.lock"])
  }

  @Test("shows the same value in all properties with the same key and storage")
  func agree() {
    let storage = storage
    let first = Persisted(.visits, in: storage)
    let second = Persisted(.visits, in: storage)
    #expect(second.wrappedValue == 0)
    first.wrappedValue = 5
    #expect(second.wrappedValue == 5)
  }

  @Test("updates the latest stored value, but shows changes made elsewhere only after a reload")
  func otherProcess() throws {
    let first = Persisted(.visits, in: storage)
    let second = Persisted(.visits, in: storage)
    #expect(first.wrappedValue == 0)
    second.wrappedValue = 5
    #expect(first.wrappedValue == 0)
    let seen = try first.projectedValue.update { value in
      let seen = value
      value += 1
      return seen
    }
    #expect(seen == 5)
    #expect(first.wrappedValue == 6)
    #expect(second.wrappedValue == 5)
    try second.projectedValue.load()
    #expect(second.wrappedValue == 6)
  }

  @Test("doesn't show a value that can't be written, and keeps the error until a change succeeds")
  func failingWrite() throws {
    // Given
    let isFull = Locked(false)
    let faulty = FaultyFileSystem(disk) { call in
      call.operation == .write && isFull.withLock { $0 } ? .error(.noSpace) : nil
    }
    let persisted = Persisted(.visits, in: PersistedStorage(folder: "/data", writtenBy: "tests", fileSystem: faulty))
    persisted.wrappedValue = 1

    // When
    isFull.withLock { $0 = true }
    persisted.wrappedValue = 2

    // Then
    #expect(persisted.wrappedValue == 1)
    #expect(persisted.projectedValue.outcome == .value(1))
    #expect(persisted.projectedValue.lastError?.isNotWritable == true)
    isFull.withLock { $0 = false }
    try persisted.projectedValue.update { $0 += 1 }
    #expect(persisted.wrappedValue == 2)
    #expect(persisted.projectedValue.lastError == nil)
  }

  @Test("shows the default and the error for a corrupt file, and overwrites nothing before a reset")
  func damaged() throws {
    disk.place("a wreck", at: "/data/visits.json")
    let persisted = Persisted(.visits, in: storage)
    #expect(persisted.wrappedValue == 0)
    #expect(persisted.projectedValue.lastError?.isCorrupt == true)
    persisted.wrappedValue = 5
    #expect(persisted.wrappedValue == 0)
    #expect(disk.text(at: "/data/visits.json") == "a wreck")
    let copy = try persisted.projectedValue.reset(to: 7)
    #expect(disk.text(at: copy ?? "") == "a wreck")
    #expect(persisted.wrappedValue == 7)
    #expect(persisted.projectedValue.lastError == nil)
  }

  @Test("detects at the next change that a file has become corrupt")
  func damagedMeanwhile() {
    let persisted = Persisted(.visits, in: storage)
    persisted.wrappedValue = 5
    disk.place("a wreck", at: "/data/visits.json")
    #expect(persisted.wrappedValue == 5)
    #expect(failure { try persisted.projectedValue.update { $0 += 1 } }?.isCorrupt == true)
    #expect(persisted.projectedValue.outcome.error(path: "")?.isCorrupt == true)
    #expect(persisted.wrappedValue == 0)
  }

  @Test("shows an unconfirmed change together with the error")
  func notConfirmed() {
    let isFailing = Locked(false)
    let faulty = FaultyFileSystem(disk) { call in
      call.operation == .synchronize && call.path == "/data" && isFailing.withLock { $0 } ? .error(.inputOutput) : nil
    }
    let persisted = Persisted(.visits, in: PersistedStorage(folder: "/data", writtenBy: "tests", fileSystem: faulty))
    persisted.wrappedValue = 1
    isFailing.withLock { $0 = true }
    persisted.wrappedValue = 2
    #expect(persisted.wrappedValue == 2)
    #expect(persisted.projectedValue.lastError?.isNotWritable == true)
  }

  @Test("updates a persisted value asynchronously, and reports a corrupt file")
  func asynchronous() async throws {
    let persisted = Persisted(.visits, in: storage)
    let result = try await persisted.projectedValue.update { value in
      value += 1
      return value
    }
    #expect(result == 1)
    #expect(persisted.wrappedValue == 1)
    disk.place("a wreck", at: "/data/visits.json")
    do throws(StoreError) {
      try await persisted.projectedValue.update { $0 += 1 }
      Issue.record("a damaged file was changed")
    } catch {
      #expect(error.isCorrupt)
      #expect(persisted.projectedValue.lastError?.isCorrupt == true)
    }
  }

  @Test("keeps the newest value in memory after concurrent updates")
  func concurrent() async throws {
    let persisted = Persisted(.visits, in: storage)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask { try await persisted.projectedValue.update { $0 += 1 } }
      }
      try await group.waitForAll()
    }
    #expect(persisted.wrappedValue == 50)
  }

  @MainActor @Test("notifies an observable class of a change, whichever property made the change")
  func observable() throws {
    // Given
    let storage = storage
    let model = CounterModel(storage: storage)
    let changes = Locked(0)
    func track() {
      withObservationTracking {
        _ = model.visits
      } onChange: {
        changes.withLock { $0 += 1 }
      }
    }

    // When and then
    track()
    model.visits = 5
    #expect(changes.withLock { $0 } == 1)
    track()
    try Persisted(.visits, in: storage).projectedValue.update { $0 += 1 }
    #expect(changes.withLock { $0 } == 2)
    #expect(model.visits == 6)
  }

  @MainActor @Test("notifies observers of the last error and the outcome")
  func observableError() {
    let model = CounterModel(storage: storage)
    model.visits = 1
    let changes = Locked(0)
    withObservationTracking {
      _ = model.$visits.lastError
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    disk.place("a wreck", at: "/data/visits.json")
    model.visits = 2
    #expect(changes.withLock { $0 } == 1)
    #expect(model.$visits.lastError?.isCorrupt == true)
  }

  @Test("adopts other processes' changes while following a persisted value")
  func following() async throws {
    // Given
    let clock = ManualClock()
    var settings = StoreSettings.testing()
    settings.pollClock = clock
    settings.pollInterval = .seconds(1)
    let store = FollowedStore(
      JSONFileStore(path: "/data/visits.json", default: 0, writtenBy: "tests", fileSystem: disk, settings: settings)
    )
    let persisted = Persisted(store: store)
    #expect(persisted.wrappedValue == 0)
    let task = Task { await persisted.projectedValue.follow() }
    var requests = store.requests.makeAsyncIterator()
    for _ in 1...2 { await requests.next() }

    // When
    await clock.advance(by: .seconds(1))
    Persisted(.visits, in: storage).wrappedValue = 5
    await clock.advance(by: .seconds(1))

    // Then
    await requests.next()
    #expect(persisted.wrappedValue == 5)
    task.cancel()
    await task.value
  }

  @Test("accepts any store for a persisted property")
  func ownStore() {
    let store = InMemoryStore(default: "default")
    @Persisted(store: store) var text
    text = "new"
    #expect(store.outcome() == .value("new"))
    store.failUpdates(with: .tooLarge(path: "test", size: 2, limit: 1))
    text = "newer"
    #expect(text == "new")
    #expect(
      $text.lastError?.message
        == "The file \"test\" was not changed: it would have 2 bytes, more than the limit of 1."
    )
  }

  @Test("ignores the result of a slow load that ends after a later load")
  func slowLook() throws {
    // Given: another property with the same key changes the store during a load
    let store = SlowStore()
    let persisted = Persisted(store: store)
    store.duringNextLook { try? persisted.projectedValue.update { $0 = 2 } }

    // When
    try persisted.projectedValue.load()

    // Then
    #expect(persisted.wrappedValue == 2)
  }

  @Test("stops the program with an explanation if two keys have the same name but different types")
  func differentTypes() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let storage = PersistedStorage(folder: "/data", writtenBy: "tests", fileSystem: InMemoryFileSystem())
      _ = Persisted(PersistedKey("visits", default: 0), in: storage)
      _ = Persisted(PersistedKey("visits", default: ""), in: storage)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Two keys named \"visits\""))
  }

  @Test(
    "stops the program if a key's name is empty or isn't a safe file name",
    arguments: ["", "../x", ".x", "a/b", "ä", "a b", "a\0b"]
  )
  func names(name: String) async {
    await #expect(processExitsWith: .failure) { [name = name as String] in
      _ = PersistedKey(name, default: 0)
    }
  }
}
