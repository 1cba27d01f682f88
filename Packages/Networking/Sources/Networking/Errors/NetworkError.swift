/// The reason a request didn't produce a usable response.
///
/// ``message`` is a sentence for users, ``recoverySuggestion`` is advice, and ``isRetryable`` indicates whether the
/// same request may succeed later. Associated values are redacted or truncated, so errors are safe to log.
public enum NetworkError: Error, Sendable, Hashable {
  /// The URL can't be requested.
  case invalidURL(String, reason: String)
  /// The request is invalid.
  case invalidRequest(reason: String)
  /// The transport is unusable on this machine, for example because a library is missing.
  case transportUnavailable(reason: String, recoverySuggestion: String)
  /// The connection to the service failed.
  case unreachable(UnreachableReason, origin: String)
  /// The connection was lost before the response was complete.
  case connectionLost(ResponseStage, origin: String)
  /// A limit in ``Timeouts`` was exceeded.
  case timedOut(TimeoutPhase, limit: Duration, origin: String)
  /// The task was cancelled.
  case cancelled
  /// The service responded with an error status.
  case status(ServiceFailure)
  /// The response couldn't be decoded.
  case decoding(DecodingFailure)
  /// The request allows only cached responses, and the cache has no usable response.
  case cacheMiss(url: String)
  /// The body exceeds a limit in bytes.
  case bodyTooLarge(limit: Int)
  /// A link from the service has a forbidden target; no request was sent to it.
  case refusedLink(String, reason: String)
  /// The number of redirects exceeded the limit, possibly because of a loop.
  case tooManyRedirects(limit: Int)
  /// A redirect has a forbidden or malformed target; no request was sent to it.
  case refusedRedirect(String, reason: String)
  /// Requests to the origin are paused because too many recent requests failed; nothing was sent.
  case circuitOpen(origin: String, retryAfter: Duration)
  /// Credentials are missing or couldn't be refreshed.
  case authenticationFailed(reason: String)
  /// The server violated the protocol.
  case protocolViolation(String, origin: String)
  /// The service closed a WebSocket abnormally, or the WebSocket was already closed when it was used.
  case webSocketClosed(WebSocketClosure, origin: String)
  /// A local file couldn't be read or written.
  case fileFailure(path: String, reason: String)
}

extension NetworkError {
  /// The reason a connection failed.
  public enum UnreachableReason: Sendable, Hashable {
    /// The host name couldn't be resolved.
    case hostNotFound
    /// No program is listening at the address.
    case refused
    /// There is no network route to the address.
    case noRoute
    /// This machine has no network connection.
    case offline
    /// The proxy failed.
    case proxy(String)
    /// The TLS handshake failed; the detail is the transport's own text.
    case tls(TLSFailure, detail: String)
    /// Another reason, in the transport's own words.
    case other(String)
  }

  /// The reason a TLS handshake failed.
  public enum TLSFailure: Sendable, Hashable {
    /// The certificate's issuer isn't trusted.
    case untrustedCertificate
    /// The certificate has expired or isn't valid yet.
    case expiredCertificate
    /// The certificate is for another host.
    case wrongHost
    /// The service's key isn't one of the pinned keys.
    case wrongKey
    /// The configured authorities or the client certificate can't be used.
    case unusableConfiguration
    /// Client and server couldn't agree on protocol parameters.
    case handshake
    /// The server didn't respond with TLS; the port is probably for plain HTTP.
    case notEncrypted
  }

  /// The stage of an exchange at which the connection was lost.
  public enum ResponseStage: Sendable, Hashable {
    /// The request was being sent.
    case sendingRequest
    /// The first line of the response wasn't complete yet.
    case beforeResponse
    /// The response head was arriving.
    case inHead
    /// The response body was arriving.
    case inBody
    /// A WebSocket was open.
    case inWebSocket
  }

  /// The limit in ``Timeouts`` that was exceeded.
  public enum TimeoutPhase: Sendable, Hashable {
    /// The time spent waiting for a ``RequestScheduler`` slot or a transport connection; the request wasn't sent.
    case queue
    /// The time to establish the connection.
    case connect
    /// The time until the response head arrives.
    case firstByte
    /// The time between two chunks of a body.
    case idle
    /// The total time for the request.
    case total
  }

  /// Whether the same request may succeed later; ``HTTPMethod/isIdempotent`` says whether a retry is safe.
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
  /// Returns a `NetworkError` unchanged, ``cancelled`` for a cancellation, and otherwise the converted error.
  package static func wrapping(_ error: any Error, otherwise convert: (any Error) -> NetworkError) -> NetworkError {
    switch error {
    case let error as NetworkError: error
    case is CancellationError: .cancelled
    default: convert(error)
    }
  }
}
