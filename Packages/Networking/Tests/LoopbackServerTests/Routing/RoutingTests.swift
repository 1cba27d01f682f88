import Foundation
import Testing

@testable import LoopbackServer

@Suite("Routing")
struct RoutingTests {
  @Test(
    "A pattern fits the paths that it describes, and gives the values of its placeholders",
    arguments: [
      ("/", "/", [:]), ("/", "", nil), ("/", "//", nil), ("/a", "/a", [:]), ("/a", "/a/", nil), ("/a/", "/a/", [:]),
      ("/a/", "/a", nil), ("/a", "/b", nil), ("/a", "/ab", nil), ("/a/b", "/a", nil), ("/a", "/a/b", nil),
      ("/a/{x}", "/a/1", ["x": "1"]), ("/a/{x}", "/a/", nil), ("/a/{x}", "/a/1/", nil),
      ("/a/{x}/", "/a/1/", ["x": "1"]), ("/{x}/{y}", "/1/2", ["x": "1", "y": "2"]),
      ("/a/{x}", "/a/caf%C3%A9%2F1", ["x": "café/1"]), ("/a b/ü", "/a%20b/%C3%BC", [:]), ("/a%20b", "/a%20b", [:]),
      ("/f/{p...}", "/f/", ["p": ""]), ("/f/{p...}", "/f/a/b%20c", ["p": "a/b c"]), ("/f/{p...}", "/f", nil),
      ("/f/{n}/{p...}", "/f/1/2/3", ["n": "1", "p": "2/3"]), ("/a", "*", nil), ("/{x}", "/%7Bx%7D", ["x": "{x}"]),
    ] as [(String, String, [String: String]?)]
  )
  func patterns(pattern: String, path: String, expected: [String: String]?) {
    #expect(RoutePattern(pattern).match(Array(path.utf8)[...]) == expected)
  }

  private static let table = RouteTable([
    .get("/users/{id}") { .text("get \($0.parameters["id"] ?? "")") },
    .delete("/users/{id}") { _ in .status(204) },
    .get("/users/me") { _ in .text("never reached") },
    .post("/users") { .text("post \($0.text)") },
    .put("/things") { _ in .text("put") }, .patch("/things") { _ in .text("patch") },
    .any("/any") { .text($0.method) },
    Route("PURGE", "/any/cache") { _ in .text("purged") },
  ])

