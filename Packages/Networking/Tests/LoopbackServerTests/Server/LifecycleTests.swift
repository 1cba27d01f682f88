import Foundation
import Networking
import Testing

@testable import LoopbackServer

@Suite("Server lifecycle")
struct LifecycleTests {
  /// A task that keeps a connection's thread busy for an hour.
  struct Obstacle: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
    var configuration = LoopbackServer.Configuration.exact
    let handler: LoopbackServer.Handler

    static let hour = Duration.seconds(3600)

    static let all: [Obstacle] = [
      Obstacle(testDescription: "an idle connection", request: "") { _ in .status(200) },
      Obstacle(testDescription: "half a head", request: "GET / HT") { _ in .status(200) },
      Obstacle(
        testDescription: "half a TLS handshake",
        request: "\u{16}\u{3}\u{1}\u{0}\u{7F}\u{1}",
        configuration: .exact {
          $0.tls = try? ServerTLS()
          $0.headTimeout = hour
        }
      ) { _ in .status(200) },
      Obstacle(
        testDescription: "half a body",
        request: "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhe"
      ) { _ in .status(200) },
      Obstacle(testDescription: "a handler that waits") { request in
        request.wait(for: hour)
        return .status(200)
      },
      Obstacle(testDescription: "a delay") { _ in .text("a").delayed(by: hour) },
      Obstacle(testDescription: "a delay before the body") { _ in
        .text("a").failing(with: .delay(hour, at: .afterHead))
      },
      Obstacle(testDescription: "a stall") { _ in .text("a").failing(with: .neverAnswer) },
      Obstacle(testDescription: "a trickle") { _ in .text("abc").failing(with: .trickle(bytes: 1, every: hour)) },
      Obstacle(testDescription: "an infinite body that isn't read") { _ in
        .text("a").failing(with: .infiniteBody)
      },
      Obstacle(testDescription: "a stream that waits") { _ in .stream { try $0.wait(for: hour) } },
      Obstacle(testDescription: "a stream that isn't read") { _ in
        .stream { writer in while true { try writer.write([UInt8](repeating: 0, count: 100_000)) } }
      },
      Obstacle(
        testDescription: "a delayed connection",
        configuration: .exact { $0.onAccept = { _ in .delay(hour) } }
      ) {
        _ in .status(200)
      },
      Obstacle(testDescription: "a stalled connection", configuration: .exact { $0.onAccept = { _ in .stall } }) {
        _ in .status(200)
      },
      Obstacle(testDescription: "a slow accept", configuration: .exact { $0.acceptDelay = hour }) { _ in .status(200)
      },
      Obstacle(
        testDescription: "a paced upload",
        request: "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 500\r\n\r\n" + String(repeating: "a", count: 400),
        configuration: .exact { $0.uploadPace = .init(bytes: 1, every: hour) }
      ) { _ in .status(200) },
      Obstacle(
        testDescription: "a refused request whose client stays",
        request: "BAD\r\n",
        configuration: .exact { $0.lingerTime = hour }
      ) { _ in .status(200) },
    ]
  }

  @Test("stops the server immediately, regardless of open connections", arguments: Obstacle.all)
  func stopIsPrompt(_ obstacle: Obstacle) throws {
    // Given: a connection that would be busy for an hour
    let server = try LoopbackServer(configuration: obstacle.configuration, handler: obstacle.handler)
    let client = try server.client()
    client.send(obstacle.request)
    client.setTimeout(milliseconds: 20)
    if !obstacle.request.isEmpty { _ = client.readSome() }
    // When: the server stops
    server.stop()
    // Then: the server stops long before, and the connection is closed
    #expect(server.statistics.connectionsOpen == 0)
    client.setTimeout()
    #expect(client.readToEnd().ending != .timedOut)
  }

  @Test("selects a free port and reports it")
  func freePort() throws {
    // When: port 0 is requested
    let server = try LoopbackServer { _ in .text("here") }
    defer { server.stop() }
    // Then: the server reports the actual port and listens on it
    #expect((1...65_535).contains(server.port))
    #expect(server.url.absoluteString == "http://127.0.0.1:\(server.port)/")
    let client = try server.client()
    client.get("/")
    #expect(client.readResponse()?.text == "here")
  }

  @Test("allows a port to be reused immediately after its server stops")
  func restart() throws {
    // Given: a server with several connections, one of which the server has closed itself
    let first = try LoopbackServer { _ in .text("1").header("Connection", "close") }
    let port = first.port
    let client = try first.client()
    client.get("/")
    _ = client.readToEnd()
    first.stop()
    // When: another server starts on the same port
    let second = try LoopbackServer(port: port) { _ in .text("2") }
    defer { second.stop() }
    // Then: the second server listens on the port
    #expect(second.port == port)
    let other = try second.client()
    other.get("/")
    #expect(other.readResponse()?.text == "2")
  }

  @Test("rejects a port that another server is using")
  func portInUse() throws {
    let server = try LoopbackServer { _ in .status(200) }
    defer { server.stop() }
    let port = server.port
    #expect(throws: LoopbackServerError.portInUse(port)) {
      try LoopbackServer(port: port) { _ in .status(200) }
    }
  }

  @Test("rejects an invalid port", arguments: [-1, 65_536, 70_000, Int.max, Int.min])
  func portOutOfRange(_ port: Int) {
    #expect(throws: LoopbackServerError.portOutOfRange(port)) {
      try LoopbackServer(port: port) { _ in .status(200) }
    }
  }

  @Test(
    "describes every error in a sentence with a recovery suggestion",
    arguments: [
      (LoopbackServerError.portOutOfRange(70_000), "70000"), (.portInUse(8_000), "8000"),
      (.socketPathTooLong("/x"), "/x"), (.socketPathInUse("/y"), "/y"),
      (.permissionDenied(port: 80), "80"), (.socketFailure(12, operation: "socket"), "socket failed"),
      (.socketFailure(24, operation: "socket"), "ulimit -n"),
      (.tlsUnavailable(reason: "libssl is missing"), "libssl3"), (.tlsFailure(operation: "X509_sign"), "X509_sign"),
    ]
  )
  func errorTexts(error: LoopbackServerError, part: String) {
    #expect(error.description.contains(part))
    #expect(error.description.hasSuffix("."))
    #expect(error.localizedDescription == error.description)
  }

  @Test("allows several threads to stop the server, and to stop it more than once")
  func stopTwice() throws {
    let server = try LoopbackServer { _ in .text("a").delayed(by: .seconds(3600)) }
    let client = try server.client()
    client.get("/")
    // When: several threads stop the server at the same time, and one of them stops it again
    DispatchQueue.concurrentPerform(iterations: 4) { _ in server.stop() }
    server.stop()
    // Then: the server has stopped, and the port is free
    #expect(server.statistics.connectionsOpen == 0)
    #expect(throws: RawClient.ConnectFailure.self) { try server.client() }
  }

  @Test("allows a handler to stop its own server")
  func stopFromHandler() throws {
    // Given: a handler that stops the server
    let holder = Locked<LoopbackServer?>(nil)
    let server = try LoopbackServer { _ in
      holder.withLock { $0 }?.stop()
      return .text("too late")
    }
    holder.withLock { $0 = server }
    defer { holder.withLock { $0 = nil } }
    let client = try server.client()
    // When: the handler is called
    client.get("/")
    // Then: the connection ends, and another call to stop() waits for the server to stop
    #expect(client.readToEnd().ending != .timedOut)
    server.stop()
    #expect(server.statistics.connectionsOpen == 0)
  }

  @Test("stops the server when its last reference is released")
  func stopOnRelease() throws {
    // Given: a client whose server is no longer referenced
    var client: RawClient?
    var port = 0
    do {
      let server = try LoopbackServer { _ in .status(200) }
      client = try server.client()
      client?.get("/")
      #expect(client?.readResponse()?.status == 200)
      port = server.port
    }
    // Then: the connection is closed and the port is free
    #expect(client?.readToEnd().ending == .closed)
    let successor = try LoopbackServer(port: port) { _ in .status(200) }
    successor.stop()
  }

  @Test("doesn't block when a handler releases the last reference")
  func releaseWithinHandler() throws {
    // Given: a server whose handler releases its only reference
    let holder = Locked<LoopbackServer?>(nil)
    let port: Int
    do {
      let server = try LoopbackServer { _ in
        holder.withLock { $0 = nil }
        return .text("gone")
      }
      holder.withLock { $0 = server }
      port = server.port
    }
    let client = try RawClient(port: port)
    // When: the handler is called
    client.get("/")
    // Then: the connection ends, and the server doesn't hang
    #expect(client.readToEnd().ending != .timedOut)
  }

  @Test("notifies handlers when the server stops")
  func handlerSeesStop() throws {
    let waited = Collector<[Bool]>()
    let begun = Collector<Void>()
    let server = try LoopbackServer { request in
      let before = request.isServerStopping
      begun.add(())
      let result = request.wait(for: .seconds(3600))
      waited.add([before, result, request.isServerStopping])
      return .status(200)
    }
    let client = try server.client()
    client.get("/")
    _ = begun.wait(for: 1)
    // When: the server stops while the handler waits
    server.stop()
    // Then: the wait returns early
    #expect(waited.wait(for: 1) == [[false, false, true]])
  }
}
