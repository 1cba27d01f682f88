import Foundation

/// Lets requests that are the same and under way at the same time share one answer.
///
/// GET and HEAD requests without a body are the same when URL, header fields and timeouts are. Whatever is inside of the coalescer
/// happens once, in the task of the caller that came first. A caller that is cancelled does not cancel the others: was it the one whose task
/// had sent the request, one of the others sends it again. When all are cancelled, the request is.
///
/// Bodies of up to ``bodyLimit`` bytes are read into memory and shared. These are not shared: a body that is larger, an endless one
/// (`text/event-stream`), and one of unknown length that a single caller waits for, who then gets it as it arrives. In the first two cases the
/// caller that came first gets the answer, and the others' requests are sent on by themselves. An answer that is being read is
/// not joined any more.
///
/// In the chain it belongs inside the cache, which stores the answer once, and outside ``Authenticator``, so one coalescer must not be
/// shared by different users. All copies share what is under way.
public struct RequestCoalescer: Middleware {
  /// What a coalescer is doing.
  public struct Statistics: Sendable, Hashable {
    /// The requests under way that can be joined.
    public let requests: Int
    /// The callers that wait for them.
    public let callers: Int
  }

  /// The most bytes of a body that are shared.
  public let bodyLimit: Int
  /// Header fields in which requests may differ and still be the same, such as a request id.
  public let ignoredFields: Set<HTTPField.Name>

  private let flights = Flights()

  /// Makes a coalescer.
  ///
  /// - Parameters:
  ///   - bodyLimit: The most bytes of a body that are shared; 1 MiB unless said otherwise.
  ///   - ignoredFields: Header fields in which requests may differ and still be the same.
  public init(bodyLimit: Int = 1 << 20, ignoredFields: Set<HTTPField.Name> = []) {
    self.bodyLimit = bodyLimit
    self.ignoredFields = ignoredFields
  }

  /// What it is doing now.
  public var statistics: Statistics { flights.statistics }

  /// Waits for the answer of the same request, or sends this one.
  public func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
    guard let key = key(of: request) else { return try await next.send(request) }
    guard !Task.isCancelled else { throw .cancelled }
    let place = flights.join(key)
    let flight = place.flight
    let link = PriorityLink.make(from: request, to: flight.priority)
    defer { link?.end() }
    guard let follower = place.follower else { return try await lead(flight, key, request, next) }
    switch await flight.outcome(for: follower) {
    case .answer(var response):
      response.context[IsCoalesced.self] = true
      return response
    case .failure(let error):
      if flight.callers == 0 { flights.remove(flight, key) }
      throw error
    case .askAlone:
      return try await next.send(request)
    case .lead:
      return try await lead(flight, key, request, next)
    }
  }

  private func key(of request: HTTPRequest) -> RequestKey? {
    guard request.method == .get || request.method == .head, request.body == nil,
      request.context[CoalescingMode.self] == .shared
    else { return nil }
    var headers = request.headers
    for name in ignoredFields { headers[name] = nil }
    return RequestKey(method: request.method, url: request.url, headers: headers, timeouts: request.timeouts)
  }

  /// Sends the request for all who join.
  private func lead(
    _ flight: Flight,
    _ key: RequestKey,
    _ request: HTTPRequest,
    _ next: any Transport
  ) async throws(NetworkError) -> HTTPResponse {
    do {
      var request = request
      request.context[PriorityHandle.self] = flight.priority
      return try await share(try await next.send(request), of: flight, key)
    } catch {
      if Task.isCancelled, flight.handOver() { throw error }
      flights.remove(flight, key)
      flight.finish(.failure(error))
      throw error
    }
  }

  /// Gives the followers what they can have of an answer.
  ///
  /// - Returns: The leader's own answer.
  private func share(
    _ response: HTTPResponse,
    of flight: Flight,
    _ key: RequestKey
  ) async throws(NetworkError) -> HTTPResponse {
    if response.body.bytes != nil {
      // It is in memory already, whatever its size.
      flights.remove(flight, key)
      flight.finish(.answer(response))
      return response
    }
    let length = response.headers[.contentLength].flatMap { Int($0) }
    let isEndless = response.headers[.contentType]?.lowercased().hasPrefix("text/event-stream") ?? false
    // With a known small size others may still join while the body is read.
    let staysOpen = !isEndless && length.map { $0 <= bodyLimit } ?? false
    if !staysOpen { flights.remove(flight, key) }
    guard staysOpen || (!isEndless && length == nil && flight.hasFollowers) else {
      flight.finish(.askAlone)
      return response
    }
    let start = try await Self.read(response.body, upTo: bodyLimit)
    flights.remove(flight, key)
    var whole = response
    if start.isComplete {
      whole.body = ResponseBody(bytes: start.bytes)
      flight.finish(.answer(whole))
    } else {
      whole.body = ResponseBody(source: ResumedBody(start: start.bytes, rest: response.body))
      flight.finish(.askAlone)
    }
    return whole
  }

  /// Reads until the end or just over the limit.
  private static func read(
    _ body: ResponseBody,
    upTo limit: Int
  ) async throws(NetworkError) -> (bytes: Data, isComplete: Bool) {
    var bytes = Data()
    var chunks = body.makeAsyncIterator()
    while bytes.count <= limit {
      guard let chunk = try await chunks.next() else { return (bytes, true) }
      bytes.append(chunk)
    }
    return (bytes, false)
  }
}
