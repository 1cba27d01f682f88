import Foundation
import Testing

/// A test that compiles the documentation's examples, joining the examples in each article into one file.
@Suite("Documentation examples")
struct DocumentationExamplesTests {
  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let articles: [String] = {
    let catalog = package.appending(path: "Sources/Networking/Networking.docc")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: catalog.path)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted()
  }()

  @Test("finds examples in at least four articles") func exist() { #expect(Self.articles.count >= 4) }

  @Test("compiles the examples in every article", arguments: articles)
  func compile(article: String) throws {
    let file = Self.package.appending(path: "Sources/Networking/Networking.docc/\(article)")
    let examples = Self.examples(in: try String(contentsOf: file, encoding: .utf8))
    try #require(!examples.isEmpty, "\(article) has no example")
    var source = examples.joined(separator: "\n")
    for (package, declarations) in ForeignPackages.declarations where source.contains("import \(package)\n") {
      source = source.replacingOccurrences(of: "import \(package)\n", with: "\(declarations)\n")
    }
    let result = try SnippetCompiler.check(source)
    #expect(result.isSuccess, "\(article): \(result.diagnostics)")
  }

  /// Returns the contents of the Swift code blocks in an article.
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

/// Stand-ins, with the same signatures, for packages that the examples import.
private enum ForeignPackages {
  static let declarations = [
    "Logging": """
    struct Logger: Sendable {
      typealias Metadata = [String: MetadataValue]
      enum Level: Sendable { case trace, debug, info, notice, warning, error, critical }
      enum MetadataValue: Sendable, ExpressibleByStringInterpolation {
        case string(String)
        init(stringLiteral value: String) { self = .string(value) }
      }
      struct Message: Sendable, ExpressibleByStringInterpolation {
        init(stringLiteral value: String) {}
      }
      func log(level: Level, _ message: @autoclosure () -> Message, metadata: @autoclosure () -> Metadata? = nil) {}
    }
    """,
    "Metrics": """
    final class Timer: Sendable {
      init(label: String, dimensions: [(String, String)] = []) {}
      func record(duration: Duration) {}
    }
    final class Counter: Sendable {
      init(label: String, dimensions: [(String, String)] = []) {}
      func increment() {}
    }
    """,
    "Tracing": """
    struct ServiceContext: Sendable {}
    enum SpanKind: Sendable { case client }
    protocol Injector: Sendable {
      associatedtype Carrier
      func inject(_ value: String, forKey key: String, into carrier: inout Carrier)
    }
    protocol Instrument: Sendable {
      func inject<Carrier, Inject: Injector>(_ context: ServiceContext, into carrier: inout Carrier, using injector: Inject)
      where Inject.Carrier == Carrier
    }
    enum InstrumentationSystem {
      static var instrument: any Instrument { preconditionFailure() }
    }
    struct SpanAttributes {
      subscript(name: String) -> String? { get { nil } nonmutating set {} }
      subscript(name: String) -> Int? { get { nil } nonmutating set {} }
    }
    protocol Span: Sendable {
      var context: ServiceContext { get }
      var attributes: SpanAttributes { get nonmutating set }
      func recordError(_ error: any Error)
      func end()
    }
    func startSpan(_ name: String, ofKind kind: SpanKind) -> any Span { preconditionFailure() }
    """,
  ]
}
