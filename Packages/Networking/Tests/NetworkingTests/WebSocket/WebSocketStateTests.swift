import Foundation
import NetworkingTesting
import Testing

@testable import Networking

@Suite("Open WebSocket")
struct WebSocketStateTests {
  private let connection = FakeConnection()
  private static let closed = WebSocketClosure(code: 1000)

  private func read(_ socket: WebSocket) async throws -> [WebSocketMessage] {
    var messages: [WebSocketMessage] = []
    for try await message in socket { messages.append(message) }
    return messages
  }

  @Test("returns messages, including early messages sent with the handshake, until the service closes the WebSocket")
  func readsMessages() async throws {
    let first = try #require(WebSocketEncoder(role: .server).message(.text("first")))
    let socket = WebSocket(on: connection, firstBytes: first)
    connection.push(.binary(Data([1])))
    connection.push(Data(hex: "88 02 03 e8"))
    #expect(try await read(socket) == [.text("first"), .binary(Data([1]))])
    #expect(socket.closure == Self.closed)
    // The close frame is confirmed with the service's close code.
    #expect(connection.sent == [.close(Self.closed)])
    #expect(connection.facts.isFinished)
    #expect(try await read(socket).isEmpty)
  }

  @Test("responds to pings even if no task reads")
  func answersPings() async {
    let socket = WebSocket(on: connection)
    connection.push(Data(hex: "89 02 68 69"))
    await connection.waitForSent(1)
    #expect(connection.sent == [.pong(Data("hi".utf8))])
    withExtendedLifetime(socket) {}
  }

  @Test(
    "throws an error for an abnormal closure, and says whether reconnecting makes sense",
    arguments: [(1001, true), (1008, false), (1011, true), (1012, true), (1013, true), (3000, false), (4321, false)]
  )
  func throwsClosures(code: Int, isRetryable: Bool) async throws {
    let socket = WebSocket(on: connection)
    let closure = WebSocketClosure(code: code, reason: "see\u{1B}[31m token=abc")
    connection.push(WebSocketEncoder(role: .server).close(closure))
    let error = await #expect(throws: NetworkError.self) { try await read(socket) }
    #expect(error == .webSocketClosed(closure, origin: "http://host"))
    #expect(error?.isRetryable == isRetryable)
    #expect(error?.message.contains("(code \(code))") == true)
    #expect(error?.message.contains("abc") == false)
    #expect(error?.message.contains("\u{1B}") == false)
    let again = await #expect(throws: NetworkError.self) { try await socket.send("x") }
    #expect(again == error)
  }

  @Test(
    "closes the WebSocket with the matching code after a violation",
    arguments: [
      ("83 00", 1002), ("81 81 00 00 00 00 61", 1002), ("81 01 ff", 1007), ("82 7f 7f ff ff ff ff ff ff ff", 1009),
    ]
  )
  func refusesViolations(hex: String, code: Int) async throws {
    let socket = WebSocket(on: connection)
    connection.push(Data(hex: hex))
    let error = await #expect(throws: NetworkError.self) { try await read(socket) }
    #expect(connection.sent == [.close(WebSocketClosure(code: code))])
    #expect(connection.facts.isFinished)
    if code == 1009 {
      #expect(error == .bodyTooLarge(limit: 16 << 20))
    } else {
      guard case .protocolViolation(_, "http://host") = error else {
        Issue.record("expected a violation, got \(String(describing: error))")
        return
      }
    }
    #expect(error?.isRetryable == false)
  }

  @Test("returns the messages received before the connection was lost, then throws an error")
  func reportsLoss() async throws {
    let socket = WebSocket(on: connection)
    connection.push(.text("a"))
    connection.lose()
    var iterator = socket.makeAsyncIterator()
    #expect(try await iterator.next() == .text("a"))
    let expected = NetworkError.connectionLost(.inWebSocket, origin: "http://host")
    await #expect(throws: expected) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
    await #expect(throws: expected) { try await socket.send("x") }
    await #expect(throws: expected) { try await socket.ping() }
    #expect(expected.isRetryable)
    try await socket.close()
    #expect(socket.closure == nil)
  }

