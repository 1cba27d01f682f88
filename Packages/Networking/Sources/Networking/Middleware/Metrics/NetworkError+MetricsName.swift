extension NetworkError {
  /// A stable word for the kind of failure, to count by.
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
    case .transportUnavailable: "transport_unavailable"
    case .invalidURL, .invalidRequest, .refusedLink: "invalid_request"
    // What arises outside of middleware, such as a decoding failure.
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
