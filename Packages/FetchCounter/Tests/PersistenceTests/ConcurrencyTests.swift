import Basics
import BasicsTesting
import Foundation
import Persistence
import PersistenceTesting
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("Concurrent writers of the same file")
struct ConcurrencyTests {
  /// Calls a closure on several threads, and waits for all of them.
  private func inThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
    let failures = Locked<[String]>([])
    let group = DispatchGroup()
    for index in 0..<count {
      group.enter()
      Thread {
        do { try body(index) } catch { failures.withLock { $0.append("\(error)") } }
        group.leave()
      }.start()
    }
    group.wait()
    #expect(failures.withLock { $0 } == [])
  }

  @Test("keeps every change that threads make to a shared store")
  func threadsOfOneStore() throws {
    let folder = try TemporaryFolder()
    let store = JSONFileStore(path: folder.path("count.json"), default: 0, writtenBy: "tests")
    try inThreads(4) { _ in
      for _ in 0..<100 { try store.update { $0 += 1 } }
    }
    #expect(try store.load() == 400)
    #expect(try folder.names() == ["count.json", "count.json.bak", "count.json.lock"])
  }

  @Test("loses no change made by threads with separate stores, whatever path they use for the file")
  func threadsWithStores() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("count.json")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link.json"), withDestinationPath: "count.json")
    try inThreads(4) { index in
      let store = JSONFileStore(path: index % 2 == 0 ? path : folder.path("link.json"), default: 0, writtenBy: "tests")
      for _ in 0..<100 { try store.update { $0 += 1 } }
    }
    #expect(try JSONFileStore(path: path, default: 0, writtenBy: "tests").load() == 400)
    #expect(try folder.names() == ["count.json", "count.json.bak", "count.json.lock", "link.json"])
  }

  @Test("shows readers only complete values, and never an older value after a newer one")
  func readers() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("list.json")
    let isDone = Locked(false)
    try inThreads(3) { index in
      let store = JSONFileStore(path: path, default: [Int](), writtenBy: "tests")
      if index == 0 {
        defer { isDone.withLock { $0 = true } }
        for number in 1...300 { try store.update { $0 = Array(repeating: number, count: 50) } }
      } else {
        var last = 0
        repeat {
          let list = try store.load()
          #expect(Set(list).count <= 1)
          #expect([0, 50].contains(list.count))
          #expect(list.first ?? 0 >= last)
          last = list.first ?? last
        } while !isDone.withLock { $0 }
      }
    }
    let list = try JSONFileStore(path: path, default: [Int](), writtenBy: "tests").load()
    #expect(list == Array(repeating: 300, count: 50))
  }

  @Test("doesn't exhaust the cooperative pool's threads with asynchronous changes")
  func asynchronous() async throws {
    let folder = try TemporaryFolder()
    let store = JSONFileStore(path: folder.path("count.json"), default: 0, writtenBy: "tests")
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 {
        group.addTask {
          try await store.update { value in
            value += 1
            return value
          }
        }
      }
      var seen: Set<Int> = []
      for try await value in group { seen.insert(value) }
      #expect(seen == Set(1...100))
    }
  }

  @Test("loses no change made by concurrent processes")
  func processes() async throws {
    // Given
    let folder = try TemporaryFolder()
    let path = folder.path("count.json")
    let (processes, changes) = LongTests.areEnabled ? (8, 500) : (3, 60)

    // When
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<processes {
        group.addTask {
          await #expect(processExitsWith: .success) { [path = path as String, changes = changes as Int] in
            let store = JSONFileStore(path: path, default: 0, writtenBy: "tests", lockTimeout: .seconds(600))
            for _ in 0..<changes { try store.update { $0 += 1 } }
          }
        }
      }
    }

    // Then
    #expect(try JSONFileStore(path: path, default: 0, writtenBy: "tests").load() == processes * changes)
    #expect(try folder.names() == ["count.json", "count.json.bak", "count.json.lock"])
  }
}

