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

struct FileSystemUnderTest: Sendable, CustomTestStringConvertible {
  var name: String
  var make: @Sendable () throws -> (fileSystem: any FileSystem, folder: String, keepAlive: TemporaryFolder?)
  var testDescription: String { name }

  static let all = [
    FileSystemUnderTest(name: "the machine's") {
      let folder = try TemporaryFolder()
      return (LiveFileSystem(), folder.root, folder)
    },
    FileSystemUnderTest(name: "in memory") {
      let disk = InMemoryFileSystem()
      disk.placeFolder(at: "/data")
      return (disk, "/data", nil)
    },
    FileSystemUnderTest(name: "faulty without faults") {
      let disk = InMemoryFileSystem()
      disk.placeFolder(at: "/data")
      return (FaultyFileSystem(disk), "/data", nil)
    },
  ]
}

@Suite("Behavior of all file systems")
struct FileSystemTests {
  private func code<Result>(_ operation: () throws -> Result) -> SystemErrorCode? {
    do {
      _ = try operation()
      return nil
    } catch let error as FileSystemError {
      return error.code
    } catch {
      Issue.record("\(error)")
      return nil
    }
  }

  private func create(_ fileSystem: any FileSystem, _ path: String, _ text: String = "") throws {
    let file = try fileSystem.open(path, for: .creating(.privateFile))
    _ = try text.utf8.withContiguousStorageIfAvailable { bytes in
      try fileSystem.write(file, at: 0, from: UnsafeRawBufferPointer(bytes))
    }
    try fileSystem.close(file)
  }

