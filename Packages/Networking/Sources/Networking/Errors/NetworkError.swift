/// Why a request has no usable answer.
///
/// Every failure of this package is one of these. ``message`` is a sentence for people; ``isRetryable`` says whether the same request
/// may succeed later. URLs and bodies inside are redacted or cut, so that a value may be logged.
public enum NetworkError: Error, Sendable, Hashable {
  /// The URL can't be requested.
  case invalidURL(String, reason: String)
  /// The request can't be built from what was given.
  case invalidRequest(reason: String)
  /// The library that carries requests is not available on this machine; the recovery suggestion names what to install.
  case transportUnavailable(reason: String, recoverySuggestion: String)
  /// No connection to the service came about.
  case unreachable(UnreachableReason, origin: String)
  /// The connection broke before the answer was complete.
  case connectionLost(ResponseStage, origin: String)
  /// A limit of ``Timeouts`` ran out.
  case timedOut(TimeoutPhase, limit: Duration, origin: String)
  /// The task that asked was cancelled.
  case cancelled
  /// The service answered with a status that is no success.
  case status(ServiceFailure)
  /// The answer arrived but is not what the endpoint expects.
  case decoding(DecodingFailure)
  /// Only what is stored was to be used, and nothing that may be used is.
  case cacheMiss(url: String)
  /// The body is larger than allowed, in bytes.
  case bodyTooLarge(limit: Int)
  /// A link that the service handed out leads somewhere it must not; nothing was sent there.
  case refusedLink(String, reason: String)
  /// More redirects than the limit allows, which is also how a loop ends.
  case tooManyRedirects(limit: Int)
  /// A redirect leads somewhere it must not, or nowhere; nothing was sent there.
  case refusedRedirect(String, reason: String)
  /// The service failed so often of late that it is left alone for a while; nothing was sent.
  case circuitOpen(origin: String, retryAfter: Duration)
  /// There are no credentials to send, or no fresh ones could be had.
  case authenticationFailed(reason: String)
  /// The other side does not speak HTTP as it should.
  case protocolViolation(String, origin: String)
  /// A file of this machine that is sent, or that an answer goes to, can't be used.
  case fileFailure(path: String, reason: String)
}

extension NetworkError {
  /// Why no connection came about.
  public enum UnreachableReason: Sendable, Hashable {
    /// The host's name is not known, or no name server answered.
    case hostNotFound
    /// Nothing listens at the address.
    case refused
    /// No route leads to the address.
    case noRoute
    /// This machine has no network but its own.
    case offline
    /// The proxy could not be used.
    case proxy(String)
    /// No trusted encrypted connection came about; the text says it in the transport's words.
    case tls(TLSFailure, detail: String)
    /// Another reason, in the transport's words.
    case other(String)
  }

  /// What is wrong with an encrypted connection.
  public enum TLSFailure: Sendable, Hashable {
    /// The certificate leads to no authority that is trusted here.
    case untrustedCertificate
    /// The certificate is no longer, or not yet, valid.
    case expiredCertificate
    /// The certificate is for another host.
    case wrongHost
    /// The key of the service is none of those that are pinned.
    case wrongKey
    /// The own trusted certificates, or the library's, can't be read.
    case unusableConfiguration
    /// The two sides did not agree on how to encrypt.
    case handshake
    /// What answered is no TLS: most likely a port for plain HTTP.
    case notEncrypted
  }

  /// How far an answer had come.
  public enum ResponseStage: Sendable, Hashable {
    /// While the request was sent.
    case sendingRequest
    /// Before the first line of the answer was complete.
    case beforeResponse
    /// Within the head of the answer.
    case inHead
    /// Within the body of the answer.
    case inBody
  }

  /// Which limit of ``Timeouts`` ran out.
  public enum TimeoutPhase: Sendable, Hashable {
    /// While the request waited for a slot of a ``RequestScheduler`` (``Timeouts/queue``) or a connection of the transport (``Timeouts/firstByte``); it
    /// wasn't sent.
    case queue
    /// Until the connection stood.
    case connect
    /// Until the head of the answer.
    case firstByte
    /// Between two pieces of the body.
    case idle
    /// Until the end.
    case total
  }

  /// Whether the same request may succeed when it is sent again later.
  ///
  /// It says nothing about whether sending again is harmless: see ``HTTPMethod/isIdempotent``.
  public var isRetryable: Bool {
    switch self {
    case .connectionLost, .timedOut, .circuitOpen: true
    case .unreachable(let reason, _):
      switch reason {
      case .hostNotFound, .refused, .noRoute, .offline, .proxy, .other: true
      case .tls: false
      }
    case .status(let failure): [408, 429, 500, 502, 503, 504].contains(failure.status.code)
    case .invalidURL, .invalidRequest, .transportUnavailable, .cancelled, .decoding, .bodyTooLarge, .refusedLink,
      .tooManyRedirects, .refusedRedirect, .authenticationFailed, .protocolViolation, .cacheMiss,
      .fileFailure:
      false
    }
  }
}
