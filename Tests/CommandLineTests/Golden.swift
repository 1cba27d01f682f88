import Foundation
import Testing

/// Compares texts with files that a person has read.
///
/// `COMMANDLINE_REWRITE_GOLDEN=1` writes the files anew; read the difference before committing it.
enum Golden {
  /// Where the files are.
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

  private static let rewrites = ProcessInfo.processInfo.environment["COMMANDLINE_REWRITE_GOLDEN"] == "1"

  /// Expects a text to be that of a file.
  static func expect(
    _ text: String,
    matches name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.appending(path: name)
    if rewrites {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return
    }
    let expected = try? String(contentsOf: file, encoding: .utf8)
    #expect(text == expected, "\(name) reads differently, or is missing", sourceLocation: sourceLocation)
  }

  /// The names of all files, those that nothing is compared with included.
  static func names() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
  }
}
