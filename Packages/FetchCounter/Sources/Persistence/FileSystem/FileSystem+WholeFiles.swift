import Basics

/// Whole-file operations that continue after short reads and writes.
extension FileSystem {
  /// A version of this file system that repeats interrupted calls, as required by the functions below.
  public var repeatingInterruptedCalls: any FileSystem { UninterruptedFileSystem(self) }

  /// Writes all bytes at an offset, in several calls if necessary; after an error, some bytes may have been written.
  public func writeAll(_ bytes: [UInt8], to file: FileDescriptor, at offset: Int = 0) throws(FileSystemError) {
    var written = 0
    while written < bytes.count {
      let start = written
      let count = try bytes.withUnsafeBytes { buffer in
        Result { () throws(FileSystemError) in
          try write(file, at: offset + start, from: UnsafeRawBufferPointer(rebasing: buffer[start...]))
        }
      }.get()
      // This check prevents an endless loop on a device that writes nothing and reports no error.
      if count <= 0 { throw FileSystemError(.write, file.path, .inputOutput) }
      written += count
    }
  }

  /// Returns up to `limit` bytes, using a single call if the file has the expected length.
  func readAll(_ file: FileDescriptor, expected: Int, limit: Int) throws(FileSystemError) -> [UInt8] {
    var bytes = try readChunk(file, at: 0, size: min(expected, limit) + 1)
    if bytes.count == expected { return bytes }
    while bytes.count < limit {
      let more = try readChunk(file, at: bytes.count, size: min(max(bytes.count, 4_096), limit - bytes.count))
      if more.isEmpty { return bytes }
      bytes += more
    }
    return bytes.count > limit ? Array(bytes[..<limit]) : bytes
  }

  /// Returns bytes starting at an offset, or fewer bytes at the end of the file.
  public func readBytes(_ file: FileDescriptor, at offset: Int, count: Int) throws(FileSystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let more = try readChunk(file, at: offset + bytes.count, size: count - bytes.count)
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  private func readChunk(_ file: FileDescriptor, at offset: Int, size: Int) throws(FileSystemError) -> [UInt8] {
    var failure: FileSystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      do throws(FileSystemError) {
        count = try read(file, at: offset, into: UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Makes a directory's entries durable, so they survive a power loss.
  public func synchronizeFolder(_ path: String) throws(FileSystemError) {
    let folder = try open(path, for: .folder)
    defer { closeQuietly(folder) }
    try synchronize(folder)
  }

  /// Closes a descriptor and ignores errors; for use after reading or while an earlier error is being thrown.
  public func closeQuietly(_ file: FileDescriptor) {
    do throws(FileSystemError) { try close(file) } catch {}
  }

  /// Removes a file and ignores errors; for use while an earlier error is being thrown.
  func unlinkQuietly(_ path: String) {
    do throws(FileSystemError) { try unlink(path) } catch {}
  }
}

extension FileSystem {
  /// Gives a new file the same owner as its directory, and updates `status`.
  ///
  /// Otherwise an administrator who created a store in another user's directory would lock that user out. If the system
  /// refuses the change, the file keeps its owner.
  public func giveToOwner(
    of folder: String,
    _ file: FileDescriptor,
    _ status: inout FileStatus
  ) throws(FileSystemError) {
    let owner = try self.status(at: folder).owner
    // If the directory belongs to the same user, the system has already chosen the right group.
    guard owner.user != status.owner.user else { return }
    do throws(FileSystemError) {
      try setOwner(owner, of: file)
      status.owner = owner
    } catch {
      guard error.code.meansNoGivingAway else { throw error }
    }
  }
}

extension SystemErrorCode {
  /// Whether the code means that the owner can't be changed; `EINVAL` indicates an unmapped owner in a user namespace.
  var meansNoGivingAway: Bool {
    [.notPermitted, .invalid, .unsupported, .noSuchCall].contains(self)
  }
}
