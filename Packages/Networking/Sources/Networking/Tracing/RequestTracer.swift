public import NetworkingFoundation

/// A recorder for request spans; conforming types connect the client to a tracing system.
public protocol SpanRecorder: Sendable {
  /// Returns the current task's span, if any; not called for requests with a ``TraceContext``.
  func currentSpan() -> TraceContext?

  /// Records a finished span; it must not block.
  func record(_ span: RequestSpan)
}

extension SpanRecorder {
  /// Returns `nil`, so every request without a ``TraceContext`` starts a new trace.
  public func currentSpan() -> TraceContext? { nil }
}

/// A request in a trace, from the call to the response head or the failure.
public struct RequestSpan: Sendable {
  /// The span's position in its trace.
  public let context: TraceContext
  /// The parent span; `nil` for the first span in a trace.
  public let parent: TraceContext?
  /// The request's method.
  public let method: HTTPMethod
  /// The request's redacted URL.
  public let url: RedactedURL
  /// The response status or the error.
  public let result: Result<HTTPStatus, NetworkError>
  /// The time when the request was sent.
  public let start: Date
  /// The time until the response head arrived or the request failed.
  public let duration: Duration
  /// The attempt number; if the tracer is outside ``RequestRetrier``, the total number of attempts.
  public let attempts: Int

  /// The attributes, named according to OpenTelemetry's semantic conventions for HTTP clients.
  ///
  /// They are `http.request.method`, `url.full`, `server.address`, `server.port`, `http.response.status_code`,
  /// `error.type` and `http.request.resend_count`, if known.
  public var attributes: [String: String] {
    var attributes = ["http.request.method": method.rawValue, "url.full": url.description]
    if let origin = URL(string: url.description).flatMap({ Origin($0) }) {
      attributes["server.address"] = origin.host
      attributes["server.port"] = "\(origin.port)"
    }
    switch result {
    case .success(let status):
      attributes["http.response.status_code"] = "\(status)"
      if status.code >= 400 { attributes["error.type"] = "\(status)" }
    case .failure(let error):
      attributes["error.type"] = error.metricsName
    }
    if attempts > 1 { attributes["http.request.resend_count"] = "\(attempts - 1)" }
    return attributes
  }
}

/// Middleware that sends a trace context with every request (W3C Trace Context), and records a span for the request.
///
/// ```swift
/// stack.perCall = [RequestTracer(recorder: recorder)]
/// ```
///
/// The span is a child of the ``TraceContext`` in the request's context, or otherwise of
/// ``SpanRecorder/currentSpan()``. Its identifiers are sent as `traceparent` and `tracestate`, unless the request
/// already has these fields.
///
/// In ``MiddlewareStack/perCall``, the tracer records a span for each call. In ``MiddlewareStack/perAttempt``, it
/// records a span for each attempt. If both places have a tracer, the attempt spans are children of the call's span.
public struct RequestTracer: Middleware {
  private let recorder: any SpanRecorder
  private let time: TimeSource
  private let date: @Sendable () -> Date

  /// Creates a tracer.
  ///
  /// - Parameters:
  ///   - recorder: The recorder, which receives only spans from sampled traces.
  ///   - clock: The clock for durations.
  ///   - date: A closure that returns the current time, for the start times of spans.
  public init(
    recorder: any SpanRecorder,
    clock: any Clock<Duration> = ContinuousClock(),
    date: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.recorder = recorder
    time = TimeSource(clock)
    self.date = date
  }

  /// Forwards the request with its trace context and records the span.
  public func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
    let parent = request.context[TraceContext.self] ?? recorder.currentSpan()
    let context = parent?.child() ?? .random()
    var request = request
    request.context[TraceContext.self] = context
    if request.context[RequestTrace.self] == nil { request.context[RequestTrace.self] = RequestTrace() }
    if sends(parent, in: request) {
      request.headers[.traceparent] = context.traceparent
      if let state = context.state { request.headers[.tracestate] = state }
    }
    let start = (date: date(), time: time.now)
    func record(_ result: Result<HTTPStatus, NetworkError>) {
      guard context.isSampled else { return }
      recorder.record(
        RequestSpan(
          context: context,
          parent: parent,
          method: request.method,
          url: RedactedURL(request.url),
          result: result,
          start: start.date,
          duration: time.now - start.time,
          attempts: max(request.context[AttemptCount.self], request.context[RequestTrace.self]?.facts.attempts ?? 1)
        )
      )
    }
    do {
      let response = try await next.send(request)
      record(.success(response.status))
      return response
    } catch {
      record(.failure(error))
      throw error
    }
  }

  /// Returns whether the request doesn't have the trace fields yet, or an outer tracer has set them.
  private func sends(_ parent: TraceContext?, in request: HTTPRequest) -> Bool {
    guard let sent = request.headers[.traceparent] else { return !request.headers.contains(.tracestate) }
    return sent == parent?.traceparent
  }
}

extension HTTPField.Name {
  static let traceparent: HTTPField.Name = "traceparent"
  static let tracestate: HTTPField.Name = "tracestate"
}
