#if os(Linux)
import Foundation
import LoopbackServer
@testable import Networking
import Testing

@Suite("libcurl transport")
struct CurlTransportTests {
  @Test("fails a request that was cancelled before it started to wait")
  func answersEarlyCancellation() async throws {
    // Given: a transfer that the engine has already ended
    let engine = try CurlEngine(configuration: TransportConfiguration())
    defer { engine.stop() }
    let transfer = CurlTransfer(request: HTTPRequest(url: .test("http://127.0.0.1:1/")), settings: engine.settings)
    engine.cancel(transfer)
    // The engine executes commands in order, so it has processed the cancellation once another request has ended.
    let other = CurlTransfer(request: HTTPRequest(url: .test("http://127.0.0.1:1/")), settings: engine.settings)
    _ = await withUnsafeContinuation { continuation in
      other.expectHead(continuation)
      engine.start(other)
    }
    #expect(transfer.isFinished)
    // When: the request's task starts to wait. Then: the task gets the result immediately.
    let result = await withUnsafeContinuation { continuation in
      transfer.expectHead(continuation)
      engine.start(transfer)
    }
    #expect(throws: NetworkError.cancelled) { try result.get() }
  }

  @Test("fails requests after the transport was stopped")
  func endsLateRequests() async throws {
    let engine = try CurlEngine(configuration: TransportConfiguration())
    engine.stop()
    for _ in 0..<100 {
      let transfer = CurlTransfer(request: HTTPRequest(url: .test("http://127.0.0.1:1/")), settings: engine.settings)
      let result = await withUnsafeContinuation { continuation in
        transfer.expectHead(continuation)
        engine.start(transfer)
      }
      #expect(throws: NetworkError.self) { try result.get() }
    }
  }

  @Test("allows a progress handler to cancel its own request")
  func cancelsFromProgressHandler() async throws {
    let server = try LoopbackServer { _ in .status(204) }
    defer { server.stop() }
    let transport = try CurlTransport()
    // Given: a progress handler that cancels the request on the engine's own thread, while the engine is in use
    let canceller = Canceller()
    let body = RequestBody(bytes: Data(count: 16 << 20), contentType: nil)
    var request = HTTPRequest(method: .post, url: server.url, body: body)
    request.context.uploadProgress = { _ in canceller.cancel() }
    let task = Task { [request] in try await transport.send(request) }
    canceller.task.withLock { $0 = task }
    // Then: the request ends, and the transport still works
    await #expect(throws: NetworkError.cancelled) { try await task.value }
    #expect(try await transport.send(HTTPRequest(url: server.url)).status == .noContent)
  }

  private final class Canceller: Sendable {
    let task = Locked<Task<HTTPResponse, any Error>?>(nil)

    func cancel() { task.withLock { $0 }?.cancel() }
  }

  @Test("reads the body of the last response after the transport is released")
  func letsBodiesOutliveIt() async throws {
    let size = 4 << 20
    let server = try LoopbackServer { _ in ServerResponse(body: .bytes(Data(repeating: 0x61, count: size))) }
    defer { server.stop() }
    func open() async throws -> HTTPResponse {
      try await CurlTransport().send(HTTPRequest(url: server.url))
    }
    let response = try await open()
    #expect(try await response.body.collect(upTo: size).count == size)
  }

  @Test("creates and releases many transports")
  func comesAndGoes() async throws {
    let server = try LoopbackServer { _ in .text("x") }
    defer { server.stop() }
    for _ in 0..<LongTests.rounds(byDay: 20, byNight: 500) {
      let response = try await CurlTransport().send(HTTPRequest(url: server.url))
      #expect(response.status == .ok)
    }
  }

