import LoopbackServer
import Networking
import NetworkingFoundation

extension TransportContractRun {
  func streamsUploadsOfKnownLength() async throws {
    let content = Self.pattern(3 << 20)
    try await upload(.stream(Self.chunks(of: content, size: 100_003), length: content.count), expecting: content)
  }

  func streamsUploadsOfUnknownLength() async throws {
    let content = Self.pattern(3 << 20)
    try await upload(.stream(Self.chunks(of: content, size: 100_003)), expecting: content)
    try await upload(.stream(Self.chunks(of: Data(), size: 1)), expecting: Data())
  }

  func holdsBackFastReaders() async throws {
    let handedOut = Shared(0)
    let piece = Data(repeating: 0x61, count: 64 << 10)
    let total = 64 << 20
    let body = RequestBody.stream(
      AsyncStream<Data> {
        guard handedOut.current < total else { return nil }
        handedOut.change { $0 += piece.count }
        return piece
      },
      length: total
    )
    // Given: a server that reads the first bytes and then stops reading
    var configuration = LoopbackServer.Configuration()
    configuration.uploadPace = LoopbackServer.Pace(bytes: 1024, every: .seconds(3600))
    configuration.receiveBufferSize = 64 << 10
    try await withServer({ _ in .status(204) }, configuration: configuration) { server in
      let limit = Duration.milliseconds(400)
      let request = HTTPRequest(method: .post, url: server.url, body: body, timeouts: .total(limit))
      // When: the time limit ends the request. Then: only as many bytes have been read as fit in the buffers, which is
      // far less than the body.
      let error = try await failure { try await transport.send(request) }
      try require(error == .timedOut(.total, limit: limit, origin: Origin(server.url)?.description ?? ""), "\(error)")
      let read = handedOut.current
      try require(read < total / 2, "\(read) of \(total) bytes were read although the server accepted none")
    }
  }

  func endsCancelledUploads() async throws {
    let hasBegun = Shared(false)
    let isWaiting = Shared(false)
    let isLeft = Shared(false)
    let body = RequestBody.stream(
      AsyncStream<Data> {
        if !hasBegun.current {
          hasBegun.change { $0 = true }
          return Data("beginning".utf8)
        }
        // A reader can observe the cancellation only while it is waiting, because it isn't called again afterwards.
        isWaiting.change { $0 = true }
        // Waits indefinitely, unless the task is cancelled.
        try? await ContinuousClock().sleep(for: .seconds(3600))
        isLeft.change { $0 = true }
        return nil
      },
      length: 1000
    )
    try await withServer({ _ in .status(204) }) { server in
      let request = HTTPRequest(method: .post, url: server.url, body: body, timeouts: .total(.seconds(300)))
      let task = Task { try await failure { try await transport.send(request) } }
      try await eventually("the body waits for its second piece", isWaiting) { $0 }
      task.cancel()
      let error = try await task.value
      try require(error == .cancelled, "\(error)")
      try await eventually("the body's reader is cancelled", isLeft) { $0 }
      try await eventuallyFreed(server)
      try require(server.statistics.requests == 0, "an incomplete request was mistaken for a complete one")
    }
  }

  func failsWithItsContent() async throws {
    struct Broken: Error {}
    let broken = AsyncThrowingStream<Data, any Error> { continuation in
      continuation.yield(Data("half".utf8))
      continuation.finish(throwing: Broken())
    }
    let bodies: [(String, RequestBody)] = [
      ("a body that fails", .stream(broken)),
      ("a body that is too short", .stream(Self.chunks(of: Self.pattern(5), size: 5), length: 10)),
      ("a body that is too long", .stream(Self.chunks(of: Self.pattern(500), size: 100), length: 10)),
    ]
    for (name, body) in bodies {
      try await withServer({ _ in .status(204) }) { server in
        let request = HTTPRequest(method: .post, url: server.url, body: body, timeouts: .total(.seconds(300)))
        let error = try await failure { try await transport.send(request) }
        guard case .invalidRequest = error else {
          throw TransportContractViolation(clause: clause, observation: "\(name): \(error)")
        }
        try await eventuallyFreed(server)
        try require(server.statistics.requests == 0, "\(name): an incomplete request was mistaken for a complete one")
      }
    }
  }

