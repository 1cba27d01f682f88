/// An exclusive lock between processes, and between stores of one process: `flock(2)` on a side file.
///
/// A side file, because the file itself is replaced at every write and a lock stays with the replaced one. The
/// lock file is never removed: whoever removes one makes two processes lock two different files.
struct FileLock: Sendable {
  /// Why a lock could not be had.
  enum Failure: Error {
    case timeout(holder: LockHolder?, waited: Duration)
    case system(FileSystemError)
  }

  private static let shortestPause = Duration.microseconds(250)
  private static let longestPause = Duration.milliseconds(8)

  let fileSystem: any FileSystem
  let clock: StoreClock
  /// What is written into the lock file, for those who wait in vain.
  let introduction: [UInt8]

  init(fileSystem: any FileSystem, clock: StoreClock, holder: LockHolder) {
    self.fileSystem = fileSystem
    self.clock = clock
    introduction = holder.text
  }

  /// Takes the lock, waiting for others up to a time.
  ///
  /// - Parameters:
  ///   - path: The lock file, which is created when missing. Its folder has to exist.
  ///   - timeout: How long to try; zero tries once.
  /// - Returns: The lock, to be released.
  /// - Throws: `Failure`.
  func acquire(_ path: String, timeout: Duration) throws(Failure) -> HeldLock {
    let start = clock.uptime()
    while true {
      let file = try system { () throws(FileSystemError) in try fileSystem.open(path, for: .locking(.privateFile)) }
      do throws(Failure) {
        try wait(for: file, since: start, timeout: timeout)
        if let status = try statusIfCurrent(file) {
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
      // Waiting for different times keeps processes that started together from trying together for ever.
      clock.wait(min(pause * Double.random(in: 0.5...1), timeout - waited))
      pause = min(pause * 2, FileLock.longestPause)
    }
  }

  /// Returns the status of the locked file, or `nil` when the path by now names another file, which others may have
  /// locked.
  private func statusIfCurrent(_ file: FileDescriptor) throws(Failure) -> FileStatus? {
    let locked = try system { () throws(FileSystemError) in try fileSystem.status(of: file) }
    do throws(FileSystemError) {
      return try fileSystem.status(at: file.path).isSameFile(as: locked) ? locked : nil
    } catch {
      if error.code == .notFound { return nil }
      throw .system(error)
    }
  }

  /// Writes the holder into the lock file, unless it is there from the last time.
  ///
  /// The name only serves messages, so not being able to write it (a full disk, for example) stops nothing.
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
      return try fileSystem.uninterrupted(call)
    } catch {
      throw .system(error)
    }
  }
}
