import Foundation
import Testing

@testable import LoopbackServer

@Suite("HTTP/1.1 protocol")
struct ProtocolTests {
  /// Starts a server that responds with the parsed parts of each request.
  private func echoServer(_ configuration: LoopbackServer.Configuration = .exact) throws -> LoopbackServer {
    try LoopbackServer(configuration: configuration) { request in
      .text("\(request.connection).\(request.number) \(request.method) \(request.target) \(request.text)")
    }
  }

  @Test("sends exactly the expected bytes for a small response")
  func exactBytes() throws {
    let server = try echoServer()
    defer { server.stop() }
    let client = try server.client()
    client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
    #expect(
      client.textToEnd().text
        == "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 10\r\n"
        + "Connection: close\r\n\r\n1.1 GET / "
    )
  }

  @Test("numbers the requests on each connection")
  func keepAlive() throws {
    let server = try echoServer()
    defer { server.stop() }
    let client = try server.client()
    // When: three requests use one connection, and a fourth uses another one
    let texts = (0..<3).map { number -> String? in
      client.get("/\(number)")
      return client.readResponse()?.text
    }
    let other = try server.client()
    other.get("/other")
    // Then: the first three share a connection and are numbered on it
    #expect(texts == ["1.1 GET /0 ", "1.2 GET /1 ", "1.3 GET /2 "])
    #expect(other.readResponse()?.text == "2.1 GET /other ")
  }

  @Test("responds to pipelined requests in order")
  func pipelining() throws {
    let server = try echoServer()
    defer { server.stop() }
    let client = try server.client()
    // When: fifty requests with and without bodies are sent at once
    var bytes = ""
    for number in 0..<50 {
      switch number % 3 {
      case 0: bytes += "GET /\(number) HTTP/1.1\r\nHost: h\r\n\r\n"
      case 1: bytes += "POST /\(number) HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nab"
      default: bytes += "POST /\(number) HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nc\r\n0\r\n\r\n"
      }
    }
    client.send(bytes)
    // Then: fifty responses arrive in the same order as the requests
    for number in 0..<50 {
      let body = ["", "ab", "c"][number % 3]
      let method = number % 3 == 0 ? "GET" : "POST"
      #expect(client.readResponse()?.text == "1.\(number + 1) \(method) /\(number) \(body)")
    }
  }

  @Test("responds to a request that arrives byte by byte")
  func byteByByte() throws {
    let server = try echoServer()
    defer { server.stop() }
    let client = try server.client()
    for byte in "POST /slow HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc".utf8 { client.send([byte]) }
    #expect(client.readResponse()?.text == "1.1 POST /slow abc")
  }

  @Test(
    "keeps the connection open or closes it, depending on the version and the Connection field",
    arguments: [
      ("HTTP/1.1", "", nil, true), ("HTTP/1.1", "Connection: close\r\n", "close", false),
      ("HTTP/1.0", "", "close", false), ("HTTP/1.0", "Connection: keep-alive\r\n", "keep-alive", true),
    ] as [(String, String, String?, Bool)]
  )
  func connectionField(version: String, field: String, answer: String?, stays: Bool) throws {
    let server = try echoServer()
    defer { server.stop() }
    let client = try server.client()
    client.send("GET / \(version)\r\nHost: h\r\n\(field)\r\n")
    let response = try #require(client.readResponse())
    #expect(response["Connection"] == answer)
    #expect(response.text == "1.1 GET / ")
    if stays {
      client.get("/again")
      #expect(client.readResponse()?.text == "1.2 GET /again ")
    } else {
      #expect(client.readToEnd() == ([], .closed))
    }
  }

  @Test("closes the connection if the handler sets Connection: close")
  func handlerCloses() throws {
    let server = try LoopbackServer(configuration: .exact) { _ in
      .text("a").header("Connection", "Close").header("X", "y")
    }
    defer { server.stop() }
    let client = try server.client()
    client.get("/")
    let (text, ending) = client.textToEnd()
    #expect(ending == .closed)
    #expect(text.components(separatedBy: "Connection:").count == 2)
  }

  @Test("responds to HEAD with the same head as for GET and without a body")
  func head() throws {
    let server = try LoopbackServer(configuration: .exact) { request in
      switch request.path {
      case "/stream": .stream { try $0.write("never") }
      case "/known": .stream(length: 7) { try $0.write("never") }
      case "/claimed": ServerResponse(headers: ["Content-Length": "123456"])
      default: .text("hello")
      }
    }
    defer { server.stop() }
    let client = try server.client()
    func head(_ path: String) -> RawResponse? {
      client.send("HEAD \(path) HTTP/1.1\r\nHost: h\r\n\r\n")
      return client.readResponse(toHead: true)
    }
    // When: HEAD requests are sent on one connection. Then: each head has the framing fields for its body, but no body
    // is sent before the next response.
    #expect(head("/")?["Content-Length"] == "5")
    #expect(head("/stream")?["Transfer-Encoding"] == "chunked")
    #expect(head("/known")?["Content-Length"] == "7")
    #expect(head("/claimed")?["Content-Length"] == "123456")
    client.get("/")
    #expect(client.readResponse()?.text == "hello")
  }

  @Test("sends 100 Continue only if the client expects it")
  func expectContinue() throws {
    let server = try echoServer()
    defer { server.stop() }
    let client = try server.client()
    // When: the client sends the body only after the interim response
    client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
    #expect(client.read(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
    client.send("ok")
    #expect(client.readResponse()?.text == "1.1 POST / ok")
    // When: the client sends the body immediately
    client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\nok")
    // Then: the final response arrives without an interim response
    #expect(client.readResponse()?.text == "1.2 POST / ok")
  }

  @Test("rejects a request before its body is sent if the early-response hook returns a response")
  func earlyResponse() throws {
    // Given: a server that rejects bodies at one path
    let server = try echoServer(
      .exact { $0.earlyResponse = { $0.path == "/refused" ? .text("no", status: 401) : nil } }
    )
    defer { server.stop() }
    let client = try server.client()
    // When: the client announces a body at that path
    client.send("POST /taken HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nok")
    #expect(client.readResponse()?.text == "1.1 POST /taken ok")
    client.send("POST /refused HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n")
    // Then: the final response arrives immediately, and the connection closes
    let response = client.readResponse()
    #expect(response?.status == 401)
    #expect(response?["Connection"] == "close")
    #expect(client.readToEnd() == ([], .closed))
  }
}
