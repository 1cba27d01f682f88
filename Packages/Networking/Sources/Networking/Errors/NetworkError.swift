/// The reason why a request has no usable response.
///
/// ``message`` is a sentence for users, ``recoverySuggestion`` is advice, and ``isRetryable`` tells whether the same request may succeed later. URLs and
/// bodies in the associated values are redacted or truncated, so that errors can be logged.
public enum NetworkError: Error, Sendable, Hashable {
  /// The URL can't be requested.
  case invalidURL(String, reason: String)
  /// The request is invalid.
  case invalidRequest(reason: String)
  /// The transport is unusable on this machine, for example because a library is missing.
  case transportUnavailable(reason: String, recoverySuggestion: String)
  /// The connection to the service failed.
  case unreachable(UnreachableReason, origin: String)
  /// The connection broke before the response was complete.
  case connectionLost(ResponseStage, origin: String)
  /// A limit of ``Timeouts`` was exceeded.
  case timedOut(TimeoutPhase, limit: Duration, origin: String)
  /// The task was cancelled.
  case cancelled
  /// The response has an error status.
  case status(ServiceFailure)
  /// The response can't be decoded.
  case decoding(DecodingFailure)
  /// The request allows only stored responses, and there is no usable one.
  case cacheMiss(url: String)
  /// The body exceeds a limit in bytes.
  case bodyTooLarge(limit: Int)
  /// A link from the service has a forbidden target, to which nothing was sent.
  case refusedLink(String, reason: String)
  /// The number of redirects exceeds the limit, possibly in a loop.
  case tooManyRedirects(limit: Int)
  /// A redirect has a forbidden or malformed target, to which nothing was sent.
  case refusedRedirect(String, reason: String)
  /// Too many recent requests failed, so requests are paused; nothing was sent.
  case circuitOpen(origin: String, retryAfter: Duration)
  /// There are no credentials, or refreshing them failed.
  case authenticationFailed(reason: String)
  /// The server violates HTTP.
  case protocolViolation(String, origin: String)
  /// A WebSocket was closed, by the service for a reason other than its normal end, or before it was used.
  case webSocketClosed(WebSocketClosure, origin: String)
  /// A local file can't be read or written.
  case fileFailure(path: String, reason: String)
}

extension NetworkError {
  /// The reason why a connection failed.
  public enum UnreachableReason: Sendable, Hashable {
    /// The host name can't be resolved.
    case hostNotFound
    /// No program listens at the address.
    case refused
    /// There is no route to the address.
    case noRoute
    /// This machine has no network connection.
    case offline
    /// The proxy failed.
    case proxy(String)
    /// The TLS handshake failed; the text is the transport's.
    case tls(TLSFailure, detail: String)
    /// Another reason; the text is the transport's.
    case other(String)
  }

  /// The reason why a TLS handshake failed.
  public enum TLSFailure: Sendable, Hashable {
    /// The certificate's issuer isn't trusted.
    case untrustedCertificate
    /// The certificate has expired or isn't valid yet.
    case expiredCertificate
    /// The certificate is for another host.
    case wrongHost
    /// The service's key isn't one of the pinned keys.
    case wrongKey
    /// The trusted certificates or the client certificate can't be used.
    case unusableConfiguration
    /// Client and server didn't agree on protocol parameters.
    case handshake
    /// The server doesn't use TLS; the port is probably one for plain HTTP.
    case notEncrypted
  }

  /// The stage at which a connection broke.
  public enum ResponseStage: Sendable, Hashable {
    /// While the request was sent.
    case sendingRequest
    /// Before the first line of the response was complete.
    case beforeResponse
    /// Within the response head.
    case inHead
    /// Within the response body.
    case inBody
    /// After a WebSocket was opened, and before it was closed.
    case inWebSocket
  }

  /// The limit of ``Timeouts`` that was exceeded.
  public enum TimeoutPhase: Sendable, Hashable {
    /// The wait for a slot of a ``RequestScheduler`` (``Timeouts/queue``) or for a connection of the transport (``Timeouts/firstByte``). The request wasn't
    /// sent.
    case queue
    /// The time until the connection is established.
    case connect
    /// The time until the response head arrives.
    case firstByte
    /// The time between two pieces of a body.
    case idle
    /// The total time.
    case total
  }

  /// Whether the same request may succeed later.
  ///
  /// Whether a retry is harmless depends on the method: see ``HTTPMethod/isIdempotent``.
  public var isRetryable: Bool {
    switch self {
    case .connectionLost, .timedOut, .circuitOpen: true
    case .unreachable(let reason, _):
      switch reason {
      case .hostNotFound, .refused, .noRoute, .offline, .proxy, .other: true
      case .tls: false
      }
    case .status(let failure): [408, 429, 500, 502, 503, 504].contains(failure.status.code)
    case .webSocketClosed(let closure, _): closure.isRetryable
    case .invalidURL, .invalidRequest, .transportUnavailable, .cancelled, .decoding, .bodyTooLarge, .refusedLink,
      .tooManyRedirects, .refusedRedirect, .authenticationFailed, .protocolViolation, .cacheMiss,
      .fileFailure:
      false
    }
  }
}

extension NetworkError {
  /// Returns the error that stands for an error of a caller's code.
  ///
  /// An error of this type stays unchanged, and a cancellation is ``cancelled``; the closure converts any other error.
  package static func wrapping(_ error: any Error, otherwise convert: (any Error) -> NetworkError) -> NetworkError {
    switch error {
    case let error as NetworkError: error
    case is CancellationError: .cancelled
    default: convert(error)
    }
  }
}
