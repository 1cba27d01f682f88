import Foundation
import LoopbackServer
import NetworkingTesting
import Testing

@testable import Networking

@Suite("Endpoint responses")
struct EndpointResponseTests {
  private struct Find: Endpoint {
    typealias API = CatalogAPI
    typealias Response = Article?
    var acceptedStatuses: Set<HTTPStatus> = []
    var path: EndpointPath { "articles/7" }
  }

  private struct Get: Endpoint {
    typealias API = CatalogAPI
    typealias Response = Article
    var path: EndpointPath { "articles/7" }
  }

  private struct List<Item: Decodable & Sendable>: Endpoint {
    typealias API = CatalogAPI
    typealias Response = [Item]
    var path: EndpointPath { "articles" }
  }

  private struct ReadText: Endpoint {
    typealias API = CatalogAPI
    typealias Response = String
    var path: EndpointPath { "text" }
    var responseSizeLimit: Int { 64 }
  }

  private struct Remove: Endpoint {
    typealias API = CatalogAPI
    typealias Response = Void
    var method: HTTPMethod { .delete }
    var path: EndpointPath { "articles/7" }
  }

  private struct Raw: Endpoint {
    typealias API = CatalogAPI
    typealias Response = HTTPResponse
    var path: EndpointPath { "moved" }
    let acceptedStatuses: Set<HTTPStatus>
    var timeouts: Timeouts?
    var headers: HTTPFields = [:]
  }

  private func client(_ respond: @escaping StubTransport.Handler) -> (APIClient<CatalogAPI>, StubTransport) {
    let transport = StubTransport(handler: respond)
    return (APIClient(api: CatalogAPI(baseURL: .test("http://host/api")), transport: transport), transport)
  }

  private func response(_ status: HTTPStatus, _ text: String, type: String? = nil) -> StubTransport.Handler {
    { request in
      let headers: HTTPFields = type.map { [.contentType: $0] } ?? [:]
      return HTTPResponse(
        status: status,
        headers: headers,
        url: request.url,
        body: ResponseBody(bytes: Data(text.utf8))
      )
    }
  }

