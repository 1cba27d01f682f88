public import Foundation

/// A temporary directory that is removed when its last reference is released.
public final class TemporaryFolder: Sendable {
  /// The location of the directory.
  public let url: URL

  /// Creates an empty directory in the system's temporary directory.
  public init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    // The system eventually removes any files that can't be removed here.
    try? FileManager.default.removeItem(at: url)
  }

  /// The path of the directory.
  public var root: String { url.path }

  /// Returns the path of a file in the directory.
  public func path(_ name: String) -> String { "\(root)/\(name)" }

  /// Replaces a file, creating missing parent directories.
  ///
  /// The old file is unlinked first, because overwriting it would wait for the disk on some file systems.
  public func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    unlink(file.path)
    try Data(Array(bytes)).write(to: file)
  }

  /// Replaces a file, creating missing parent directories.
  public func write(_ text: String, to name: String) throws {
    try write(text.utf8, to: name)
  }

  /// Returns the bytes of a file.
  public func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: url.appendingPathComponent(name)))
  }

  /// Returns the sorted names of all files and directories in the directory.
  public func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root).sorted()
  }

  /// Returns the permissions of a file.
  public func mode(_ name: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }
}