@Suite("Lock between processes")
struct LockTests {
  /// Locks ``testPath`` as another process would, and never releases the lock.
  private func holdLock(_ disk: InMemoryFileSystem, as text: String) throws -> FileDescriptor {
    disk.placeFolder(at: "/data")
    let file = try disk.open(testPath + ".lock", for: .updating(.privateFile))
    #expect(try disk.tryLock(file))
    disk.place(text, at: testPath + ".lock")
    return file
  }

  @Test("mentions the lock holder in the error after a timeout")
  func timeout() throws {
    // Given
    let disk = InMemoryFileSystem()
    _ = try holdLock(disk.otherProcess(), as: "777 other-program\n")

    // When
    let error = failure { try makeStore(disk, lockTimeout: .seconds(10)).update { $0 = 1 } }

    // Then
    guard case .lockTimeout(testPath, let holder, let waited) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(holder == LockHolder(process: 777, program: "other-program"))
    #expect(waited >= .seconds(10))
    #expect(waited < .seconds(11))
    #expect(disk.openFileCount == 1)
    #expect(disk.contents(at: testPath) == nil)
  }

  static let texts: [(String, LockHolder?)] = [
    ("", nil), ("\n", nil), ("x", nil), ("12", nil), ("12 ", nil), ("-5 x\n", nil), ("0 x\n", nil),
    ("99999999999 x\n", nil),
    ("12 two words\nsecond line\n", LockHolder(process: 12, program: "two words")),
    ("12 x", LockHolder(process: 12, program: "x")),
    (String(repeating: "1 ", count: 100_000), LockHolder(process: 1, program: String(repeating: "1 ", count: 50))),
  ]

