import Foundation
import LoopbackServer
import Networking

/// The clauses about what goes wrong.
extension TransportContractRun {
  func reportsRefusedConnections() async throws {
    let server = try LoopbackServer { _ in .text("") }
    let url = server.url
    server.stop()
    let error = try await failure { try await transport.send(HTTPRequest(url: url, timeouts: .total(.seconds(20)))) }
    try require(error == .unreachable(.refused, origin: origin(url)), "\(error)")
    try require(error.isRetryable, "it is said to be final")
  }

  func reportsSilentClose() async throws {
    for fault in [Fault.close(at: .beforeHead), .reset(at: .beforeHead)] {
      try await withServer({ _ in ServerResponse.text("x").failing(with: fault) }) { server in
        let error = try await failure { try await get(server) }
        try require(error == .connectionLost(.beforeResponse, origin: origin(server.url)), "\(fault): \(error)")
      }
    }
  }

  func reportsTruncatedBodies() async throws {
    let whole = String(repeating: "x", count: 1_000)
    let faults: [Fault] = [
      .close(at: .insideBody(afterBytes: 100)), .wrongContentLength(by: 10), .badChunk(.missingLastChunk),
    ]
    for fault in faults {
      try await withServer({ _ in ServerResponse.text(whole).failing(with: fault) }) { server in
        let error = try await failure { try await get(server).body.collect(upTo: 10_000) }
        try require(error == .connectionLost(.inBody, origin: origin(server.url)), "\(fault): \(error)")
      }
    }
  }

  func reportsGarbage() async throws {
    try await withServer({ _ in ServerResponse.text("x").failing(with: .raw(text: "Welcome to nothing\r\n\r\n")) }) {
      server in
      let error = try await failure { try await get(server) }
      guard case .protocolViolation = error else {
        throw TransportContractViolation(clause: clause, observation: "\(error)")
      }
    }
  }

  func limitsTheFirstByte() async throws {
    try await withServer({ _ in ServerResponse.text("x").failing(with: .neverAnswer) }) { server in
      let limit = Duration.milliseconds(150)
      let timeouts = Timeouts(connect: .seconds(10), firstByte: limit, idle: nil, total: .seconds(20))
      let error = try await promptFailure(after: limit) { try await get(server, timeouts: timeouts) }
      try require(error == .timedOut(.firstByte, limit: limit, origin: origin(server.url)), "\(error)")
    }
  }

  func limitsIdleTime() async throws {
    let stalled = ServerResponse.text("0123456789").failing(with: .stall(at: .insideBody(afterBytes: 4)))
    try await withServer({ _ in stalled }) { server in
      let limit = Duration.milliseconds(150)
      let timeouts = Timeouts(connect: .seconds(10), firstByte: .seconds(10), idle: limit, total: .seconds(20))
      let error = try await promptFailure(after: limit) {
        try await get(server, timeouts: timeouts).body.collect(upTo: 100)
      }
      try require(error == .timedOut(.idle, limit: limit, origin: origin(server.url)), "\(error)")
    }
  }

  func limitsTotalTime() async throws {
    let endless = ServerResponse.text("x").failing(
      with: .combined([.infiniteBody, .trickle(bytes: 1, every: .milliseconds(20))])
    )
    try await withServer({ _ in endless }) { server in
      let limit = Duration.milliseconds(400)
      let timeouts = Timeouts(connect: .seconds(10), firstByte: nil, idle: .seconds(10), total: limit)
      let error = try await promptFailure(after: limit) {
        try await get(server, timeouts: timeouts).body.collect(upTo: 1 << 20)
      }
      try require(error == .timedOut(.total, limit: limit, origin: origin(server.url)), "\(error)")
    }
  }

  func endsCancelledRequests() async throws {
    let arrived = Shared(false)
    let handler: LoopbackServer.Handler = { _ in
      arrived.change { $0 = true }
      return ServerResponse.text("x").failing(with: .neverAnswer)
    }
    try await withServer(handler) { server in
      let task = Task { try await failure { try await get(server) } }
      try await eventually("the request arrives") { arrived.current }
      task.cancel()
      let error = try await task.value
      try require(error == .cancelled, "\(error)")
      try await eventually("the connection is freed") { server.statistics.connectionsOpen == 0 }
    }
  }

  func endsCancelledBodies() async throws {
    let isReading = Shared(false)
    let stalled = ServerResponse.text("0123456789").failing(with: .stall(at: .insideBody(afterBytes: 4)))
    try await withServer({ _ in stalled }) { server in
      let task = Task {
        try await failure {
          for try await _ in try await get(server).body { isReading.change { $0 = true } }
        }
      }
      try await eventually("the body begins") { isReading.current }
      task.cancel()
      let error = try await task.value
      try require(error == .cancelled, "\(error)")
      try await eventually("the connection is freed") { server.statistics.connectionsOpen == 0 }
    }
  }

  func freesAbandonedBodies() async throws {
    try await withServer({ _ in ServerResponse.text("x").failing(with: .infiniteBody) }) { server in
      let status = try await get(server).status
      try require(status == .ok, "status \(status)")
      try await eventually("the connection is freed") { server.statistics.connectionsOpen == 0 }
    }
  }

  func holdsBackFastSenders() async throws {
    let sent = Shared(0)
    let total = 64 << 20
    let handler: LoopbackServer.Handler = { _ in
      .stream(length: total) { writer in
        let piece = Data(repeating: 0x61, count: 64 << 10)
        for _ in 0..<(total / piece.count) {
          try writer.write(piece)
          sent.change { $0 += piece.count }
        }
      }
    }
    try await withServer(handler) { server in
      let response = try await get(server, timeouts: .total(.seconds(60)))
      var iterator = response.body.makeAsyncIterator()
      var received = try await iterator.next()?.count ?? 0
      // What the sockets' and the transport's buffers hold is far less than the body; it stops rising once they are full.
      var before = -1
      while before != sent.current {
        before = sent.current
        try await ContinuousClock().sleep(for: .milliseconds(200))
      }
      try require(before < total / 2, "\(before) of \(total) bytes were taken although nobody read them")
      while let chunk = try await iterator.next() { received += chunk.count }
      try require(received == total, "\(received) of \(total) bytes arrived")
    }
  }

  /// The error of something that must fail when a limit runs out: not earlier, and long before the other limits of its request.
  private func promptFailure<Result>(after limit: Duration, of body: () async throws -> Result) async throws
    -> NetworkError
  {
    let start = ContinuousClock.now
    let error = try await failure(of: body)
    let time = ContinuousClock.now - start
    try require(time >= limit * 0.9 && time < .seconds(15), "it failed after \(time)")
    return error
  }

  private func origin(_ url: URL) -> String { Origin(url)?.description ?? "" }
}
