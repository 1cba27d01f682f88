import Foundation

/// Lets requests that are the same and under way at the same time share one answer.
///
/// GET and HEAD requests without a body are the same when URL, header fields and timeouts are. Whatever is inside of the coalescer
/// happens once. A caller that is cancelled does not cancel the others; when all are, the request is.
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
  public let ignoredFields: Set<HTTPFieldName>

  private let flights = Flights()

  /// Makes a coalescer.
  ///
  /// - Parameters:
  ///   - bodyLimit: The most bytes of a body that are shared; 1 MiB unless said otherwise.
  ///   - ignoredFields: Header fields in which requests may differ and still be the same.
  public init(bodyLimit: Int = 1 << 20, ignoredFields: Set<HTTPFieldName> = []) {
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
    let link = PriorityLink.make(from: request, to: place.flight.priority)
    defer { link?.end() }
    if place.isFirst { start(place.flight, key, request, next) }
    guard var response = try await place.flight.operation.result(for: place.ticket) else {
      return try await next.send(request)
    }
    if !place.isFirst { response.context[IsCoalesced.self] = true }
    return response
  }

  private func key(of request: HTTPRequest) -> RequestKey? {
    guard request.method == .get || request.method == .head, request.body == nil,
      request.context[CoalescingMode.self] == .shared
    else { return nil }
    var headers = request.headers
    for name in ignoredFields { headers[name] = nil }
    return RequestKey(method: request.method, url: request.url, headers: headers, timeouts: request.timeouts)
  }

  private func start(_ flight: Flight, _ key: RequestKey, _ request: HTTPRequest, _ next: any Transport) {
    var request = request
    request.context[PriorityHandle.self] = flight.priority
    flight.operation.start { [request, flights, bodyLimit] in
      do throws(NetworkError) {
        let response = try await next.send(request)
        try await Self.deliver(response, of: flight, key, flights, bodyLimit: bodyLimit)
      } catch {
        flights.remove(flight, key)
        flight.operation.finish(.failure(error))
      }
    }
  }

  private static func deliver(
    _ response: HTTPResponse,
    of flight: Flight,
    _ key: RequestKey,
    _ flights: Flights,
    bodyLimit: Int
  ) async throws(NetworkError) {
    if response.body.bytes != nil {
      // It is in memory already, whatever its size.
      flights.remove(flight, key)
      flight.operation.finish(.success(response))
      return
    }
    let length = response.headers[.contentLength].flatMap { Int($0) }
    let isEndless = response.headers[.contentType]?.lowercased().hasPrefix("text/event-stream") ?? false
    // With a known small size others may still join while the body is read.
    let staysOpen = !isEndless && length.map { $0 <= bodyLimit } ?? false
    if !staysOpen { flights.remove(flight, key) }
    let isShared = staysOpen || (!isEndless && length == nil && flight.operation.interest > 1)
    guard isShared else {
      flight.operation.finishExclusively(response)
      return
    }
    let start = try await read(response.body, upTo: bodyLimit)
    flights.remove(flight, key)
    var whole = response
    if start.isComplete {
      whole.body = ResponseBody(bytes: start.bytes)
      flight.operation.finish(.success(whole))
    } else {
      whole.body = ResponseBody(source: ResumedBody(start: start.bytes, rest: response.body))
      flight.operation.finishExclusively(whole)
    }
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
