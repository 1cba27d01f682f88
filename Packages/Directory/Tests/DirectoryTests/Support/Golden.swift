import Components
import Foundation
import Testing

/// Compares what is drawn with files that a person has looked at.
///
/// `DIRECTORY_REWRITE_GOLDEN=1` writes the files anew; look at the difference before committing it.
enum Golden {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Golden")
  private static let rewrites = ProcessInfo.processInfo.environment["DIRECTORY_REWRITE_GOLDEN"] == "1"

  /// Expects a screen to look like a file at three widths, and to read out like it.
  @MainActor
  static func expect(
    _ screen: some Screen,
    matches name: String,
    height: Int = 14,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let environment = RenderEnvironment(capabilities: .plain, isAnimated: false)
    var text = ""
    for width in [40, 80, 120] {
      let size = Size(width: width, height: height)
      let frame = screen.frame(size: size, in: environment)
      text += "=== \(width) columns\n" + frame.buffer.lines.joined(separator: "\n") + "\n"
    }
    let lines = screen.body(size: Size(width: 80, height: height), in: environment).linearLines(in: environment)
    text += "=== read out\n" + lines.map(\.plainText).joined(separator: "\n") + "\n"
    text += "=== keys\n" + screen.keyMap.hints.map { "\($0.key) \($0.action)" }.joined(separator: ", ") + "\n"
    let url = folder.appending(path: "\(name).txt")
    if rewrites {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
      return
    }
    let expected = String(decoding: try Data(contentsOf: url), as: UTF8.self)
    #expect(text == expected, "\(name) looks different", sourceLocation: sourceLocation)
  }
}