  @Test(
    "doesn't crash a process that exits while libcurl is being loaded",
    arguments: Array(stride(from: UInt32(0), to: 12_000, by: LongTests.rounds(byDay: 1_500, byNight: 100)))
  )
  func endsWhileLoading(microseconds: UInt32) async {
    // When: the process ends while another thread is loading libcurl. Then: it doesn't crash.
    await #expect(processExitsWith: .exitCode(7)) { [microseconds] in
      Thread.detachNewThread { _ = try? CurlTransport() }
      usleep(microseconds)
      exit(7)
    }
  }

  @Test("reuses a connection for the next request")
  func reusesConnections() async throws {
    let server = try LoopbackServer { _ in .text("x") }
    defer { server.stop() }
    let transport = try CurlTransport()
    for _ in 0..<20 {
      _ = try await transport.send(HTTPRequest(url: server.url)).body.collect(upTo: 10)
    }
    #expect(server.statistics.connectionsAccepted == 1)
  }

  @Test("keeps one idle connection for each request that a scheduler allows at the same time")
  func keepsConnectionsOfMany() async throws {
    let server = try LoopbackServer { _ in .text("x") }
    defer { server.stop() }
    let transport = try CurlTransport()
    let tasks = RequestScheduler.Limits().total
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<tasks {
        group.addTask {
          for _ in 0..<20 { _ = try await transport.send(HTTPRequest(url: server.url)).body.collect(upTo: 10) }
        }
      }
      try await group.waitForAll()
    }
    #expect(server.statistics.connectionsAccepted <= tasks)
  }

  @Test("uses an idle connection after a paused response was abandoned")
  func usesConnectionsAfterDroppedResponses() async throws {
    func peer(_ body: String) throws -> RawPeer {
      try RawPeer { connection in
        while connection.readHead() != nil {
          connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        }
      }
    }
    let (small, large) = (try peer("small"), try peer(String(repeating: "x", count: 8 << 20)))
    defer {
      small.stop()
      large.stop()
    }
    var configuration = TransportConfiguration()
    configuration.bodyBufferSize = 1
    let transport = try SystemTransport.make(configuration: configuration)
    let request = HTTPRequest(url: small.url, timeouts: .total(.seconds(300)))
    // libcurl's next handle often has the same address as the previous handle.
    for _ in 0..<20 {
      #expect(try await transport.send(request).body.collect(upTo: 10) == Data("small".utf8))
      var heldBack: HTTPResponse? = try await transport.send(HTTPRequest(url: large.url))
      #expect(heldBack?.status == .ok)
      heldBack = nil
    }
    #expect(small.connections.count == 1)
  }

  @Test("continues to send a request body while the response is read slowly")
  func sendsWhileHeldBack() async throws {
    let size = 16 << 20
    let (counts, count) = AsyncStream.makeStream(of: Int.self)
    // Given: a server that responds before it has received the whole content
    let peer = try RawPeer { connection in
      guard connection.readHead() != nil, connection.read(1000) != nil else { return }
      let text = "HTTP/1.1 200 OK\r\nContent-Length: \(4 << 20)\r\n\r\n" + String(repeating: "x", count: 4 << 20)
      Thread.detachNewThread { connection.write(text) }
      count.yield(1000 + (connection.read(size - 1000)?.count ?? 0))
      _ = connection.read(1)
    }
    defer { peer.stop() }
    let transport = try SystemTransport.make()
    var request = HTTPRequest(method: .put, url: peer.url, timeouts: .total(.seconds(300)))
    request.body = RequestBody(bytes: Data(repeating: 1, count: size), contentType: nil)
    // When: the response isn't read
    let response = try await transport.send(request)
    // Then: the whole content arrives
    #expect(await counts.first { _ in true } == size)
    #expect(try await response.body.collect(upTo: 8 << 20).count == 4 << 20)
  }

  @Test(
    "delivers the end of a response to an upload that waits for it, and then sends the rest of the upload",
    arguments: [
      "200 OK\r\nContent-Length: 5\r\n\r\nhello", "200 OK\r\nContent-Length: 0\r\n\r\n", "204 No Content\r\n\r\n",
      "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
      "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ]
  )
  func endsBeforeContent(response: String) async throws {
    let (rests, rest) = AsyncStream.makeStream(of: String.self)
    // Given: a server that responds to the first part of a request's content
    let peer = try RawPeer { connection in
      guard connection.readHead() != nil, connection.read(10) != nil else { return }
      connection.write("HTTP/1.1 \(response)")
      rest.yield(String(decoding: connection.read(14) ?? [], as: UTF8.self))
    }
    defer { peer.stop() }
    let (content, sender) = AsyncStream.makeStream(of: Data.self)
    sender.yield(Data("first".utf8))
    let transport = try CurlTransport()
    let request = HTTPRequest(method: .post, url: peer.url, body: .stream(content), timeouts: .total(.seconds(300)))
    // When: the next part of the content follows only after the end of the response
    let received = try await transport.send(request).body.collect(upTo: 100)
    sender.yield(Data("last".utf8))
    sender.finish()
    // Then: both the response and the content are complete
    #expect(String(decoding: received, as: UTF8.self) == (response.contains("hello") ? "hello" : ""))
    #expect(await rests.first { _ in true } == "4\r\nlast\r\n0\r\n\r\n")
  }

  @Test("reports that a request got no connection because other responses occupy all connections")
  func reportsHeldConnections() async throws {
    let server = try LoopbackServer { _ in
      .stream(contentType: "text/plain") { writer in
        for _ in 0..<1000 { try writer.write(String(repeating: "x", count: 1 << 16)) }
      }
    }
    defer { server.stop() }
    var configuration = TransportConfiguration()
    configuration.maximumConnectionsPerHost = 1
    let transport = try CurlTransport(configuration: configuration)
    let unread = try await transport.send(HTTPRequest(url: server.url))
    let limit = Duration.milliseconds(300)
    let timeouts = Timeouts(connect: .milliseconds(100), firstByte: limit)
    let origin = try #require(Origin(server.url)).description
    await #expect(throws: NetworkError.timedOut(.queue, limit: limit, origin: origin)) {
      try await transport.send(HTTPRequest(url: server.url, timeouts: timeouts))
    }
    #expect(server.statistics.requests == 1)
    #expect(unread.status == .ok)
  }

  @Test("closes idle connections after their lifetime and opens new connections for later requests")
  func endsIdleConnections() async throws {
    // Given: a transport that keeps idle connections only briefly
    let (closings, closed) = AsyncStream.makeStream(of: Int.self)
    var serverConfiguration = LoopbackServer.Configuration()
    serverConfiguration.onClose = { closed.yield($0) }
    let server = try LoopbackServer(configuration: serverConfiguration) { _ in .text("x") }
    defer { server.stop() }
    var configuration = TransportConfiguration()
    configuration.idleConnectionLifetime = .milliseconds(50)
    let transport = try CurlTransport(configuration: configuration)
    var ended = closings.makeAsyncIterator()
    for connection in 1...2 {
      // When: no further request is sent. Then: the server's connection ends.
      _ = try await transport.send(HTTPRequest(url: server.url)).body.collect(upTo: 10)
      #expect(await ended.next() == connection)
    }
    #expect(server.statistics.connectionsAccepted == 2)
  }

  @Test("sends a non-idempotent request only once", arguments: [true, false])
  func sendsOnce(hasBody: Bool) async throws {
    // Given: a reused connection on which the server handles a request and then closes without responding
    let posts = CallCounter()
    let server = try LoopbackServer { request in
      guard request.method == "POST" else { return .text("x") }
      posts.increment()
      return ServerResponse.text("").failing(with: .close(at: .beforeHead))
    }
    defer { server.stop() }
    let transport = try CurlTransport()
    _ = try await transport.send(HTTPRequest(url: server.url)).body.collect(upTo: 10)
    // When: a POST is sent
    var request = HTTPRequest(method: .post, url: server.url)
    if hasBody { request.body = try .json(["a": 1]) }
    await #expect(throws: NetworkError.self) { try await transport.send(request) }
    // Then: the server has received only one POST
    #expect(posts.value == 1)
  }

  @Test("sends no Content-Type if the body has no media type", arguments: [HTTPMethod.post, .put, .patch])
  func inventsNoContentType(method: HTTPMethod) async throws {
    let server = try LoopbackServer { .text($0.headers["Content-Type"] ?? "none") }
    defer { server.stop() }
    let response = try await CurlTransport().send(HTTPRequest(method: method, url: server.url))
    #expect(try await response.body.collect(upTo: 100) == Data("none".utf8))
  }

  @Test("allows only one task at a time to read a response body")
  func refusesSecondReaders() async throws {
    let server = try LoopbackServer { _ in
      ServerResponse.text("0123456789").failing(with: .stall(at: .insideBody(afterBytes: 4)))
    }
    defer { server.stop() }
    let body = try await CurlTransport().send(HTTPRequest(url: server.url, timeouts: .total(.seconds(300)))).body
    var iterator = body.makeAsyncIterator()
    #expect(try await iterator.next() == Data("0123".utf8))
    // When: two tasks wait for the rest. Then: one task fails, and the other task waits until it is cancelled.
    let readers = (0..<2).map { _ in
      Task { () -> NetworkError? in
        do throws(NetworkError) {
          _ = try await body.collect(upTo: 100)
          return nil
        } catch {
          return error
        }
      }
    }
    let first = await withTaskGroup(of: NetworkError?.self) { group in
      for reader in readers { group.addTask { await reader.value } }
      let first = await group.next() ?? nil
      for reader in readers { reader.cancel() }
      return first
    }
    guard case .invalidRequest = first else {
      Issue.record("expected a refused reader, got \(String(describing: first))")
      return
    }
  }

  @Test("accepts folded header lines")
  func unfoldsHeaders() async throws {
    let answer = "HTTP/1.1 200 OK\r\nX-Folded: one\r\n  two\r\nContent-Length: 0\r\n\r\n"
    let server = try LoopbackServer { _ in ServerResponse.text("").failing(with: .raw(text: answer)) }
    defer { server.stop() }
    let response = try await CurlTransport().send(HTTPRequest(url: server.url))
    #expect(response.headers["X-Folded"] == "one two")
  }

  @Test(
    "rejects host names that libraries misinterpret or can't store",
    arguments: [
      "http://example.com%2F10.0.0.1/", "http://example.com%2f10.0.0.1/", "http://example.com%3Fx/", "http://a%40b/",
      "http://a%00b/", "http://\(String(repeating: "a", count: 256))/",
    ]
  )
  func refusesHostNames(text: String) async throws {
    guard let url = URL(string: text) else { return }
    let error = await #expect(throws: NetworkError.self) { try await CurlTransport().send(HTTPRequest(url: url)) }
    guard case .invalidURL = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("sends a request again each time its reused connection turns out to be dead")
  func survivesDeadConnections() async throws {
    // Given: a server that closes each connection at the second request
    let peer = try RawPeer { connection in
      guard connection.readHead() != nil else { return }
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
      _ = connection.readHead()
    }
    defer { peer.stop() }
    let transport = try CurlTransport()
    // When: many requests are sent one after another. Then: all of them succeed.
    for _ in 0..<20 {
      #expect(try await transport.send(HTTPRequest(url: peer.url)).body.collect(upTo: 10) == Data("x".utf8))
    }
  }

  @Test("reports an interrupted TLS handshake as a lost connection", arguments: [true, false])
  func reportsBrokenHandshakes(isReset: Bool) async throws {
    let peer = try RawPeer { connection in
      _ = connection.read(100)
      if isReset { connection.reset() }
    }
    defer { peer.stop() }
    let url = URL.test("https://127.0.0.1:\(peer.port)/")
    let error = await #expect(throws: NetworkError.self) { try await CurlTransport().send(HTTPRequest(url: url)) }
    #expect(error == .connectionLost(.beforeResponse, origin: "https://127.0.0.1:\(peer.port)"))
    #expect(error?.isRetryable == true)
  }

  @Test("reports too many open files")
  func reportsMissingDescriptors() async throws {
    await #expect(processExitsWith: .success) {
      let transport = try CurlTransport()
      let peer = try RawPeer { _ in }
      // Given: a process without a free descriptor
      var limit = rlimit(rlim_cur: 64, rlim_max: 64)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      // Other threads in the process may close descriptors, so several attempts are made.
      for _ in 0..<20 {
        while open("/dev/null", O_RDONLY) >= 0 {}
        // When: a request is sent
        do throws(NetworkError) {
          _ = try await transport.send(HTTPRequest(url: peer.url))
        } catch {
          // Then: the error gives the reason
          if error.message.contains("too many files") { exit(0) }
        }
      }
      exit(1)
    }
  }

  @Test("accepts a response head that begins with a folded line, after a response with fields")
  func survivesFoldedFirstLines() async throws {
    await #expect(processExitsWith: .success) {
      let peer = try RawPeer { connection in
        while let path = connection.readPath() {
          let fields =
            path == "/folded" ? " X-A: \(String(repeating: "b", count: 200))\r\n" : "X-A: b\r\nX-B: c\r\n"
          connection.write("HTTP/1.1 200 OK\r\n\(fields)Content-Length: 0\r\n\r\n")
        }
      }
      defer { peer.stop() }
      let transport = try CurlTransport()
      for _ in 0..<50 {
        for _ in 0..<4 { _ = try await transport.send(HTTPRequest(url: peer.url)) }
        let result = await Task { try await transport.send(HTTPRequest(url: peer.url.appending(path: "folded"))) }
          .result
        guard case .failure(is NetworkError) = result else { exit(1) }
      }
    }
  }

  @Test("limits the size of content that expands when decoded", .enabled(if: Gzip.isInstalled, "gzip is missing"))
  func survivesDecompressionBombs() async throws {
    let bomb = try Gzip.zeros(mebibytes: 20)
    let server = try LoopbackServer { _ in
      ServerResponse(body: .bytes(bomb)).header("Content-Encoding", "gzip")
    }
    defer { server.stop() }
    let transport = try CurlTransport()
    let limit = 1 << 20
    let response = try await transport.send(HTTPRequest(url: server.url))
    await #expect(throws: NetworkError.bodyTooLarge(limit: limit)) { try await response.body.collect(upTo: limit) }
    // And: a slow reader receives the whole content
    var count = 0
    for try await chunk in try await transport.send(HTTPRequest(url: server.url)).body {
      count += chunk.count
      await Task.yield()
    }
    #expect(count == 20 << 20)
  }

  @Test(
    "uses little more memory than the limit while decoding many bodies at the same time",
    .enabled(if: Gzip.isInstalled, "gzip is missing")
  )
  func limitsMemoryOfDecoding() async {
    // The test runs in its own process, so that the memory of other tests isn't measured.
    await #expect(processExitsWith: .success) {
      let (limit, parallel) = (8 << 20, 16)
      let bomb = try Gzip.zeros(mebibytes: 40)
      let server = try LoopbackServer { _ in
        ServerResponse(body: .bytes(bomb)).header("Content-Encoding", "gzip")
      }
      defer { server.stop() }
      let transport = try CurlTransport()
      func decode() async throws {
        let response = try await transport.send(HTTPRequest(url: server.url))
        await #expect(throws: NetworkError.bodyTooLarge(limit: limit)) { try await response.body.collect(upTo: limit) }
      }
      // Given: a process that has already loaded everything it needs
      try await decode()
      let before = try Memory.bytes("VmRSS")
      // When: many responses decode to more bytes than allowed
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<parallel { group.addTask { try await decode() } }
        try await group.waitForAll()
      }
      // Then: each response used little more memory than the limit
      #expect(try Memory.bytes("VmHWM") - before <= parallel * (limit + (1 << 20)))
    }
  }
}

/// A thread-safe counter; `@unchecked Sendable`, because `lock` protects `count`.
private final class CallCounter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  var value: Int { lock.withLock { count } }

  func increment() { lock.withLock { count += 1 } }
}

private enum Memory {
  /// Returns a size from `/proc/self/status`, in bytes.
  static func bytes(_ name: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("\(name):") })
    return try #require(
      line.split(separator: " ").dropLast().last.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }
    ) << 10
  }
}

private enum Gzip {
  static let path = "/usr/bin/gzip"

  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

  static func zeros(mebibytes: Int) throws -> Data {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "head -c \(mebibytes)M /dev/zero | \(path) -9"]
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return data
  }
}
#endif
