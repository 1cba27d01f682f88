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

@Suite("Store on the machine's disk")
struct JSONFileStoreTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("count.json")
  }

  private func store(_ path: String? = nil) -> JSONFileStore<Int> {
    JSONFileStore(path: path ?? self.path, default: 0, writtenBy: "tests 1.0")
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? NSNumber).intValue
  }

  @Test("creates nothing when reading, not even a directory or a lock file")
  func looking() throws {
    #expect(store(folder.path("a/b/count.json")).outcome() == .missing)
    #expect(try store().load() == 0)
    #expect(try folder.names() == [])
  }

  @Test("creates private directories and files at the first change")
  func firstChange() throws {
    let path = folder.path("a/b/count.json")
    try store(path).update { $0 = 5 }
    #expect(store(path).outcome() == .value(5))
    #expect(try mode(folder.path("a")) == 0o700)
    #expect(try mode(folder.path("a/b")) == 0o700)
    #expect(try mode(path) == 0o600)
    #expect(try mode(path + ".lock") == 0o600)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("a/b")).sorted() == [
        "count.json", "count.json.lock",
      ]
    )
  }

  @Test("keeps a file's permissions, and applies them to the lock file", arguments: [0o600, 0o640, 0o664, 0o444])
  func permissions(mode: Int) throws {
    try store().update { $0 = 1 }
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    try store().update { $0 = 2 }
    #expect(try self.mode(path) == mode)
    #expect(try self.mode(path + ".lock") == mode | 0o600)
    #expect(try self.mode(path + ".bak") == mode)
  }

  @Test("keeps a symbolic link and writes to its destination", arguments: ["elsewhere/real.json", "/"])
  func symbolicLink(destination: String) throws {
    // Given
    try FileManager.default.createDirectory(atPath: folder.path("elsewhere"), withIntermediateDirectories: false)
    let real = folder.path("elsewhere/real.json")
    try store(real).update { $0 = 1 }
    try FileManager.default.createSymbolicLink(
      atPath: path,
      withDestinationPath: destination == "/" ? real : destination
    )

    // When
    try store().update { $0 += 1 }

    // Then
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: path) == (destination == "/" ? real : destination)
    )
    #expect(store(real).outcome() == .value(2))
    #expect(try folder.names() == ["count.json", "elsewhere"])
  }

  @Test("treats a dangling link as a missing file, and creates its destination")
  func danglingLink() throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "real.json")
    #expect(store().outcome() == .missing)
    try store().update { $0 = 3 }
    #expect(store(folder.path("real.json")).outcome() == .value(3))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "real.json")
  }

  @Test("doesn't create directories to follow a link into a missing directory")
  func linkIntoMissingFolder() throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "not-mounted/real.json")
    let error = try #require(failure { try store().update { $0 = 3 } })
    #expect(error.isNotWritable)
    #expect(try folder.names() == ["count.json"])
  }

  @Test("reports a loop of symbolic links as unreadable")
  func linkLoop() throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "other.json")
    try FileManager.default.createSymbolicLink(atPath: folder.path("other.json"), withDestinationPath: "count.json")
    let error = try #require(failure { try store().load() })
    #expect(error.isUnreadable)
    #expect("\(error)".contains("the symbolic links form a loop (ELOOP). Correct or remove the symbolic link."))
    #expect(failure { try store().update { $0 = 3 } } != nil)
    #expect(try folder.names() == ["count.json", "other.json"])
  }

  @Test("reports a directory in place of the file as unreadable, and keeps the directory")
  func folderInPlace() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(store().outcome() == .unreadable(.notAFile(.folder)))
    for error in [
      failure({ try store().update { $0 = 3 } }),
      failure({ try store().reset() }),
      failure({ try store().replaceIfCorrupt(with: 3) }),
    ] {
      #expect(try #require(error).isUnreadable)
    }
    #expect(try folder.names() == ["count.json", "count.json.lock"])
  }

  @Test("reports a pipe in place of the file as unreadable, and doesn't block")
  func pipe() throws {
    #expect(mkfifo(path, 0o600) == 0)
    #expect(store().outcome() == .unreadable(.notAFile(.special)))
    #expect(failure { try store().update { $0 = 3 } }?.isUnreadable == true)
  }

  @Test("doesn't block on a pipe in place of the lock file")
  func pipeAsLock() throws {
    #expect(mkfifo(path + ".lock", 0o600) == 0)
    try store().update { $0 = 3 }
    #expect(try store().load() == 3)
    #expect(try folder.names().contains("count.json.lock"))
  }

  @Test("rejects a link in place of the lock file, because the link could lead anywhere")
  func linkAsLock() throws {
    try folder.write("precious", toPath: folder.path("precious"))
    try FileManager.default.createSymbolicLink(atPath: path + ".lock", withDestinationPath: "precious")
    #expect(failure { try store().update { $0 = 3 } }?.isNotWritable == true)
    #expect(try folder.text(at: folder.path("precious")) == "precious")
  }

  @Test("reports a file in place of the directory as unreadable")
  func fileInPlaceOfFolder() throws {
    try folder.write("x", toPath: folder.path("a"))
    let error = try #require(failure { try store(folder.path("a/count.json")).load() })
    #expect(error.isUnreadable)
    #expect("\(error)".contains("part of the path is not a folder (ENOTDIR)"))
  }

  @Test("neither reads nor writes files above the size limit")
  func tooLarge() throws {
    var settings = StoreSettings()
    settings.sizeLimit = 10_000
    let store = JSONFileStore(path: path, default: "", writtenBy: "tests", settings: settings)
    try store.update { $0 = String(repeating: "x", count: 9_000) }
    let error = failure { try store.update { $0 = String(repeating: "x", count: 10_000) } }
    guard case .tooLarge(path, _, 10_000) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try store.load().count == 9_000)
    try folder.write(String(repeating: " ", count: 10_001), toPath: path)
    #expect(store.outcome() == .unreadable(.tooLarge(size: 10_001, limit: 10_000)))
    #expect(failure { try store.reset() }?.isUnreadable == true)
  }

  @Test("rejects a path with a NUL byte instead of truncating it")
  func zeroByte() throws {
    try folder.write("precious", toPath: path)
    #expect(failure { try store(path + "\0.json").update { $0 = 1 } } != nil)
    #expect(failure { try store(path + "\0.json").load() }?.isUnreadable == true)
    #expect(try folder.text(at: path) == "precious")
  }

  @Test("reports that a file name is too long")
  func longName() throws {
    let error = try #require(
      failure { try store(folder.path(String(repeating: "x", count: 300))).update { $0 = 1 } }
    )
    #expect("\(error)".contains("ENAMETOOLONG"))
  }

  @Test("changes nothing if a value can't be encoded or can't be decoded again")
  func notEncodable() throws {
    struct OneWay: Codable, Sendable, Equatable {
      var number = 1.0
      init(_ number: Double) { self.number = number }
      init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Double.self)
        if number == 13 { throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "unlucky")) }
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
      }
    }
    let store = JSONFileStore(path: path, default: OneWay(1), writtenBy: "tests")
    try store.update { $0 = OneWay(2) }
    for number in [Double.nan, .infinity, 13] {
      let error = failure { try store.update { $0 = OneWay(number) } }
      guard case .notEncodable = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    #expect(try store.load() == OneWay(2))
    #expect(!FileManager.default.fileExists(atPath: path + ".bak"))
  }

  @Test("doesn't write a value that is nested too deeply to be read")
  func tooDeep() throws {
    struct Chain: Codable, Sendable, Equatable {
      var next: [Chain] = []
      static func links(_ count: Int) -> Chain { (0..<count).reduce(Chain()) { chain, _ in Chain(next: [chain]) } }
    }
    let store = JSONFileStore(path: path, default: Chain(), writtenBy: "tests")
    try store.update { $0 = .links(60) }
    let error = failure { try store.update { $0 = .links(80) } }
    #expect("\(String(describing: error))".contains("levels of nesting"))
    #expect(JSONFileStore(path: path, default: Chain(), writtenBy: "tests").outcome() == .value(.links(60)))
  }

  @Test("writes nothing if the value is unchanged")
  func noChange() throws {
    try store().update { $0 = 5 }
    let before = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? NSNumber
    try store().update { $0 = 5 }
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? NSNumber == before)
  }

  @Test("removes a killed process's temporary files at the next read, but not files with similar names")
  func sweeping() throws {
    try store().update { $0 = 5 }
    let leftovers = [".count.json.tmp-1-1", ".count.json.tmp-99999-123"]
    let others = [
      ".count.json.tmp-", ".count.json.tmp-1", ".count.json.tmp-1-x", ".count.json.tmp-1-2-3", ".other.json.tmp-1-1",
    ]
    for name in leftovers + others { try folder.write("left", toPath: folder.path(name)) }
    #expect(store().outcome() == .value(5))
    #expect(Set(try folder.names()) == Set(others + ["count.json", "count.json.lock"]))
  }

  @Test("keeps the temporary files of a running writer")
  func sweepingUnderLock() throws {
    let disk = InMemoryFileSystem()
    try makeStore(disk).update { $0 = 5 }
    let path = testPath
    let faulty = FaultyFileSystem(disk) { call in
      guard call.operation == .rename, call.path == path else { return nil }
      return .before {
        #expect(temporaryNames(disk).count == 1)
        #expect(makeStore(disk.otherProcess()).outcome() == .value(5))
        #expect(temporaryNames(disk).count == 1)
      }
    }
    try makeStore(faulty).update { $0 = 6 }
    #expect(makeStore(disk).outcome() == .value(6))
  }
}

