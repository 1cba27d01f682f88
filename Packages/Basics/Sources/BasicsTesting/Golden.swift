public import Foundation

/// A directory of reviewed reference files for comparison with test results.
///
/// If an environment variable is set to `1`, the files are rewritten instead. Review the differences before you commit
/// them.
///
/// ```swift
/// let golden = Golden(folder: "Golden", besideFile: #filePath, rewriteVariable: "COMPONENTS_REWRITE_GOLDEN")
/// #expect(try golden.difference(of: text, from: "button.txt") == nil)
/// ```
public struct Golden: Sendable {
  /// The directory that contains the files.
  public let folder: URL
  private let rewrites: Bool

  /// Creates a reference to a directory relative to the test file; pass `#filePath` as `besideFile`.
  ///
  /// If the environment variable is set to `1`, ``difference(of:from:)`` rewrites the files.
  public init(folder: String, besideFile: String, rewriteVariable: String) {
    self.folder =
      URL(fileURLWithPath: besideFile).deletingLastPathComponent().appendingPathComponent(folder)
      .standardizedFileURL
    rewrites = ProcessInfo.processInfo.environment[rewriteVariable] == "1"
  }

  /// Returns the names of all files in the directory.
  public func names() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
  }

  /// Compares text with a file, or rewrites the file.
  ///
  /// - Returns: The first line that differs, with the last heading (`=== …`) before it, or `nil` for equal text.
  public func difference(of text: String, from name: String) throws -> String? {
    let file = folder.appendingPathComponent(name)
    if rewrites {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return nil
    }
    guard let data = FileManager.default.contents(atPath: file.path) else { return "\(name) is missing." }
    guard !data.elementsEqual(text.utf8) else { return nil }
    let old = String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    let new = text.split(separator: "\n", omittingEmptySubsequences: false)
    var heading = ""
    for index in 0..<max(old.count, new.count) {
      let left = index < old.count ? String(old[index]) : "(no line)"
      let right = index < new.count ? String(new[index]) : "(no line)"
      guard left.utf8.elementsEqual(right.utf8) else {
        return "\(name), line \(index + 1)\(heading)\nexpected: \(left)\n but was: \(right)"
      }
      if left.hasPrefix("=== ") { heading = ", under \(left)" }
    }
    return "\(name) differs."
  }
}
