import Basics
import Persistence
import PersistenceTesting
import Testing

@Suite("Fault injection at every call")
struct FaultInjectionTests {
  static let codes: [SystemErrorCode] = [
    .noSpace, .inputOutput, .accessDenied, .quotaExceeded, .interrupted, .readOnlyFileSystem, .notPermitted,
    .tooManyOpenFiles, .notFound, .noMemory, .busy, .exists, .stale,
  ]

  /// Returns the number of calls in a successful change.
  private func calls(_ prepare: (InMemoryFileSystem) throws -> Void) throws -> Int {
    let disk = InMemoryFileSystem()
    try prepare(disk)
    let faulty = FaultyFileSystem(disk)
    try makeStore(faulty).update { $0 += 1 }
    try #require(faulty.calls.count > 15)
    return faulty.calls.count
  }

  @Test("leaves the old or the new value if any call during a change to an existing file fails", arguments: codes)
  func everyCall(code: SystemErrorCode) throws {
    let count = try calls { try makeStore($0).update { $0 = 41 } }
    for number in 0..<count {
      // Given
      let disk = InMemoryFileSystem()
      try makeStore(disk).update { $0 = 40 }
      try makeStore(disk).update { $0 = 41 }
      let faulty = FaultyFileSystem(disk, call: number, .error(code))
      let store = makeStore(faulty)

      // When
      let error = failure { try store.update { $0 += 1 } }

      // Then
      let call = faulty.calls[number]
      #expect(temporaryNames(disk).isEmpty || call.operation == .unlink, "\(call) failed, and a temporary file stayed")
      #expect(disk.openFileCount == 0, "\(call) failed, and a file stayed open")
      let value = try makeStore(disk).load()
      switch error {
      case nil: #expect(value == 42, "\(call) failed, and the change was confirmed")
      case .notConfirmed: #expect(value == 42, "\(call) failed")
      default: #expect(value == 41, "\(call) failed: \(String(describing: error))")
      }
      if let error {
        #expect(error.isNotWritable || error.isUnreadable, "\(call): \(error)")
      } else {
        #expect(try makeBackupValue(disk) == 41)
      }

      // And: the next change starts from the stored value.
      let next = try store.update { value in
        value += 1
        return value
      }
      #expect(next == value + 1)
      #expect(temporaryNames(disk).isEmpty)
    }
  }

  private func makeBackupValue(_ disk: InMemoryFileSystem) throws -> Int? {
    makeStore(disk).backupOutcome().value
  }

  @Test("leaves no value or the new value if any call during the first change fails", arguments: codes)
  func everyCallOfTheFirstChange(code: SystemErrorCode) throws {
    let count = try calls { _ in }
    for number in 0..<count {
      // Given
      let disk = InMemoryFileSystem()
      let faulty = FaultyFileSystem(disk, call: number, .error(code))

      // When
      let error = failure { try makeStore(faulty).update { $0 += 1 } }

      // Then
      let outcome = makeStore(disk).outcome()
      switch error {
      case nil, .notConfirmed: #expect(outcome == .value(1))
      default: #expect(outcome == .missing)
      }
      #expect(disk.openFileCount == 0)
      try makeStore(disk).update { $0 += 1 }
      #expect(temporaryNames(disk).isEmpty)
    }
  }

  @Test("repeats interrupted calls during a change")
  func interruptions() throws {
    let count = try calls { try makeStore($0).update { $0 = 41 } }
    for number in 0..<count {
      let disk = InMemoryFileSystem()
      try makeStore(disk).update { $0 = 41 }
      let faulty = FaultyFileSystem(disk, call: number, .error(.interrupted))
      let error = failure { try makeStore(faulty).update { $0 += 1 } }
      #expect(error == nil, "\(faulty.calls[number])")
    }
  }

  @Test("repeats interrupted calls while creating the directory and setting owners")
  func interruptedFirstChange() throws {
    let administrator = FileOwner(user: 0, group: 0)
    func prepare() throws -> InMemoryFileSystem {
      let disk = InMemoryFileSystem()
      try disk.makeFolder("/data", mode: .privateFolder)
      return disk.otherProcess(as: administrator)
    }
    let counting = FaultyFileSystem(try prepare())
    try makeStore(counting, path: "/data/a/b/count.json").update { $0 += 1 }
    for number in counting.calls.indices {
      let faulty = FaultyFileSystem(try prepare(), call: number, .error(.interrupted))
      let error = failure { try makeStore(faulty, path: "/data/a/b/count.json").update { $0 += 1 } }
      #expect(error == nil, "\(faulty.calls[number])")
    }
  }

