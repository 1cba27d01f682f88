/// The metrics of one request, from the call to the end of the response body.
public struct RequestMetrics: Sendable {
  package let id: RequestID?
  /// The request's method.
  public let method: HTTPMethod
  /// The origin of the URL; `nil` if the URL isn't `http` or `https`.
  public let origin: Origin?
  /// The response status or the error; an incomplete body also counts as an error.
  public let result: Result<HTTPStatus, NetworkError>
  /// The time from the call to the end of the body.
  public let total: Duration
  /// The time from the call to the response head; `nil` if there is no response.
  public let head: Duration?
  /// The time that the request waited for a slot; see ``RequestScheduler``.
  package let queueTime: Duration
  /// The size of the request body, in bytes; 0 if it wasn't known in advance.
  package let bytesSent: Int
  package let bytesReceived: Int
  package let isAbandoned: Bool
  /// The number of attempts; see ``RequestRetrier``.
  package let attempts: Int
  package let redirects: Int
  package let isCoalesced: Bool
  /// The cache outcome; `nil` if there is no cache.
  public let cache: CacheOutcome?
  package let transport: TransportMetrics?
}

extension RequestMetrics {
  /// Whether the service responded with a status below 400.
  public var isSuccess: Bool {
    switch result {
    case .success(let status): !status.isClientError && !status.isServerError
    case .failure: false
    }
  }

  /// A stable name for the failure, such as `status.503` or `timed_out.connect`; `nil` after success.
  public var failureKind: String? {
    switch result {
    case .success(let status): isSuccess ? nil : "status.\(status)"
    case .failure(let error): error.metricsName
    }
  }
}

/// The totals in a ``MetricsCollector``.
public struct MetricsSnapshot: Sendable {
  /// The percentiles of a duration, accurate to about 6 %.
  public struct Percentiles: Sendable, Hashable {
    /// The 50th percentile.
    public let median: Duration
    package let p90: Duration
    /// The 99th percentile.
    public let p99: Duration
    package let maximum: Duration

    init?(_ histogram: DurationHistogram) {
      guard let median = histogram.percentile(0.5), let p90 = histogram.percentile(0.9),
        let p99 = histogram.percentile(0.99)
      else { return nil }
      (self.median, self.p90, self.p99, maximum) = (median, p90, p99, histogram.maximum)
    }
  }

  /// The number of finished requests.
  public let requests: Int
  package let successes: Int
  /// The number of failures, by ``RequestMetrics/failureKind``.
  public let failures: [String: Int]
  /// The percentiles of the time from the call to the end of the body; `nil` before the first request has finished.
  public let total: Percentiles?
  /// The percentiles of the time from the call to the response head; `nil` before the first response.
  public let head: Percentiles?
  package let retries: Int
  package let redirects: Int
  package let coalesced: Int
  /// The number of requests, by cache outcome.
  public let cache: [CacheOutcome: Int]
  /// The number of exchanges on reused connections; 0 if the transport doesn't report reuse.
  package let reusedConnections: Int
  package let bytesSent: Int
  package let bytesReceived: Int

  /// The share of successful requests, 0 to 1; `nil` before the first request.
  public var successRate: Double? { requests == 0 ? nil : Double(successes) / Double(requests) }
}

/// The cache outcome of a request, as counted in metrics; ``CacheStatus`` has the details.
public enum CacheOutcome: String, Sendable, Hashable, CaseIterable {
  /// The cache responded without a request to the service.
  case hit
  /// The cache responded with a stale response, whether or not the service failed.
  case stale
  /// The cache responded after the service confirmed the stored response.
  case revalidated
  /// The cache had no usable response, so the service responded.
  case miss
  /// The cache was bypassed.
  case bypass

  init(_ status: CacheStatus) {
    self =
      switch status.forward {
      case _ where status.isStale: .stale
      case nil: .hit
      case .bypass, .method: .bypass
      default: status.isFromCache ? .revalidated : .miss
      }
  }
}

/// The transport's metrics for one exchange, in the response's context.
///
/// Durations start when the transport receives the request. Connection times are `nil` for a reused connection.
package struct TransportMetrics: Sendable, Hashable {
  package var nameLookup: Duration?
  package var connect: Duration?
  /// The time until the TLS handshake was complete; `nil` if there is no TLS.
  package var secureConnect: Duration?
  package var firstByte: Duration?
  package var isConnectionReused: Bool?
  /// The ALPN identifier: `http/1.1`, `h2` or `h3`.
  package var protocolName: String?
  var isMultiplexed: Bool { protocolName == "h2" || protocolName == "h3" }

  package init() {}
}

extension TransportMetrics: MessageContextKey {}

extension NetworkError {
  var metricsName: String {
    switch self {
    case .unreachable(let reason, _): "unreachable.\(reason.metricsName)"
    case .connectionLost: "connection_lost"
    case .timedOut(let phase, _, _): "timed_out.\(phase)"
    case .cancelled: "cancelled"
    case .status(let failure): "status.\(failure.status)"
    case .bodyTooLarge: "body_too_large"
    case .tooManyRedirects, .refusedRedirect: "redirect"
    case .circuitOpen: "circuit_open"
    case .authenticationFailed: "authentication_failed"
    case .protocolViolation: "protocol_violation"
    case .webSocketClosed: "web_socket_closed"
    case .transportUnavailable: "transport_unavailable"
    case .invalidURL, .invalidRequest, .refusedLink: "invalid_request"
    // Failures that occur outside the middleware, such as a decoding failure.
    default: "other"
    }
  }
}

extension NetworkError.UnreachableReason {
  fileprivate var metricsName: String {
    switch self {
    case .hostNotFound: "host_not_found"
    case .refused: "refused"
    case .noRoute: "no_route"
    case .offline: "offline"
    case .proxy: "proxy"
    case .tls: "tls"
    case .other: "other"
    }
  }
}
