import Foundation

/// A folder on the machine's disk that is removed when the test is over.
final class TemporaryFolder: Sendable {
  let root: String

  init() throws {
    root = FileManager.default.temporaryDirectory.appendingPathComponent("portfolio-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: root)
  }

  func path(_ name: String) -> String { "\(root)/\(name)" }

  /// Puts a new file in place of one that may be there; writing into that would wait for the disk on some file systems.
  func write(_ bytes: [UInt8], to name: String) throws {
    unlink(path(name))
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
  }

  func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root).sorted()
  }

  func mode(_ name: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }
}
