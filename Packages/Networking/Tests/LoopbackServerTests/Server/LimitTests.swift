import Foundation
import Testing

@testable import LoopbackServer

@Suite("Server limits, timeouts and hooks")
struct LimitTests {
  @Test(
    "responds with 408 if a request head doesn't arrive completely in time",
    arguments: ["GET / HT", "GET / HTTP/1.1\r\nHost: h\r\n"]
  )
  func headTimeout(start: String) throws {
    let server = try LoopbackServer(configuration: .exact { $0.headTimeout = .milliseconds(30) }) { _ in .status(200) }
    defer { server.stop() }
    let client = try server.client()
    client.send(start)
    let response = try #require(client.readResponse())
    #expect(response.status == 408)
    #expect(client.readToEnd().ending == .closed)
  }

  @Test("doesn't extend the deadline for a request head that arrives slowly but steadily")
  func slowLoris() throws {
    let server = try LoopbackServer(
      configuration: .exact {
        $0.headTimeout = .milliseconds(60)
        $0.lingerTime = .milliseconds(1)
        $0.limits.headerFields = 1 << 20
        $0.limits.headerBytes = 1 << 30
      }
    ) { _ in .status(200) }
    defer { server.stop() }
    let client = try server.client()
    client.setTimeout(milliseconds: 5)
    client.send("GET / HTTP/1.1\r\nHost: h\r\n")
    // When: a header line arrives every few milliseconds
    var answer: [UInt8] = []
    for number in 0..<10_000 where answer.isEmpty {
      client.send("X-\(number): 1\r\n")
      answer = client.readSome()
    }
    // Then: the deadline is measured from the first byte
    #expect(String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 408 "))
  }

  @Test("responds with 408 if a request body makes no progress")
  func bodyTimeout() throws {
    let server = try LoopbackServer(configuration: .exact { $0.transferTimeout = .milliseconds(30) }) { _ in
      .status(200)
    }
    defer { server.stop() }
    let client = try server.client()
    client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc")
    #expect(client.readResponse()?.status == 408)
  }

  @Test("closes an idle connection after the timeout, without sending a response")
  func idleTimeout() throws {
    // Given: a server that accepts the first connection only after its client has sent a request
    let sent = Collector<Void>()
    let configuration = LoopbackServer.Configuration.exact {
      $0.idleTimeout = .milliseconds(30)
      $0.onAccept = { _ in
        _ = sent.wait(for: 1)
        return .serve
      }
    }
    let server = try LoopbackServer(configuration: configuration) { _ in .text("a") }
    defer { server.stop() }
    let used = try server.client()
    used.get("/")
    sent.add(())
    let fresh = try server.client()
    #expect(used.readResponse()?.text == "a")
    #expect(fresh.readToEnd() == ([], .closed))
    #expect(used.readToEnd() == ([], .closed))
  }

  @Test("disconnects a client that reads nothing within the transfer timeout")
  func writeTimeout() throws {
    let log = Collector<ServerLogEntry>()
    let configuration = LoopbackServer.Configuration.exact {
      $0.transferTimeout = .milliseconds(30)
      $0.onRequest = { log.add($0) }
    }
    let server = try LoopbackServer(configuration: configuration) { _ in .text("a").failing(with: .infiniteBody) }
    defer { server.stop() }
    let client = try server.client()
    client.get("/")
    #expect(log.wait(for: 1).first?.outcome == .clientLeft)
  }

  /// A server with two connections, whose handler waits for the gate to open.
  private func smallServer(
    arrived: Collector<Void> = Collector(),
    gate: Collector<Void>? = nil
  ) throws -> LoopbackServer {
    let configuration = LoopbackServer.Configuration.exact {
      $0.maximumConnections = 2
      $0.patience = .zero
    }
    return try LoopbackServer(configuration: configuration) { _ in
      arrived.add(())
      _ = gate?.wait(for: 1)
      return .text("a")
    }
  }

