import Basics
import BasicsTesting
import Components
import Testing

/// Functions that compare screens with golden files, or rewrite the files with `MARKETS_REWRITE_GOLDEN=1`.
enum GoldenScreens {
  static let files = Golden(
    folder: "../Golden",
    besideFile: #filePath,
    rewriteVariable: "MARKETS_REWRITE_GOLDEN"
  )

  private static let sizes = [Size(width: 50, height: 16), Size(width: 80, height: 24), Size(width: 130, height: 30)]

  /// Checks that a screen matches its golden files in all sizes, in ASCII, and in linear output.
  @MainActor
  static func expect(_ screen: any Screen, matches file: String, sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    // Use the format of a terminal in the C locale.
    try RegionalFormat.with(.posix) {
      try expectPosix(screen, matches: file, sourceLocation: sourceLocation)
    }
  }

  @MainActor
  private static func expectPosix(_ screen: any Screen, matches file: String, sourceLocation: SourceLocation) throws {
    var text = ""
    for size in sizes { text += picture(of: screen, size, .unicode) }
    text += picture(of: screen, sizes[1], .ascii)
    let environment = RenderEnvironment(glyphs: .unicode, isAnimated: false)
    let lines = screen.body(size: sizes[1], in: environment).linearLines(in: environment).map(\.plainText)
    text += "=== read out\n" + lines.joined(separator: "\n") + "\n"
    let difference = try files.difference(of: text, from: file)
    #expect(difference == nil, sourceLocation: sourceLocation)
  }

  @MainActor
  private static func picture(of screen: any Screen, _ size: Size, _ glyphs: GlyphSet) -> String {
    let environment = RenderEnvironment(glyphs: glyphs, isAnimated: false)
    let frame = screen.frame(size: size, in: environment)
    let name = "\(size.width) × \(size.height)\(glyphs == .ascii ? ", ASCII" : "")"
    return "=== \(name)\n" + frame.buffer.lines.joined(separator: "\n") + "\n"
  }
}

/// Presses keys as the program does: text goes to a focused field, and other keys to the screen's key map first.
@MainActor
func press(_ presses: KeyPress..., on screen: any Screen) {
  for press in presses {
    if screen.isEnteringText, press.typedText != nil {
      _ = screen.handle(.key(press))
    } else if !screen.keyMap.perform(press) {
      _ = screen.handle(.key(press))
    }
  }
}
