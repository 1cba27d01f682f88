import Components
import Foundation
import Terminal
import TerminalTesting
import Testing

/// A comparison of the renderer's recorded output with the resulting screens in tmux 3.3a and pyte 0.8.2.
///
/// `TERMINAL_RECORD_SCREENS=1` records the output again and runs `Golden/record-screens`, which needs tmux and a
/// `python3` with pyte in `PATH`. Check the differences before committing them.
@Suite("Emulator screens", .serialized)
struct EmulatorTests {
  private struct Scene: Codable {
    let name: String
    var steps: [Step]
  }

  /// The bytes of a frame, and the cells of every row in an emulator, without trailing blanks.
  private struct Step: Codable {
    let width: Int
    let height: Int
    let stream: String
    var tmux: [[String]]?
    var pyte: [[String]]?
  }

  private struct FrameSequence {
    let name: String
    let frames: [(size: Size, picture: Picture)]

    init(_ name: String, _ frames: [(Size, [String])]) {
      self.name = name
      self.frames = frames.map { size, rows in
        var picture = Picture()
        picture.items = rows.enumerated().map { .init(text: StyledText($1), place: Point(x: 0, y: $0)) }
        return (size, picture)
      }
    }
  }

  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Golden")
  private static let file = folder.appendingPathComponent("screens.json")
  private static let records = ProcessInfo.processInfo.environment["TERMINAL_RECORD_SCREENS"] == "1"

  private static let size = Size(width: 20, height: 4)

  private static let sequences: [FrameSequence] = [
    FrameSequence(
      "code points that terminals do not know",
      [
        (
          size,
          ["a\u{378}b\u{10FFFF}c|", "\u{3248}\u{324F}d\u{1C89}e|", "\u{2FFFC}f\u{20C1}g|", "\u{1FAFF}h\u{4DC0}i|"]
        ),
        (
          size,
          ["a\u{378}B\u{10FFFF}c|", "\u{3248}\u{324F}D\u{1C89}e|", "\u{2FFFC}F\u{20C1}g|", "\u{1FAFF}H\u{4DC0}i|"]
        ),
        (size, ["abcdef|", "\u{3248}ab\u{1C89}c|", "abcdef|", "ab\u{4DC0}cd|"]),
        (size, ["abc", "abc", "abc", "abc"]),
      ]
    ),
    FrameSequence(
      "clusters of several code points",
      [
        (
          size,
          [
            "1 \u{2764}\u{FE0F} 2|", "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}x|", "\u{1F1E9}\u{1F1EA}\u{1F1E9}y|",
            "e\u{301}\u{270C}\u{1F3FB}z|",
          ]
        ),
        (
          size,
          ["1 \u{2764}\u{FE0E} 2|", "\u{1F469}\u{200D}\u{1F469}y|", "\u{1F1E9}x\u{1F1EA}y|", "e\u{301}\u{270C}z|"]
        ),
        (size, ["1 x 2|", "xxxx|", "yyyyyy|", "zzz|"]),
      ]
    ),
    FrameSequence(
      "clusters without end",
      [
        (
          size,
          [
            "e" + String(repeating: "\u{301}", count: 300) + "f|", String(repeating: "\u{1100}", count: 5) + "g|",
            String(repeating: "\u{600}", count: 7) + "h|",
            "\u{915}" + String(repeating: "\u{94D}\u{915}", count: 12) + "i|",
          ]
        ),
        (
          size,
          [
            "e\u{301}f|", String(repeating: "\u{1100}", count: 2) + "g|", String(repeating: "\u{600}", count: 3) + "h|",
            "\u{915}" + String(repeating: "\u{93F}", count: 9) + "i|",
          ]
        ),
        (size, ["f|", "g|", "h|", "i|"]),
      ]
    ),
    FrameSequence(
      "wide characters at the edge",
      [
        (
          size,
          [
            "123456789012345678\u{65E5}", "1234567890123456789\u{65E5}", "123456789012345678\u{1F600}",
            "\u{65E5}\u{672C}",
          ]
        ),
        (size, ["12345678901234567\u{65E5}x", "1234567890123456789x", "1234567890123456789\u{378}", "x\u{672C}"]),
        (size, ["123456789012345678x", "123456789012345678\u{3248}", "12345678901234567\u{1F600}", "\u{65E5}x"]),
      ]
    ),
    FrameSequence(
      "another size",
      [
        (size, ["a\u{378}b\u{1F600}c \u{65E5}\u{672C}\u{8A9E}|", "12345678901234567890", "x", "y"]),
        (Size(width: 9, height: 3), ["a\u{378}b\u{1F600}c \u{65E5}|", "123456789", "z"]),
        (Size(width: 24, height: 5), ["a\u{378}b\u{1F600}c \u{65E5}\u{672C}\u{8A9E}|", "1234567890", "x", "y", "z"]),
      ]
    ),
  ]

