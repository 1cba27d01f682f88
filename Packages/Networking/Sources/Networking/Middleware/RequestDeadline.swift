import NetworkingFoundation

/// The deadline for a request's total time limit, including waits, attempts and redirects.
///
/// A transport measures only its own time, so middleware subtracts the elapsed time from the limit.
struct RequestDeadline: Sendable {
  private let limit: Duration?
  private let start: Duration
  private let time: TimeSource
  private let url: URL

  init(_ request: HTTPRequest, time: TimeSource) {
    limit = request.timeouts.total
    start = limit == nil ? .zero : time.now
    self.time = time
    url = request.url
  }

  var end: Duration? { limit.map { start + $0 } }

  var remaining: Duration? { limit.map { $0 - (time.now - start) } }

  func allows(_ wait: Duration) -> Bool { remaining.map { wait < $0 } ?? true }

  /// Limits the timeouts to the remaining time; throws ``NetworkError/timedOut(_:limit:origin:)`` if no time is left.
  func restrict(_ request: inout HTTPRequest) throws(NetworkError) {
    guard let remaining else { return }
    guard remaining > .zero else { throw expired }
    request.timeouts.total = remaining
  }

  /// Restores the original limit in the error.
  func restored(_ error: NetworkError) -> NetworkError {
    guard let limit, case .timedOut(.total, _, let origin) = error else { return error }
    return .timedOut(.total, limit: limit, origin: origin)
  }

  var expired: NetworkError { .timedOut(.total, limit: limit ?? .zero, origin: url.originText) }
}

extension URL {
  /// The origin for error messages, or the redacted URL if the URL has no origin.
  var originText: String { Origin(self)?.description ?? RedactedURL(self).description.withoutQuery }
}

struct TimeSource: Sendable {
  private let read: @Sendable () -> Duration
  private let pause: @Sendable (Duration) async throws -> Void

  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    read = { start.duration(to: clock.now) }
    pause = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
  }

  var now: Duration { read() }

  /// Sleeps; throws ``NetworkError/cancelled`` as soon as the task is cancelled.
  func sleep(for duration: Duration) async throws(NetworkError) {
    do {
      try await pause(duration)
    } catch {
      throw .cancelled
    }
  }
}

extension Duration {
  var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
