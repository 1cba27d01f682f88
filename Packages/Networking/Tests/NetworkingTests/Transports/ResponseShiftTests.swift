#if os(Linux)
import Foundation
import LoopbackServer
import Networking
import Testing

@Suite("Unsolicited bytes from a server")
struct ResponseShiftTests {
  /// A response followed by bytes that don't belong to any request.
  enum Form: String, CaseIterable, Sendable {
    case lateTimeout = "a late 408"
    case afterNoContent = "content after 204"
    case afterNotModified = "content after 304"
    case afterHead = "content after the response to HEAD"
    case beyondLength = "content beyond Content-Length"
    case afterLastChunk = "content after the last chunk"
    case twoResponses = "two responses"
    case lateInterim = "an interim response after the final one"

    private static let other = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwrong"

    var head: String {
      switch self {
      case .afterNoContent: "HTTP/1.1 204 No Content\r\n\r\n"
      case .afterNotModified: "HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\n\r\n"
      case .afterHead: "HTTP/1.1 200 OK\r\nContent-Length: \(Self.other.utf8.count)\r\n\r\n"
      case .afterLastChunk: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
      default: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"
      }
    }

    var body: String {
      switch self {
      case .afterNoContent, .afterNotModified, .afterHead: ""
      case .afterLastChunk: "5\r\nfirst\r\n0\r\n\r\n"
      default: "first"
      }
    }

    var rest: String {
      switch self {
      case .lateTimeout: "HTTP/1.1 408 Request Timeout\r\nContent-Length: 4\r\nConnection: close\r\n\r\nlate"
      case .lateInterim: "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" + Self.other
      default: Self.other
      }
    }

    var method: HTTPMethod { self == .afterHead ? .head : .get }
  }

  enum Moment: CaseIterable, Sendable {
    /// The bytes arrive with the head and the body, in one packet.
    case withResponse
    /// The bytes arrive with the body, in a separate packet from the head.
    case withBody
    /// The bytes arrive after the client has read the response.
    case whileIdle
  }

  enum Next: CaseIterable, Sendable {
    case samePath
    case otherPath
    case head
    case post
    case afterCancellation
  }

  /// Creates a server that responds to "/first" in a form, and to any other request with the request's path.
  private static func peer(_ form: Form, _ moment: Moment, tls: ServerTLS? = nil) throws -> RawPeer {
    try RawPeer(tls: tls) { connection in
      while let path = connection.readPath() {
        if path.hasSuffix("never") { continue }
        guard path.hasSuffix("first") else {
          connection.write("HTTP/1.1 200 OK\r\nX-Path: \(path)\r\nContent-Length: \(path.utf8.count)\r\n\r\n\(path)")
          continue
        }
        let text =
          switch moment {
          case .withResponse: form.head + form.body + form.rest
          case .withBody: form.head
          case .whileIdle: form.head + form.body
          }
        connection.write(text)
      }
    }
  }

  private static func path(of request: HTTPRequest, by transport: some Transport) async throws -> String? {
    let response = try await transport.send(request)
    let body = String(decoding: try await response.body.collect(upTo: 1000), as: UTF8.self)
    let path = response.headers["X-Path"]
    #expect(response.status == .ok)
    #expect(request.method != .get || body == path)
    return path
  }

  @Test("never treats unsolicited bytes as the response to another request", arguments: Form.allCases, Moment.allCases)
  func dropsUnaskedBytes(form: Form, moment: Moment) async throws {
    for next in Next.allCases {
      let peer = try Self.peer(form, moment)
      defer { peer.stop() }
      let transport = try SystemTransport.make()
      // Given: a connection that is idle after the response to the first request
      let first = HTTPRequest(method: form.method, url: peer.url.appending(path: "first"))
      let response = try await transport.send(first)
      if moment == .withBody { peer.connections[0].write(form.body + form.rest) }
      _ = try await response.body.collect(upTo: 1000)
      if moment == .whileIdle { peer.connections[0].write(form.rest) }
      // When: other requests are sent
      var request = HTTPRequest(url: peer.url.appending(path: "second"))
      switch next {
      case .samePath, .otherPath: break
      case .head: request.method = .head
      case .post:
        request.method = .post
        request.body = RequestBody(bytes: Data(), contentType: nil)
      case .afterCancellation:
        let url = peer.url.appending(path: "never")
        let task = Task { try await transport.send(HTTPRequest(url: url, timeouts: .total(.milliseconds(20)))) }
        await #expect(throws: NetworkError.self) { try await task.value }
      }
      // Then: each request gets its own response
      #expect(try await Self.path(of: request, by: transport) == "/second")
      request.url = peer.url.appending(path: next == .samePath ? "second" : "third")
      #expect(try await Self.path(of: request, by: transport) == "/\(request.url.lastPathComponent)")
    }
  }