  @Test("accepts any content in the lock file", arguments: texts)
  func holderText(text: String, expected: LockHolder?) throws {
    let disk = InMemoryFileSystem()
    _ = try holdLock(disk.otherProcess(), as: text)
    let error = failure { try makeStore(disk, lockTimeout: .zero).update { $0 = 1 } }
    guard case .lockTimeout(_, let holder, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(holder == expected)
  }

  @Test("replaces another holder's longer name in the lock file, and doesn't write its own name twice")
  func holderIsWritten() throws {
    let disk = InMemoryFileSystem()
    disk.placeFolder(at: "/data")
    disk.place("777 a-program-with-a-long-name\n", at: testPath + ".lock")
    let faulty = FaultyFileSystem(disk)
    try makeStore(faulty).update { $0 = 1 }
    #expect(disk.text(at: testPath + ".lock") == "4242 tester\n")
    let before = faulty.calls.count
    try makeStore(faulty).update { $0 = 2 }
    #expect(!faulty.calls[before...].contains { $0.operation == .write && $0.path == testPath + ".lock" })
  }

  @Test("takes a lock that its holder releases before the timeout")
  func released() throws {
    // Given
    let disk = InMemoryFileSystem()
    let other = disk.otherProcess()
    let file = try holdLock(other, as: "777 other\n")
    var settings = StoreSettings.testing()
    let waits = Locked(0)
    let clock = settings.clock
    settings.clock = StoreClock(date: clock.date, uptime: clock.uptime) { pause in
      clock.wait(pause)
      let count = waits.withLock { waits in
        waits += 1
        return waits
      }
      if count == 5 { try? other.unlock(file) }
    }

    // When
    try makeStore(disk, settings: settings).update { $0 = 1 }

    // Then
    #expect(waits.withLock { $0 } == 5)
    #expect(makeStore(disk).outcome() == .value(1))
  }

  @Test("makes at most a few hundred attempts to take a lock instead of waiting in a busy loop")
  func noBusyLoop() throws {
    let disk = InMemoryFileSystem()
    _ = try holdLock(disk.otherProcess(), as: "777 other\n")
    let faulty = FaultyFileSystem(disk)
    _ = failure { try makeStore(faulty, lockTimeout: .seconds(1)).update { $0 = 1 } }
    #expect(faulty.calls.filter { $0.operation == .lock }.count < 300)
  }

  @Test("takes the lock after its holder has died")
  func deadHolder() throws {
    let disk = InMemoryFileSystem()
    let other = disk.otherProcess()
    _ = try holdLock(other, as: "777 other\n")
    other.kill()
    try makeStore(disk, lockTimeout: .zero).update { $0 = 1 }
    #expect(makeStore(disk).outcome() == .value(1))
  }

  @Test("locks the new lock file if the old one is replaced during the wait")
  func replacedLockFile() throws {
    // Given: the lock file is removed after it is opened but before it is locked
    let disk = InMemoryFileSystem()
    let hasRemoved = Locked(false)
    let path = testPath + ".lock"
    let faulty = FaultyFileSystem(disk) { call in
      guard call.operation == .lock, !hasRemoved.withLock({ $0 }) else { return nil }
      return .before {
        hasRemoved.withLock { $0 = true }
        try? disk.unlink(path)
      }
    }

    // When
    try makeStore(faulty).update { $0 = 1 }

    // Then: the change was made under a lock on the current lock file
    #expect(faulty.calls.filter { $0.operation == .lock }.count == 2)
    #expect(disk.names(in: "/data") == ["count.json", "count.json.lock"])
    #expect(disk.openFileCount == 0)
  }

  @Test("doesn't take a lock if another process has replaced the lock file with a locked one")
  func lockFileOfAnother() throws {
    // Given
    let disk = InMemoryFileSystem()
    let other = disk.otherProcess()
    let isArmed = Locked(true)
    let path = testPath + ".lock"
    let faulty = FaultyFileSystem(disk) { call in
      guard call.operation == .lock, isArmed.withLock({ $0 }) else { return nil }
      return .before {
        isArmed.withLock { $0 = false }
        try? disk.unlink(path)
        let file = try? other.open(path, for: .updating(.privateFile))
        #expect(file.map { (try? other.tryLock($0)) ?? false } == true)
      }
    }

    // Then
    #expect(failure { try makeStore(faulty).update { $0 = 1 } }?.isLockTimeout == true)
    #expect(disk.contents(at: testPath) == nil)
  }

  @Test("times out if the lock file is replaced repeatedly")
  func replacedForEver() throws {
    let disk = InMemoryFileSystem()
    let path = testPath + ".lock"
    let clock = jumpingClock()
    var settings = StoreSettings.testing()
    settings.clock = clock
    let faulty = FaultyFileSystem(disk) { call in
      guard call.operation == .lock else { return nil }
      return .before {
        clock.wait(.milliseconds(100))
        try? disk.unlink(path)
      }
    }
    #expect(failure { try makeStore(faulty, settings: settings).update { $0 = 1 } }?.isLockTimeout == true)
    #expect(disk.openFileCount == 0)
  }

  @Test("times out instead of deadlocking when a change uses its own store")
  func reentrancy() throws {
    let store = makeStore(InMemoryFileSystem(), lockTimeout: .milliseconds(50))
    var inner: StoreError?
    try store.update { value in
      value = 1
      inner = failure { try store.update { $0 = 2 } }
    }
    #expect(inner?.isLockTimeout == true)
    #expect(store.outcome() == .value(1))
  }

  @Test("takes the lock after its holder is killed with kill -9")
  func killedHolder() async throws {
    // Given
    let folder = try TemporaryFolder()
    let path = folder.path("count.json")

    // When
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let store = JSONFileStore(path: path, default: 0, writtenBy: "tests")
      try store.update { $0 = 1 }
      try store.update { value in
        value = 2
        kill(getpid(), SIGKILL)
      }
    }

    // Then
    let store = JSONFileStore(path: path, default: 0, writtenBy: "tests", lockTimeout: .zero)
    let value = try await store.update { value in
      value += 1
      return value
    }
    #expect(value == 2)
  }
}