  /// Returns the frames of a sequence, and the bytes of each frame.
  private static func frames(of sequence: FrameSequence) -> [(frame: RenderedFrame, bytes: [UInt8])] {
    let renderer = FrameRenderer()
    return sequence.frames.map { size, picture in
      let frame = picture.frame(size, after: renderer.shown)
      return (frame, renderer.render(frame))
    }
  }

  private static func recorded() throws -> [Scene] {
    if records {
      let scenes = sequences.map { sequence in
        let steps = frames(of: sequence).map { frame, bytes in
          Step(
            width: frame.buffer.size.width,
            height: frame.buffer.size.height,
            stream: String(decoding: bytes, as: UTF8.self)
          )
        }
        return Scene(name: sequence.name, steps: steps)
      }
      try JSONEncoder().encode(scenes).write(to: file)
      let process = Process()
      process.executableURL = folder.appendingPathComponent("record-screens")
      process.arguments = [file.path]
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
    }
    return try JSONDecoder().decode([Scene].self, from: try Data(contentsOf: file))
  }

  @Test("draws the same screens in the recorded emulators and in the simulated terminal")
  func screens() throws {
    let scenes = try Self.recorded()
    try #require(scenes.map(\.name) == Self.sequences.map(\.name))
    for (sequence, scene) in zip(Self.sequences, scenes) {
      try #require(scene.steps.count == sequence.frames.count)
      var model = ModelTerminal(size: sequence.frames[0].size)
      model.feed(Array("\u{1B}[?7l\u{1B}[?25l".utf8))
      for (number, (step, drawn)) in zip(scene.steps, Self.frames(of: sequence)).enumerated() {
        let place = "\(scene.name), step \(number)"
        #expect(
          String(decoding: drawn.bytes, as: UTF8.self).debugDescription == step.stream.debugDescription,
          "\(place)"
        )
        if model.screen.size != drawn.frame.buffer.size { model.resize(to: drawn.frame.buffer.size) }
        model.feed(drawn.bytes)
        #expect(ScreenComparison.difference(of: model, from: drawn.frame, widths: .agreeing) == nil, "\(place)")
        #expect(try Self.differences(of: #require(step.tmux), from: drawn.frame, model) == [], "\(place), tmux")
        #expect(try Self.differences(of: #require(step.pyte), from: drawn.frame, model) == [], "\(place), pyte")
      }
    }
  }

  /// Returns the undisputed cells that differ between an emulator and the simulated terminal.
  private static func differences(
    of rows: [[String]],
    from frame: RenderedFrame,
    _ model: ModelTerminal
  ) -> [String] {
    let buffer = frame.buffer
    guard rows.count == buffer.size.height else { return ["\(rows.count) rows"] }
    var differences: [String] = []
    for y in 0..<buffer.size.height {
      var isDisputed = false
      for x in 0..<buffer.size.width {
        // The second half of a wide cluster is as disputed as the first half.
        if buffer[x, y].width > 0 { isDisputed = DisputedClusters.contains(buffer[x, y].symbol) }
        if isDisputed { continue }
        let shown = x < rows[y].count && rows[y][x] != " " ? rows[y][x] : ""
        let expected = model.screen[x, y].text == " " ? "" : model.screen[x, y].text
        if shown != expected {
          differences.append("\(x), \(y): “\(shown)”, not “\(expected)”")
        }
      }
    }
    return differences
  }
}