  private func text(_ fileSystem: any FileSystem, _ path: String) throws -> String {
    let file = try fileSystem.open(path, for: .reading)
    defer { try? fileSystem.close(file) }
    var bytes = [UInt8](repeating: 0, count: 1_000)
    let count = try bytes.withUnsafeMutableBytes { try fileSystem.read(file, at: 0, into: $0) }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  @Test("creates, reads, writes at offsets and truncates files", arguments: FileSystemUnderTest.all)
  func contents(subject: FileSystemUnderTest) throws {
    let (fileSystem, folder, keepAlive) = try subject.make()
    defer { withExtendedLifetime(keepAlive) {} }
    let path = folder + "/a"
    #expect(code { try fileSystem.open(path, for: .reading) } == .notFound)
    try create(fileSystem, path, "hello")
    #expect(code { try fileSystem.open(path, for: .creating(.privateFile)) } == .exists)
    #expect(try text(fileSystem, path) == "hello")
    let file = try fileSystem.open(path, for: .updating(.privateFile))
    var bytes = Array("HE, world".utf8)
    #expect(
      try bytes.withUnsafeBytes { try fileSystem.write(file, at: 0, from: UnsafeRawBufferPointer(rebasing: $0[..<2])) }
        == 2
    )
    #expect(
      try bytes.withUnsafeBytes { try fileSystem.write(file, at: 7, from: UnsafeRawBufferPointer(rebasing: $0[2...])) }
        == 7
    )
    #expect(try text(fileSystem, path) == "HEllo\0\0, world")
    #expect(try bytes.withUnsafeMutableBytes { try fileSystem.read(file, at: 100, into: $0) } == 0)
    try fileSystem.truncate(file, to: 3)
    #expect(try text(fileSystem, path) == "HEl")
    try fileSystem.truncate(file, to: 5)
    #expect(try text(fileSystem, path) == "HEl\0\0")
    #expect(try fileSystem.status(of: file).size == 5)
    try fileSystem.synchronize(file)
    try fileSystem.close(file)
    #expect(code { try fileSystem.close(file) } == .badDescriptor)
    #expect(code { try fileSystem.synchronize(file) } == .badDescriptor)
  }

  @Test("renames, links, removes and lists files", arguments: FileSystemUnderTest.all)
  func names(subject: FileSystemUnderTest) throws {
    let (fileSystem, folder, keepAlive) = try subject.make()
    defer { withExtendedLifetime(keepAlive) {} }
    let (a, b, c) = (folder + "/a", folder + "/b", folder + "/c")
    try create(fileSystem, a, "a")
    try create(fileSystem, b, "b")
    let first = try fileSystem.status(at: a)
    #expect(first.kind == .file)
    #expect(first.linkCount == 1)
    #expect(first.size == 1)
    #expect(first.mode == .privateFile)
    try fileSystem.rename(a, to: b)
    #expect(try text(fileSystem, b) == "a")
    #expect(try fileSystem.status(at: b).inode == first.inode)
    #expect(code { try fileSystem.status(at: a) } == .notFound)
    #expect(code { try fileSystem.rename(a, to: c) } == .notFound)
    try fileSystem.link(b, to: c)
    #expect(try fileSystem.status(at: c).linkCount == 2)
    #expect(code { try fileSystem.link(b, to: c) } == .exists)
    try fileSystem.rename(b, to: c)
    #expect(try fileSystem.list(folder).sorted() == ["b", "c"], "Renaming between names of one file does nothing.")
    try fileSystem.unlink(b)
    #expect(code { try fileSystem.unlink(b) } == .notFound)
    #expect(try fileSystem.list(folder) == ["c"])
    #expect(code { try fileSystem.list(a) } == .notFound)
    #expect(code { try fileSystem.list(c) } == .notAFolder)
    #expect(code { try fileSystem.status(at: c + "/x") } == .notAFolder)
    #expect(
      code { try fileSystem.open(folder + "/" + String(repeating: "x", count: 256), for: .reading) } == .nameTooLong
    )
  }

  @Test("keeps a removed or replaced file readable while it is open", arguments: FileSystemUnderTest.all)
  func openFiles(subject: FileSystemUnderTest) throws {
    let (fileSystem, folder, keepAlive) = try subject.make()
    defer { withExtendedLifetime(keepAlive) {} }
    try create(fileSystem, folder + "/a", "old")
    try create(fileSystem, folder + "/b", "new")
    let file = try fileSystem.open(folder + "/a", for: .reading)
    try fileSystem.rename(folder + "/b", to: folder + "/a")
    var bytes = [UInt8](repeating: 0, count: 10)
    #expect(try bytes.withUnsafeMutableBytes { try fileSystem.read(file, at: 0, into: $0) } == 3)
    #expect(bytes.starts(with: Array("old".utf8)))
    #expect(try fileSystem.status(of: file).linkCount == 0)
    try fileSystem.close(file)
  }

  @Test("creates and lists directories", arguments: FileSystemUnderTest.all)
  func folders(subject: FileSystemUnderTest) throws {
    let (fileSystem, folder, keepAlive) = try subject.make()
    defer { withExtendedLifetime(keepAlive) {} }
    let path = folder + "/sub"
    try fileSystem.makeFolder(path, mode: .privateFolder)
    #expect(code { try fileSystem.makeFolder(path, mode: .privateFolder) } == .exists)
    #expect(code { try fileSystem.makeFolder(folder + "/x/y", mode: .privateFolder) } == .notFound)
    #expect(try fileSystem.status(at: path).kind == .folder)
    #expect(try fileSystem.status(at: path).mode == .privateFolder)
    let file = try fileSystem.open(path, for: .folder)
    try fileSystem.synchronize(file)
    try fileSystem.close(file)
    try create(fileSystem, folder + "/a")
    #expect(code { try fileSystem.open(folder + "/a", for: .folder) } == .notAFolder)
    #expect(code { try fileSystem.rename(folder + "/a", to: path) } == .isAFolder)
    #expect(code { try fileSystem.rename(path, to: folder + "/a") } == .notAFolder)
    #expect(code { try fileSystem.open(path, for: .updating(.privateFile)) } == .isAFolder)
    let opened = try fileSystem.open(path, for: .reading)
    #expect(try fileSystem.status(of: opened).kind == .folder)
    var bytes = [UInt8](repeating: 0, count: 10)
    #expect(code { try bytes.withUnsafeMutableBytes { try fileSystem.read(opened, at: 0, into: $0) } } == .isAFolder)
    try fileSystem.close(opened)
  }

  @Test("locks out other open file descriptions until the lock holder is closed", arguments: FileSystemUnderTest.all)
  func locks(subject: FileSystemUnderTest) throws {
    let (fileSystem, folder, keepAlive) = try subject.make()
    defer { withExtendedLifetime(keepAlive) {} }
    let first = try fileSystem.open(folder + "/a", for: .updating(.privateFile))
    let second = try fileSystem.open(folder + "/a", for: .updating(.privateFile))
    let other = try fileSystem.open(folder + "/b", for: .updating(.privateFile))
    #expect(try fileSystem.tryLock(first))
    #expect(try fileSystem.tryLock(first))
    #expect(try !fileSystem.tryLock(second))
    #expect(try fileSystem.tryLock(other))
    try fileSystem.unlock(second)
    #expect(try !fileSystem.tryLock(second))
    try fileSystem.unlock(first)
    #expect(try fileSystem.tryLock(second))
    try fileSystem.close(second)
    #expect(try fileSystem.tryLock(first))
    try fileSystem.close(first)
    try fileSystem.close(other)
  }

  @Test("follows symbolic links in a file system", arguments: FileSystemUnderTest.all.dropLast())
  func links(subject: FileSystemUnderTest) throws {
    let (fileSystem, folder, keepAlive) = try subject.make()
    defer { withExtendedLifetime(keepAlive) {} }
    func link(_ destination: String, _ path: String) throws {
      if let disk = fileSystem as? InMemoryFileSystem {
        disk.placeLink(to: destination, at: "\(folder)/\(path)")
      } else {
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(path)", withDestinationPath: destination)
      }
    }
    try create(fileSystem, folder + "/real", "text")
    try fileSystem.makeFolder(folder + "/sub", mode: .privateFolder)
    try link("real", "relative")
    try link(folder + "/real", "absolute")
    try link("../real", "sub/up")
    try link("nothing", "dangling")
    try link("loop", "loop")
    try link("sub", "folder")
    for name in ["relative", "absolute", "sub/up", "folder/up", "folder/../real"] {
      #expect(try text(fileSystem, folder + "/" + name) == "text", "\(name)")
    }
    #expect(try fileSystem.destinationOfLink(at: folder + "/relative") == "real")
    #expect(try fileSystem.destinationOfLink(at: folder + "/real") == nil)
    #expect(code { try fileSystem.destinationOfLink(at: folder + "/missing") } == .notFound)
    #expect(code { try fileSystem.open(folder + "/dangling", for: .reading) } == .notFound)
    #expect(code { try fileSystem.open(folder + "/loop", for: .reading) } == .linkLoop)
    #expect(code { try fileSystem.open(folder + "/dangling", for: .creating(.privateFile)) } == .exists)
    #expect(code { try fileSystem.open(folder + "/relative", for: .updating(.privateFile)) } == .linkLoop)
    #expect(try fileSystem.status(at: folder + "/relative").kind == .file)
    try fileSystem.unlink(folder + "/relative")
    #expect(try text(fileSystem, folder + "/real") == "text")
  }

  @Test("sets file permissions as requested, regardless of the umask", arguments: FileSystemUnderTest.all)
  func modes(subject: FileSystemUnderTest) throws {
    let (fileSystem, folder, keepAlive) = try subject.make()
    defer { withExtendedLifetime(keepAlive) {} }
    let file = try fileSystem.open(folder + "/a", for: .creating(.privateFile))
    try fileSystem.setMode(FileMode(rawValue: 0o666), of: file)
    #expect(try fileSystem.status(of: file).mode == FileMode(rawValue: 0o666))
    try fileSystem.close(file)
  }
}

