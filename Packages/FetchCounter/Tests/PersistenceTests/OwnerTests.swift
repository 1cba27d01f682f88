import Basics
import Persistence
import PersistenceTesting
import Testing

@Suite("Ownership of files that the administrator creates")
struct OwnerTests {
  private static let owner = FileOwner(user: 1_000, group: 1_000)
  private static let administrator = FileOwner(user: 0, group: 0)

  private let disk = InMemoryFileSystem()

  init() throws {
    try disk.makeFolder("/home", mode: .privateFolder)
  }

  private func owners(in folder: String) throws -> [String: FileOwner] {
    let names = disk.names(in: folder)
    return Dictionary(uniqueKeysWithValues: try names.map { ($0, try disk.status(at: "\(folder)/\($0)").owner) })
  }

  @Test("sets the directory's owner on new directories, files and locks")
  func firstChange() throws {
    // Given
    let path = "/home/a/b/count.json"

    // When
    try makeStore(disk.otherProcess(as: Self.administrator), path: path).update { $0 = 1 }

    // Then
    #expect(try owners(in: "/home") == ["a": Self.owner])
    #expect(try owners(in: "/home/a") == ["b": Self.owner])
    #expect(try owners(in: "/home/a/b") == ["count.json": Self.owner, "count.json.lock": Self.owner])
    try makeStore(disk, path: path).update { $0 += 1 }
    #expect(makeStore(disk, path: path).outcome() == .value(2))
  }

  @Test("sets the directory's owner on backups, even copies, and on preserved corrupt files", arguments: [false, true])
  func copies(hasHardLinks: Bool) throws {
    // Given
    let path = "/home/count.json"
    let administrator = FaultyFileSystem(disk.otherProcess(as: Self.administrator)) { call in
      call.operation == .link && !hasHardLinks ? .error(.unsupported) : nil
    }

    // When
    for value in [1, 2] { try makeStore(administrator, path: path).update { $0 = value } }
    disk.place("a wreck", at: path)
    try makeStore(administrator, path: path).reset()

    // Then
    let owners = try owners(in: "/home")
    #expect(owners.count == 4)
    #expect(owners.values.allSatisfy { $0 == Self.owner })
  }

  @Test("sets the directory's owner on the lock file even if the change is rejected")
  func refusedChange() throws {
    disk.place("a wreck", at: "/home/count.json")
    _ = failure { try makeStore(disk.otherProcess(as: Self.administrator), path: "/home/count.json").update { $0 = 1 } }
    #expect(try disk.status(at: "/home/count.json.lock").owner == Self.owner)
  }

  @Test("keeps the writer as the owner of a file created outside a store, because the file may be private")
  func writer() throws {
    try DurableWriter(fileSystem: disk.otherProcess(as: Self.administrator)).write([1], to: "/home/a")
    #expect(try disk.status(at: "/home/a").owner == Self.administrator)
  }

  @Test(
    "makes the change even if the owner can't be changed",
    arguments: [SystemErrorCode.notPermitted, .invalid, .unsupported]
  )
  func notPermitted(code: SystemErrorCode) throws {
    let faulty = FaultyFileSystem(disk.otherProcess(as: Self.administrator)) { call in
      call.operation == .setOwner ? .error(code) : nil
    }
    for value in [1, 2] { try makeStore(faulty, path: "/home/a/count.json").update { $0 = value } }
    #expect(makeStore(faulty, path: "/home/a/count.json").outcome() == .value(2))
  }

  @Test("keeps the owner of a lock file with a second hard link, because it could be another program's file")
  func linkedLock() throws {
    // Given
    let administrator = disk.otherProcess(as: Self.administrator)
    administrator.place([], at: "/etc/precious")
    try administrator.link("/etc/precious", to: "/home/count.json.lock")

    // When
    for value in [1, 2] { try makeStore(administrator, path: "/home/count.json").update { $0 = value } }

    // Then
    #expect(try administrator.status(at: "/etc/precious").owner == Self.administrator)
  }
}
