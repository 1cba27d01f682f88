import Basics
import Foundation
import Persistence
import PersistenceTesting
import Testing

@Suite("Observing a store", .timeLimit(.minutes(1)))
struct ObservationTests {
  private let disk = InMemoryFileSystem()
  private let clock = ManualClock()

  private func observedStore(_ fileSystem: (any FileSystem)? = nil) -> JSONFileStore<Int> {
    var settings = StoreSettings.testing()
    settings.pollClock = clock
    settings.pollInterval = .seconds(1)
    return makeStore(fileSystem ?? disk, settings: settings)
  }

  @Test("Changes of other processes are noticed at the next look")
  func otherProcesses() async throws {
    // Given
    let store = observedStore()
    var changes = store.changes().makeAsyncIterator()
    #expect(await changes.next() == .missing)
    let other = makeStore(disk.otherProcess())

    for value in [1, 2, 3] {
      // When
      try await other.update { $0 = value }
      await clock.advance(by: .seconds(1))

      // Then
      #expect(await changes.next() == .value(value))
    }
  }

  @Test("Damage, disappearance and return are noticed too")
  func damage() async throws {
    let store = observedStore()
    try await store.update { $0 = 1 }
    var changes = store.changes().makeAsyncIterator()
    #expect(await changes.next() == .value(1))
    disk.place("a wreck", at: testPath)
    await clock.advance(by: .seconds(1))
    guard case .corrupt = await changes.next() else {
      Issue.record("damage was not noticed")
      return
    }
    try disk.unlink(testPath)
    await clock.advance(by: .seconds(1))
    #expect(await changes.next() == .missing)
    disk.place("{\"schema\": 1, \"payload\": 9}", at: testPath)
    await clock.advance(by: .seconds(1))
    #expect(await changes.next() == .value(9))
  }

  @Test("The store's own changes need no look, and are not reported again by one")
  func ownChanges() async throws {
    let store = observedStore()
    var changes = store.changes().makeAsyncIterator()
    #expect(await changes.next() == .missing)
    try await store.update { $0 = 1 }
    #expect(await changes.next() == .value(1))
    await clock.advance(by: .seconds(1))
    await clock.advance(by: .seconds(1))
    try await store.update { $0 = 2 }
    #expect(await changes.next() == .value(2))
  }

  @Test("A look that finds nothing new reads nothing")
  func cheapLooks() async throws {
    try await makeStore(disk).update { $0 = 1 }
    let faulty = FaultyFileSystem(disk)
    let store = observedStore(faulty)
    let changes = store.changes()
    let before = faulty.calls.count
    for _ in 0..<5 { await clock.advance(by: .seconds(1)) }
    await clock.advance(by: .zero)
    let operations = faulty.calls[before...].map(\.operation)
    #expect(operations.count >= 4)
    #expect(operations.allSatisfy { $0 == .status })
    // Nor does one after a change of the store's own.
    try await store.update { $0 = 2 }
    let afterChange = faulty.calls.count
    for _ in 0..<2 { await clock.advance(by: .seconds(1)) }
    await clock.advance(by: .zero)
    let later = faulty.calls[afterChange...].map(\.operation)
    #expect(!later.isEmpty)
    #expect(later.allSatisfy { $0 == .status })
    withExtendedLifetime(changes) {}
  }

  @Test("What a look has read is not reported after a change that was made meanwhile")
  func staleLook() async throws {
    // Given a change of the store's own in the middle of a look
    let armed = Locked<JSONFileStore<Int>?>(nil)
    let faulty = FaultyFileSystem(disk) { call in
      guard call.operation == .close, call.path == testPath else { return nil }
      let store = armed.withLock { store in
        defer { store = nil }
        return store
      }
      return store.map { store in .before { try? store.update { $0 = 3 } } }
    }
    let store = observedStore(faulty)
    var changes = store.changes().makeAsyncIterator()
    #expect(await changes.next() == .missing)
    try await makeStore(disk.otherProcess()).update { $0 = 2 }
    armed.withLock { $0 = store }

    // When
    await clock.advance(by: .seconds(1))
    await clock.advance(by: .zero)

    // Then
    #expect(await changes.next() == .value(3))
  }

  @Test("An observer that comes while the store changes begins with the new value")
  func lateObserver() async throws {
    let armed = Locked<JSONFileStore<Int>?>(nil)
    let faulty = FaultyFileSystem(disk) { call in
      guard call.operation == .close, call.path == testPath else { return nil }
      let store = armed.withLock { store in
        defer { store = nil }
        return store
      }
      return store.map { store in .before { try? store.update { $0 = 2 } } }
    }
    let store = observedStore(faulty)
    try await store.update { $0 = 1 }
    var first = store.changes().makeAsyncIterator()
    #expect(await first.next() == .value(1))
    armed.withLock { $0 = store }
    var second = store.changes().makeAsyncIterator()
    #expect(await second.next() == .value(2))
    #expect(await first.next() == .value(2))
  }

  @Test("Nobody looks when nobody observes")
  func noObserver() async throws {
    let store = observedStore()
    let first = Task { for await _ in store.changes() {} }
    let second = Task { for await _ in store.changes() {} }
    await clock.advance(by: .seconds(1))
    first.cancel()
    await first.value
    await clock.advance(by: .seconds(1))
    second.cancel()
    await second.value
    await clock.waitUntilIdle()
    // And observation can begin again.
    var changes = store.changes().makeAsyncIterator()
    #expect(await changes.next() == .missing)
    try await makeStore(disk.otherProcess()).update { $0 = 5 }
    await clock.advance(by: .seconds(1))
    #expect(await changes.next() == .value(5))
  }

  @Test("A change whose durability was not confirmed is reported all the same")
  func notConfirmed() async throws {
    let isFailing = Locked(false)
    let faulty = FaultyFileSystem(disk) { call in
      call.operation == .synchronize && call.path == "/data" && isFailing.withLock { $0 } ? .error(.inputOutput) : nil
    }
    let store = observedStore(faulty)
    try await store.update { $0 = 1 }
    var changes = store.changes().makeAsyncIterator()
    #expect(await changes.next() == .value(1))
    isFailing.withLock { $0 = true }
    do throws(StoreError) {
      try await store.update { $0 = 2 }
      Issue.record("the change was confirmed")
    } catch {
      #expect(error.isNotWritable)
    }
    await clock.advance(by: .seconds(1))
    #expect(await changes.next() == .value(2))
    #expect(try store.load() == 2)
  }
}
