public import Foundation

/// A folder on disk that is removed when the last reference is released.
public final class TemporaryFolder: Sendable {
  /// The folder.
  public let url: URL

  /// Creates an empty folder in the system's temporary directory.
  public init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    // Files that can't be removed are left to the system.
    try? FileManager.default.removeItem(at: url)
  }

  /// The folder's path.
  public var root: String { url.path }

  /// Returns the path of a file in the folder.
  public func path(_ name: String) -> String { "\(root)/\(name)" }

  /// Replaces a file and creates missing folders above it.
  ///
  /// The old file is unlinked first, because writing into it waits for the disk on some file systems.
  public func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    unlink(file.path)
    try Data(Array(bytes)).write(to: file)
  }

  /// Replaces a file and creates missing folders above it.
  public func write(_ text: String, to name: String) throws {
    try write(text.utf8, to: name)
  }

  /// Returns the bytes of a file.
  public func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: url.appendingPathComponent(name)))
  }

  /// Returns the names of all files and folders in the folder, sorted.
  public func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root).sorted()
  }

  /// Returns the permissions of a file.
  public func mode(_ name: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }
}
