#if canImport(Darwin) || URLSessionTransport
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
  private let exchanges = Locked<[Int: SessionExchange]>([:])

  func register(_ exchange: SessionExchange, for task: URLSessionTask) {
    exchanges.withLock { $0[task.taskIdentifier] = exchange }
  }

  private func exchange(of task: URLSessionTask) -> SessionExchange? {
    exchanges.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    exchange(of: dataTask)?.receive(response)
    completionHandler(.allow)
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    exchange(of: task)?.reportSent(Int(totalBytesSent))
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    exchange(of: dataTask)?.receive(data)
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    // A challenge for credentials is an ordinary response here; URLSession's default handling never finishes on Linux.
    let isTrust = challenge.protectionSpace.authenticationMethod == "NSURLAuthenticationMethodServerTrust"
    completionHandler(isTrust ? .performDefaultHandling : .rejectProtectionSpace, nil)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    guard let exchange else { return }
    if let error, let response = task.response, (error as? URLError)?.code == .cancelled {
      // Rejecting the challenge cancels the task although its response is complete.
      exchange.receive(response)
      return exchange.finish(.success(()))
    }
    exchange.finish(error.map { .failure(SessionFailure.error($0, exchange: exchange, task: task)) } ?? .success(()))
  }
}

private enum SessionFailure {
  static func error(_ error: any Error, exchange: SessionExchange, task: URLSessionTask) -> NetworkError {
    let origin = exchange.origin
    let stage: NetworkError.ResponseStage = task.response == nil ? .beforeResponse : .inBody
    guard let error = error as? URLError else {
      return .unreachable(.other(error.localizedDescription), origin: origin)
    }
    switch error.code {
    case .cancelled: return .cancelled
    case .cannotFindHost, .dnsLookupFailed: return .unreachable(.hostNotFound, origin: origin)
    case .cannotConnectToHost: return .unreachable(.refused, origin: origin)
    case .notConnectedToInternet: return .unreachable(.offline, origin: origin)
    // On Linux, a broken connection is reported as one of the last two errors.
    case .networkConnectionLost, .badServerResponse, .unknown: return .connectionLost(stage, origin: origin)
    case .serverCertificateHasBadDate, .serverCertificateNotYetValid:
      return .unreachable(.tls(.expiredCertificate, detail: error.localizedDescription), origin: origin)
    case .serverCertificateUntrusted, .serverCertificateHasUnknownRoot:
      return .unreachable(.tls(.untrustedCertificate, detail: error.localizedDescription), origin: origin)
    case .secureConnectionFailed, .clientCertificateRejected:
      return .unreachable(.tls(.handshake, detail: error.localizedDescription), origin: origin)
    case .cannotParseResponse, .cannotDecodeContentData, .cannotDecodeRawData, .unsupportedURL:
      return .protocolViolation(error.localizedDescription, origin: origin)
    default: return .unreachable(.other(error.localizedDescription), origin: origin)
    }
  }
}
#endif
