import Foundation
import Testing

/// Compares text with files that were checked by a person once.
///
/// `COMPONENTS_REWRITE_GOLDEN=1` writes the files anew; look at the difference before committing it.
enum Golden {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Golden")

  private static let rewrites = ProcessInfo.processInfo.environment["COMPONENTS_REWRITE_GOLDEN"] == "1"

  /// Expects a text to be that of a file.
  static func expect(_ text: String, matches file: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let url = folder.appendingPathComponent(file)
    if rewrites {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(text.utf8).write(to: url)
      return
    }
    guard let data = FileManager.default.contents(atPath: url.path) else {
      Issue.record("There is no golden file \(file).", sourceLocation: sourceLocation)
      return
    }
    let expected = String(decoding: data, as: UTF8.self)
    if let difference = difference(expected, text) {
      Issue.record("\(file): \(difference)", sourceLocation: sourceLocation)
    }
  }

  /// The first lines that differ, with the heading that they are under; nil for equal texts.
  private static func difference(_ expected: String, _ actual: String) -> String? {
    guard !expected.utf8.elementsEqual(actual.utf8) else { return nil }
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let new = actual.split(separator: "\n", omittingEmptySubsequences: false)
    var heading = ""
    for index in 0..<max(old.count, new.count) {
      let left = index < old.count ? String(old[index]) : "(no line)"
      let right = index < new.count ? String(new[index]) : "(no line)"
      if left == right {
        if left.hasPrefix("=== ") { heading = left }
        continue
      }
      return "line \(index + 1), under \(heading)\nexpected: \(left)\n but was: \(right)"
    }
    return "only canonically equal"
  }
}

extension String {
  /// The text with escapes made visible.
  var showingEscapes: String { replacingOccurrences(of: "\u{1B}", with: "\u{241B}") }
}
