import Foundation

/// An exclusive lock between processes, and between stores of one process: `flock(2)` on a side file.
struct SideLock: Sendable {
  /// Why the lock was not had.
  enum Failure: Error {
    case timeout(waited: Duration)
    case system(FileFailure)
  }

  private static let longestPause = Duration.milliseconds(8)

  let calls: any FileCalls
  let timeout: Duration

  /// Does something while holding the lock.
  ///
  /// - Parameters:
  ///   - path: The lock file, which is created when missing; its folder has to exist.
  ///   - body: What to do; its errors come out as they are, in the result.
  /// - Returns: What the body returns.
  /// - Throws: `Failure` when the lock was not had.
  func holding<Result>(_ path: String, _ body: () -> Result) throws(Failure) -> Result {
    let file = try acquire(path)
    // Closing the only descriptor of the open file releases the lock.
    defer { calls.close(file) }
    return body()
  }

  private func acquire(_ path: String) throws(Failure) -> Int32 {
    var waited = Duration.zero
    var pause = Duration.microseconds(250)
    while true {
      if let file = try attempt(path) { return file }
      guard waited < timeout else { throw .timeout(waited: waited) }
      // Waiting for different times keeps processes that started together from trying together for ever.
      let length = min(pause * Double.random(in: 0.5...1), timeout - waited)
      calls.pause(length)
      waited += length
      pause = min(pause * 2, SideLock.longestPause)
    }
  }

  private func attempt(_ path: String) throws(Failure) -> Int32? {
    do throws(FileFailure) {
      let file = try calls.retried { () throws(FileFailure) in try calls.open(path, for: .writing) }
      do throws(FileFailure) {
        let isLocked = try calls.retried { () throws(FileFailure) in try calls.tryLock(file, path) }
        // Whoever removed the file while this waited would let others lock the new one at the same time.
        if isLocked, try isCurrent(file, path) { return file }
      } catch {
        calls.close(file)
        throw error
      }
      calls.close(file)
      return nil
    } catch {
      throw .system(error)
    }
  }

  private func isCurrent(_ file: Int32, _ path: String) throws(FileFailure) -> Bool {
    do throws(FileFailure) {
      return try calls.facts(at: path).isSameFile(as: calls.facts(file, path))
    } catch {
      if error.code == ENOENT { return false }
      throw error
    }
  }
}
