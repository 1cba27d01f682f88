/// Whole-file operations built on the single calls, with interrupted calls repeated and short ones continued.
extension FileSystem {
  /// How often an interrupted call is repeated before its error is passed on, so that a broken file system cannot hang a program.
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

  /// Writes all bytes from the beginning of a file.
  func writeAll(_ bytes: [UInt8], to file: FileDescriptor) throws(FileSystemError) {
    var written = 0
    while written < bytes.count {
      let offset = written
      let count = try uninterrupted { () throws(FileSystemError) -> Int in
        let result = bytes.withUnsafeBytes { buffer -> Result<Int, FileSystemError> in
          do throws(FileSystemError) {
            return .success(try write(file, at: offset, from: UnsafeRawBufferPointer(rebasing: buffer[offset...])))
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
  ///   - expected: The likely length; the buffer is made one larger, so that the end is noticed without growing it.
  ///   - limit: The largest number of bytes to return.
  func readAll(_ file: FileDescriptor, expected: Int, limit: Int) throws(FileSystemError) -> [UInt8] {
    var failure: FileSystemError?
    var bytes: [UInt8] = []
    var wanted = min(expected, limit) + 1
    while true {
      let start = bytes.count
      let more = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
        do throws(FileSystemError) {
          while count < wanted {
            let free = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count..<wanted])
            let position = start + count
            let got = try uninterrupted { () throws(FileSystemError) -> Int in
              try read(file, at: position, into: free)
            }
            if got == 0 { return }
            count += got
          }
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      bytes = bytes.isEmpty ? more : bytes + more
      if more.count < wanted { return bytes }
      if bytes.count > limit { return Array(bytes[..<limit]) }
      wanted = min(max(bytes.count, 4_096), limit - bytes.count + 1)
    }
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

  /// Closes a descriptor where an error has no consequence: nothing was written through it, or an earlier error is thrown.
  func closeQuietly(_ file: FileDescriptor) {
    do throws(FileSystemError) { try close(file) } catch {}
  }

  /// Removes a file that may be gone already, while an earlier error is being thrown.
  func unlinkQuietly(_ path: String) {
    do throws(FileSystemError) { try unlink(path) } catch {}
  }
}
