import Foundation
import Images
import Testing

@Suite("README example")
struct ReadmeTests {
  private func text(_ path: String) throws -> String {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
    return try String(contentsOf: package.appendingPathComponent(path).standardizedFileURL, encoding: .utf8)
  }

  @Test("matches the compiled README example")
  func isCompiled() throws {
    let blocks = try text("README.md").components(separatedBy: "```swift\n").dropFirst()
    let example = blocks.first?.components(separatedBy: "```").first
    #expect(try example == text("Tests/ImagesTests/Documentation/ReadmeExample.swift"))
  }

  @Test("creates a portrait as described in the README")
  func works() throws {
    let info = try ImageInfo.read(portrait(from: Corpus.read("jpeg-progressive-420.jpg")))
    #expect((info.format, info.width, info.height) == (.png, 48, 48))
  }
}