  @Test("closes the connection that has been idle longest for a connection beyond the limit")
  func idleConnectionsGiveWay() throws {
    let server = try smallServer()
    defer { server.stop() }
    // Given: a connection without a request, and a newer one that has been used
    let unused = try server.client()
    let used = try server.client()
    used.get("/")
    #expect(used.readResponse()?.text == "a")
    // When: a third client sends a request
    let third = try server.client()
    third.get("/")
    // Then: it gets its response, and only the connection that was idle longest has ended
    #expect(third.readResponse()?.text == "a")
    #expect(unused.readToEnd() == ([], .closed))
    used.get("/")
    #expect(used.readResponse()?.text == "a")
    #expect(server.statistics.connectionsPeak == 2)
  }

  @Test(
    "closes a connection that hasn't sent its request for a connection beyond the limit",
    arguments: ["", "GET / HTTP/1.1\r\nHost: h\r\n", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc"]
  )
  func slowClientsGiveWay(start: String) throws {
    let server = try smallServer()
    defer { server.stop() }
    let slow = try (0..<2).map { _ in try server.client() }
    for client in slow { client.send(start) }
    // When: five more clients send requests and stay connected
    let clients = try (0..<5).map { _ in
      let client = try server.client()
      client.get("/")
      #expect(client.readResponse()?.text == "a")
      return client
    }
    // Then: the slow clients have been disconnected
    #expect(clients.count == 5)
    for client in slow { #expect(client.readToEnd().bytes.isEmpty) }
  }

  @Test("finishes requests in progress before a connection beyond the limit gets its turn")
  func busyConnectionsGiveWay() throws {
    let (arrived, gate) = (Collector<Void>(), Collector<Void>())
    let server = try smallServer(arrived: arrived, gate: gate)
    defer { server.stop() }
    // Given: two connections with a request in progress
    let busy = try (0..<2).map { _ in try server.client() }
    for client in busy { client.get("/") }
    _ = arrived.wait(for: 2)
    // When: a third client sends a request
    let third = try server.client()
    third.get("/")
    gate.add(())
    // Then: all three get their responses, over at most two connections at a time
    for client in busy + [third] { #expect(client.readResponse()?.text == "a") }
    #expect(server.statistics.connectionsPeak == 2)
  }

  @Test("serves 64 connections at the same time")
  func concurrency() throws {
    // Given: a handler that responds only after all 64 requests have arrived
    let arrived = Collector<Int>()
    let server = try LoopbackServer { request in
      arrived.add(request.connection)
      return .text("\(arrived.wait(for: 64).count >= 64)")
    }
    defer { server.stop() }
    let clients = try (0..<64).map { _ in try server.client() }
    for client in clients { client.get("/") }
    // When: all requests are sent
    let texts = clients.map { $0.readResponse()?.text }
    // Then: no request had to wait for the response to another request
    #expect(texts.allSatisfy { $0 == "true" })
    #expect(Set(arrived.all).count == 64)
    #expect(server.statistics.connectionsOpen == 64)
  }

  @Test("responds correctly to many requests over many concurrent connections")
  func load() throws {
    let server = try LoopbackServer { .text("\($0.target) \($0.text)") }
    defer { server.stop() }
    let wrong = Collector<String>()
    DispatchQueue.concurrentPerform(iterations: 16) { worker in
      guard let client = try? server.client() else { return wrong.add("no connection") }
      for number in 0..<100 {
        client.send("POST /\(worker)/\(number) HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n\(100 + number)")
        let text = client.readResponse()?.text ?? "nothing"
        if text != "/\(worker)/\(number) \(100 + number)" { wrong.add(text) }
      }
    }
    #expect(wrong.all.isEmpty)
    #expect(server.statistics.requests == 1_600)
    #expect(server.statistics.connectionsAccepted == 16)
  }

  @Test("counts connections, requests and bytes")
  func statistics() throws {
    let log = Collector<ServerLogEntry>()
    let server = try LoopbackServer(configuration: .exact { $0.onRequest = { log.add($0) } }) { _ in .text("hello") }
    let client = try server.client()
    client.get("/")
    _ = client.readResponse()
    client.get("/")
    _ = client.readResponse()
    // When: two requests have been served
    _ = log.wait(for: 2)
    // Then: the requests are counted
    let request = "GET / HTTP/1.1\r\nHost: test\r\n\r\n".utf8.count
    let answer = FaultCase.head.utf8.count + 5
    #expect(server.statistics.connectionsOpen == 1)
    #expect(server.statistics.requests == 2)
    #expect(server.statistics.bytesReceived == 2 * request)
    #expect(server.statistics.bytesSent == 2 * answer)
    // And: the counts stay the same after the server has stopped
    server.stop()
    #expect(server.statistics.connectionsOpen == 0)
    #expect(server.statistics.connectionsAccepted == 1)
    #expect(server.statistics.requests == 2)
    #expect(server.statistics.bytesSent == 2 * answer)
  }

  @Test("logs the outcome of every request")
  func log() throws {
    let log = Collector<ServerLogEntry>()
    let server = try LoopbackServer(configuration: .exact { $0.onRequest = { log.add($0) } }) { request in
      request.path == "/cut" ? .text("hello").failing(with: .close(at: .afterHead)) : .text("hello", status: 201)
    }
    defer { server.stop() }
    // When: one request is served, another is cut off, and a third is rejected
    for text in [
      "GET /ok HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", "GET /cut HTTP/1.1\r\nHost: h\r\n\r\n", "BAD\r\n",
    ] {
      let client = try server.client()
      client.send(text)
      client.finishSending()
      _ = client.readToEnd()
    }
    // Then: the log contains all three outcomes
    let entries = log.wait(for: 3)
    try #require(entries.count == 3)
    #expect(entries.map(\.outcome) == [.answered, .cut, .refused(RequestFailure.malformedRequestLine.sentence)])
    #expect(entries.map(\.status) == [201, 200, 400])
    #expect(entries.map { $0.request?.target } == ["/ok", "/cut", nil])
    #expect(entries.map(\.connection) == [1, 2, 3])
    #expect(entries[1].bytesSent == FaultCase.head.utf8.count)
    #expect(entries.allSatisfy { $0.duration >= .zero })
  }

  @Test(
    "applies the action from the accept hook to each new connection",
    arguments: [
      (LoopbackServer.AcceptAction.close, RawClient.Ending.closed), (.reset, .reset), (.stall, .timedOut),
    ]
  )
  func acceptActions(action: LoopbackServer.AcceptAction, ending: RawClient.Ending) throws {
    // Given: a server that doesn't serve its first connection
    let server = try LoopbackServer(configuration: .exact { $0.onAccept = { $0 == 1 ? action : .serve } }) { _ in
      .text("a")
    }
    defer { server.stop() }
    let first = try server.client()
    if ending == .timedOut { first.setTimeout(milliseconds: 50) }
    // Then: the first client receives nothing, and the second client is served
    #expect(first.readToEnd() == ([], ending))
    let second = try server.client()
    second.get("/")
    #expect(second.readResponse()?.text == "a")
  }

  @Test("delays the first response if the server accepts slowly or delays the connection", arguments: [true, false])
  func slowAccept(all: Bool) throws {
    let configuration = LoopbackServer.Configuration.exact {
      if all { $0.acceptDelay = .milliseconds(30) } else { $0.onAccept = { _ in .delay(.milliseconds(30)) } }
    }
    let server = try LoopbackServer(configuration: configuration) { _ in .text("a") }
    defer { server.stop() }
    let start = ContinuousClock.now
    let client = try server.client()
    client.get("/")
    #expect(client.readResponse()?.text == "a")
    #expect(ContinuousClock.now - start >= .milliseconds(30))
  }

  @Test("reads uploads at the configured pace")
  func uploadPace() throws {
    let configuration = LoopbackServer.Configuration.exact {
      $0.uploadPace = .init(bytes: 1_000, every: .milliseconds(4))
      $0.receiveBufferSize = 4_096
    }
    let server = try LoopbackServer(configuration: configuration) { .text("\($0.body.count)") }
    defer { server.stop() }
    let client = try server.client()
    let start = ContinuousClock.now
    client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10000\r\n\r\n")
    #expect(client.send([UInt8](repeating: 0x61, count: 10_000)))
    #expect(client.readResponse()?.text == "10000")
    #expect(ContinuousClock.now - start >= .milliseconds(36))
  }
}
