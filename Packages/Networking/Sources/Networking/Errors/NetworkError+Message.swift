public import NetworkingFoundation

extension NetworkError: LocalizedError, CustomStringConvertible {
  /// The sentence for users; see ``message``.
  public var errorDescription: String? { message }

  /// The sentence for users; see ``message``.
  public var description: String { message }

  /// A sentence for users, on one line without control characters, even if it quotes text from a service.
  public var message: String { unsanitizedMessage.sanitized }

  private var unsanitizedMessage: String {
    switch self {
    case .invalidURL(let url, let reason): "The URL \(url.withoutQuery) can't be requested: \(reason)."
    case .invalidRequest(let reason): "The request can't be sent: \(reason)."
    case .transportUnavailable(let reason, _): "Requests can't be sent from this machine: \(reason)."
    case .unreachable(let reason, let origin): Self.message(for: reason, origin: origin)
    case .connectionLost(let stage, let origin): Self.message(for: stage, origin: origin)
    case .timedOut(let phase, let limit, let origin): Self.message(for: phase, limit: limit, origin: origin)
    case .cancelled: "The request was cancelled."
    case .status(let failure): failure.message
    case .decoding(let failure): failure.message
    case .cacheMiss(let url): "There is no usable stored response for \(url.withoutQuery)."
    case .bodyTooLarge(let limit): "The response or message exceeds the limit of \(limit) bytes."
    case .refusedLink(let link, let reason):
      "The service sent the link \(link.withoutQuery), which wasn't followed: \(reason)."
    case .tooManyRedirects(let limit):
      "The service redirected the request more than \(limit) times, possibly in a loop."
    case .refusedRedirect(let target, let reason):
      "The service redirected to \(target.withoutQuery), but the redirect wasn't followed: \(reason)."
    case .circuitOpen(let origin, _): "Too many recent requests to \(origin) failed, so requests are paused."
    case .authenticationFailed(let reason): "The request can't be authenticated: \(reason)."
    case .protocolViolation(let detail, let origin): "\(origin) sent an invalid response: \(detail)."
    case .webSocketClosed(let closure, let origin): Self.message(for: closure, origin: origin)
    case .fileFailure(let path, let reason): "The file '\(path)' can't be used: \(reason)."
    }
  }

  /// Advice for resolving the failure, if any.
  public var recoverySuggestion: String? {
    switch self {
    case .transportUnavailable(_, let recoverySuggestion): recoverySuggestion.sanitized
    case .status(let failure) where failure.status.code == 407: "Put the user name and password in http_proxy."
    case .unreachable(.hostNotFound, _): "Check the host name and this machine's network."
    case .unreachable(.refused, _): "Check that the service is running, and check its port."
    case .unreachable(.noRoute, _), .unreachable(.offline, _): "Check this machine's network."
    case .unreachable(.proxy, _): "Check the environment variables http_proxy, https_proxy and no_proxy."
    case .unreachable(.tls(let failure, _), _): Self.recoverySuggestion(for: failure)
    case .timedOut(.queue, _, _):
      "Read or release open responses, or raise the limits of the scheduler and the transport."
    case .timedOut, .connectionLost:
      "Try again. If it happens often, allow more time or contact the service's operator."
    case .status(let failure) where failure.status == .tooManyRequests: "Wait before you try again."
    case .status(let failure) where failure.status.isServerError: "Try again later."
    case .status(let failure) where failure.status.isRedirect:
      "Check the service's address. Use the redirect's target only if you trust it."
    case .status(let failure) where failure.status == .unauthorized: "Check the credentials."
    case .circuitOpen(_, let wait):
      "Try again in \(wait.roundedUpToSeconds.inWords)."
    case .authenticationFailed: "Check the credentials."
    case .cacheMiss: "Try again when you are online."
    case .invalidURL: "Use an absolute URL without a user name and password, such as http://localhost:8000."
    case .status(let failure) where failure.status == .notFound: "Check the address. It doesn't exist on this service."
    case .decoding: "Check the address, and whether the service's format has changed."
    case .protocolViolation: "Check the address and any proxy. If they are right, contact the service's operator."
    default: nil
    }
  }

  private static func recoverySuggestion(for failure: TLSFailure) -> String {
    switch failure {
    case .expiredCertificate: "Check the service's certificate and this machine's clock."
    case .untrustedCertificate: "Check the service's certificate, or add your CA to the trusted certificates."
    case .wrongHost: "Check the host name and the service's certificate."
    case .wrongKey: "Find out whether the service changed its key or the connection is intercepted."
    case .unusableConfiguration:
      "Check the trusted certificates, and the client certificate with its key and passphrase."
    case .handshake:
      "Check that the service supports TLS 1.2 or newer on this port, and whether it requires a client certificate."
    case .notEncrypted:
      "Use an http:// URL if the service doesn't support TLS; otherwise, use its TLS port."
    }
  }

  private static func message(for reason: UnreachableReason, origin: String) -> String {
    switch reason {
    case .hostNotFound: "The host of \(origin) was not found."
    case .refused: "Couldn't connect to \(origin): the connection was refused."
    case .noRoute: "There is no route to \(origin)."
    case .offline: "This machine is offline, so \(origin) can't be reached."
    case .proxy(let detail): "The proxy for \(origin) can't be used: \(detail)."
    case .tls(let failure, let detail): message(for: failure, detail: detail, origin: origin)
    case .other(let detail): "\(origin) can't be reached: \(detail)."
    }
  }

  private static func message(for failure: TLSFailure, detail: String, origin: String) -> String {
    let words =
      switch failure {
      case .untrustedCertificate: "the certificate's issuer isn't trusted"
      case .expiredCertificate: "the certificate has expired or isn't valid yet"
      case .wrongHost: "the certificate is for another host"
      case .wrongKey: "the key isn't one of the pinned keys"
      case .unusableConfiguration: "the configured certificates can't be used"
      case .handshake: "the TLS handshake failed"
      case .notEncrypted: "the server doesn't use TLS"
      }
    return "Couldn't establish a secure connection to \(origin): \(words) (\(detail))."
  }

  private static func message(for closure: WebSocketClosure, origin: String) -> String {
    // The reason comes from the service: it may be long and contain secrets.
    let reason = BodyExcerpt.text(of: closure.reason).withoutPeriod
    let code = closure.code.map { " (code \($0))" } ?? ""
    return "The WebSocket to \(origin) was closed\(code)\(reason.isEmpty ? "" : ": \(reason)")."
  }

  private static func message(for stage: ResponseStage, origin: String) -> String {
    switch stage {
    case .sendingRequest: "The connection to \(origin) broke while the request was sent."
    case .beforeResponse: "\(origin) closed the connection without a response."
    case .inHead: "\(origin) closed the connection before its response head was complete."
    case .inBody: "The connection to \(origin) broke before the response was complete."
    case .inWebSocket: "The WebSocket connection to \(origin) broke."
    }
  }

  private static func message(for phase: TimeoutPhase, limit: Duration, origin: String) -> String {
    let time = limit.inWords
    return switch phase {
    case .queue: "The request to \(origin) wasn't sent: other requests used all slots or connections for \(time)."
    case .connect: "Couldn't connect to \(origin) within \(time)."
    case .firstByte: "\(origin) didn't respond within \(time)."
    case .idle: "\(origin) sent no more data for \(time)."
    case .total: "The response from \(origin) wasn't complete within \(time)."
    }
  }
}
