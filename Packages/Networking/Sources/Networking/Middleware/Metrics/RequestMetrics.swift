/// What one request took, from the call to the end of its answer's body.
public struct RequestMetrics: Sendable {
  /// What tells the request from others, where it has an id; see ``RequestLogger``.
  public let id: RequestID?
  /// The method.
  public let method: HTTPMethod
  /// Where it went; `nil` where that is no web address.
  public let origin: Origin?
  /// The status, or why there is no answer; also a body that broke off is a failure.
  public let result: Result<HTTPStatus, NetworkError>
  /// From the call to the end of the body.
  public let total: Duration
  /// From the call to the head of the answer; `nil` without one.
  public let head: Duration?
  /// How long it waited for a slot; see ``RequestScheduler``.
  public let queueTime: Duration
  /// The bytes of the request's content, as far as its length was known before.
  public let bytesSent: Int
  /// The bytes of the answer's content that were read.
  public let bytesReceived: Int
  /// Whether the reader gave up before the end of the body.
  public let isAbandoned: Bool
  /// How many attempts were made; see ``RequestRetrier``.
  public let attempts: Int
  /// How many redirects were followed; see ``RedirectFollower``.
  public let redirects: Int
  /// Whether it shared another request's answer; see ``RequestCoalescer``.
  public let isCoalesced: Bool
  /// What a cache had to do with it; `nil` without a cache.
  public let cache: CacheOutcome?
  /// What the transport measured of the last exchange, where it measures.
  public let transport: TransportMetrics?
}

extension RequestMetrics {
  /// Whether there is an answer whose status is neither a fault of the request nor of the service.
  public var isSuccess: Bool {
    switch result {
    case .success(let status): !status.isClientError && !status.isServerError
    case .failure: false
    }
  }

  /// A stable word for how it failed, such as `status.503` or `timed_out.connect`; `nil` for a success.
  public var failureKind: String? {
    switch result {
    case .success(let status): isSuccess ? nil : "status.\(status)"
    case .failure(let error): error.metricsName
    }
  }
}
