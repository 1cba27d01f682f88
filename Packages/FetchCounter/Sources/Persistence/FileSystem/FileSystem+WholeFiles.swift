/// Whole-file operations built on the single calls, with interrupted calls repeated and short ones continued.
extension FileSystem {
  /// How often an interrupted call is repeated before its error is passed on, so that a broken file system cannot hang
  /// a program.
  private static var interruptionLimit: Int { 1_000 }

  /// Repeats a call as long as a signal interrupts it.
  func uninterrupted<Result>(
    _ call: () throws(FileSystemError) -> Result
  ) throws(FileSystemError) -> Result {
    for _ in 0..<Self.interruptionLimit {
      do throws(FileSystemError) {
        return try call()
      } catch {
        if error.code != .interrupted { throw error }
      }
    }
    return try call()
  }

  /// Writes all bytes into a file, from its beginning or another offset in bytes.
  func writeAll(_ bytes: [UInt8], to file: FileDescriptor, at start: Int = 0) throws(FileSystemError) {
    var written = 0
    while written < bytes.count {
      let offset = written
      let count = try uninterrupted { () throws(FileSystemError) -> Int in
        let result = bytes.withUnsafeBytes { buffer -> Result<Int, FileSystemError> in
          do throws(FileSystemError) {
            return .success(
              try write(file, at: start + offset, from: UnsafeRawBufferPointer(rebasing: buffer[offset...]))
            )
          } catch {
            return .failure(error)
          }
        }
        return try result.get()
      }
      // A device that accepts nothing and reports nothing would otherwise be asked for ever.
      if count <= 0 { throw FileSystemError(.write, file.path, .inputOutput) }
      written += count
    }
  }

  /// Reads a file from its beginning to its end, but no more than `limit` bytes.
  ///
  /// - Parameters:
  ///   - file: The descriptor.
  ///   - expected: The likely length. One more byte is asked for, so that a file of this length takes one call.
  ///   - limit: The largest number of bytes to return.
  /// - Returns: The bytes.
  /// - Throws: ``FileSystemError``.
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

  /// Reads once.
  private func readChunk(_ file: FileDescriptor, at offset: Int, size: Int) throws(FileSystemError) -> [UInt8] {
    var failure: FileSystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      let raw = UnsafeMutableRawBufferPointer(buffer)
      do throws(FileSystemError) {
        count = try uninterrupted { () throws(FileSystemError) in try read(file, at: offset, into: raw) }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Makes the entries of a folder durable.
  func synchronizeFolder(_ path: String) throws(FileSystemError) {
    let folder = try uninterrupted { () throws(FileSystemError) in try open(path, for: .folder) }
    do throws(FileSystemError) {
      try uninterrupted { () throws(FileSystemError) in try synchronize(folder) }
    } catch {
      closeQuietly(folder)
      throw error
    }
    closeQuietly(folder)
  }

  /// Closes a descriptor where an error has no consequence: nothing was written through it, or an earlier error is
  /// thrown.
  func closeQuietly(_ file: FileDescriptor) {
    do throws(FileSystemError) { try close(file) } catch {}
  }

  /// Removes a file that may be gone already, while an earlier error is being thrown.
  func unlinkQuietly(_ path: String) {
    do throws(FileSystemError) { try unlink(path) } catch {}
  }
}
