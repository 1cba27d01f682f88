import Foundation
import Testing

/// Compiles the examples in doc comments, each in its own scope.
@Suite("Examples in doc comments")
struct DocCommentExamplesTests {
  private static let sources = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources")

  @Test("compiles the examples in all doc comments") func compile() throws {
    let examples = try Self.files().flatMap(Self.examples)
    #expect(examples.count >= 30)
    let functions = examples.enumerated().map { "func example\($0)\(Self.scope(of: $1))" }
    let result = try SnippetCompiler.check(Self.declarations + functions.joined(separator: "\n"))
    #expect(result.isSuccess, "\(result.diagnostics)")
  }

  private static func files() throws -> [URL] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    return paths.filter { $0.hasSuffix(".swift") }.sorted().map { sources.appending(path: $0) }
  }

  private struct Example {
    let file: String
    let line: Int
    let code: String
  }

  private static func examples(in file: URL) throws -> [Example] {
    var examples: [Example] = []
    var start: Int?
    var code: [String] = []
    for (index, line) in try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n",
      omittingEmptySubsequences: false
    ).enumerated() {
      let text = line.trimmingPrefix { $0 == " " }
      guard text.hasPrefix("///") else { continue }
      if text == "/// ```swift" {
        start = index + 2
        code = []
      } else if text == "/// ```", let line = start {
        examples.append(Example(file: file.lastPathComponent, line: line, code: code.joined(separator: "\n")))
        start = nil
      } else {
        code.append(String(text.dropFirst(4)))
      }
    }
    return examples
  }

  /// Returns the parameter list and the body of a function that contains an example.
  ///
  /// The example may redeclare the function's parameters and variables. An ellipsis stands for omitted code, and
  /// attributes of the testing library don't compile on local functions.
  private static func scope(of example: Example) -> String {
    let code = example.code.replacingOccurrences(of: "{ … }", with: "{}")
      .split(separator: "\n", omittingEmptySubsequences: false).map { $0.hasPrefix("@Test") ? "" : String($0) }
    return """
      (
        client: APIClient<CatalogAPI>, api: CatalogAPI, transport: any Transport, url: URL, baseURL: URL, file: URL,
        folder: URL, cachesFolder: URL, photoURL: URL, token: String, password: String, header: String, id: String,
        cache: HTTPCache, session: Session, recorder: PrintingRecorder, response: HTTPResponse, newBook: Book,
        report: Book, endpoint: AllBooks
      ) async throws {
        var stack = MiddlewareStack.standard
        var request = HTTPRequest(url: url)
        do {
      #sourceLocation(file: "\(example.file)", line: \(example.line))
      \(code.joined(separator: "\n"))
      #sourceLocation()
        }
        _ = (stack, request)
      }
      """
  }

  /// The declarations that the examples refer to.
  private static let declarations = """
    import Foundation
    import LoopbackServer
    import Networking
    import NetworkingTesting

    struct CatalogAPI: ServiceAPI { let baseURL: URL }
    struct Price: Decodable, Sendable { let value: Double }
    struct Book: Codable, Sendable { let title: String }
    struct Subscription: Encodable, Sendable { let symbols: [String] }
    struct CatalogError: Decodable, Sendable { let reason: String }
    struct Session: Sendable { func renew() async throws -> Credential { throw CancellationError() } }
    struct AllBooks: Endpoint {
      typealias API = CatalogAPI
      typealias Response = [Book]
      var path: EndpointPath { "books" }
    }
    struct MapEndpoint: Endpoint {
      typealias API = CatalogAPI
      typealias Response = HTTPResponse
      var path: EndpointPath { "map" }
    }
    struct Page: Endpoint {
      typealias API = CatalogAPI
      typealias Response = HTTPResponse
      let path: EndpointPath
    }
    struct Signing: Middleware {
      func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
        try await next.send(request)
      }
    }
    struct PrintingRecorder: SpanRecorder { func record(_ span: RequestSpan) { print(span) } }
    struct MyTransport: Transport {
      func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse { throw .cancelled }
    }
    func show(_ books: [Book]) {}

    """
}
