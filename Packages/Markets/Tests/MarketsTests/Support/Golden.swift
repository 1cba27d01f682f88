import Components
import Foundation
import Testing

/// Compares screens with files that were checked by a person once.
///
/// `MARKETS_REWRITE_GOLDEN=1` writes the files anew; look at the difference before committing it.
enum Golden {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Golden")

  private static let rewrites = ProcessInfo.processInfo.environment["MARKETS_REWRITE_GOLDEN"] == "1"

  /// The sizes at which every screen is compared.
  static let sizes = [Size(width: 50, height: 16), Size(width: 80, height: 24), Size(width: 130, height: 30)]

  /// Expects a screen to look as in a file, at all sizes, in ASCII, and read out.
  @MainActor
  static func expect(_ screen: any Screen, matches file: String, sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    var text = ""
    for size in sizes { text += picture(of: screen, size, .unicode) }
    text += picture(of: screen, sizes[1], .ascii)
    let environment = RenderEnvironment(glyphs: .unicode, isAnimated: false)
    let lines = screen.body(size: sizes[1], in: environment).linearLines(in: environment).map(\.plainText)
    text += "=== read out\n" + lines.joined(separator: "\n") + "\n"
    try expect(text, matches: file, sourceLocation: sourceLocation)
  }

  @MainActor
  private static func picture(of screen: any Screen, _ size: Size, _ glyphs: GlyphSet) -> String {
    let environment = RenderEnvironment(glyphs: glyphs, isAnimated: false)
    let frame = screen.frame(size: size, in: environment)
    let name = "\(size.width) × \(size.height)\(glyphs == .ascii ? ", ASCII" : "")"
    return "=== \(name)\n" + frame.buffer.lines.joined(separator: "\n") + "\n"
  }

  private static func expect(_ text: String, matches file: String, sourceLocation: SourceLocation) throws {
    let url = folder.appendingPathComponent(file)
    if rewrites {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
      return
    }
    guard let data = FileManager.default.contents(atPath: url.path) else {
      Issue.record("There is no golden file \(file).", sourceLocation: sourceLocation)
      return
    }
    let old = String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    let new = text.split(separator: "\n", omittingEmptySubsequences: false)
    for index in 0..<max(old.count, new.count) {
      let left = index < old.count ? String(old[index]) : "(no line)"
      let right = index < new.count ? String(new[index]) : "(no line)"
      guard left == right else {
        Issue.record(
          "\(file), line \(index + 1)\nexpected: \(left)\n but was: \(right)",
          sourceLocation: sourceLocation
        )
        return
      }
    }
  }
}