  @Test(
    "returns nil for an optional response without content or with an accepted error status",
    arguments: [(204, ""), (200, ""), (404, #"{"error": "no such article"}"#)]
  )
  func absent(status: Int, body: String) async throws {
    let (client, _) = client(response(try #require(HTTPStatus(code: status)), body))
    #expect(try await client.send(Find(acceptedStatuses: [404])) == nil)
  }

  private struct Streamed<Stream: StreamedResponse>: Endpoint {
    typealias API = CatalogAPI
    typealias Response = Stream
    var headers: HTTPFields = [:]
    var path: EndpointPath { "stream" }
  }

  @Test("accepts the media type of a streamed response, unless the endpoint sets another")
  func acceptsStreams() async throws {
    let (client, transport) = client(response(.ok, "", type: "text/event-stream"))
    _ = try await client.send(Streamed<EventStream>())
    _ = try await client.send(Streamed<JSONLines<Int>>())
    _ = try await client.send(Streamed<TextLines>())
    _ = try await client.send(Streamed<TextLines>(headers: [.accept: "text/csv"]))
    #expect(
      transport.requests.map { $0.headers[.accept] }
        == ["text/event-stream", "application/x-ndjson, */*;q=0.1", "text/plain, */*;q=0.1", "text/csv"]
    )
  }

  @Test("accepts any media type for a download, unless the endpoint sets one")
  func acceptsDownloads() async throws {
    let (client, transport) = client(response(.ok, "content"))
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let download = FileDownload(to: folder.appending(path: "file"))
    _ = try await client.download(Raw(acceptedStatuses: []), by: download)
    _ = try await client.download(Raw(acceptedStatuses: [], headers: [.accept: "image/png"]), by: download)
    #expect(transport.requests.map { $0.headers[.accept] } == ["*/*", "image/png"])
  }

  @Test("leaves the response of a single request without a response type unread")
  func leavesUnread() async throws {
    let (client, transport) = client { request in
      HTTPResponse(status: .ok, url: request.url, body: ResponseBody(source: BrokenBody()))
    }
    try await client.post("a", json: 1)
    try await client.put("a", json: 1)
    try await client.delete("a")
    #expect(transport.requests.map(\.method) == [.post, .put, .delete])
  }

  @Test("rejects a declared length above the limit before the content arrives")
  func checksDeclaredLengths() async throws {
    let (client, _) = client { request in
      let headers: HTTPFields = [.contentLength: "99999999999"]
      return HTTPResponse(status: .ok, headers: headers, url: request.url, body: ResponseBody(source: BrokenBody()))
    }
    let limit = NetworkError.bodyTooLarge(limit: 64)
    await #expect(throws: limit) { try await client.send(ReadText()) }
    await #expect(throws: NetworkError.bodyTooLarge(limit: 16 << 20)) { try await client.send(Get()) }
    await #expect(throws: NetworkError.bodyTooLarge(limit: 16 << 20)) { try await client.get("a", as: Data.self) }
    let raw = try await client.send(Raw(acceptedStatuses: []))
    #expect(raw.status == .ok)
  }

  @Test("ignores the declared length of a response to HEAD")
  func allowsHeadLengths() async throws {
    struct Head: Endpoint {
      typealias API = CatalogAPI
      typealias Response = Data
      var method: HTTPMethod { .head }
      var path: EndpointPath { "a" }
    }
    let server = try LoopbackServer { _ in ServerResponse(body: .bytes(Data())).header("Content-Length", "99999999999")
    }
    defer { server.stop() }
    let client = APIClient(api: CatalogAPI(baseURL: server.url), transport: try SystemTransport.make())
    #expect(try await client.send(Head()).isEmpty)
  }

  @Test("decodes an optional response that has content")
  func present() async throws {
    let (client, _) = client(response(.ok, #"{"title": "Swift", "pages": 12}"#))
    #expect(try await client.send(Find()) == Article(title: "Swift", pages: 12))
  }

  @Test("decodes the response for a generic endpoint")
  func generic() async throws {
    let (client, _) = client(response(.ok, #"[{"title": "Swift", "pages": 12}]"#))
    #expect(try await client.send(List<Article>()) == [Article(title: "Swift", pages: 12)])
  }

  @Test("throws an error for missing content if the response type isn't optional")
  func missingContent() async throws {
    let (client, _) = client(response(.ok, ""))
    await #expect(throws: NetworkError.self) { try await client.send(Get()) }
  }

  @Test("throws an error for a status that the endpoint doesn't accept", arguments: [[], [HTTPStatus.notFound]])
  func notAccepted(accepted: Set<HTTPStatus>) async throws {
    let (client, _) = client(response(410, "gone"))
    let error = try await #require(throws: NetworkError.self) {
      try await client.send(Find(acceptedStatuses: accepted))
    }
    guard case .status(let failure) = error else { throw error }
    #expect(failure.status == 410)
  }

  @Test(
    "reads text in the encoding that the response declares",
    arguments: [
      (nil, "Zoë", "Zoë".utf8.map { $0 }), ("text/plain; charset=utf-8", "Zoë", "Zoë".utf8.map { $0 }),
      ("text/plain; charset=ISO-8859-1", "Zoë", [0x5A, 0x6F, 0xEB]),
      ("text/plain;charset=\"windows-1252\"", "€", [0x80]),
      ("text/plain; charset=utf-16le", "ok", [0x6F, 0, 0x6B, 0]),
      ("text/plain; charset=x-unknown", "Zo\u{FFFD}", [0x5A, 0x6F, 0xEB]), ("text/plain; charset", "a", [0x61]),
      ("", "", []),
    ] as [(String?, String, [UInt8])]
  )
  func text(mediaType: String?, expected: String, bytes: [UInt8]) async throws {
    let (client, _) = client { request in
      let headers: HTTPFields = mediaType.map { [.contentType: $0] } ?? [:]
      return HTTPResponse(status: .ok, headers: headers, url: request.url, body: ResponseBody(bytes: Data(bytes)))
    }
    #expect(try await client.send(ReadText()) == expected)
  }

  @Test("limits the size of text responses")
  func textLimit() async throws {
    let (client, _) = client(response(.ok, String(repeating: "a", count: 65)))
    await #expect(throws: NetworkError.bodyTooLarge(limit: 64)) { try await client.send(ReadText()) }
  }

  @Test("discards the content if the response type is Void")
  func void() async throws {
    let (client, transport) = client(response(.ok, "anything"))
    try await client.send(Remove())
    #expect(transport.requests.map(\.method) == [.delete])
  }

  @Test("returns an accepted redirect without following it, over a real connection")
  func acceptedRedirect() async throws {
    let script = ScriptedResponses([.redirect(to: "/elsewhere"), .redirect(to: "/elsewhere"), .text("there")])
    let server = try LoopbackServer(handler: script.handler)
    defer { server.stop() }
    let client = APIClient(
      api: CatalogAPI(baseURL: server.url),
      transport: try SystemTransport.make(),
      middleware: [RedirectFollower()]
    )
    let moved = try await client.send(Raw(acceptedStatuses: [302]))
    #expect(moved.status == 302)
    #expect(moved.headers[.location] == "/elsewhere")
    // If the endpoint doesn't accept the status, the redirect is followed.
    #expect(try await client.send(Raw(acceptedStatuses: [])).status == .ok)
    #expect(script.requests.map(\.path) == ["/moved", "/moved", "/elsewhere"])
  }

  @Test("returns every response if all statuses are accepted, and streams an error body, over a real connection")
  func streamsErrors() async throws {
    let server = try LoopbackServer { request in
      request.path == "/moved" && request.headers["If-None-Match"] != nil
        ? .status(304)
        : ServerResponse(
          status: 500,
          headers: ["Content-Type": "text/plain"],
          body: .stream(length: nil) { writer in
            for _ in 0..<40 { try writer.write(String(repeating: "e", count: 4096)) }
          }
        )
    }
    defer { server.stop() }
    var stack = MiddlewareStack.standard
    stack.retrier = nil
    let api = CatalogAPI(baseURL: server.url)
    let client = APIClient(api: api, transport: try SystemTransport.make(), stack: stack)
    let failed = try await client.send(Raw(acceptedStatuses: .all))
    #expect(failed.status == .internalServerError)
    var size = 0
    for try await chunk in failed.body { size += chunk.count }
    // The body is longer than the excerpt that an error keeps.
    #expect(size == 40 * 4096)
    let unchanged = try await client.send(Raw(acceptedStatuses: .all, headers: ["If-None-Match": "\"1\""]))
    #expect(unchanged.status == 304)
  }

  @Test("returns a 304 response for a conditional request if the endpoint accepts this status")
  func notModified() async throws {
    let (client, _) = client(response(304, ""))
    #expect(try await client.send(Raw(acceptedStatuses: [304])).status == 304)
  }

  @Test("uses the endpoint's time limits, or else the client's time limits")
  func timeouts() throws {
    let client = APIClient(
      api: CatalogAPI(baseURL: .test("http://host")),
      transport: StubTransport { HTTPResponse(status: .ok, url: $0.url) },
      timeouts: .total(.seconds(9))
    )
    #expect(try client.request(for: Raw(acceptedStatuses: [])).timeouts == .total(.seconds(9)))
    let own = try client.request(for: Raw(acceptedStatuses: [], timeouts: .total(.seconds(2))))
    #expect(own.timeouts == .total(.seconds(2)))
  }

  @Test("sends single requests without an endpoint type")
  func withoutEndpoint() async throws {
    let (client, transport) = client { request in
      request.url.path.hasSuffix("text")
        ? .text("plain", url: request.url) : .json(#"{"title": "Swift", "pages": 12}"#, url: request.url)
    }
    let expected = Article(title: "Swift", pages: 12)
    let id = "a/b"
    #expect(try await client.get("articles/\(id)", query: [URLQueryItem(name: "lang", value: "en")]) == expected)
    #expect(try await client.get("text", as: String.self) == "plain")
    #expect(try await client.get("text", as: Data.self) == Data("plain".utf8))
    #expect(try await client.post("articles", json: ["title": "x"], as: Article.self) == expected)
    try await client.post("articles", json: ["title": "x"])
    try await client.put("articles/7", json: ["title": "y"])
    try await client.delete("articles/7")
    let sent = transport.requests.map { "\($0.method) \($0.url.absoluteString.dropFirst(15))" }
    #expect(
      sent == [
        "GET /articles/a%2Fb?lang=en", "GET /text", "GET /text", "POST /articles", "POST /articles",
        "PUT /articles/7", "DELETE /articles/7",
      ]
    )
    #expect(transport.requests.last { $0.method == .put }?.body?.bytes == Data(#"{"title":"y"}"#.utf8))
  }
}

private final class BrokenBody: ResponseBodySource {
  func nextChunk() async throws(NetworkError) -> Data? { throw .connectionLost(.inBody, origin: "http://host") }
}