@Suite("In-memory file system")
struct InMemoryFileSystemTests {
  @Test("keeps only synchronized names and contents after a power loss")
  func powerLoss() throws {
    // Given: a synchronized file in an unsynchronized directory, and the reverse
    let disk = InMemoryFileSystem()
    disk.placeFolder(at: "/data")
    let first = try disk.open("/data/content", for: .creating(.privateFile))
    _ = try [UInt8(1)].withUnsafeBytes { try disk.write(first, at: 0, from: $0) }
    let folder = try disk.open("/data", for: .folder)
    try disk.synchronize(folder)
    let second = try disk.open("/data/name", for: .creating(.privateFile))
    _ = try [UInt8(2)].withUnsafeBytes { try disk.write(second, at: 0, from: $0) }
    try disk.synchronize(second)

    // Then
    let everything = disk.afterPowerLoss(.everything)
    #expect(everything.names(in: "/data") == ["content"])
    #expect(everything.contents(at: "/data/content") == [])
    let contents = disk.afterPowerLoss(.contents)
    #expect(contents.names(in: "/data") == ["content", "name"])
    #expect(contents.contents(at: "/data/content") == [])
    #expect(contents.contents(at: "/data/name") == [2])
    let names = disk.afterPowerLoss(.names)
    #expect(names.names(in: "/data") == ["content"])
    #expect(names.contents(at: "/data/content") == [1])
    #expect(everything.openFileCount == 0)
    #expect(disk.openFileCount == 3)
    let kinds = Set((0..<50).map { disk.afterPowerLoss(.some(seed: $0)).names(in: "/data") })
    #expect(kinds == [["content"], ["content", "name"]])
  }

  @Test("restores a replaced name with its old content after a power loss")
  func replacedName() throws {
    let disk = InMemoryFileSystem()
    disk.place([1], at: "/data/a")
    disk.place([2], at: "/data/b")
    try disk.rename("/data/b", to: "/data/a")
    #expect(disk.contents(at: "/data/a") == [2])
    #expect(disk.afterPowerLoss(.everything).contents(at: "/data/a") == [1])
    #expect(disk.afterPowerLoss(.everything).contents(at: "/data/b") == [2])
    #expect(disk.afterPowerLoss(.contents).contents(at: "/data/a") == [2])
  }

