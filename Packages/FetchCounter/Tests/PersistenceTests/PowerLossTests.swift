import Basics
import BasicsTesting
import Persistence
import PersistenceTesting
import Testing

@Suite("Power loss at any moment")
struct PowerLossTests {
  static let losses: [InMemoryFileSystem.PowerLoss] =
    [.everything, .contents, .names] + (0..<UInt64(LongTests.rounds(byDay: 8, byNight: 400))).map { .some(seed: $0) }

  @Test("leaves the old or the new value after any call during a change, whatever data is lost", arguments: losses)
  func everyCall(loss: InMemoryFileSystem.PowerLoss) throws {
    var number = 0
    while true {
      // Given: two confirmed changes, and a program that dies at a call during the third change
      let disk = InMemoryFileSystem()
      try makeStore(disk).update { $0 = 40 }
      try makeStore(disk).update { $0 = 41 }
      let faulty = FaultyFileSystem(disk, call: number, .death)
      let error = failure { try makeStore(faulty).update { $0 = 42 } }
      if number >= faulty.calls.count { break }

      // When
      let found = disk.afterPowerLoss(loss)

      // Then
      let value = try makeStore(found).load()
      #expect(value == 41 || value == 42, "at \(faulty.calls[number])")
      if error == nil { #expect(value == 42) }
      let backup = makeStore(found).backupOutcome()
      #expect([.value(40), .value(41), .value(42)].contains(backup), "at \(faulty.calls[number])")
      try makeStore(found).update { $0 += 1 }
      #expect(temporaryNames(found).isEmpty)
      #expect(makeStore(found).backupOutcome() == .value(value))
      number += 1
    }
    #expect(number > 15)
  }

  @Test("leaves nothing or the new value after any call during the very first change", arguments: losses)
  func firstChange(loss: InMemoryFileSystem.PowerLoss) throws {
    var number = 0
    while true {
      let disk = InMemoryFileSystem()
      let faulty = FaultyFileSystem(disk, call: number, .death)
      let error = failure { try makeStore(faulty, path: "/home/me/data/count.json").update { $0 = 1 } }
      if number >= faulty.calls.count { break }
      let outcome = makeStore(disk.afterPowerLoss(loss), path: "/home/me/data/count.json").outcome()
      #expect(outcome == .value(1) || (outcome == .missing && error != nil), "at \(faulty.calls[number])")
      number += 1
    }
    #expect(number > 20)
  }

  @Test("keeps a confirmed change after a power loss", arguments: losses)
  func confirmed(loss: InMemoryFileSystem.PowerLoss) throws {
    let disk = InMemoryFileSystem()
    for value in 1...5 { try makeStore(disk).update { $0 = value } }
    #expect(makeStore(disk.afterPowerLoss(loss)).outcome() == .value(5))
  }

  @Test("confirms a dead writer's unconfirmed value when a later change writes the same value", arguments: losses)
  func confirming(loss: InMemoryFileSystem.PowerLoss) throws {
    // Given: a value that was written but not confirmed
    let disk = InMemoryFileSystem()
    try makeStore(disk).update { $0 = 1 }
    let faulty = FaultyFileSystem(disk) {
      $0.operation == .synchronize && $0.path == "/data" ? .error(.inputOutput) : nil
    }
    let error = failure { try makeStore(faulty).update { $0 = 2 } }
    guard case .notConfirmed = error else {
      Issue.record("\(String(describing: error))")
      return
    }

    // When
    try makeStore(disk).update { $0 = 2 }

    // Then
    #expect(makeStore(disk.afterPowerLoss(loss)).outcome() == .value(2))
  }

  @Test("never loses corrupt bytes while they are replaced", arguments: losses)
  func replacingDamage(loss: InMemoryFileSystem.PowerLoss) throws {
    var number = 0
    while true {
      let disk = InMemoryFileSystem()
      disk.place("precious wreck", at: testPath)
      let faulty = FaultyFileSystem(disk, call: number, .death)
      let store = makeStore(faulty)
      _ = failure { try store.replaceIfCorrupt(with: 7) }
      if number >= faulty.calls.count { break }
      let found = disk.afterPowerLoss(loss)
      let wrecks = found.names(in: "/data").filter { found.text(at: "/data/" + $0) == "precious wreck" }
      #expect(!wrecks.isEmpty, "at \(faulty.calls[number])")
      let outcome = makeStore(found).outcome()
      #expect(outcome == .value(7) || outcome.error(path: testPath)?.isCorrupt == true)
      number += 1
    }
    #expect(number > 10)
  }

  @Test("removes the files left by a program killed at any call")
  func death() throws {
    var number = 0
    var values: Set<Int> = []
    while true {
      let disk = InMemoryFileSystem()
      try makeStore(disk).update { $0 = 41 }
      let dying = disk.otherProcess()
      let faulty = FaultyFileSystem(dying, call: number, .death)
      _ = failure { try makeStore(faulty).update { $0 = 42 } }
      if number >= faulty.calls.count { break }
      dying.kill()

      // Opening the store without a change removes the dead program's files.
      values.insert(try makeStore(disk).load())
      #expect(temporaryNames(disk).isEmpty, "died at \(faulty.calls[number])")
      number += 1
    }
    #expect(values == [41, 42])
  }
}
