import Basics
import Foundation
import Persistence
import PersistenceTesting
import Testing

@Suite("Store observation")
struct ObservationTests {
  private let disk = InMemoryFileSystem()
  private let clock = ManualClock()

  private func observedStore(_ fileSystem: (any FileSystem)? = nil) -> JSONFileStore<Int> {
    var settings = StoreSettings.testing()
    settings.pollClock = clock
    settings.pollInterval = .seconds(1)
    return makeStore(fileSystem ?? disk, settings: settings)
  }

  @Test("reports changes by other processes at the next poll")
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

  @Test("notifies observers when a file becomes corrupt, is removed or reappears")
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

  @Test("reports the store's own changes immediately, and not again at the next poll")
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

  @Test("reads nothing if a poll finds no change")
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
    // A poll after the store's own change also reads nothing.
    try await store.update { $0 = 2 }
    let afterChange = faulty.calls.count
    for _ in 0..<2 { await clock.advance(by: .seconds(1)) }
    await clock.advance(by: .zero)
    let later = faulty.calls[afterChange...].map(\.operation)
    #expect(!later.isEmpty)
    #expect(later.allSatisfy { $0 == .status })
    withExtendedLifetime(changes) {}
  }

  @Test("doesn't report an outdated value if the store changes its value during a poll")
  func staleLook() async throws {
    // Given: the store changes its value in the middle of a poll
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

  @Test("sends the new value first to an observer that starts during a change")
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

  @Test("doesn't poll without observers")
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
    // And: observation can start again.
    var changes = store.changes().makeAsyncIterator()
    #expect(await changes.next() == .missing)
    try await makeStore(disk.otherProcess()).update { $0 = 5 }
    await clock.advance(by: .seconds(1))
    #expect(await changes.next() == .value(5))
  }

  @Test("reports a change whose durability wasn't confirmed")
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
