import Basics
import BasicsTesting

#if os(Linux)
import Foundation
import Persistence
import Testing

#if canImport(Glibc)
import Glibc
#else
import Musl
#endif

/// A small file system, visible only to the calling thread and removed when the process ends.
private enum SmallDisk {
  private typealias Unshare = @convention(c) (Int32) -> Int32
  private typealias Mount =
    @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<CChar>, UInt, UnsafePointer<CChar>) ->
    Int32

  // Copied from linux/sched.h and linux/mount.h, which Swift doesn't import.
  private static let newNamespace: Int32 = 0x0002_0000
  private static let recursive: UInt = 0x4000
  private static let isPrivate: UInt = 0x4_0000

  /// Mounts a 64 KiB file system and returns whether that succeeded; requires administrator rights.
  static func mount(on folder: String) -> Bool {
    guard let unshareAddress = dlsym(nil, "unshare"), let mountAddress = dlsym(nil, "mount") else { return false }
    let unshare = unsafeBitCast(unshareAddress, to: Unshare.self)
    let mount = unsafeBitCast(mountAddress, to: Mount.self)
    return unshare(newNamespace) == 0
      && mount("none", "/", "none", recursive | isPrivate, "") == 0
      && mount("tmpfs", folder, "tmpfs", 0, "size=64k") == 0
  }

  static func inThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? {
    let result = Locked<Result?>(nil)
    let done = DispatchSemaphore(value: 0)
    Thread {
      let value = body()
      result.withLock { $0 = value }
      done.signal()
    }.start()
    done.wait()
    return result.withLock { $0 }
  }

  static let isPossible: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    return inThread { mount(on: folder.root) } ?? false
  }()
}

@Suite("Full disk")
struct FullDiskTests {
  @Test(
    "keeps the old value on a full disk, and accepts changes again when there is space",
    .enabled(if: SmallDisk.isPossible, "mounting a small disk needs the rights of an administrator")
  )
  func fullDisk() async throws {
    let folder = try TemporaryFolder()
    await #expect(processExitsWith: .success) { [root = folder.root as String] in
      let failures = SmallDisk.inThread { () -> [String] in
        do { return try checkFullDisk(root) } catch { return ["\(error)"] }
      }
      #expect(failures == [])
    }
    #expect(try folder.names() == [], "The small disk was seen outside its thread.")
  }
}

/// Fills a small disk, changes a store on it, and returns the failed expectations.
private func checkFullDisk(_ root: String) throws -> [String] {
  guard SmallDisk.mount(on: root) else { return ["the disk could not be mounted"] }
  var failures: [String] = []
  func check(_ isKept: Bool, _ rule: String) {
    if !isKept { failures.append(rule) }
  }

  // Given: a store on a disk without a free byte
  let store = JSONFileStore(path: root + "/record.json", default: "", writtenBy: "tests")
  try store.update { $0 = "first" }
  let filler = open(root + "/filler", O_WRONLY | O_CREAT, 0o600)
  let block = [UInt8](repeating: 0, count: 4_096)
  while write(filler, block, block.count) > 0 {}
  check(errno == ENOSPC, "the disk is full")
  close(filler)

  // When
  let text = String(repeating: "x", count: 9_000)
  let error = failure { try store.update { $0 = text } }

  // Then
  check("\(String(describing: error))".contains("ENOSPC"), "the error is ENOSPC, and not \(String(describing: error))")
  check(try store.load() == "first", "the old value stays")
  check(try !FileManager.default.contentsOfDirectory(atPath: root).contains { $0.contains(".tmp-") }, "nothing is left")
  unlink(root + "/filler")
  try store.update { $0 = text }
  check(try store.load() == text, "changes work again")
  return failures
}
#endif
