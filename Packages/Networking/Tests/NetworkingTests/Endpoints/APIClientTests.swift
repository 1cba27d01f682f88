import Foundation
import Networking
import NetworkingTesting
import Testing

@Suite("A client of one service")
struct APIClientTests {
  private let api = CatalogueAPI(baseURL: .test("http://host/api"))

  private func client(answering answer: @escaping StubTransport.Handler) -> (APIClient<CatalogueAPI>, StubTransport) {
    let transport = StubTransport(handler: answer)
    return (APIClient(api: api, transport: transport), transport)
  }

  @Test("sends what the endpoint says and decodes what it answers")
  func sendsAndDecodes() async throws {
    // Given a service with one article
    let (client, transport) = client { .json(#"{"title": "Swift", "pages": 12}"#, url: $0.url) }
    // When it is asked for
    let article = try await client.send(ArticleEndpoint(query: [URLQueryItem(name: "lang", value: "en")]))
    // Then the answer is typed and the request is complete
    #expect(article == Article(title: "Swift", pages: 12))
    let request = try #require(transport.requests.first)
    #expect(request.url.absoluteString == "http://host/api/articles/7?lang=en")
    #expect(request.method == .get)
    #expect(request.headers[.accept] == "application/json")
  }

  struct Save: Endpoint {
    typealias API = CatalogueAPI
    typealias Response = NoContent
    let article: [String: String]
    var method: HTTPMethod { .put }
    var path: EndpointPath { "articles/7" }
    var headers: HTTPFields { [.accept: "*/*", "X-Reason": "test"] }
    func body() throws(NetworkError) -> RequestBody? { try .json(article) }
  }

  @Test("checks a URL anew that somebody changed after it was made")
  func checksChangedURLs() throws {
    // Given a request that the client has made
    let (client, _) = client { HTTPResponse(status: .ok, url: $0.url) }
    var request = try client.request(for: ArticleEndpoint(query: []))
    try request.validate()
    // When its URL becomes another
    request.url = .test("ftp://elsewhere/")
    // Then it is not taken for the one that was checked
    #expect(throws: NetworkError.invalidURL("ftp://elsewhere/", reason: "the scheme 'ftp' is neither http nor https")) {
      try request.validate()
    }
  }

  @Test("lets an endpoint's header fields win and names the body's media type")
  func mergesHeaders() throws {
    let (client, _) = client { HTTPResponse(status: .ok, url: $0.url) }
    let request = try client.request(for: Save(article: ["title": "x"]))
    #expect(request.headers[.accept] == "*/*")
    #expect(request.headers["x-reason"] == "test")
    #expect(request.headers[.contentType] == "application/json")
    #expect(request.body?.bytes == Data(#"{"title":"x"}"#.utf8))
  }

  @Test(
    "keeps the service's own words about a failure",
    arguments: [
      ("application/json", #"{"error": "no such article"}"#, "no such article"),
      ("application/json", #"{"message": "slow\ndown"}"#, "slow down"),
      ("application/problem+json", #"{"title": "x", "detail": "because"}"#, "because"),
      ("text/plain; charset=utf-8", "Unexpected path", "Unexpected path"),
      ("text/html", "<html><h1>Bad Gateway</h1></html>", nil),
      ("application/json", "[1, 2]", nil),
      ("application/json", "", nil),
      ("application/json", #"{"error": {"status": 1}}"#, nil),
      ("application/json", #"{"error": true, "message": "no such article"}"#, "no such article"),
      ("application/json", #"{"message": ["a"], "detail": "no such article"}"#, "no such article"),
      ("application/json", #"{"error": {"code": 7, "message": "no such article"}}"#, "no such article"),
      ("application/json", #"{"status": 404, "error": "Not Found", "message": "no such article"}"#, "no such article"),
      ("application/json", #"{"error": "invalid_grant", "error_description": "too late"}"#, "too late"),
      ("application/json", #"{"error": "invalid_grant"}"#, "invalid_grant"),
      ("application/json", #"{"error": null, "title": ""}"#, nil),
    ] as [(String, String, String?)]
  )
  func readsErrorBodies(contentType: String, body: String, expected: String?) async throws {
    let (client, _) = client { request in
      var headers = HTTPFields()
      headers.append(.contentType, contentType)
      return HTTPResponse(
        status: .notFound,
        headers: headers,
        url: request.url,
        body: ResponseBody(bytes: Data(body.utf8))
      )
    }
    let error = await #expect(throws: NetworkError.self) { try await client.send(ArticleEndpoint()) }
    guard case .status(let failure) = error else {
      Issue.record("expected a status, got \(String(describing: error))")
      return
    }
    #expect(failure.status == .notFound)
    #expect(failure.serviceMessage == expected)
    #expect(failure.url.description == "http://host/api/articles/7")
  }

  @Test(
    "says where an answer is not what was expected",
    arguments: [
      (#"{"title": "x"}"#, [], "the key 'pages' is missing"),
      (#"{"title": null, "pages": 1}"#, ["title"], "it is null, where a text is expected"),
      (#"{"title": 5, "pages": 1}"#, ["title"], "it isn't a text"),
      ("<html>", [], "it is no valid JSON document"),
      ("", [], "it is empty"),
      (#"{"title": "x", "pages": 1"#, [], "it is no valid JSON document"),
    ]
  )
  func explainsDecodingFailures(body: String, path: [String], reason: String) async {
    let (client, _) = client { .json(body, url: $0.url) }
    let expected = DecodingFailure(
      url: MaskedURL(.test("http://host/api/articles/7")),
      codingPath: path,
      reason: reason,
      excerpt: body
    )
    await #expect(throws: NetworkError.decoding(expected)) { try await client.send(ArticleEndpoint()) }
  }

  private enum Binding: String, Decodable { case paper }

  @Test("quotes keys and values of an answer in its errors only in part, and on one line")
  func cutsForeignWords() async throws {
    let evil = "\u{1B}[31m\n" + String(repeating: "x", count: 10_000)
    let url = MaskedURL(.test("http://host/"))
    for document in [[evil: "paper"], ["a": evil]] {
      let data = try JSONEncoder().encode(document.mapValues { [$0] })
      let error = #expect(throws: (any Error).self) {
        // The first fails at the value of a key, the second at a value that is none of an enumeration's.
        if document["a"] == nil { _ = try JSONDecoder().decode([String: [Int]].self, from: data) }
        _ = try JSONDecoder().decode([String: [Binding]].self, from: data)
      }
      let failure = NetworkError.decoding(DecodingFailure(try #require(error), data: data, url: url))
      #expect(failure.message.count < 500)
      #expect(failure.message.hasPrefix("The answer of http://host/ can't be understood at "))
      #expect(failure.message.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
  }

  struct Small: Endpoint {
    typealias API = CatalogueAPI
    typealias Response = Data
    var path: EndpointPath { "small" }
    var responseSizeLimit: Int { 10 }
  }

  @Test("stops at the endpoint's size limit")
  func limitsSize() async throws {
    let (client, _) = client { .text($0.url.query() ?? "0123456789", url: $0.url) }
    #expect(try await client.send(Small()).count == 10)
    let (greedy, _) = self.client { .text("0123456789A", url: $0.url) }
    await #expect(throws: NetworkError.bodyTooLarge(limit: 10)) { try await greedy.send(Small()) }
  }

  @Test("passes requests through its middleware from the outside to the inside")
  func ordersMiddleware() async throws {
    struct Mark: Middleware {
      let name: String
      func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
        var request = request
        request.headers.append("X-Trace", name)
        var response = try await next.send(request)
        response.headers.append("X-Trace", name)
        return response
      }
    }
    struct Raw: Endpoint {
      typealias API = CatalogueAPI
      typealias Response = HTTPResponse
      var path: EndpointPath { "raw" }
    }
    let transport = StubTransport { HTTPResponse(status: .ok, url: $0.url) }
    let client = APIClient(api: api, transport: transport, middleware: [Mark(name: "outer"), Mark(name: "inner")])
    let response = try await client.send(Raw())
    #expect(transport.requests[0].headers[values: "X-Trace"] == ["outer", "inner"])
    #expect(response.headers[values: "X-Trace"] == ["inner", "outer"])
  }
}
