import Basics
import Foundation
import Persistence
import PersistenceTesting
import Testing

@Suite("Asynchronous changes that wait share a write", .timeLimit(.minutes(1)))
struct GroupingTests {
  /// A file system whose first write of the file is held up until the test lets it go on.
  private func heldUp(_ base: any FileSystem, until condition: DispatchSemaphore) -> FaultyFileSystem {
    let isFirst = Locked(true)
    return FaultyFileSystem(base) { call in
      guard call.operation == .rename, call.path == testPath else { return nil }
      let waits = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      return waits ? .before { condition.wait() } : nil
    }
  }

  /// How often the file was replaced.
  private func writes(_ fileSystem: FaultyFileSystem) -> Int {
    fileSystem.calls.count { $0.operation == .rename && $0.path == testPath }
  }

  @Test("Each returns its own result, and not before it is in the file; there are fewer writes than changes")
  func sharesWrites() async throws {
    // Given a write that is under way until all changes have been asked for
    let disk = InMemoryFileSystem()
    let mayGoOn = DispatchSemaphore(value: 0)
    let fileSystem = heldUp(disk, until: mayGoOn)
    let store = makeStore(fileSystem)
    let asked = Locked(0)

    // When 100 changes are made at once
    let seen = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 {
        group.addTask {
          let count = asked.withLock { asked in
            asked += 1
            return asked
          }
          if count == 100 { mayGoOn.signal() }
          let own = try await store.update { value in
            value += 1
            return value
          }
          // Then each is in the file when it returns
          #expect(try makeStore(disk).load() >= own)
          return own
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }

    // And each was made exactly once, in fewer writes
    #expect(seen == Set(1...100))
    #expect(writes(fileSystem) < 100)
  }

  @Test("One that fails is told so, leaves the value alone and does not trouble the others")
  func isolatesFailures() async throws {
    struct Refused: Error {}
    let disk = InMemoryFileSystem()
    let mayGoOn = DispatchSemaphore(value: 0)
    let store = makeStore(heldUp(disk, until: mayGoOn))
    let asked = Locked(0)

    let refused = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<40 {
        group.addTask {
          let count = asked.withLock { asked in
            asked += 1
            return asked
          }
          if count == 40 { mayGoOn.signal() }
          do throws(StoreError) {
            try await store.update { value in
              value += 1
              if number % 4 == 0 { throw Refused() }
            }
            return false
          } catch {
            guard case .changeFailed(_, let cause) = error else { return false }
            return cause is Refused
          }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }

    #expect(refused == 10)
    #expect(try makeStore(disk).load() == 30)
  }

  @Test("One that alone fails writes nothing, not even a default")
  func writesNothingForAFailure() async throws {
    struct Refused: Error {}
    let disk = InMemoryFileSystem()
    let store = makeStore(disk)
    await #expect(throws: StoreError.self) {
      try await store.update { _ in throw Refused() }
    }
    #expect(store.outcome() == .missing)
  }

  @Test("One whose value can't be written fails alone")
  func isolatesUnwritableValues() async throws {
    let disk = InMemoryFileSystem()
    let mayGoOn = DispatchSemaphore(value: 0)
    let store = JSONFileStore(
      path: testPath,
      default: [Double](),
      writtenBy: "tests",
      fileSystem: heldUp(disk, until: mayGoOn),
      settings: .testing()
    )
    let asked = Locked(0)

    let failures = await withTaskGroup(of: Int.self) { group in
      for number in 0..<20 {
        group.addTask {
          let count = asked.withLock { asked in
            asked += 1
            return asked
          }
          if count == 20 { mayGoOn.signal() }
          do throws(StoreError) {
            // JSON has no infinity.
            try await store.update { $0.append(number == 7 ? .infinity : 1) }
            return 0
          } catch {
            guard case .notEncodable = error else { return 100 }
            return 1
          }
        }
      }
      return await group.reduce(0, +)
    }

    #expect(failures == 1)
    #expect(try store.load() == Array(repeating: 1, count: 19))
  }

  @Test("A write that fails is told to all whose change was in it, and nothing has changed")
  func sharesFailures() async throws {
    let disk = InMemoryFileSystem()
    disk.placeFolder(at: "/data")
    let store = makeStore(FaultyFileSystem(disk) { $0.operation == .synchronize ? .error(.noSpace) : nil })
    let failures = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<20 {
        group.addTask {
          do throws(StoreError) {
            try await store.update { $0 += 1 }
            return false
          } catch {
            if case .notWritable(_, let cause) = error { return cause.code == .noSpace }
            return false
          }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(failures == 20)
    #expect(makeStore(disk).outcome() == .missing)
  }
}
