import NetworkingFoundation

/// Middleware that reports every request, together with its response head or failure, as an event.
///
/// ```swift
/// let logger = RequestLogger { event in print(event) }   // GET http://host/path → 200 in 3 ms
/// ```
///
/// Bodies are neither read nor reported, so responses can still be streamed. A ``SecretRedactor`` redacts secrets. The
/// logger assigns a ``RequestID`` to requests that don't have one.
///
/// Place it outermost to report what callers see. Inside ``RequestRetrier``, it reports each attempt. Inside
/// ``RedirectFollower``, it reports each hop.
public struct RequestLogger: Middleware {
  private let phases: Set<Phase>
  private let redactor: SecretRedactor
  private let idField: HTTPField.Name?
  private let time: TimeSource
  private let makeID: @Sendable () -> RequestID
  private let report: @Sendable (Event) -> Void

  /// Creates a logger.
  ///
  /// - Parameters:
  ///   - phases: The phases to report; by default, only the end of each request.
  ///   - redactor: The redactor for secrets.
  ///   - idField: The header field for the identifier, such as `X-Request-ID`; if `nil`, the identifier isn't sent.
  ///   - clock: The clock for durations.
  ///   - makeID: A closure that creates identifiers.
  ///   - report: A closure that receives each event in the request's task; it must not block.
  public init(
    phases: Set<Phase> = [.finished],
    redactor: SecretRedactor = SecretRedactor(),
    idField: HTTPField.Name? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    makeID: @escaping @Sendable () -> RequestID = { .random() },
    report: @escaping @Sendable (Event) -> Void
  ) {
    self.phases = phases
    self.redactor = redactor
    self.idField = idField
    time = TimeSource(clock)
    self.makeID = makeID
    self.report = report
  }

  /// Creates a logger and a sequence of its events; the sequence ends when the last copy of the logger is released.
  ///
  /// Beyond `limit` unread events, new events replace the oldest.
  public static func streaming(
    keeping limit: Int = 1024,
    phases: Set<Phase> = [.finished],
    redactor: SecretRedactor = SecretRedactor()
  ) -> (logger: RequestLogger, events: AsyncStream<Event>) {
    let (events, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(limit))
    let end = StreamEnd { continuation.finish() }
    let logger = RequestLogger(phases: phases, redactor: redactor) { event in
      withExtendedLifetime(end) { _ = continuation.yield(event) }
    }
    return (logger, events)
  }

  /// Forwards the request and reports its outcome.
  public func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
    var request = request
    let id = request.context[RequestID.self] ?? makeID()
    request.context[RequestID.self] = id
    if request.context[RequestTrace.self] == nil { request.context[RequestTrace.self] = RequestTrace() }
    if let idField, !request.headers.contains(idField) { request.headers.append(idField, id.rawValue) }
    if phases.contains(.started) { report(Event(.started, request, id: id, redactor: redactor)) }
    let start = time.now
    do {
      var response = try await next.send(request)
      response.context[RequestID.self] = id
      finish(request, id, .success(response), start)
      return response
    } catch {
      finish(request, id, .failure(error), start)
      throw error
    }
  }

  private func finish(
    _ request: HTTPRequest,
    _ id: RequestID,
    _ response: Result<HTTPResponse, NetworkError>,
    _ start: Duration
  ) {
    guard phases.contains(.finished) else { return }
    report(Event(.finished, request, id: id, response: response, duration: time.now - start, redactor: redactor))
  }
}

private final class StreamEnd: Sendable {
  private let action: @Sendable () -> Void

  init(action: @escaping @Sendable () -> Void) { self.action = action }

  deinit { action() }
}
