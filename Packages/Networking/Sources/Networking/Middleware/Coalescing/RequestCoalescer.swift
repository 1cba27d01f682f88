import NetworkingFoundation

/// Middleware that shares one response among equal requests that are in flight at the same time.
///
/// GET and HEAD requests without a body are equal if they have the same URL, header fields and timeouts. The first
/// caller is the leader: only its task runs the middleware inside the coalescer. The other callers are followers.
///
/// Cancelling one caller doesn't cancel the others: a follower takes over from a cancelled leader. If all callers are
/// cancelled, the request is cancelled.
///
/// Bodies of up to `bodyLimit` bytes are read into memory and shared. If a body is larger or endless
/// (`text/event-stream`), the leader gets the response, and the followers send their own requests. If the length is
/// unknown and there are no followers, the leader gets the body as it arrives.
///
/// Place it inside the cache, so that the cache stores the response only once. Place it outside ``Authenticator``, and
/// don't share a coalescer between different users. All copies share their in-flight requests.
public struct RequestCoalescer: Middleware {
  package struct Statistics: Sendable, Hashable {
    package let requests: Int
    package let callers: Int
  }

  private let bodyLimit: Int
  private let ignoredFields: Set<HTTPField.Name>
  private let inFlight = InFlightRequests()

  /// Creates a coalescer.
  ///
  /// - Parameters:
  ///   - bodyLimit: The maximum size of a shared body, in bytes.
  ///   - ignoredFields: The header fields to ignore in comparisons, in addition to `traceparent` and `tracestate`.
  public init(bodyLimit: Int = 1 << 20, ignoredFields: Set<HTTPField.Name> = []) {
    self.bodyLimit = bodyLimit
    self.ignoredFields = ignoredFields.union([.traceparent, .tracestate])
  }

  package var statistics: Statistics { inFlight.statistics }

  /// Waits for an equal in-flight request, or sends the request.
  public func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
    guard let key = key(of: request) else { return try await next.send(request) }
    guard !Task.isCancelled else { throw .cancelled }
    let (shared, follower) = inFlight.join(key)
    // The shared request has the priority of the most urgent caller that is waiting for it.
    shared.priority.raise(to: request.context[RequestPriority.self])
    let handle = request.context[PriorityHandle.self]
    let listener = handle?.addListener { shared.priority.raise(to: $0) }
    defer { if let listener { handle?.removeListener(listener) } }
    guard let follower else { return try await lead(shared, key, request, next) }
    switch await shared.outcome(for: follower) {
    case .response(var response):
      response.context[IsCoalesced.self] = true
      return response
    case .failure(let error):
      if shared.callers == 0 { inFlight.remove(shared, key) }
      throw error
    case .sendSeparately:
      return try await next.send(request)
    case .lead:
      return try await lead(shared, key, request, next)
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

  private func lead(
    _ shared: InFlightRequest,
    _ key: RequestKey,
    _ request: HTTPRequest,
    _ next: any Transport
  ) async throws(NetworkError) -> HTTPResponse {
    do {
      var request = request
      request.context[PriorityHandle.self] = shared.priority
      return try await share(try await next.send(request), with: shared, key)
    } catch {
      if Task.isCancelled, shared.handOver() { throw error }
      inFlight.remove(shared, key)
      shared.finish(.failure(error))
      throw error
    }
  }

  /// Shares a response with the followers, if possible, and returns the leader's response.
  private func share(
    _ response: HTTPResponse,
    with shared: InFlightRequest,
    _ key: RequestKey
  ) async throws(NetworkError) -> HTTPResponse {
    if response.body.bytes != nil {
      inFlight.remove(shared, key)
      shared.finish(.response(response))
      return response
    }
    let length = response.headers[.contentLength].flatMap { Int($0) }
    let isEndless = response.headers[.contentType]?.lowercased().hasPrefix("text/event-stream") ?? false
    // More callers may join while a body with a known small size is being read.
    let staysOpen = !isEndless && length.map { $0 <= bodyLimit } ?? false
    if !staysOpen { inFlight.remove(shared, key) }
    guard staysOpen || (!isEndless && length == nil && shared.hasFollowers) else {
      shared.finish(.sendSeparately)
      return response
    }
    let start = try await Self.read(response.body, upTo: bodyLimit)
    inFlight.remove(shared, key)
    var whole = response
    if start.isComplete {
      whole.body = ResponseBody(bytes: start.bytes)
      shared.finish(.response(whole))
    } else {
      whole.body = response.body.prepending(start.bytes)
      shared.finish(.sendSeparately)
    }
    return whole
  }

  /// Reads a body to its end or just beyond the limit.
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

/// Whether a request may share its response with equal requests.
public enum CoalescingMode: MessageContextKey, Sendable, Hashable {
  /// The request may share its response.
  case shared
  /// The request is always sent separately, as required for endless responses and intentionally repeated requests.
  case separate

  /// The default: requests may share responses.
  public static let defaultValue = CoalescingMode.shared
}

/// Whether the response came from another caller's request; part of the response's context.
package enum IsCoalesced: MessageContextKey {
  package static let defaultValue = false
}
