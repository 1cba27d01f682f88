import Basics
import Foundation

/// An exclusive lock between processes and between stores, based on `flock(2)` and a lock file.
///
/// Every write replaces the data file, so a lock on that file would stay with the old version. The lock file is never
/// removed, because two processes could then lock two different files.
public struct FileLock: Sendable {
  /// The reason a lock couldn't be taken.
  public enum Failure: Error {
    /// Another open file description held the lock until the timeout.
    case timeout(holder: LockHolder?, waited: Duration)
    /// The lock file or its directory couldn't be created or used.
    case system(FileSystemError)
  }

  private static let shortestPause = Duration.microseconds(250)
  private static let longestPause = Duration.milliseconds(8)

  private let fileSystem: any FileSystem
  private let clock: StoreClock
  /// The lock file's content, which identifies the holder to waiting processes.
  private let introduction: [UInt8]

  /// Creates a lock; other processes mention the holder in timeout errors.
  public init(fileSystem: any FileSystem, clock: StoreClock = .system, holder: LockHolder = .current) {
    self.fileSystem = fileSystem.repeatingInterruptedCalls
    self.clock = clock
    introduction = holder.text
  }

  /// Takes the lock for a file, waiting up to a timeout; zero means a single attempt.
  ///
  /// A missing lock file is created. So is a missing directory, unless a link leads to it, maybe on an unmounted disk.
  public func acquire(for location: FileLocation, timeout: Duration) throws(Failure) -> HeldLock {
    do throws(Failure) {
      return try acquire(location.lock, timeout: timeout)
    } catch {
      guard case .system(let cause) = error, cause.operation == .open, cause.code == .notFound, !location.isLinked
      else { throw error }
      try system { () throws(FileSystemError) in try FolderMaker.make(location.folder, in: fileSystem) }
      return try acquire(location.lock, timeout: timeout)
    }
  }

  private func acquire(_ path: String, timeout: Duration) throws(Failure) -> HeldLock {
    let start = clock.uptime()
    while true {
      let file = try system { () throws(FileSystemError) in try fileSystem.open(path, for: .updating(.privateFile)) }
      do throws(Failure) {
        try wait(for: file, since: start, timeout: timeout)
        if var status = try statusIfCurrent(file) {
          // If the lock file is empty, it has just been created.
          if status.size == 0, status.linkCount == 1 { giveToOwner(file, &status) }
          introduce(in: file)
          return HeldLock(file: file, status: status, fileSystem: fileSystem)
        }
      } catch {
        fileSystem.closeQuietly(file)
        throw error
      }
      fileSystem.closeQuietly(file)
      let waited = clock.uptime() - start
      if waited >= timeout { throw .timeout(holder: nil, waited: waited) }
    }
  }

  private func wait(for file: FileDescriptor, since start: Duration, timeout: Duration) throws(Failure) {
    var pause = FileLock.shortestPause
    while try !system({ () throws(FileSystemError) in try fileSystem.tryLock(file) }) {
      let waited = clock.uptime() - start
      guard waited < timeout else { throw .timeout(holder: currentHolder(in: file), waited: waited) }
      // Random delays prevent processes that started together from colliding repeatedly.
      clock.wait(min(pause * Double.random(in: 0.5...1), timeout - waited))
      pause = min(pause * 2, FileLock.longestPause)
    }
  }

  /// Returns the locked file's status, or `nil` if the path now leads to a different file.
  private func statusIfCurrent(_ file: FileDescriptor) throws(Failure) -> FileStatus? {
    let locked = try system { () throws(FileSystemError) in try fileSystem.status(of: file) }
    do throws(FileSystemError) {
      return try fileSystem.status(at: file.path).isSameFile(as: locked) ? locked : nil
    } catch {
      if error.code == .notFound { return nil }
      throw .system(error)
    }
  }

  private func giveToOwner(_ file: FileDescriptor, _ status: inout FileStatus) {
    // Ignore the failure, because every write tries again. See `HeldLock.share`.
    do throws(FileSystemError) {
      try fileSystem.giveToOwner(of: FileLocation.split(file.path).folder, file, &status)
    } catch {}
  }

  /// Writes the holder into the lock file, ignoring errors because the name is used only in messages.
  private func introduce(in file: FileDescriptor) {
    do throws(FileSystemError) {
      let present = try fileSystem.readAll(file, expected: introduction.count, limit: LockHolder.sizeLimit)
      guard present != introduction else { return }
      try fileSystem.writeAll(introduction, to: file)
      try fileSystem.truncate(file, to: introduction.count)
    } catch {}
  }

  private func currentHolder(in file: FileDescriptor) -> LockHolder? {
    do throws(FileSystemError) {
      return LockHolder(text: try fileSystem.readAll(file, expected: 64, limit: LockHolder.sizeLimit))
    } catch {
      return nil
    }
  }

  private func system<Result>(_ call: () throws(FileSystemError) -> Result) throws(Failure) -> Result {
    do throws(FileSystemError) {
      return try call()
    } catch {
      throw .system(error)
    }
  }
}

/// A lock held until ``release()`` is called.
public struct HeldLock {
  let file: FileDescriptor
  /// The lock file's status when the lock was taken.
  let status: FileStatus
  let fileSystem: any FileSystem

  /// Releases the lock; closing wouldn't suffice if a child process had inherited the descriptor.
  public func release() {
    do throws(FileSystemError) { try fileSystem.unlock(file) } catch {}
    fileSystem.closeQuietly(file)
  }

  /// Copies the protected file's permissions and owner, so the same users can take the lock.
  public func share(like protected: FileStatus) {
    // A file with a second hard link could belong to another program.
    guard status.linkCount == 1 else { return }
    let mode = FileMode(rawValue: protected.mode.readWrite.rawValue | FileMode.privateFile.rawValue)
    do throws(FileSystemError) {
      if status.owner != protected.owner { try fileSystem.setOwner(protected.owner, of: file) }
      if status.mode != mode { try fileSystem.setMode(mode, of: file) }
    } catch {}
  }
}

/// The process that holds a lock, as recorded in the lock file.
public struct LockHolder: Sendable, Hashable {
  /// The process ID.
  public let process: Int32
  package let program: String

  /// Creates a holder, escaping control characters in the program name and truncating it to 100 characters.
  package init(process: Int32, program: String) {
    self.process = process
    self.program = String(program.escapingInvisibles().prefix(100))
  }

  /// The maximum size of a lock file, in bytes.
  static let sizeLimit = 1_024

  /// The process ID, a space, the program name and a line break.
  var text: [UInt8] {
    Array("\(process) \(program)\n".utf8)
  }

  init?(text: [UInt8]) {
    let line = String(decoding: text, as: UTF8.self).prefix { $0 != "\n" }
    let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let process = Int32(parts[0]), process > 0, !parts[1].isEmpty else { return nil }
    self.init(process: process, program: String(parts[1]))
  }
}

extension LockHolder: CustomStringConvertible {
  /// A phrase such as `example (process 4242)`.
  public var description: String { "\(program) (process \(process))" }
}

extension LockHolder {
  /// The current process.
  public static let current = LockHolder(
    process: ProcessInfo.processInfo.processIdentifier,
    program: ProcessInfo.processInfo.processName
  )
}
