import Basics
import Foundation
import Persistence
import PersistenceTesting
import Testing

@Suite("Missing file whose backup exists")
struct LostFileTests {
  private let disk = InMemoryFileSystem()
  private let backup = testPath + ".bak"

  init() throws {
    for value in [40, 41] { try makeStore(disk).update { $0 = value } }
    try disk.unlink(testPath)
  }

  @Test("never replaces a lost file with the default, and keeps its backup")
  func refused() throws {
    #expect(makeStore(disk).outcome() == .lost(backup: backup))
    for _ in 0..<3 {
      let error = try #require(failure { try makeStore(disk).update { $0 += 1 } })
      guard case .lost(testPath, backup) = error else {
        Issue.record(error)
        return
      }
    }
    #expect(failure { try makeStore(disk).load() }?.isCorrupt == true)
    #expect(makeStore(disk).backupOutcome() == .value(40))
    #expect(disk.contents(at: testPath) == nil)
  }

  @Test("restores a lost file by renaming the backup, as the recovery suggestion says")
  func renamed() throws {
    try disk.rename(backup, to: testPath)
    #expect(makeStore(disk).outcome() == .value(40))
  }

  @Test("starts with the default after a lost file is reset")
  func reset() throws {
    #expect(try makeStore(disk).reset() == nil)
    #expect(makeStore(disk).outcome() == .value(0))
    #expect(makeStore(disk).backupOutcome() == .value(40))
  }

  @Test("starts with the default once the backup is also deleted")
  func deletedOnPurpose() throws {
    try disk.unlink(backup)
    #expect(makeStore(disk).outcome() == .missing)
    try makeStore(disk).update { $0 += 1 }
    #expect(makeStore(disk).outcome() == .value(1))
  }

  @Test("reports a lost file as missing to a store without backups")
  func withoutBackups() throws {
    var settings = StoreSettings.testing()
    settings.keepsBackup = false
    #expect(makeStore(disk, settings: settings).outcome() == .missing)
  }

  @Test("reports a lost file as unreadable if the backup's existence can't be checked")
  func unknownBackup() throws {
    let backup = backup
    let faulty = FaultyFileSystem(disk) { $0.path == backup && $0.operation == .status ? .error(.inputOutput) : nil }
    #expect(failure { try makeStore(faulty).update { $0 += 1 } }?.isUnreadable == true)
    #expect(disk.contents(at: testPath) == nil)
  }

  @Test("doesn't report a lost file if another process makes the first changes during the read")
  func race() throws {
    // Given: a directory without files, in which another process writes twice after this one has looked for the file
    let disk = InMemoryFileSystem()
    let backup = backup
    let faulty = FaultyFileSystem(disk) { call in
      guard call.path == backup, call.operation == .status else { return nil }
      return .before {
        for value in [1, 2] { _ = failure { try makeStore(disk).update { $0 = value } } }
      }
    }

    // Then
    #expect(makeStore(faulty).outcome() == .value(2))
  }
}

@Suite("Backup in a corrupt file's recovery suggestion")
struct DamagedBackupTests {
  private let disk = InMemoryFileSystem()

  private func suggestion() throws -> String? {
    try #require(failure { try makeStore(disk).load() }).recoverySuggestion
  }

  @Test("suggests the backup of a corrupt file if the backup is valid", arguments: ["a wreck", ""])
  func present(damage: String) throws {
    for value in [40, 41] { try makeStore(disk).update { $0 = value } }
    disk.place(damage, at: testPath)
    #expect(try suggestion()?.contains("\"/data/count.json.bak\"") == true)
    #expect(failure { try makeStore(disk).update { $0 += 1 } }?.recoverySuggestion == (try suggestion()))
  }

  @Test("suggests no backup before the second change creates one")
  func absent() throws {
    try makeStore(disk).update { $0 = 41 }
    disk.place("a wreck", at: testPath)
    #expect(try suggestion() == "To start over, rename the corrupt file.")
  }

  @Test("doesn't suggest a backup that is also corrupt")
  func damaged() throws {
    disk.place("a wreck", at: testPath)
    disk.place("a wreck", at: testPath + ".bak")
    #expect(try suggestion() == "To start over, rename the corrupt file.")
  }

  @Test("suggests the backup next to a link's destination")
  func linked() throws {
    disk.placeFolder(at: "/elsewhere")
    disk.placeLink(to: "/elsewhere/real.json", at: testPath)
    for value in [40, 41] { try makeStore(disk).update { $0 = value } }
    disk.place("a wreck", at: "/elsewhere/real.json")
    #expect(try suggestion()?.contains("\"/elsewhere/real.json.bak\"") == true)
  }
}
