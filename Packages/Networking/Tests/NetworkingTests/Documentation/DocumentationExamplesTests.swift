import Foundation
import Testing

/// The documentation's examples have to compile: each article as one file, in the order of its examples.
@Suite("The examples in the documentation", .timeLimit(.minutes(5)))
struct DocumentationExamplesTests {
  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let articles: [String] = {
    let catalogue = package.appending(path: "Sources/Networking/Networking.docc")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: catalogue.path)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted()
  }()

  @Test("exist") func exist() { #expect(Self.articles.count >= 4) }

  @Test("compile", arguments: articles)
  func compile(article: String) throws {
    let file = Self.package.appending(path: "Sources/Networking/Networking.docc/\(article)")
    let examples = Self.examples(in: try String(contentsOf: file, encoding: .utf8))
    try #require(!examples.isEmpty, "\(article) has no example")
    let result = try SnippetCompiler.check(examples.joined(separator: "\n"))
    #expect(result.isSuccess, "\(article): \(result.diagnostics)")
  }

  /// Returns the fenced Swift blocks.
  private static func examples(in article: String) -> [String] {
    var examples: [String] = []
    var current: [Substring]?
    for line in article.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```swift" {
        current = []
      } else if line == "```", let lines = current {
        examples.append(lines.joined(separator: "\n"))
        current = nil
      } else {
        current?.append(line)
      }
    }
    return examples
  }
}
