#if os(Linux)
internal import CurlABI
import Foundation

/// Turns libcurl's result codes into ``NetworkError``.
enum CurlFailure {
  static func result(code: Int32, transfer: CurlTransfer, handle: CurlEasyHandle) -> Result<Void, NetworkError> {
    if let failure = transfer.failure { return .failure(failure) }
    guard Int(code) != CurlABICodeOK else {
      // libcurl accepts an answer of interim heads only; a request without a final head has no answer.
      guard transfer.parsedHead != nil else {
        return .failure(.connectionLost(stage(of: transfer), origin: transfer.prepared.origin))
      }
      return .success(())
    }
    return .failure(error(code: code, transfer: transfer, handle: handle))
  }

  private static func error(code: Int32, transfer: CurlTransfer, handle: CurlEasyHandle) -> NetworkError {
    let origin = transfer.prepared.origin
    func text() -> String { sentencePart(handle.failureText(for: code)) }
    switch Int(code) {
    case CurlABICodeMalformedURL:
      return .invalidURL(MaskedURL(transfer.request.url).description, reason: text())
    case CurlABICodeCouldNotResolveHost:
      return .unreachable(.hostNotFound, origin: origin)
    case CurlABICodeCouldNotResolveProxy:
      return .unreachable(.proxy(text()), origin: origin)
    case CurlABICodeCouldNotConnect:
      return .unreachable(connectFailure(handle.osErrorNumber, text: text()), origin: origin)
    case CurlABICodeTimedOut:
      // libcurl is told only the limit for connecting; all others are the engine's.
      return .timedOut(.connect, limit: transfer.request.timeouts.connect ?? .zero, origin: origin)
    case CurlABICodeTLSConnect, CurlABICodeTLSCertificate, CurlABICodeTLSCipher, CurlABICodeTLSPeerVerification,
      CurlABICodeTLSCAFile, CurlABICodeTLSCRL, CurlABICodeTLSIssuer, CurlABICodeTLSPinnedKey,
      CurlABICodeTLSInvalidStatus:
      return .unreachable(.tls(text()), origin: origin)
    case CurlABICodeGotNothing, CurlABICodePartialFile:
      return .connectionLost(stage(of: transfer), origin: origin)
    case CurlABICodeReceiveError where isBrokenConnection(handle.osErrorNumber, text: text()):
      return .connectionLost(stage(of: transfer), origin: origin)
    case CurlABICodeSendError:
      return .connectionLost(.sendingRequest, origin: origin)
    case CurlABICodeUnsupportedProtocol, CurlABICodeWeirdServerReply, CurlABICodeReceiveError,
      CurlABICodeBadContentEncoding,
      CurlABICodeHTTP2, CurlABICodeHTTP2Stream, CurlABICodeWriteError:
      return .protocolViolation(text(), origin: origin)
    default:
      return .unreachable(.other(text()), origin: origin)
    }
  }

  private static func stage(of transfer: CurlTransfer) -> NetworkError.ResponseStage {
    if transfer.parsedHead != nil { return .inBody }
    return transfer.head.isEmpty ? .beforeResponse : .inHead
  }

  private static func connectFailure(_ number: Int32, text: String) -> NetworkError.Unreachability {
    switch number {
    case ECONNREFUSED: .refused
    case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EADDRNOTAVAIL: .noRoute
    default: .other(text)
    }
  }

  private static func isBrokenConnection(_ number: Int32, text: String) -> Bool {
    number == ECONNRESET || number == EPIPE || text.lowercased().contains("reset")
  }

  /// libcurl's words as a part of a sentence: without its full stop.
  private static func sentencePart(_ text: String) -> String {
    text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
#endif
