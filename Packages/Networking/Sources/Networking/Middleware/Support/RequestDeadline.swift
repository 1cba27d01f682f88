import Foundation

/// The total limit of a request, over everything that is done for it: waiting, several attempts, redirects.
///
/// A transport counts its own time only, so whoever sends a request later than it came, or more than once, takes off what went by.
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

  /// When it is over, by the clock that it was made with; `nil` without a limit.
  var end: Duration? { limit.map { start + $0 } }

  /// What is left; `nil` without a limit.
  var remaining: Duration? { limit.map { $0 - (time.now - start) } }

  /// Whether a wait would end in time.
  func allows(_ wait: Duration) -> Bool { remaining.map { wait < $0 } ?? true }

  /// Leaves the request what is left.
  ///
  /// - Throws: ``NetworkError/timedOut(_:limit:origin:)`` when nothing is.
  func restrict(_ request: inout HTTPRequest) throws(NetworkError) {
    guard let remaining else { return }
    guard remaining > .zero else { throw expired }
    request.timeouts.total = remaining
  }

  /// The failure, naming the limit that was set rather than what was left of it.
  func restored(_ error: NetworkError) -> NetworkError {
    guard let limit, case .timedOut(.total, _, let origin) = error else { return error }
    return .timedOut(.total, limit: limit, origin: origin)
  }

  /// The failure of a request whose time is up.
  var expired: NetworkError { .timedOut(.total, limit: limit ?? .zero, origin: url.originText) }
}

extension URL {
  /// The origin for messages; the redacted URL where it has none.
  var originText: String { Origin(self)?.description ?? RedactedURL(self).description.withoutQuery }
}