  func readsOneShotContentOnce() async throws {
    try await withServer({ .text($0.text) }) { server in
      let body = RequestBody.stream(Self.chunks(of: Data("once".utf8), size: 2))
      let request = HTTPRequest(method: .post, url: server.url, body: body, timeouts: .total(.seconds(300)))
      let text = String(decoding: try await transport.send(request).body.collect(upTo: 100), as: UTF8.self)
      try require(text == "once", "arrived: '\(text)'")
      let error = try await failure { try await transport.send(request) }
      guard case .invalidRequest = error else {
        throw TransportContractViolation(clause: clause, observation: "the second time: \(error)")
      }
    }
  }

  func asksBeforeItSends() async throws {
    let content = Self.pattern(1 << 20)
    var configuration = LoopbackServer.Configuration()
    configuration.earlyResponse = { request in
      guard request.path == "/refused" else { return nil }
      return .status(request.headers["Expect"] == nil ? 400 : 413)
    }
    try await withServer({ .text("\($0.body == content)") }, configuration: configuration) { server in
      var request = HTTPRequest(
        method: .put,
        url: server.url.appending(path: "refused"),
        body: RequestBody(bytes: content, contentType: nil),
        timeouts: .total(.seconds(300))
      )
      request.expectsContinue = true
      let refused = try await transport.send(request)
      try require(refused.status.code == 413, "status \(refused.status)")
      try require(server.statistics.bytesReceived < 64 << 10, "\(server.statistics.bytesReceived) bytes were sent")
      request.url = server.url.appending(path: "taken")
      let text = String(decoding: try await transport.send(request).body.collect(upTo: 100), as: UTF8.self)
      try require(text == "true", "the content did not arrive completely")
    }
  }

  func reportsProgress() async throws {
    let content = Self.pattern(1 << 20)
    let sent = Shared<[TransferProgress]>([])
    let received = Shared<[TransferProgress]>([])
    try await withServer({ ServerResponse(body: .bytes($0.body)) }) { server in
      for body in [
        RequestBody(bytes: content, contentType: nil),
        .stream(Self.chunks(of: content, size: 10_000), length: content.count),
      ] {
        sent.change { $0 = [] }
        received.change { $0 = [] }
        var request = HTTPRequest(method: .post, url: server.url, body: body, timeouts: .total(.seconds(300)))
        request.context.uploadProgress = { progress in sent.change { $0.append(progress) } }
        request.context.downloadProgress = { progress in received.change { $0.append(progress) } }
        _ = try await transport.send(request).body.collect(upTo: 2 << 20)
        for (name, reports) in [("sent", sent.current), ("received", received.current)] {
          let last = TransferProgress(completed: content.count, total: content.count)
          try require(reports.last == last, "\(name): last \(reports.last.map { "\($0)" } ?? "nothing")")
          let counts = reports.map(\.completed)
          try require(counts == counts.sorted() && counts.count > 1, "\(name): \(counts)")
        }
      }
    }
  }

  // MARK: Tools

  private func upload(_ body: RequestBody, expecting content: Data) async throws {
    let isEqual = Shared(false)
    let handler: LoopbackServer.Handler = { request in
      isEqual.change { $0 = request.body == content }
      return .text("\(request.body.count)")
    }
    try await withServer(handler) { server in
      let request = HTTPRequest(method: .put, url: server.url, body: body, timeouts: .total(.seconds(300)))
      let text = String(decoding: try await transport.send(request).body.collect(upTo: 100), as: UTF8.self)
      try require(
        text == "\(content.count)" && isEqual.current,
        "\(text) of \(content.count) bytes arrived, or their content is different"
      )
    }
  }

  static func pattern(_ count: Int) -> Data {
    var content = Data(capacity: count)
    while content.count < count { content += period.prefix(count - content.count) }
    return content
  }

  private static let period = Data((0..<65_537).map { UInt8(truncatingIfNeeded: ($0 &* 31) ^ ($0 >> 8)) })

  static func chunks(of content: Data, size: Int) -> AsyncStream<Data> {
    let position = Shared(0)
    return AsyncStream<Data> {
      let start = position.current
      guard start < content.count else { return nil }
      position.change { $0 += size }
      return content[start..<min(content.count, start + size)]
    }
  }
}
