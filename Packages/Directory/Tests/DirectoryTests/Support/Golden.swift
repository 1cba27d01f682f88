import BasicsTesting
import Components
import Testing

/// Functions that compare screens with golden files, or rewrite the files with `DIRECTORY_REWRITE_GOLDEN=1`.
enum GoldenScreens {
  static let files = Golden(
    folder: "../Golden",
    besideFile: #filePath,
    rewriteVariable: "DIRECTORY_REWRITE_GOLDEN"
  )

  private static let sizes = [
    Size(width: 40, height: 12), Size(width: 80, height: 24), Size(width: 120, height: 35),
    Size(width: 200, height: 60),
  ]

  /// Expects a screen and its footer's shortcuts to match a golden file at all sizes, in ASCII, and as linear text.
  @MainActor
  static func expect(_ screen: some Screen, matches name: String, sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    var text = ""
    for size in sizes { text += picture(of: screen, size, .unicode) }
    text += picture(of: screen, sizes[1], .ascii)
    let environment = RenderEnvironment(isAnimated: false)
    let lines = screen.body(size: sizes[1], in: environment).linearLines(in: environment).map(\.plainText)
    text += "=== read out\n" + lines.joined(separator: "\n") + "\n"
    text += "=== keys\n" + screen.keyMap.hints.map { "\($0.key) \($0.action)" }.joined(separator: ", ") + "\n"
    let difference = try files.difference(of: text, from: name + ".txt")
    #expect(difference == nil, sourceLocation: sourceLocation)
  }

  /// Expects a screen to match two images: one for a dark terminal and one for a light terminal.
  @MainActor
  static func expectPictures(
    _ screen: some Screen,
    match name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  )
    throws
  {
    for (appearance, suffix) in [(Appearance.dark, "dark"), (.light, "light")] {
      let environment = RenderEnvironment(theme: .standard(for: appearance), isAnimated: false)
      let picture = screen.frame(size: sizes[1], in: environment).svg(title: name, appearance: appearance)
      let difference = try files.difference(of: picture, from: "\(name)-\(suffix).svg")
      #expect(difference == nil, sourceLocation: sourceLocation)
    }
  }

  @MainActor
  private static func picture(of screen: some Screen, _ size: Size, _ glyphs: GlyphSet) -> String {
    let environment = RenderEnvironment(capabilities: .plain, glyphs: glyphs, isAnimated: false)
    let lines = screen.frame(size: size, in: environment).buffer.lines
    let name = "\(size.width) × \(size.height)\(glyphs == .ascii ? ", ASCII" : "")"
    // Trailing blank lines are omitted.
    let shown = lines[..<((lines.lastIndex { !$0.isEmpty } ?? -1) + 1)]
    return "=== \(name)\n" + shown.joined(separator: "\n") + "\n"
  }
}