  @Test(
    "never reports an opened file as missing",
    arguments: [FileSystemOperation.status, .read],
    [SystemErrorCode.notFound, .stale]
  )
  func openedFileIsNotMissing(operation: FileSystemOperation, code: SystemErrorCode) throws {
    // Given
    let disk = InMemoryFileSystem()
    try makeStore(disk).update { $0 = 41 }
    let faulty = FaultyFileSystem(disk) { $0.operation == operation && $0.path == testPath ? .error(code) : nil }

    // When
    let outcome = makeStore(faulty).outcome()
    let error = failure { try makeStore(faulty).update { $0 += 1 } }

    // Then
    #expect(outcome == .unreadable(.system(FileSystemError(operation, testPath, code))))
    #expect(error?.isUnreadable == true)
    #expect(try makeStore(disk).load() == 41)
  }

  @Test(
    "doesn't repeat a failed synchronization",
    arguments: [SystemErrorCode.inputOutput, .noSpace, .quotaExceeded]
  )
  func noSecondSync(code: SystemErrorCode) throws {
    // Given
    let disk = InMemoryFileSystem()
    try makeStore(disk).update { $0 = 41 }
    let faulty = FaultyFileSystem(disk) { call in
      call.operation == .synchronize && call.path.contains(".tmp-") ? .error(code) : nil
    }

    // When
    let error = failure { try makeStore(faulty).update { $0 += 1 } }

    // Then
    #expect(error?.isNotWritable == true)
    #expect(faulty.calls.filter { $0.operation == .synchronize }.count == 1)
    #expect(try makeStore(disk).load() == 41)
  }

  @Test("reads and writes files even if each call transfers only a few bytes", arguments: [1, 2, 7, 100])
  func shortTransfers(limit: Int) throws {
    let disk = InMemoryFileSystem()
    let faulty = FaultyFileSystem(disk) { _ in .short(limit) }
    for expected in 1...3 {
      let value = try makeStore(faulty).update { value in
        value += 1
        return value
      }
      #expect(value == expected)
    }
    #expect(try makeStore(disk).load() == 3)
    #expect(makeStore(disk).backupOutcome() == .value(2))
  }

  @Test("fails instead of looping forever on a device that writes nothing and reports no error")
  func noProgress() throws {
    let disk = InMemoryFileSystem()
    try makeStore(disk).update { $0 = 41 }
    let faulty = FaultyFileSystem(disk) { $0.operation == .write && $0.path.contains(".tmp-") ? .short(0) : nil }
    let error = failure { try makeStore(faulty).update { $0 += 1 } }
    #expect(error?.isNotWritable == true)
    #expect(try makeStore(disk).load() == 41)
  }

  @Test("reports an error for a change if system calls keep being interrupted")
  func endlessInterruptions() throws {
    let disk = InMemoryFileSystem()
    let faulty = FaultyFileSystem(disk) { $0.operation == .open ? .error(.interrupted) : nil }
    #expect(makeStore(faulty).outcome() == .unreadable(.system(FileSystemError(.open, testPath, .interrupted))))
  }

  @Test("keeps the old value if the disk fills up at any byte", arguments: 0..<200)
  func diskFull(free: Int) throws {
    // Given
    let content = InMemoryFileSystem()
    try makeStore(content).update { $0 = 41 }
    let bytes = try #require(content.contents(at: testPath))
    let lockBytes = try #require(content.contents(at: testPath + ".lock"))
    let disk = InMemoryFileSystem(capacity: bytes.count + lockBytes.count + free)
    disk.place(bytes, at: testPath)
    disk.place(lockBytes, at: testPath + ".lock")

    // When
    let error = failure { try makeStore(disk).update { $0 += 1 } }

    // Then
    #expect(try makeStore(disk).load() == (error == nil ? 42 : 41))
    #expect((error == nil) == (free >= bytes.count))
    #expect(temporaryNames(disk).isEmpty)
    if let error { #expect("\(error)".contains("the disk is full (ENOSPC). Free some space")) }
  }

  @Test(
    "copies the backup on a file system without hard links",
    arguments: [SystemErrorCode.notPermitted, .unsupported]
  )
  func noHardLinks(code: SystemErrorCode) throws {
    let disk = InMemoryFileSystem()
    let faulty = FaultyFileSystem(disk) { $0.operation == .link ? .error(code) : nil }
    for value in [41, 42] { try makeStore(faulty).update { $0 = value } }
    #expect(makeStore(disk).outcome() == .value(42))
    #expect(makeStore(disk).backupOutcome() == .value(41))
    #expect(temporaryNames(disk).isEmpty)
  }

  @Test("reads a store successfully after a failed read")
  func readingFails() throws {
    let disk = InMemoryFileSystem()
    try makeStore(disk).update { $0 = 41 }
    let counting = FaultyFileSystem(disk)
    _ = makeStore(counting).outcome()
    var failures = 0
    for number in counting.calls.indices {
      let faulty = FaultyFileSystem(disk, call: number, .error(.inputOutput))
      let store = makeStore(faulty)
      let outcome = store.outcome()
      if let error = outcome.error(path: testPath) {
        failures += 1
        #expect(error.isUnreadable)
      } else {
        #expect(outcome == .value(41))
      }
      #expect(store.outcome() == .value(41))
      #expect(disk.openFileCount == 0)
    }
    #expect(failures > 0)
  }
}
