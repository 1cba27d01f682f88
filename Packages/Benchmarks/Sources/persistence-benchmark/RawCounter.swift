import Foundation

/// The bare calls that a durable replacement of a file takes, and nothing else: no lock, no reading, no checks, no backup.
struct RawCounter {
  let folder: String
  let path: String
  /// What is written; as long as what the store writes.
  let bytes: [UInt8]

  func write() throws {
    let temporary = path + ".tmp"
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0, Foundation.write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0, close(file) == 0,
      rename(temporary, path) == 0
    else { throw BenchmarkError("\(path) can't be written: \(String(cString: strerror(errno))).") }
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0, fsync(directory) == 0, close(directory) == 0 else {
      throw BenchmarkError("\(folder) can't be synchronised: \(String(cString: strerror(errno))).")
    }
  }
}