  @Test("checks permissions for users but not for the administrator")
  func permissions() throws {
    let disk = InMemoryFileSystem()
    disk.place([1], at: "/data/a")
    let stranger = disk.otherProcess(as: FileOwner(user: 2_000, group: 2_000))
    let administrator = disk.otherProcess(as: FileOwner(user: 0, group: 0))
    func code(_ fileSystem: InMemoryFileSystem, _ path: String, _ purpose: OpenPurpose) -> SystemErrorCode? {
      do throws(FileSystemError) {
        _ = try fileSystem.open(path, for: purpose)
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code(stranger, "/data/a", .reading) == .accessDenied)
    disk.setMode(FileMode(rawValue: 0o755), at: "/data")
    #expect(code(stranger, "/data/a", .reading) == .accessDenied)
    disk.setMode(FileMode(rawValue: 0o644), at: "/data/a")
    #expect(code(stranger, "/data/a", .reading) == nil)
    #expect(code(stranger, "/data/a", .updating(.privateFile)) == .accessDenied)
    #expect(code(stranger, "/data/b", .creating(.privateFile)) == .accessDenied)
    #expect(code(administrator, "/data/b", .creating(.privateFile)) == nil)
    #expect(code(administrator, "/data/a", .updating(.privateFile)) == nil)
  }
}

@Suite("Durable writer without a store")
struct DurableWriterTests {
  @Test("replaces files, keeps links and permissions, and rejects anything but regular files")
  func write() throws {
    let folder = try TemporaryFolder()
    let writer = DurableWriter()
    try writer.write(Array("one".utf8), to: folder.path("a"))
    #expect(try LiveFileSystem().status(at: folder.path("a")).mode == .privateFile)
    #expect(chmod(folder.path("a"), 0o640) == 0)
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "a")
    try writer.write(Array("two".utf8), to: folder.path("link"))
    #expect(try folder.text(at: folder.path("a")) == "two")
    #expect(try LiveFileSystem().status(at: folder.path("a")).mode == FileMode(rawValue: 0o640))
    #expect(try folder.names() == ["a", "link"])
    #expect(throws: DurableWriter.Failure.self) { try writer.write([], to: folder.root) }
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    #expect(throws: DurableWriter.Failure.self) { try writer.write([], to: folder.path("pipe")) }
    #expect(throws: DurableWriter.Failure.self) { try writer.write([], to: folder.path("missing/a")) }
    #expect(try folder.names() == ["a", "link", "pipe"])
  }

  @Test("replaces a file in pieces, and keeps the old content until the end")
  func pieces() throws {
    let folder = try TemporaryFolder()
    let writer = DurableWriter()
    try writer.write(Array("old".utf8), to: folder.path("a"))
    #expect(chmod(folder.path("a"), 0o640) == 0)
    do {
      let dropped = try writer.begin(folder.path("a"))
      try dropped.append(Array("lost".utf8))
      #expect(try folder.names().count == 2)
    }
    #expect(try folder.names() == ["a"])
    let replacement = try writer.begin(folder.path("a"))
    for piece in ["new", "", " and ", "long"] { try replacement.append(Array(piece.utf8)) }
    #expect(try folder.text(at: folder.path("a")) == "old")
    try replacement.finish()
    #expect(try folder.text(at: folder.path("a")) == "new and long")
    #expect(try LiveFileSystem().status(at: folder.path("a")).mode == FileMode(rawValue: 0o640))
    #expect(try folder.names() == ["a"])
  }

  @Test("leaves either the old or the new content and no other files, whichever call fails")
  func failingPieces() throws {
    for call in 0..<20 {
      let disk = InMemoryFileSystem()
      disk.placeFolder(at: "/d")
      disk.place(Array("old".utf8), at: "/d/a")
      let faulty = FaultyFileSystem(disk, call: call, .error(.inputOutput))
      var failure: DurableWriter.Failure?
      do throws(DurableWriter.Failure) {
        let replacement = try DurableWriter(fileSystem: faulty).begin("/d/a")
        try replacement.append(Array("new".utf8))
        try replacement.append(Array("er".utf8))
        try replacement.finish()
      } catch {
        failure = error
      }
      let expected =
        switch failure {
        case .notWritten: "old"
        case .notConfirmed, nil: "newer"
        }
      #expect(disk.contents(at: "/d/a") == Array(expected.utf8), "call \(call)")
      #expect(disk.names(in: "/d") == ["a"], "call \(call)")
      #expect(disk.openFileCount == 0 || failure != nil, "call \(call)")
    }
  }

  @Test("writes large and empty content durably")
  func sizes() throws {
    let folder = try TemporaryFolder()
    for size in [0, 1, 5_000_000] {
      try DurableWriter().write(Array(repeating: 120, count: size), to: folder.path("a"))
      #expect(try LiveFileSystem().status(at: folder.path("a")).size == size)
    }
  }
}
