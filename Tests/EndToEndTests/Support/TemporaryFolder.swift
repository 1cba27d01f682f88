import Foundation

/// A directory that is removed along with the last reference to it.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "fetch-counter-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    // The system cleans up files that can't be removed.
    try? FileManager.default.removeItem(at: url)
  }

  /// Writes a file and creates its parent directories.
  func write(_ content: String, to file: URL) throws {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(content.utf8).write(to: file)
  }
}
