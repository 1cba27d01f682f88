/// A lock that is held until it is released.
public struct HeldLock {
  let file: FileDescriptor
  /// The lock file's status when it was locked.
  let status: FileStatus
  let fileSystem: any FileSystem

  /// Releases the lock.
  ///
  /// Closing alone would keep it when a child process had inherited the descriptor by `fork`.
  public func release() {
    do throws(FileSystemError) { try fileSystem.unlock(file) } catch {}
    fileSystem.closeQuietly(file)
  }

  /// Lets everybody lock who may write the file that the lock protects.
  ///
  /// Without this, one run as administrator would leave a lock file that the owner of the data cannot open. Only
  /// the lock file's owner and the administrator can do it; for others there is nothing to correct.
  ///
  /// - Parameter protected: The status of the file that the lock protects.
  public func share(like protected: FileStatus) {
    // With a second name, the file may belong to something else.
    guard status.linkCount == 1 else { return }
    let mode = FileMode(rawValue: protected.mode.readWrite.rawValue | FileMode.privateFile.rawValue)
    do throws(FileSystemError) {
      if status.owner != protected.owner { try fileSystem.setOwner(protected.owner, of: file) }
      if status.mode != mode { try fileSystem.setMode(mode, of: file) }
    } catch {}
  }
}
