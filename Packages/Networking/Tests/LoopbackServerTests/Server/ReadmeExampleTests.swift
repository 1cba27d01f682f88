import Foundation
import LoopbackServer
import Networking
import Testing

@Suite("README examples")
struct ReadmeExampleTests {
  @Test("selects the response by path")
  func paths() throws {
    let server = try LoopbackServer { request in
      switch request.path {
      case "/employees": .json(["name": "Ada"])
      case "/upload": .text("\(request.body.count) bytes", status: 201)
      case "/moved": .redirect(to: "/employees")
      default: .status(404)
      }
    }
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    client.get("/employees")
    #expect(client.readResponse()?.text == "{\"name\":\"Ada\"}")
    client.send("POST /upload HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nab")
    #expect(client.readResponse()?.text == "2 bytes")
    client.get("/none")
    #expect(client.readResponse()?.status == 404)
    client.get("/moved")
    #expect(client.readResponse()?["Location"] == "/employees")
  }

  @Test("writes a streamed body in chunks")
  func stream() throws {
    let server = try LoopbackServer { _ in
      .stream(contentType: "text/event-stream") { writer in
        for number in 1...3 {
          try writer.write("data: \(number)\n\n")
          try writer.wait(for: .milliseconds(1))
        }
      }
    }
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    client.get("/")
    #expect(client.readResponse()?.text == "data: 1\n\ndata: 2\n\ndata: 3\n\n")
  }

  @Test("serves requests over TLS")
  func tls() async throws {
    let tls = try ServerTLS()
    let server = try LoopbackServer(configuration: .init(tls: tls)) { _ in .text("secure") }
    defer { server.stop() }
    var configuration = TransportConfiguration()
    configuration.trustedAuthorities = .only(tls.authority)
    let transport = try SystemTransport.make(configuration: configuration)
    let response = try await transport.send(HTTPRequest(url: server.url))
    #expect(try await response.body.collect(upTo: 100) == Data("secure".utf8))
  }

  @Test("returns scripted faults and responses in order")
  func script() throws {
    let script = ScriptedResponses([
      .text("first try").failing(with: .reset(at: .insideBody(afterBytes: 3))),
      .text("second try").failing(with: .combined([.informational([103]), .wrongContentLength(by: 10)])),
      .status(503).header("Retry-After", "1"),
      .json(["answer": 42]),
    ])
    let server = try LoopbackServer(handler: script.handler)
    defer { server.stop() }
    let first = try RawClient(port: server.port)
    first.get("/1")
    let reset = first.textToEnd()
    #expect(reset.text.hasSuffix("\r\n\r\nfir"))
    #expect(reset.ending == .reset)
    let second = try RawClient(port: server.port)
    second.get("/2")
    let short = second.textToEnd()
    #expect(short.text.hasPrefix("HTTP/1.1 103 "))
    #expect(short.text.hasSuffix("second try"))
    let third = try RawClient(port: server.port)
    third.get("/3")
    #expect(third.readResponse()?["Retry-After"] == "1")
    third.get("/4")
    #expect(third.readResponse()?.text == "{\"answer\":42}")
    #expect(script.requests.map(\.target) == ["/1", "/2", "/3", "/4"])
  }
}
