import Foundation
import Testing

@Suite("Navigation README example")
@MainActor
struct ReadmeTests {
  private func text(_ path: String) throws -> String {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
    return try String(contentsOf: package.appendingPathComponent(path).standardizedFileURL, encoding: .utf8)
  }

  @Test("matches the compiled README example")
  func isCompiled() throws {
    let blocks = try text("README.md").components(separatedBy: "```swift\n").dropFirst()
    let example = blocks.first?.components(separatedBy: "```").first
    #expect(try example == text("Tests/NavigationTests/Documentation/ReadmeExample.swift"))
  }

  @Test("shows the screens described in the README")
  func shows() async throws {
    #expect(try await tourOfTheLibrary() == ["All books", "emma, page 1", "All books", "persuasion, page 30"])
  }
}
