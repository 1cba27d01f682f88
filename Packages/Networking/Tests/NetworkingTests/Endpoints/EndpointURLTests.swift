import Foundation
import Networking
import NetworkingTesting
import Testing

@Suite("Endpoint URLs")
struct EndpointURLTests {
  struct Free: Endpoint {
    typealias API = CatalogAPI
    typealias Response = Data
    var path: EndpointPath
    var query: [URLQueryItem] = []
  }

  private func url(base: String, path: EndpointPath, query: [URLQueryItem] = []) throws -> String {
    let transport = StubTransport { request in HTTPResponse(status: .ok, url: request.url) }
    let client = APIClient(api: CatalogAPI(baseURL: .test(base)), transport: transport)
    return try client.request(for: Free(path: path, query: query)).url.absoluteString
  }

  @Test(
    "joins the base URL and the path with exactly one slash",
    arguments: [
      ("http://host", "", "http://host/"),
      ("http://host/", "", "http://host/"),
      ("http://host", "articles", "http://host/articles"),
      ("http://host/", "articles", "http://host/articles"),
      ("http://host/", "/articles", "http://host/articles"),
      ("http://host/api/v3", "articles/", "http://host/api/v3/articles/"),
      ("http://host/api/v3/", "articles", "http://host/api/v3/articles"),
      ("http://host/api", "", "http://host/api"),
      ("https://host:8443/a%20b", "c", "https://host:8443/a%20b/c"),
      ("http://[::1]:8000", "x", "http://[::1]:8000/x"),
    ]
  )
  func joinsPaths(base: String, path: String, expected: String) throws {
    #expect(try url(base: base, path: EndpointPath(stringLiteral: path)) == expected)
  }

  @Test(
    "escapes any interpolated value so that it stays a single path segment",
    arguments: [
      ("plain-._~", "plain-._~"),
      ("a/b", "a%2Fb"),
      ("a b", "a%20b"),
      ("100%", "100%25"),
      ("%41", "%2541"),
      ("?x=1#y", "%3Fx%3D1%23y"),
      ("é", "%C3%A9"),
      ("a+b;c&d", "a%2Bb%3Bc%26d"),
      ("..%2f", "..%252f"),
      ("日本", "%E6%97%A5%E6%9C%AC"),
      ("line\nbreak", "line%0Abreak"),
    ]
  )
  func escapesSegments(value: String, expected: String) throws {
    #expect(try url(base: "http://host", path: "a/\(value)/b") == "http://host/a/\(expected)/b")
  }

  @Test("rejects dot segments in literal paths", arguments: ["../books": "..", "a/./b": ".", "a/..": ".."])
  func refusesDotSegments(path: String, segment: String) {
    #expect(throws: NetworkError.invalidRequest(reason: "'\(segment)' can't be a part of a path")) {
      try url(base: "http://host/api", path: EndpointPath(stringLiteral: path))
    }
  }

  @Test("rejects path segments that would change the path's structure", arguments: ["", ".", ".."])
  func refusesDotSegments(value: String) {
    #expect(throws: NetworkError.invalidRequest(reason: "'\(value)' can't be a path segment")) {
      try url(base: "http://host", path: "a/\(value)/b")
    }
  }

  @Test(
    "rejects unescaped text in a literal path",
    arguments: ["a b", "a?x=1", "a#b", "é", "a\tb", "a|b", "50%/x", "a[0]", "a%4", "%zz", "a\"b", "<a>", "a\\b", "{a}"]
  )
  func refusesRawText(path: String) {
    #expect(throws: NetworkError.self) { try url(base: "http://host", path: EndpointPath(stringLiteral: path)) }
  }

  @Test("keeps the base URL's query, and strictly escapes names and values")
  func escapesQueries() throws {
    let query = [
      URLQueryItem(name: "q", value: "a+b & c=d"),
      URLQueryItem(name: "flag", value: nil),
      URLQueryItem(name: "empty", value: ""),
      URLQueryItem(name: "é;", value: "1/2?"),
    ]
    let result = try url(base: "http://host/x?key=1", path: "y", query: query)
    #expect(result == "http://host/x/y?key=1&q=a%2Bb%20%26%20c%3Dd&flag&empty=&%C3%A9%3B=1%2F2%3F")
  }

  @Test(
    "combines the configured origin with a link's path and query",
    arguments: [
      ("http://localhost:8000", "http://localhost:8000/abc/", "http://localhost:8000/abc/"),
      ("http://localhost:8000", "http://127.0.0.1:8000/abc/?p=2", "http://localhost:8000/abc/?p=2"),
      ("http://127.0.0.1:8000/", "http://localhost:8000/abc/", "http://127.0.0.1:8000/abc/"),
      ("http://127.0.0.1:8000/", "http://[::1]:8000/abc/", "http://127.0.0.1:8000/abc/"),
      ("https://host", "https://HOST:443/next", "https://host/next"),
      ("http://host", "http://host", "http://host/"),
    ]
  )
  func followsLinks(base: String, link: String, expected: String) throws {
    #expect(try url(base: base, path: .link(.test(link))) == expected)
  }

  @Test(
    "rejects a link to another origin",
    arguments: [
      "http://evil.example/abc/", "http://localhost:8001/abc/", "https://localhost:8000/abc/",
      "http://localhost.evil.example:8000/", "http://127.0.0.1.evil.example:8000/", "ftp://localhost:8000/abc/",
      "file:///etc/passwd", "/abc/", "http://user:secret@localhost:8000/abc/", "javascript:alert(1)",
    ]
  )
  func refusesForeignLinks(link: String) throws {
    let error = #expect(throws: NetworkError.self) {
      try url(base: "http://localhost:8000", path: .link(.test(link)))
    }
    guard case .refusedLink(let shown, _) = error else {
      Issue.record("expected a refused link, got \(String(describing: error))")
      return
    }
    #expect(!shown.contains("secret"))
  }

  @Test(
    "rejects an unusable base URL",
    arguments: ["host", "ftp://host", "http://", "http:///path", "http://user:pw@host", "mailto:a@b"]
  )
  func refusesBases(base: String) {
    let error = #expect(throws: NetworkError.self) { try url(base: base, path: "x") }
    guard case .invalidURL = error else {
      Issue.record("expected an invalid URL, got \(String(describing: error))")
      return
    }
  }
}