  @Test(
    "The first route that fits answers; else it is 404, or 405 with the methods that would do",
    arguments: [
      ("GET", "/users/7", 200, "get 7", nil), ("HEAD", "/users/7", 200, "get 7", nil),
      ("DELETE", "/users/7", 204, "", nil), ("GET", "/users/me?x=y", 200, "get me", nil),
      ("POST", "/users", 200, "post body", nil), ("PUT", "/things", 200, "put", nil),
      ("PATCH", "/things", 200, "patch", nil), ("BREW", "/any", 200, "BREW", nil),
      ("PURGE", "/any/cache", 200, "purged", nil),
      ("GET", "/none", 404, "Nothing is served at /none.\n", nil), ("get", "/users/7", 405, nil, "GET, HEAD, DELETE"),
      ("PUT", "/users/7", 405, nil, "GET, HEAD, DELETE"), ("GET", "/users", 405, nil, "POST"),
      ("GET", "http://host/users/8", 200, "get 8", nil), ("OPTIONS", "*", 404, nil, nil),
    ] as [(String, String, Int, String?, String?)]
  )
  func routes(method: String, target: String, status: Int, text: String?, allow: String?) {
    let response = Self.table.respond(to: ServerRequest(method: method, target: target, body: Data("body".utf8)))
    #expect(response.status == status)
    #expect(response.headers["Allow"] == allow)
    guard case .bytes(let data) = response.body else {
      Issue.record("The body has no bytes.")
      return
    }
    if let text { #expect(String(decoding: data, as: UTF8.self) == text) }
  }

  @Test("A server with routes serves them")
  func server() throws {
    let server = try LoopbackServer(routes: [.get("/hello/{name}") { .text("hello \($0.parameters["name"] ?? "")") }])
    defer { server.stop() }
    let client = try server.client()
    client.get("/hello/you")
    #expect(client.readResponse()?.text == "hello you")
    client.get("/bye")
    #expect(client.readResponse()?.status == 404)
    client.send("POST /hello/you HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n")
    #expect(client.readResponse()?["Allow"] == "GET, HEAD")
  }

  @Test("A redirect loop never ends, a chain ends after its hops", arguments: [302, 307])
  func redirects(status: Int) {
    let table = RouteTable([.redirectLoop("/loop", status: status), .redirectChain("/chain", hops: 3, status: status)])
    // When a loop is followed
    let loop = table.respond(to: ServerRequest(target: "/loop"))
    // Then it leads to itself
    #expect(loop.status == status)
    #expect(loop.headers["Location"] == "/loop")
    // When a chain is followed
    var target = "/chain"
    var seen: [String] = []
    var response = table.respond(to: ServerRequest(method: "POST", target: target, body: Data("b".utf8)))
    while let location = response.headers["Location"], seen.count < 10 {
      #expect(response.status == status)
      seen.append(location)
      target = location
      response = table.respond(to: ServerRequest(method: "POST", target: target, body: Data("b".utf8)))
    }
    // Then it has that many hops and an answer
    #expect(seen == ["/chain?hop=1", "/chain?hop=2", "/chain?hop=3"])
    #expect(response.status == 200)
    guard case .bytes(let data) = response.body else {
      Issue.record("The body has no bytes.")
      return
    }
    #expect(String(decoding: data, as: UTF8.self) == "POST b")
  }

  @Test("Scripted answers are given once each, in order, and the requests are kept")
  func script() throws {
    let script = ScriptedResponses([.status(503), .text("two")], afterwards: .status(410))
    let server = try LoopbackServer(handler: script.handler)
    defer { server.stop() }
    let client = try server.client()
    script.append(.text("three"))
    #expect(script.remaining == 3)
    let statuses = (1...4).map { number -> Int? in
      client.get("/\(number)")
      return client.readResponse()?.status
    }
    #expect(statuses == [503, 200, 200, 410])
    #expect(script.requests.map(\.target) == ["/1", "/2", "/3", "/4"])
    #expect(script.remaining == 0)
  }

  @Test("Scripted answers are each given once to many connections")
  func sharedScript() throws {
    let script = ScriptedResponses((0..<80).map { .text("\($0)") })
    let server = try LoopbackServer(handler: script.handler)
    defer { server.stop() }
    let texts = Collector<String>()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      guard let client = try? server.client() else { return }
      for _ in 0..<10 {
        client.get("/")
        texts.add(client.readResponse()?.text ?? "")
      }
    }
    #expect(Set(texts.all) == Set((0..<80).map { "\($0)" }))
  }

  @Test("Files of a folder are served")
  func files() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("a.json", "{}")
    _ = try folder.write("sub/b c.txt", "text")
    let table = RouteTable([.files(under: "/static", from: folder.path)])
    func path(_ target: String) -> String? {
      guard case .file(let path) = table.respond(to: ServerRequest(target: target)).body else { return nil }
      return URL(fileURLWithPath: path).lastPathComponent
    }
    #expect(path("/static/a.json") == "a.json")
    #expect(path("/static/sub/b%20c.txt") == "b c.txt")
    #expect(table.respond(to: ServerRequest(target: "/static/a.json")).headers["Content-Type"] == "application/json")
  }

  @Test(
    "Nothing outside the folder is served",
    arguments: [
      "/static/../secret.txt", "/static/%2e%2e/secret.txt", "/static/..%2Fsecret.txt", "/static/sub/../../secret.txt",
      "/static/link.txt", "/static/linked/secret.txt", "/static//a.txt", "/static/.hidden", "/static/sub/.hidden",
      "/static/%00", "/static/", "/static/a.txt%00.json", "/static//etc/passwd", "/static/%2Fetc/passwd", "/static/.",
    ]
  )
  func traversal(target: String) throws {
    // Given a secret beside the folder, links to it, and hidden files
    let outer = try TemporaryFolder()
    let secret = try outer.write("secret.txt", "secret")
    let inner = outer.path + "/public"
    _ = try outer.write("public/a.txt", "a")
    _ = try outer.write("public/.hidden", "h")
    _ = try outer.write("public/sub/.hidden", "h")
    try FileManager.default.createSymbolicLink(atPath: inner + "/link.txt", withDestinationPath: secret)
    try FileManager.default.createSymbolicLink(atPath: inner + "/linked", withDestinationPath: outer.path)
    // Then no path leads to any of them
    let response = RouteTable([.files(under: "/static", from: inner)]).respond(to: ServerRequest(target: target))
    #expect(response.status == 404)
  }
}