  @Test("pauses reading while no task receives messages, and resumes afterward", arguments: [true, false])
  func pausesReading(byCount: Bool) async throws {
    // Given: a queue for 3 messages or 30 bytes
    var options = WebSocketOptions.withoutPings
    if byCount { options.queuedMessages = 3 } else { options.queuedBytes = 30 }
    let socket = WebSocket(on: connection, options: options)
    // When: ten messages of 10 bytes arrive, each in a separate chunk
    for number in 0..<10 { connection.push(.text("message \(number)\n")) }
    connection.push(Data(hex: "88 00"))
    // Then: at most three messages and the current message are read ahead, and the reader receives all messages
    await connection.wait { $0.reads >= 3 }
    var count = 0
    for try await _ in socket {
      count += 1
      #expect(connection.facts.reads <= count + 4)
    }
    #expect(count == 10)
  }

  @Test("suspends senders while the connection is full, and sends nothing for a cancelled sender")
  func suspendsSenders() async throws {
    let socket = WebSocket(on: connection)
    connection.setFull(true)
    let cancelled = Task { try await socket.send("cancelled") }
    await connection.wait { $0.waitingSenders == 1 }
    #expect(connection.facts.output.isEmpty)
    cancelled.cancel()
    await #expect(throws: NetworkError.cancelled) { try await cancelled.value }
    connection.setFull(true)
    let sender = Task { try await socket.send("sent") }
    await connection.wait { $0.waitingSenders == 1 }
    connection.setFull(false)
    try await sender.value
    #expect(connection.sent == [.message(.text("sent"))])
  }

  @Test("ends the WebSocket when the reading task is cancelled", arguments: [true, false])
  func endsWithReader(isWaiting: Bool) async throws {
    let socket = WebSocket(on: connection)
    let reader = Task { try await read(socket) }
    if isWaiting { await connection.wait { $0.reads == 1 } }
    reader.cancel()
    await #expect(throws: NetworkError.cancelled) { try await reader.value }
    #expect(connection.facts.isFinished)
    #expect(connection.sent == [.close(WebSocketClosure(code: 1001))])
    await #expect(throws: NetworkError.cancelled) { try await socket.send("x") }
  }

  @Test("ends the connection when the last reference to the WebSocket is released")
  func endsWithReference() async throws {
    var socket: WebSocket? = WebSocket(on: connection, options: WebSocketOptions())
    await connection.wait { $0.reads == 1 }
    withExtendedLifetime(socket) {}
    socket = nil
    await connection.wait { $0.isFinished }
    #expect(connection.sent == [.close(WebSocketClosure(code: 1001))])
  }

  @Test("allows only one reader of a WebSocket at a time")
  func allowsOneReader() async throws {
    let socket = WebSocket(on: connection)
    await withTaskGroup(of: Result<WebSocketMessage?, any Error>.self) { group in
      for _ in 0..<2 {
        group.addTask {
          var iterator = socket.makeAsyncIterator()
          do { return .success(try await iterator.next()) } catch { return .failure(error) }
        }
      }
      // The second reader fails, and the first reader isn't affected.
      let second = await group.next()
      #expect(throws: NetworkError.invalidRequest(reason: "another task is already reading the WebSocket")) {
        try second?.get()
      }
      connection.push(.text("a"))
      let first = await group.next()
      #expect((try? first?.get()) == .text("a"))
    }
  }
}

@Suite("WebSocket closing")
struct WebSocketClosingTests {
  private let connection = FakeConnection()
  private let clock = TestClock.running()

  private var options: WebSocketOptions {
    var options = WebSocketOptions.withoutPings
    options.clock = clock
    return options
  }

  @Test("waits for the service's close confirmation, and discards messages that arrive before it")
  func waitsForConfirmation() async throws {
    let socket = WebSocket(on: connection, options: options)
    let closing = Task { try await socket.close(code: 4000, reason: "done") }
    await connection.waitForSent(1)
    #expect(connection.sent == [.close(WebSocketClosure(code: 4000, reason: "done"))])
    connection.push(.text("late"))
    #expect(!connection.facts.isFinished)
    connection.push(Data(hex: "88 02 0f a0"))
    try await closing.value
    #expect(socket.closure == WebSocketClosure(code: 4000))
    var iterator = socket.makeAsyncIterator()
    #expect(try await iterator.next() == nil)
    await #expect(throws: NetworkError.self) { try await socket.send("x") }
    try await socket.close()
    #expect(connection.sent.count == 1)
  }

