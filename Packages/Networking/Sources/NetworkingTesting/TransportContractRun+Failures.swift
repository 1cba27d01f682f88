import LoopbackServer
import Networking
import NetworkingFoundation

extension TransportContractRun {
  func reportsRefusedConnections() async throws {
    let server = try LoopbackServer { _ in .text("") }
    let url = server.url
    server.stop()
    let error = try await failure { try await transport.send(HTTPRequest(url: url, timeouts: .total(.seconds(300)))) }
    try require(error == .unreachable(.refused, origin: origin(url)), "\(error)")
    try require(error.isRetryable, "the error isn't reported as retryable")
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
      let timeouts = Timeouts(connect: .seconds(300), firstByte: limit, idle: nil, total: .seconds(300))
      let error = try await lateFailure(after: limit) { try await get(server, timeouts: timeouts) }
      try require(error == .timedOut(.firstByte, limit: limit, origin: origin(server.url)), "\(error)")
    }
  }

  func limitsIdleTime() async throws {
    let stalled = ServerResponse.text("0123456789").failing(with: .stall(at: .insideBody(afterBytes: 4)))
    try await withServer({ _ in stalled }) { server in
      let limit = Duration.milliseconds(150)
      let timeouts = Timeouts(connect: .seconds(300), firstByte: .seconds(300), idle: limit, total: .seconds(300))
      let error = try await lateFailure(after: limit) {
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
      let limit = Duration.milliseconds(150)
      let timeouts = Timeouts(connect: .seconds(300), firstByte: nil, idle: .seconds(300), total: limit)
      let error = try await lateFailure(after: limit) {
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
      try await eventually("the request arrives", arrived) { $0 }
      task.cancel()
      let error = try await task.value
      try require(error == .cancelled, "\(error)")
      try await eventuallyFreed(server)
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
      try await eventually("the body begins", isReading) { $0 }
      task.cancel()
      let error = try await task.value
      try require(error == .cancelled, "\(error)")
      try await eventuallyFreed(server)
    }
  }

  func freesAbandonedBodies() async throws {
    try await withServer({ _ in ServerResponse.text("x").failing(with: .infiniteBody) }) { server in
      let status = try await get(server).status
      try require(status == .ok, "status \(status)")
      try await eventuallyFreed(server)
    }
  }

  func holdsBackFastSenders() async throws {
    let sent = Shared(0)
    let isHeldBack = Shared(false)
    func handler(sending total: Int) -> LoopbackServer.Handler {
      { _ in
        .stream(length: total) { writer in
          let piece = Data(repeating: 0x61, count: 64 << 10)
          for _ in 0..<(total / piece.count) {
            do {
              try writer.write(piece)
            } catch {
              isHeldBack.change { $0 = true }
              throw error
            }
            sent.change { $0 += piece.count }
          }
          isHeldBack.change { $0 = true }
        }
      }
    }
    // Given: a server that gives up if its bytes aren't read for a while. Then: it has sent only as many bytes as fit
    // in the buffers.
    var configuration = LoopbackServer.Configuration()
    configuration.transferTimeout = .milliseconds(300)
    var total = 64 << 20
    try await withServer(handler(sending: total), configuration: configuration) { server in
      let response = try await get(server, timeouts: .total(.seconds(300)))
      try await eventually("the sender is slowed down or done", isHeldBack) { $0 }
      let taken = sent.current
      try require(taken < total / 2, "\(taken) of \(total) bytes were accepted although nothing read them")
      let error = try await failure { try await response.body.collect(upTo: total) }
      try require(error == .connectionLost(.inBody, origin: origin(server.url)), "\(error)")
    }
    // And: everything arrives if the server waits for a late reader.
    sent.change { $0 = 0 }
    total = 8 << 20
    try await withServer(handler(sending: total)) { server in
      let response = try await get(server, timeouts: .total(.seconds(300)))
      try await eventually("more is sent than the transport buffers", sent) { $0 >= 1 << 20 }
      var received = 0
      for try await chunk in response.body { received += chunk.count }
      try require(received == total, "\(received) of \(total) bytes arrived")
    }
  }

  /// Returns the error from an operation that must not fail before the limit expires.
  private func lateFailure<Result>(after limit: Duration, of body: () async throws -> Result) async throws
    -> NetworkError
  {
    let start = ContinuousClock.now
    let error = try await failure(of: body)
    let time = ContinuousClock.now - start
    try require(time >= limit * 0.9, "it failed after \(time)")
    return error
  }

  private func origin(_ url: URL) -> String { Origin(url)?.description ?? "" }
}
