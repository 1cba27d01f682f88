import Foundation

/// Reports every request as an event: what was asked, and the head of the answer or the failure.
///
/// ```swift
/// let logger = RequestLogger { event in print(event) }   // GET http://host/path → 200 in 3 ms
/// ```
///
/// Bodies are neither read nor reported, so that streaming stays streaming. Secrets are redacted by a ``SecretRedactor``. Each request gets a
/// ``RequestID``, unless it has one.
///
/// In the chain it belongs at the very outside, to report what callers see; inside of ``RequestRetrier`` it reports each attempt, and inside of
/// ``RedirectFollower`` each hop.
public struct RequestLogger: Middleware {
  private let phases: Set<Phase>
  private let redactor: SecretRedactor
  private let idField: HTTPField.Name?
  private let time: TimeSource
  private let makeID: @Sendable () -> RequestID
  private let report: @Sendable (Event) -> Void

  /// Makes a logger.
  ///
  /// - Parameters:
  ///   - phases: What is reported; the end of each request unless said otherwise.
  ///   - redactor: What is secret.
  ///   - idField: A header field, such as `X-Request-ID`, in which the id is sent; none unless said otherwise.
  ///   - clock: What durations are measured with.
  ///   - makeID: Makes the ids.
  ///   - report: Called for each event, on the task that sends the request: it must not block.
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

  /// Makes a logger whose events are an asynchronous sequence.
  ///
  /// - Parameters:
  ///   - limit: The most events that wait for their reader; further ones push out the oldest.
  ///   - phases: What is reported.
  ///   - redactor: What is secret.
  /// - Returns: The logger, and the events; these end with the last copy of the logger.
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

  /// Sends the request on and reports what becomes of it.
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

/// Runs a closure when its last reference goes away.
private final class StreamEnd: Sendable {
  private let action: @Sendable () -> Void

  init(action: @escaping @Sendable () -> Void) { self.action = action }

  deinit { action() }
}