  @Test("stops waiting for a close confirmation after 5 seconds")
  func limitsWait() async throws {
    let socket = WebSocket(on: connection, options: options)
    let closing = Task { try await socket.close() }
    await clock.waitForSleepers()
    clock.advance(by: .milliseconds(4_999))
    #expect(!connection.facts.isFinished)
    clock.advance(by: .milliseconds(1))
    try await closing.value
    #expect(connection.facts.isFinished)
    #expect(socket.closure == WebSocketClosure(code: 1000))
  }

  @Test("ends the connection immediately when the closing task is cancelled")
  func cancels() async throws {
    let socket = WebSocket(on: connection, options: options)
    let closing = Task { try await socket.close() }
    await clock.waitForSleepers()
    closing.cancel()
    await #expect(throws: NetworkError.cancelled) { try await closing.value }
    #expect(connection.facts.isFinished)
    withExtendedLifetime(socket) {}
  }

  @Test("finds the close confirmation after unread messages")
  func readsBehindQueue() async throws {
    var options = options
    options.queuedMessages = 1
    let socket = WebSocket(on: connection, options: options)
    for number in 0..<5 { connection.push(.text("\(number)")) }
    connection.push(Data(hex: "88 02 03 e8"))
    await connection.wait { $0.reads >= 1 }
    try await socket.close()
    #expect(connection.facts.isFinished)
  }

  @Test(
    "rejects close codes and reasons that can't be sent",
    arguments: [(999, ""), (1005, ""), (5000, ""), (1000, "x")]
  )
  func rejectsCodes(code: Int, reason: String) async throws {
    let socket = WebSocket(on: connection, options: options)
    let reason = String(repeating: reason, count: 124)
    let error = await #expect(throws: NetworkError.self) { try await socket.close(code: code, reason: reason) }
    guard case .invalidRequest = error else {
      Issue.record("expected an invalid request, got \(String(describing: error))")
      return
    }
    #expect(connection.facts.output.isEmpty)
  }

  @Test("completes a ping when its pong or a later pong arrives")
  func pings() async throws {
    let socket = WebSocket(on: connection, options: options)
    let pings = (0..<2).map { _ in Task { try await socket.ping() } }
    await connection.waitForSent(2)
    connection.push(Data(hex: "8a 00"))
    guard case .ping(let payload) = connection.sent[1] else {
      Issue.record("expected a ping")
      return
    }
    connection.push(Data([0x8A, UInt8(payload.count)]) + payload)
    for ping in pings { #expect(try await ping.value == .zero) }
    let last = Task { try await socket.ping() }
    await connection.waitForSent(3)
    last.cancel()
    await #expect(throws: NetworkError.cancelled) { try await last.value }
    #expect(!connection.facts.isFinished)
  }

  @Test("sends pings while nothing arrives, and reports a lost connection if there is no response")
  func keepsAlive() async throws {
    var options = options
    options.keepAlive = .seconds(10)
    let socket = WebSocket(on: connection, options: options)
    func pass() async {
      await clock.waitForSleepers()
      clock.advance(by: .seconds(10))
    }
    await pass()
    await connection.waitForSent(1)
    #expect(connection.sent == [.ping(Data())])
    // Any byte counts as a response.
    let reads = connection.facts.reads
    connection.push(Data(hex: "8a 00"))
    await connection.wait { $0.reads > reads }
    await pass()
    await pass()
    await connection.waitForSent(2)
    await pass()
    var iterator = socket.makeAsyncIterator()
    await #expect(throws: NetworkError.timedOut(.idle, limit: .seconds(10), origin: "http://host")) {
      try await iterator.next()
    }
    #expect(connection.facts.isFinished)
  }
}
