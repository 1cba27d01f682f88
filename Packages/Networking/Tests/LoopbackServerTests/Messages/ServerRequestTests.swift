import Foundation
import Testing

@testable import LoopbackServer

@Suite("Server requests")
struct ServerRequestTests {
  @Test("passes all parts of a received request to the handler")
  func parts() throws {
    // Given: a handler that records requests
    let script = ScriptedResponses([.status(200)])
    let server = try LoopbackServer(handler: script.handler)
    defer { server.stop() }
    let client = try server.client()
    // When: a request arrives
    client.send(
      "PUT /caf%C3%A9/a%2Fb?q=a+b%26c&empty=&flag&q=2 HTTP/1.1\r\nHost: h:80\r\nX-A: 1\r\nx-a:  2 \r\n"
        + "Content-Length: 7\r\n\r\n{\"a\":1}"
    )
    #expect(client.readResponse()?.status == 200)
    let request = try #require(script.requests.first)
    // Then: all parts of the request can be read
    #expect(request.method == "PUT")
    #expect(request.target == "/caf%C3%A9/a%2Fb?q=a+b%26c&empty=&flag&q=2")
    #expect(request.encodedPath == "/caf%C3%A9/a%2Fb")
    #expect(request.path == "/café/a/b")
    #expect(request.query == "q=a+b%26c&empty=&flag&q=2")
    #expect(
      request.queryItems == [
        URLQueryItem(name: "q", value: "a b&c"), URLQueryItem(name: "empty", value: ""),
        URLQueryItem(name: "flag", value: nil), URLQueryItem(name: "q", value: "2"),
      ]
    )
    #expect(request.queryValue("q") == "a b&c")
    #expect(request.queryValue("flag") == "")
    #expect(request.queryValue("none") == nil)
    #expect(request.httpVersion == "HTTP/1.1")
    #expect(request.headers.values(of: "x-a") == ["1", "2"])
    #expect(request.headers["host"] == "h:80")
    #expect(request.text == "{\"a\":1}")
    #expect(request.connection == 1)
    #expect(request.number == 1)
  }

  @Test("creates a server request without a running server")
  func madeByHand() {
    let request = ServerRequest(method: "POST", target: "/a?b=c", headers: ["A": "b"], body: Data("x".utf8))
    #expect(request.method == "POST")
    #expect(request.path == "/a")
    #expect(request.queryValue("b") == "c")
    #expect(request.headers["a"] == "b")
    #expect(request.text == "x")
    #expect(!request.isServerStopping)
    #expect(request.wait(for: .milliseconds(1)))
  }

  @Test(
    "decodes percent-encoded query items and keeps other text unchanged",
    arguments: [
      ("/a%20b", "/a b"), ("/%41%5a", "/AZ"), ("/a+b", "/a+b"), ("/100%", "/100%"), ("/%4", "/%4"), ("/%zz", "/%zz"),
      ("/%E2%82%AC", "/€"), ("/%FF", "/\u{FFFD}"), ("/", "/"), ("", ""),
    ]
  )
  func percentDecoding(encoded: String, decoded: String) {
    #expect(ServerRequest(target: encoded).path == decoded)
  }

  @Test("returns no query items if the request has no query", arguments: ["/", "/?", "/?&&"])
  func noItems(target: String) {
    #expect(ServerRequest(target: target).queryItems.isEmpty)
  }
}
