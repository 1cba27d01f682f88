import Components
import Foundation
import TerminalTesting
import Testing

/// Pictures of the program's screens, compared with the README's pictures or written to `FETCH_COUNTER_PICTURES`.
@MainActor
enum Picture {
  private static let committed = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../../App/Pictures").standardizedFileURL

  static func check(
    _ name: String,
    of terminal: ScriptedTerminal,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    // Draw pending changes first.
    try await terminal.settle()
    let frame = try #require(terminal.frame, sourceLocation: sourceLocation)
    try check(name, frame.buffer.svg(title: name), text: terminal.text, sourceLocation: sourceLocation)
  }

  static func check(
    _ name: String,
    _ drawn: String,
    text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    if let folder = ProcessInfo.processInfo.environment["FETCH_COUNTER_PICTURES"] {
      return try Data(drawn.utf8).write(to: URL(filePath: folder).appending(path: name + ".svg"))
    }
    let known = try String(contentsOf: committed.appending(path: name + ".svg"), encoding: .utf8)
    let line = zip(known.split(separator: "\n"), drawn.split(separator: "\n")).first { $0 != $1 }
    #expect(
      known == drawn,
      """
      The program draws another picture than App/Pictures/\(name).svg; the first line that differs is \
      \(line.map { "\($0.0), drawn as \($0.1)" } ?? "at the end").
      If the new one is right: FETCH_COUNTER_PICTURES=App/Pictures swift test --filter TourTests
      The screen:
      \(text)
      """,
      sourceLocation: sourceLocation
    )
  }
}

/// The animated picture in the README, which shows screens from the tour one after another.
@MainActor
final class MovingPicture {
  /// The maximum size of the document, in bytes.
  static let limit = 500_000

  private var animation = SVGAnimation(title: "A tour of fetch-counter")

  func add(_ terminal: ScriptedTerminal, seconds: Double = 2.5) async throws {
    try await terminal.settle()
    animation.add(try #require(terminal.frame).buffer, milliseconds: Int(seconds * 1_000))
  }

  func check(_ name: String) throws {
    let document = animation.document
    #expect(document.utf8.count <= Self.limit)
    try Picture.check(name, document, text: "")
  }
}
