import Foundation
import Networking
import NetworkingTesting
import Testing

@Suite("API client")
struct APIClientTests {
  private let api = CatalogAPI(baseURL: .test("http://host/api"))

  private func client(answering answer: @escaping StubTransport.Handler) -> (APIClient<CatalogAPI>, StubTransport) {
    let transport = StubTransport(handler: answer)
    return (APIClient(api: api, transport: transport), transport)
  }

  @Test("sends an endpoint's request and decodes the response")
  func sendsAndDecodes() async throws {
    // Given: a service with one article
    let (client, transport) = client { .json(#"{"title": "Swift", "pages": 12}"#, url: $0.url) }
    // When: the article is requested
    let article = try await client.send(ArticleEndpoint(query: [URLQueryItem(name: "lang", value: "en")]))
    // Then: the response is decoded, and the request was complete
    #expect(article == Article(title: "Swift", pages: 12))
    let request = try #require(transport.requests.first)
    #expect(request.url.absoluteString == "http://host/api/articles/7?lang=en")
    #expect(request.method == .get)
    #expect(request.headers[.accept] == "application/json")
  }

  struct Save: Endpoint {
    typealias API = CatalogAPI
    typealias Response = NoContent
    let article: [String: String]
    var method: HTTPMethod { .put }
    var path: EndpointPath { "articles/7" }
    var headers: HTTPFields { [.accept: "*/*", "X-Reason": "test"] }
    func body() throws(NetworkError) -> RequestBody? { try .json(article) }
  }

  @Test("validates a request's URL again if it changes after the request was created")
  func checksChangedURLs() throws {
    // Given: a request created by the client
    let (client, _) = client { HTTPResponse(status: .ok, url: $0.url) }
    var request = try client.request(for: ArticleEndpoint(query: []))
    try request.validate()
    // When: the request's URL changes
    request.url = .test("ftp://elsewhere/")
    // Then: the new URL is validated again
    #expect(throws: NetworkError.invalidURL("ftp://elsewhere/", reason: "the scheme 'ftp' is neither http nor https")) {
      try request.validate()
    }
  }

  @Test("prefers the endpoint's header fields to default fields, and sends the body's media type")
  func mergesHeaders() throws {
    let (client, _) = client { HTTPResponse(status: .ok, url: $0.url) }
    let request = try client.request(for: Save(article: ["title": "x"]))
    #expect(request.headers[.accept] == "*/*")
    #expect(request.headers["x-reason"] == "test")
    #expect(request.headers[.contentType] == "application/json")
    #expect(request.body?.bytes == Data(#"{"title":"x"}"#.utf8))
  }

  @Test(
    "includes the service's error message in the failure",
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
    "reports the position of unexpected values in a response",
    arguments: [
      (#"{"title": "x"}"#, [], "the key 'pages' is missing"),
      (#"{"title": null, "pages": 1}"#, ["title"], "it is null instead of text"),
      (#"{"title": 5, "pages": 1}"#, ["title"], "it isn't text"),
      ("<html>", [], "it isn't valid JSON"),
      ("", [], "it is empty"),
      (#"{"title": "x", "pages": 1"#, [], "it isn't valid JSON"),
    ]
  )
  func explainsDecodingFailures(body: String, path: [String], reason: String) async {
    let (client, _) = client { .json(body, url: $0.url) }
    let expected = DecodingFailure(
      url: RedactedURL(.test("http://host/api/articles/7")),
      codingPath: path,
      reason: reason,
      excerpt: body
    )
    await #expect(throws: NetworkError.decoding(expected)) { try await client.send(ArticleEndpoint()) }
  }

  private enum Binding: String, Decodable { case paper }

  @Test("shortens quoted keys and values in errors to one line")
  func cutsForeignWords() async throws {
    let evil = "\u{1B}[31m\n" + String(repeating: "x", count: 10_000)
    let url = RedactedURL(.test("http://host/"))
    for document in [[evil: "paper"], ["a": evil]] {
      let data = try JSONEncoder().encode(document.mapValues { [$0] })
      let error = #expect(throws: (any Error).self) {
        // The first decoder fails at a key's value, the second at an unknown enumeration value.
        if document["a"] == nil { _ = try JSONDecoder().decode([String: [Int]].self, from: data) }
        _ = try JSONDecoder().decode([String: [Binding]].self, from: data)
      }
      let failure = NetworkError.decoding(DecodingFailure(try #require(error), data: data, url: url))
      #expect(failure.message.count < 500)
      #expect(failure.message.hasPrefix("Couldn't decode the response from http://host/ at "))
      #expect(failure.message.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
  }

  struct Small: Endpoint {
    typealias API = CatalogAPI
    typealias Response = Data
    var path: EndpointPath { "small" }
    var responseSizeLimit: Int { 10 }
  }

  @Test("stops reading a response at the endpoint's size limit")
  func limitsSize() async throws {
    let (client, _) = client { .text($0.url.query() ?? "0123456789", url: $0.url) }
    #expect(try await client.send(Small()).count == 10)
    let (greedy, _) = self.client { .text("0123456789A", url: $0.url) }
    await #expect(throws: NetworkError.bodyTooLarge(limit: 10)) { try await greedy.send(Small()) }
  }

  @Test("passes requests through the middleware from outermost to innermost")
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
      typealias API = CatalogAPI
      typealias Response = HTTPResponse
      var path: EndpointPath { "raw" }
    }
    let transport = StubTransport { HTTPResponse(status: .ok, url: $0.url) }
    let client = APIClient(api: api, transport: transport, middleware: [Mark(name: "outer"), Mark(name: "inner")])
    let response = try await client.send(Raw())
    #expect(transport.requests[0].headers[values: "X-Trace"] == ["outer", "inner"])
    #expect(response.headers[values: "X-Trace"] == ["inner", "outer"])
  }

  private struct Misfortune: LocalizedError {
    var errorDescription: String? { "the pen is \u{1B}[31mempty." }
  }

  private struct Failing: Endpoint {
    typealias API = CatalogAPI
    typealias Response = [Int]
    var failsToWrite = false
    var error: any Error
    var path: EndpointPath { "failing" }
    var method: HTTPMethod { .post }
    func body() throws -> RequestBody? {
      if failsToWrite { throw error }
      return nil
    }
    func response(from response: HTTPResponse, api: CatalogAPI) async throws -> [Int] { throw error }
  }

  @Test("wraps errors thrown by an endpoint's own code in network errors")
  func wrapsErrors() async {
    let (client, _) = client { .text("x", url: $0.url) }
    let url = RedactedURL(.test("http://host/api/failing"))
    let rows: [(Failing, NetworkError)] = [
      (
        Failing(failsToWrite: true, error: Misfortune()),
        .invalidRequest(reason: "the body couldn't be created: the pen is \u{1B}[31mempty")
      ),
      (Failing(failsToWrite: true, error: NetworkError.cacheMiss(url: "x")), .cacheMiss(url: "x")),
      (Failing(failsToWrite: true, error: CancellationError()), .cancelled),
      (Failing(error: Misfortune()), .decoding(DecodingFailure(url: url, reason: "the pen is [31mempty"))),
      (Failing(error: NetworkError.bodyTooLarge(limit: 7)), .bodyTooLarge(limit: 7)),
      (Failing(error: CancellationError()), .cancelled),
    ]
    for (endpoint, expected) in rows {
      let error = await #expect(throws: NetworkError.self) { try await client.send(endpoint) }
      #expect(error == expected)
      #expect(error?.message.unicodeScalars.contains { $0.properties.generalCategory == .control } == false)
    }
  }

  @Test(
    "never reveals a secret from the request in an error, however the service repeats the secret",
    arguments: [
      #"{"message": "unknown key k3y-of-customer"}"#, #"{"detail": "k3y-of-customer"}"#, "k3y-of-customer is wrong",
      #"{"message": "Bearer abcdefgh is unknown"}"#, #"{"message": "token=abcdefgh is unknown"}"#,
      #"{"access_token": "abcdefgh", "x": "opaque-refreshed"}"#,
      String(repeating: "x", count: 190) + "k3y-of-customer", "<p>opaque-refreshed</p>", "see /?api_key=abcdefgh",
      "in the query: fr0m-the-query",
    ]
  )
  func hidesEchoes(body: String) async throws {
    struct Keyed: ServiceAPI {
      let baseURL: URL
      var defaultHeaders: HTTPFields { ["Ocp-Apim-Subscription-Key": "k3y-of-customer"] }
    }
    struct Ask: Endpoint {
      typealias API = Keyed
      typealias Response = [Int]
      var path: EndpointPath { "ask" }
      var query: [URLQueryItem] { [URLQueryItem(name: "code", value: "fr0m-the-query")] }
    }
    for status in [401, 200] {
      let transport = StubTransport { request in
        let type = body.hasPrefix("{") ? "application/json" : "text/plain"
        var headers: HTTPFields = ["Set-Cookie": "session=abcdefgh"]
        headers.append(.contentType, type)
        var response = HTTPResponse.status(status, headers, url: request.url)
        response.body = ResponseBody(bytes: Data(body.utf8))
        return response
      }
      let url = URL.test("http://host")
      let authenticator = Authenticator(for: url, credential: .bearer("opaque-refreshed"))
      let client = APIClient(api: Keyed(baseURL: url), transport: transport, middleware: [authenticator])
      let error = try #require(await #expect(throws: NetworkError.self) { try await client.send(Ask()) })
      var dumped = ""
      dump(error, to: &dumped)
      for text in [error.message, "\(error)", String(reflecting: error), dumped] {
        for secret in ["k3y-of", "abcdefgh", "opaque-ref", "fr0m-the"] { #expect(!text.contains(secret), "\(text)") }
      }
    }
  }

  @Test(
    "never reveals a cookie from the request in an error, regardless of who set it",
    arguments: ["first-cookie", "other-cookie", "jar-cookie"]
  )
  func hidesCookies(secret: String) async throws {
    struct Cooking: ServiceAPI {
      let baseURL: URL
      var defaultHeaders: HTTPFields
    }
    struct Ask: Endpoint {
      typealias API = Cooking
      typealias Response = [Int]
      var path: EndpointPath { "ask" }
    }
    let url = URL.test("http://host/")
    let fields: HTTPFields = secret == "jar-cookie" ? [:] : ["Cookie": "a=first-cookie; b=other-cookie"]
    let jar = CookieJar()
    jar.store(["Set-Cookie": "c=jar-cookie"], from: url)
    let transport = StubTransport { request in
      var response = HTTPResponse.status(401, [.contentType: "text/plain"], url: request.url)
      response.body = ResponseBody(bytes: Data("\(secret) is unknown".utf8))
      return response
    }
    let client = APIClient(api: Cooking(baseURL: url, defaultHeaders: fields), transport: transport, middleware: [jar])
    let error = try #require(await #expect(throws: NetworkError.self) { try await client.send(Ask()) })
    #expect(transport.requests[0].headers["Cookie"]?.contains(secret) == true)
    #expect(error.message.contains("*** is unknown"))
  }

  @Test("redacts secrets when a request or response is printed or dumped")
  func hidesSecretsInDumps() {
    let fields: HTTPFields = [
      .authorization: "Bearer abcdefgh", "DPoP": "abcdefgh", "Cookie": "a=abcdefgh", "Set-Cookie": "a=abcdefgh",
      "X-Vault-Key": "abcdefgh", "X-Client-Secret": "abcdefgh", "Link": "</?token=abcdefgh>", "X-Plain": "shown",
    ]
    let url = URL.test("http://host/?access_token=abcdefgh")
    let values: [Any] = [
      fields, fields.map { $0 }, HTTPRequest(url: url, headers: fields),
      HTTPResponse(status: .ok, headers: fields, url: url),
      NetworkError.status(ServiceFailure(status: .notFound, url: RedactedURL(url), headers: fields)),
    ]
    for value in values {
      var dumped = ""
      dump(value, to: &dumped)
      for text in [dumped, "\(value)", String(reflecting: value)] { #expect(!text.contains("abcdefgh"), "\(text)") }
    }
    #expect("\(fields)".contains("X-Plain: shown"))
  }

  @Test("gives advice that fits the failure")
  func advises() {
    let url = RedactedURL(.test("http://host/a"))
    let mismatch = NetworkError.decoding(DecodingFailure(url: url, codingPath: ["title"], reason: "it isn't a text"))
    #expect(mismatch.recoverySuggestion?.contains("format") == true)
    let credentials = #expect(throws: NetworkError.self) {
      try HTTPRequest(url: .test("http://user:word@host/")).validate()
    }
    #expect(credentials?.recoverySuggestion?.contains("without a user name and password") == true)
    let chunks = NetworkError.protocolViolation("a chunk is malformed", origin: "http://host")
    #expect(chunks.recoverySuggestion?.contains("operator") == true)
  }

  @Test("removes control and invisible characters from error messages")
  func sanitizesMessages() {
    let evil = "a\u{1B}[31m\r\n\u{202E}b\u{2028}\u{9B}c\u{200B}"
    let url = RedactedURL(.test("http://host/"))
    let errors: [NetworkError] = [
      .unreachable(.tls(.untrustedCertificate, detail: evil), origin: evil), .unreachable(.proxy(evil), origin: "o"),
      .unreachable(.other(evil), origin: "o"), .invalidRequest(reason: evil), .protocolViolation(evil, origin: "o"),
      .refusedRedirect(evil, reason: evil), .refusedLink(evil, reason: evil), .fileFailure(path: evil, reason: evil),
      .status(ServiceFailure(status: .notFound, url: url, serviceMessage: evil, excerpt: evil)),
      .decoding(DecodingFailure(url: url, codingPath: [evil], reason: evil, excerpt: evil)),
      .authenticationFailed(reason: evil), .transportUnavailable(reason: evil, recoverySuggestion: evil),
      .cacheMiss(url: evil),
    ]
    for error in errors {
      let text = error.message + (error.recoverySuggestion ?? "")
      let unsafe: [Unicode.GeneralCategory] = [.control, .format, .lineSeparator]
      #expect(!text.unicodeScalars.contains { unsafe.contains($0.properties.generalCategory) })
    }
    let family = "👨‍👩‍👧 नमस्ते"
    #expect(NetworkError.invalidRequest(reason: family).message.contains(family))
  }
}
