import NetworkingFoundation

extension HTTPCache {
  /// Requests the bytes that the stored part lacks, and returns them together with the stored bytes.
  ///
  /// If the service's part doesn't match the stored part, the complete content is requested.
  func complete(_ exchange: CacheExchange, _ range: String) async throws(NetworkError) -> HTTPResponse {
    guard let earlier = exchange.part else { return try await forward(exchange, .partial) }
    var request = exchange.request
    request.headers[CachingField.range] = range
    request.headers[CachingField.ifRange] = earlier.response.strongValidator
    let start = now
    let response = try await exchange.next.send(request)
    let times = Freshness.Exchange(request: start, response: now)
    guard [206, 416].contains(response.status.code) else { return receive(response, exchange, times, .partial) }
    guard let stored = earlier.part,
      let received = StoredPart(of: response, to: CacheRequest(request, policy: exchange.parsed.policy)),
      let join = PartJoin(
        stored,
        earlier.response.strongValidator,
        with: received,
        response.headers.strongValidator(received: times.response)
      ), join.part.isComplete
    else { return try await forward(exchange, .partial) }
    var whole = response
    (whole.status, whole.headers) = join.head(
      earlier.response.headers,
      with: response.headers,
      received: times.response
    )
    let offset = -stored.bytes.lowerBound
    whole.body = ResponseBody(
      source: JoinedBodySource(
        before: earlier.body(join.before.shifted(by: offset)),
        received: response.body,
        length: received.bytes.count,
        after: earlier.body(join.after.shifted(by: offset)),
        origin: exchange.request.origin?.description ?? ""
      )
    )
    var completed = receive(whole, exchange, times, .partial)
    completed.context[CacheStatus.self]?.forwardStatus = response.status
    return completed
  }
}

/// A stored part, and the head of the response that combines it with a newly received part.
struct JoinedEntry: Sendable {
  /// The entry with the stored part.
  let earlier: StoredEntry
  /// The head of the combined response.
  let response: StoredResponse
  /// The earlier entry's bytes that precede the received bytes.
  let before: Range<Int>
  /// The earlier entry's bytes that follow the received bytes.
  let after: Range<Int>

  /// Joins an entry with a received part; `nil` if they can't be joined.
  init?(
    _ earlier: StoredEntry,
    with received: StoredResponse,
    _ times: Freshness.Exchange,
    _ rules: HeuristicRules
  ) {
    let length = received.headers[.contentLength].flatMap { Int($0) } ?? 0
    guard let stored = earlier.part, let part = StoredPart(received, contentLength: length),
      let join = PartJoin(stored, earlier.response.strongValidator, with: part, received.strongValidator)
    else { return nil }
    let (status, headers) = join.head(earlier.response.headers, with: received.headers, received: times.response)
    self.earlier = earlier
    response = StoredResponse(
      status: status,
      headers: headers,
      exchange: times,
      selection: received.selection,
      rules: rules
    )
    before = join.before.shifted(by: -stored.bytes.lowerBound)
    after = join.after.shifted(by: -stored.bytes.lowerBound)
  }
}

/// A body with stored bytes before and after the bytes from the service.
final class JoinedBodySource: ResponseBodySource {
  private let bodies: [ResponseBody]
  private let length: Int
  private let origin: String
  private let state = Locked((body: 0, received: 0))

  /// Creates a body.
  ///
  /// - Parameters:
  ///   - before: The stored bytes before the received bytes.
  ///   - received: The bytes from the service.
  ///   - length: The expected number of bytes from the service. The body fails if there are more or fewer.
  ///   - after: The stored bytes after the received bytes.
  ///   - origin: The service's origin, for errors.
  init(before: ResponseBody, received: ResponseBody, length: Int, after: ResponseBody, origin: String) {
    bodies = [before, received, after]
    self.length = length
    self.origin = origin
  }

  func nextChunk() async throws(NetworkError) -> Data? {
    while true {
      let index = state.withLock { $0.body }
      guard index < bodies.count else { return nil }
      let chunk: Data?
      if let bytes = bodies[index].bytes {
        chunk = bytes
        state.withLock { $0.body += 1 }
      } else {
        // For a body with a source, a new iterator continues where the previous one stopped.
        var iterator = bodies[index].makeAsyncIterator()
        chunk = try await iterator.next()
        if chunk == nil { state.withLock { $0.body += 1 } }
      }
      if index == Self.receivedBody { try check(chunk) }
      if let chunk, !chunk.isEmpty { return chunk }
    }
  }

  private static let receivedBody = 1

  /// Checks that the service sends exactly the missing bytes, so that no byte ends up at the wrong position.
  private func check(_ chunk: Data?) throws(NetworkError) {
    let (received, isOver) = state.withLock { state in
      state.received += chunk?.count ?? 0
      return (state.received, state.body > Self.receivedBody)
    }
    if received > length { throw .protocolViolation("its content is longer than its Content-Range", origin: origin) }
    if isOver, received < length { throw .connectionLost(.inBody, origin: origin) }
  }
}
