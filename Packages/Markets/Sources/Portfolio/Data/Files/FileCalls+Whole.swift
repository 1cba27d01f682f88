import Foundation

extension FileCalls {
  /// Repeats a call that a signal interrupted.
  func retried<Result>(_ call: () throws(FileFailure) -> Result) throws(FileFailure) -> Result {
    while true {
      do throws(FileFailure) {
        return try call()
      } catch {
        guard error.code == EINTR else { throw error }
      }
    }
  }

  /// Writes all bytes, however many calls that takes.
  func writeAll(_ bytes: [UInt8], to file: Int32, _ path: String, at offset: Int) throws(FileFailure) {
    try bytes.withUnsafeBytes { buffer in
      Result { () throws(FileFailure) in
        var written = 0
        while written < buffer.count {
          let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
          let count = try retried { () throws(FileFailure) in try write(file, path, at: offset + written, from: rest) }
          // A call that writes nothing and reports nothing would be repeated for ever.
          guard count > 0 else { throw FileFailure(operation: "write", path: path, code: EIO) }
          written += count
        }
      }
    }.get()
  }

  /// Reads bytes from a place on; fewer when the file ends earlier.
  func readAll(_ file: Int32, _ path: String, at offset: Int, count: Int) throws(FileFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let filled = try bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(FileFailure) in try fill(buffer, from: file, path, at: offset) }
    }.get()
    bytes.removeLast(count - filled)
    return bytes
  }

  /// Fills a buffer from a place of a file on, as far as the file goes.
  func fill(
    _ buffer: UnsafeMutableRawBufferPointer,
    from file: Int32,
    _ path: String,
    at offset: Int
  ) throws(FileFailure) -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = try retried { () throws(FileFailure) in try read(file, path, at: offset + filled, into: rest) }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Whether there is something at a path.
  func isThere(_ path: String) throws(FileFailure) -> Bool {
    do throws(FileFailure) {
      _ = try retried { () throws(FileFailure) in try facts(at: path) }
      return true
    } catch {
      if error.code == ENOENT { return false }
      throw error
    }
  }

  /// Makes the names in a folder durable.
  func synchronizeFolder(_ path: String) throws(FileFailure) {
    let folder = try retried { () throws(FileFailure) in try open(path, for: .folder) }
    defer { close(folder) }
    try retried { () throws(FileFailure) in try synchronize(folder, path) }
  }

  /// Creates a folder and those above it that are missing, with mode 0700, durably.
  func makeFolders(_ path: String) throws(FileFailure) {
    do throws(FileFailure) {
      try makeFolder(path)
    } catch {
      switch error.code {
      case EEXIST: return
      case ENOENT where FilePlace.folder(of: path) != path: break
      default: throw error
      }
      try makeFolders(FilePlace.folder(of: path))
      do throws(FileFailure) {
        try makeFolder(path)
      } catch {
        // Another process that came at the same moment has made it.
        if error.code != EEXIST { throw error }
      }
    }
    try synchronizeFolder(FilePlace.folder(of: path))
  }
}
