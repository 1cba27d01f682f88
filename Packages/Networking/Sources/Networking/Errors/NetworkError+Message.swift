public import Foundation

extension NetworkError: LocalizedError, CustomStringConvertible {
  /// The sentence for people.
  public var errorDescription: String? { message }

  /// The sentence for people.
  public var description: String { message }

  /// A sentence for people: what happened, and where.
  public var message: String {
    switch self {
    case .invalidURL(let url, let reason): "The URL \(url) can't be requested: \(reason)."
    case .invalidRequest(let reason): "The request can't be sent: \(reason)."
    case .transportUnavailable(let reason, _): "Requests can't be sent from this machine: \(reason)."
    case .unreachable(let reason, let origin): Self.message(for: reason, origin: origin)
    case .connectionLost(let stage, let origin): Self.message(for: stage, origin: origin)
    case .timedOut(let phase, let limit, let origin): Self.message(for: phase, limit: limit, origin: origin)
    case .cancelled: "The request was cancelled."
    case .status(let failure): failure.message
    case .decoding(let failure): failure.message
    case .bodyTooLarge(let limit): "The answer is larger than the \(limit) bytes that are allowed."
    case .refusedLink(let link, let reason): "The service sent a link that is not followed, \(link): \(reason)."
    case .protocolViolation(let detail, let origin): "\(origin) does not answer as an HTTP service should: \(detail)."
    }
  }

  /// What to do about it, where something can be said.
  public var cure: String? {
    switch self {
    case .transportUnavailable(_, let cure): cure
    case .unreachable(.hostNotFound, _): "Check the host's name and this machine's network."
    case .unreachable(.refused, _): "Check that the service is running, and its port."
    case .unreachable(.noRoute, _): "Check this machine's network."
    case .unreachable(.proxy, _): "Check the variables http_proxy, https_proxy and no_proxy."
    case .unreachable(.tls, _): "Check the certificate of the service and the clock of this machine."
    case .timedOut, .connectionLost: "Try again; if it happens often, allow more time or ask who runs the service."
    case .status(let failure) where failure.status == .tooManyRequests: "Wait before the next try."
    case .status(let failure) where failure.status.isServerError: "Try again later."
    case .status(let failure) where failure.status == .unauthorized: "Check the credentials."
    case .invalidURL: "Use an absolute URL such as http://localhost:8000."
    default: nil
    }
  }

  private static func message(for reason: Unreachability, origin: String) -> String {
    switch reason {
    case .hostNotFound: "The host of \(origin) was not found."
    case .refused: "Nothing answers at \(origin): the connection was refused."
    case .noRoute: "No route leads to \(origin)."
    case .proxy(let detail): "The proxy for \(origin) can't be used: \(detail)."
    case .tls(let detail): "There is no trusted connection to \(origin): \(detail)."
    case .other(let detail): "\(origin) can't be reached: \(detail)."
    }
  }

  private static func message(for stage: ResponseStage, origin: String) -> String {
    switch stage {
    case .sendingRequest: "The connection to \(origin) broke while the request was sent."
    case .beforeResponse: "\(origin) closed the connection without an answer."
    case .inHead: "\(origin) closed the connection within the head of its answer."
    case .inBody: "The connection to \(origin) broke before its answer was complete."
    }
  }

  private static func message(for phase: TimeoutPhase, limit: Duration, origin: String) -> String {
    let time = limit.formatted(
      .units(allowed: [.minutes, .seconds, .milliseconds], width: .wide, fractionalPart: .hide)
    )
    return switch phase {
    case .connect: "No connection to \(origin) came about within \(time)."
    case .firstByte: "\(origin) did not answer within \(time)."
    case .idle: "\(origin) sent nothing more for \(time)."
    case .total: "The answer of \(origin) was not complete within \(time)."
    }
  }
}