@Suite("Store permissions")
struct PermissionTests {
  @Test("reports a file without read permission as unreadable, and leaves it unchanged")
  func unreadable() throws {
    let disk = InMemoryFileSystem()
    try makeStore(disk).update { $0 = 5 }
    disk.setMode(FileMode(rawValue: 0), at: testPath)
    let error = try #require(failure { try makeStore(disk).load() })
    #expect(
      "\(error)"
        == "The file \"/data/count.json\" cannot be read: could not open \"/data/count.json\": permission denied (EACCES). "
        + "Check the owner and the permissions of the file and its folder."
    )
    #expect(failure { try makeStore(disk).update { $0 = 6 } }?.isUnreadable == true)
  }

  @Test("reads but doesn't change a value in a directory without write permission")
  func readOnlyFolder() throws {
    let disk = InMemoryFileSystem()
    try makeStore(disk).update { $0 = 5 }
    disk.setMode(FileMode(rawValue: 0o500), at: "/data")
    #expect(makeStore(disk).outcome() == .value(5))
    let error = try #require(failure { try makeStore(disk).update { $0 = 6 } })
    #expect(error.isNotWritable)
    #expect(makeStore(disk).outcome() == .value(5))
  }

  @Test("keeps the owner of a file and its lock when the administrator changes the value")
  func administrator() throws {
    // Given: a user's file
    let disk = InMemoryFileSystem()
    try makeStore(disk).update { $0 = 5 }
    try disk.unlink(testPath + ".lock")

    // When: the administrator changes the value
    try makeStore(disk.otherProcess(as: FileOwner(user: 0, group: 0))).update { $0 = 6 }

    // Then
    #expect(try disk.status(at: testPath).owner == FileOwner(user: 1_000, group: 1_000))
    try makeStore(disk).update { $0 += 1 }
    #expect(makeStore(disk).outcome() == .value(7))
  }

  @Test("makes a group member who changes a file its owner, without extra group permissions")
  func groupMember() throws {
    let disk = InMemoryFileSystem()
    disk.placeFolder(at: "/data", mode: FileMode(rawValue: 0o777))
    disk.place(Array("{\"schema\": 1, \"payload\": 5}".utf8), at: testPath, mode: FileMode(rawValue: 0o666))
    disk.setMode(FileMode(rawValue: 0o664), at: testPath)
    let other = disk.otherProcess(as: FileOwner(user: 2_000, group: 2_000))
    try makeStore(other).update { $0 += 1 }
    #expect(try disk.status(at: testPath).owner == FileOwner(user: 2_000, group: 2_000))
    #expect(try disk.status(at: testPath).mode == FileMode(rawValue: 0o644))
  }
}
