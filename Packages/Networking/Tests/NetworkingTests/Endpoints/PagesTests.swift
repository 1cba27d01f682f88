import Foundation
import LoopbackServer
import Networking
import NetworkingTesting
import Testing

@Suite("Paginated lists")
struct PagesTests {
  private struct Titles: Endpoint {
    typealias API = CatalogAPI
    typealias Response = [String]
    var path: EndpointPath { "titles" }
    var query: [URLQueryItem] { [URLQueryItem(name: "size", value: "2")] }
    var headers: HTTPFields { ["X-Own": "1"] }
  }

  private struct Page: Decodable, Sendable {
    let number: Int
    let next: URL?
  }

  private struct Numbers: Endpoint {
    typealias API = CatalogAPI
    typealias Response = Page
    var path: EndpointPath { "numbers" }
  }

  private func client(_ respond: @escaping StubTransport.Handler) -> (APIClient<CatalogAPI>, StubTransport) {
    let transport = StubTransport(handler: respond)
    return (APIClient(api: CatalogAPI(baseURL: .test("http://host/api")), transport: transport), transport)
  }

  private func linked(_ link: String?) -> StubTransport.Handler {
    { request in
      var response = HTTPResponse.json(#"["a"]"#, url: request.url)
      if let link { response.headers["Link"] = link }
      return response
    }
  }

  @Test("requests the pages in order, each with the query from its link, over a real connection")
  func follows() async throws {
    let server = try LoopbackServer { request in
      let page = request.queryValue("page").flatMap { Int($0) } ?? 1
      let response = ServerResponse.json(["\(request.target) \(request.headers["X-Own"] ?? "")"])
      return page < 3 ? response.header("Link", "</titles?page=\(page + 1)>; rel=\"next\"") : response
    }
    defer { server.stop() }
    let client = APIClient(api: CatalogAPI(baseURL: server.url), transport: try SystemTransport.make())
    var titles: [String] = []
    for try await page in client.pages(of: Titles()) { titles += page }
    #expect(titles == ["/titles?size=2 1", "/titles?page=2 1", "/titles?page=3 1"])
  }

  @Test("requests a page only when the loop asks for it")
  func isLazy() async throws {
    let (client, transport) = client(linked("<?page=2>; rel=next"))
    for try await _ in client.pages(of: Titles()) { break }
    #expect(transport.requests.count == 1)
    #expect(transport.requests.first?.url.absoluteString == "http://host/api/titles?size=2")
  }

  @Test("finds the link to the next page in a page's content")
  func followsContent() async throws {
    let (client, transport) = client { request in
      let number = (request.url.query() ?? "").isEmpty ? 1 : 2
      let next = number == 1 ? #""http://host/api/numbers?after=1""# : "null"
      return .json(#"{"number": \#(number), "next": \#(next)}"#, url: request.url)
    }
    var numbers: [Int] = []
    for try await page in client.pages(of: Numbers(), next: \.next) { numbers.append(page.number) }
    #expect(numbers == [1, 2])
    #expect(transport.requests.count == 2)
  }

  @Test(
    "ends the list if there is no usable link to the next page",
    arguments: [nil, "", "</b>; rel=prev", "</b>", "<>", "nonsense", "</b>; rel=next; anchor=\"/other\""]
  )
  func ends(link: String?) async throws {
    let (client, transport) = client(linked(link))
    var count = 0
    for try await _ in client.pages(of: Titles()) { count += 1 }
    #expect(count == 1)
    #expect(transport.requests.count == 1)
  }

  @Test(
    "rejects a link to another origin",
    arguments: [
      "http://other/x", "https://host/x", "http://host:81/x", "//other/x", "http://me:secret@host/x", "ftp://host/x",
      "mailto:a@b",
    ]
  )
  func staysAtHome(target: String) async throws {
    let (client, transport) = client(linked("<\(target)>; rel=next"))
    var iterator = client.pages(of: Titles()).makeAsyncIterator()
    #expect(try await iterator.next() == ["a"])
    let error = try await #require(throws: NetworkError.self) { try await iterator.next() }
    guard case .refusedLink(let link, _) = error else { throw error }
    #expect(!link.contains("secret"))
    // A failure ends the sequence.
    #expect(try await iterator.next() == nil)
    #expect(transport.requests.count == 1)
  }

  @Test("throws an error if the pages form a loop")
  func detectsLoops() async throws {
    let (client, transport) = client { request in
      var response = HTTPResponse.json(#"["a"]"#, url: request.url)
      response.headers["Link"] = request.url.query() == "page=2" ? "<?page=3>; rel=next" : "<?page=2>; rel=next"
      return response
    }
    await #expect(
      throws: NetworkError.refusedLink("http://host/api/titles?page=2", reason: "the page has already been read")
    ) {
      for try await _ in client.pages(of: Titles()) {}
    }
    #expect(transport.requests.count == 3)
  }

  @Test("throws an error if there are more pages than the limit")
  func limitsPages() async throws {
    let count = Shared(0)
    let (client, transport) = client { request in
      var response = HTTPResponse.json(#"["a"]"#, url: request.url)
      response.headers["Link"] = "<?page=\(count.update { $0 += 1; return $0 })>; rel=next"
      return response
    }
    var pages = 0
    let error = try await #require(throws: NetworkError.self) {
      for try await _ in client.pages(of: Titles(), limit: 5) { pages += 1 }
    }
    guard case .refusedLink(_, "the list has more than 5 pages") = error else { throw error }
    #expect(pages == 5)
    #expect(transport.requests.count == 5)
  }
}