  @Test("never treats unsolicited bytes as the response to a waiting request", arguments: Form.allCases)
  func dropsUnaskedBytesAtOnce(form: Form) async throws {
    let peer = try Self.peer(form, .withBody)
    defer { peer.stop() }
    var configuration = TransportConfiguration()
    configuration.maximumConnectionsPerHost = 1
    let transport = try SystemTransport.make(configuration: configuration)
    let url = peer.url
    for _ in 0..<10 {
      // Given: requests that wait for the only connection
      let response = try await transport.send(HTTPRequest(method: form.method, url: url.appending(path: "first")))
      let used = peer.connections
      try await withThrowingTaskGroup(of: Void.self) { group in
        let (starts, start) = AsyncStream.makeStream(of: Void.self)
        for number in 0..<4 {
          group.addTask {
            start.yield()
            let request = HTTPRequest(url: url.appending(path: "\(number)"))
            // Then: each request gets its own response
            let path = try await Self.path(of: request, by: transport)
            #expect(path == "/\(number)")
          }
        }
        var iterator = starts.makeAsyncIterator()
        for _ in 0..<4 { await iterator.next() }
        // When: the connection becomes free while it has unread bytes
        if !form.body.isEmpty { used.last?.write(form.body + form.rest) }
        _ = try await response.body.collect(upTo: 1000)
        try await group.waitForAll()
      }
    }
  }

  @Test(
    "never treats unsolicited bytes as the response to another request over TLS",
    arguments: Form.allCases,
    [Moment.withResponse, .withBody]
  )
  func dropsUnaskedBytesOverTLS(form: Form, moment: Moment) async throws {
    let tls = try ServerTLS()
    let peer = try Self.peer(form, moment, tls: tls)
    defer { peer.stop() }
    var configuration = TransportConfiguration()
    configuration.trustedAuthorities = .only(tls.authority)
    let transport = try SystemTransport.make(configuration: configuration)
    let first = HTTPRequest(method: form.method, url: peer.url.appending(path: "first"))
    let response = try await transport.send(first)
    // Both parts are in the same TLS record.
    if moment == .withBody, !form.body.isEmpty { peer.connections[0].write(form.body + form.rest) }
    _ = try await response.body.collect(upTo: 1000)
    for name in ["second", "third"] {
      let request = HTTPRequest(url: peer.url.appending(path: name))
      #expect(try await Self.path(of: request, by: transport) == "/\(name)")
    }
  }

  @Test("never treats unsolicited bytes as the response to a redirected request", arguments: Form.allCases)
  func dropsUnaskedBytesAfterRedirects(form: Form) async throws {
    let redirect = "HTTP/1.1 302 Found\r\nLocation: /second\r\nContent-Length: 0\r\n\r\n"
    let peer = try RawPeer { connection in
      while let path = connection.readPath() {
        connection.write(
          path == "/first"
            ? redirect + form.rest
            : "HTTP/1.1 200 OK\r\nX-Path: \(path)\r\nContent-Length: \(path.utf8.count)\r\n\r\n\(path)"
        )
      }
    }
    defer { peer.stop() }
    let transport = try SystemTransport.make().wrapped(in: [RedirectFollower()])
    #expect(try await Self.path(of: HTTPRequest(url: peer.url.appending(path: "first")), by: transport) == "/second")
  }

  @Test("sends a non-idempotent request's content completely despite unsolicited bytes", arguments: [100, 300_000])
  func sendsContentOnce(size: Int) async throws {
    let received = Recorder<Int>()
    let peer = try RawPeer { connection in
      while let head = connection.readHead() {
        if head.hasPrefix("POST") { received.add(connection.read(size)?.count ?? 0) }
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfirst")
      }
    }
    defer { peer.stop() }
    let transport = try SystemTransport.make()
    // Given: an idle connection on which unsolicited bytes have arrived
    _ = try await transport.send(HTTPRequest(url: peer.url)).body.collect(upTo: 10)
    peer.connections[0].write(Form.lateTimeout.rest)
    // When: a request with content is sent
    let body = RequestBody(bytes: Data(repeating: 1, count: size), contentType: nil)
    let response = try await transport.send(HTTPRequest(method: .post, url: peer.url, body: body))
    // Then: the request is sent once, on another connection
    #expect(response.status == .ok)
    #expect(received.values == [size])
    #expect(peer.connections.count == 2)
  }

  @Test("keeps healthy connections and paused downloads despite unsolicited bytes")
  func keepsHealthyConnections() async throws {
    let content = String(repeating: "x", count: 4 << 20)
    let peer = try RawPeer { connection in
      while let path = connection.readPath() {
        let body = path == "/large" ? content : "small"
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n")
        var rest = body[...].utf8
        while !rest.isEmpty {
          connection.write(Array(rest.prefix(64 << 10)))
          rest = rest.dropFirst(64 << 10)
        }
      }
    }
    defer { peer.stop() }
    let transport = try SystemTransport.make()
    // Given: a paused download, with many bytes in the socket
    let response = try await transport.send(HTTPRequest(url: peer.url.appending(path: "large")))
    // When: a hundred other requests are sent one after another
    for _ in 0..<100 {
      let body = try await transport.send(HTTPRequest(url: peer.url)).body.collect(upTo: 10)
      #expect(body == Data("small".utf8))
    }
    // Then: the download is complete, and the other requests have shared one connection
    #expect(try await response.body.collect(upTo: 8 << 20).count == content.utf8.count)
    #expect(peer.connections.count == 2)
  }
}
#endif
