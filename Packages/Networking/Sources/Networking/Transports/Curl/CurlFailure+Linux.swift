#if os(Linux)
internal import CurlABI
import NetworkingFoundation

enum CurlFailure {
  static func result(code: Int32, transfer: ActiveTransfer, driver: CurlDriver) -> Result<Void, NetworkError> {
    if let failure = transfer.failure { return .failure(failure) }
    guard Int(code) != CurlABICodeOK else {
      // Only failures need the origin, and creating its text takes time.
      var origin: String { transfer.transfer.origin }
      // libcurl accepts a response that consists only of interim responses.
      guard transfer.parsedHead != nil else {
        return .failure(.connectionLost(stage(of: transfer), origin: origin))
      }
      if transfer.lacksChunks { return .failure(.connectionLost(.inBody, origin: origin)) }
      if let closure = transfer.closure, !closure.isAnnounced {
        return .failure(.connectionLost(.inBody, origin: origin))
      }
      return .success(())
    }
    let attempt = Attempt(
      handle: transfer.handle,
      request: transfer.transfer.request,
      route: transfer.transfer.prepared.route,
      settings: driver.settings,
      wasConnected: transfer.handle.wasConnected,
      openError: curlabi_loop_take_open_error(driver.loop.pointer),
      stage: stage(of: transfer)
    )
    return .failure(error(code: code, of: attempt))
  }

  struct Attempt {
    let handle: CurlEasyHandle
    let request: HTTPRequest
    let route: CurlRoute
    let settings: CurlSettings
    /// Whether the connection to the origin was established.
    let wasConnected: Bool
    /// The error number of the most recent socket that couldn't be opened; 0 for no failure.
    let openError: Int32
    let stage: NetworkError.ResponseStage

    var hasHead: Bool { stage == .inBody }
  }

  static func error(code: Int32, of attempt: Attempt) -> NetworkError {
    let handle = attempt.handle
    let request = attempt.request
    let origin = request.url.originText
    let proxy = attempt.route.proxy
    func text() -> String {
      // libcurl quotes unusable proxy URLs, including their passwords.
      ProxySettings.withoutCredentials(of: proxy, in: sentencePart(handle.failureText(for: code)))
    }
    let openError = attempt.openError
    if [CurlABICodeCouldNotResolveHost, CurlABICodeCouldNotConnect].contains(Int(code)),
      openError == EMFILE || openError == ENFILE || !hasDescriptors()
    {
      return .unreachable(
        .other("this process has too many files and connections open (see ulimit -n)"),
        origin: origin
      )
    }
    let socket = attempt.route.unixSocket
    if attempt.route.certificate != nil, isAboutClientCertificate(text()) {
      return .unreachable(.tls(.unusableConfiguration, detail: text()), origin: origin)
    }
    // Until the tunnel to the origin exists, only the proxy responds. Some versions, such as 8.23, count the connection to
    // the proxy as established.
    let reachesOrigin = request.origin?.scheme == "https" ? handle.wasSecured : attempt.wasConnected
    if !proxy.isEmpty, !reachesOrigin || text().contains("CONNECT"),
      [CurlABICodeReceiveError, CurlABICodeGotNothing, CurlABICodeTooLarge].contains(Int(code))
    {
      let isLarge = text().lowercased().contains("too large")
      return .unreachable(.proxy(isLarge ? "its response to CONNECT is too large" : text()), origin: origin)
    }
    switch Int(code) {
    case CurlABICodeInterface:
      return .unreachable(.other(text()), origin: origin)
    case CurlABICodeCouldNotResolveHost where socket != nil, CurlABICodeCouldNotConnect where socket != nil:
      return .unreachable(socketFailure(socket ?? "", handle.osErrorNumber), origin: origin)
    case CurlABICodeMalformedURL:
      return .invalidURL(RedactedURL(request.url).description, reason: text())
    case CurlABICodeCouldNotResolveHost:
      return .unreachable(NetworkState.isOffline() ? .offline : .hostNotFound, origin: origin)
    case CurlABICodeCouldNotResolveProxy, CurlABICodeProxy:
      return .unreachable(.proxy(text()), origin: origin)
    case CurlABICodeCouldNotConnect where !proxy.isEmpty:
      let isRefused = handle.osErrorNumber == ECONNREFUSED
      return .unreachable(.proxy(isRefused ? "the connection was refused" : text()), origin: origin)
    case CurlABICodeCouldNotConnect where [ECONNRESET, EPIPE, ECONNABORTED].contains(handle.osErrorNumber):
      return .connectionLost(.beforeResponse, origin: origin)
    case CurlABICodeCouldNotConnect:
      return .unreachable(connectFailure(handle.osErrorNumber, text: text()), origin: origin)
    case CurlABICodeTimedOut where !proxy.isEmpty:
      return .unreachable(.proxy("no connection was established in time"), origin: origin)
    case CurlABICodeTimedOut:
      // libcurl enforces only the connect limit; the engine enforces all other limits.
      return .timedOut(.connect, limit: request.timeouts.connect ?? .zero, origin: origin)
    case CurlABICodeTLSConnect where isAboutConnection(text()):
      return .connectionLost(.beforeResponse, origin: origin)
    case CurlABICodeReceiveError where !attempt.hasHead && isAlert(text()),
      CurlABICodeSendError where !attempt.hasHead && isAlert(text()):
      // With TLS 1.3, a server can reject a client only after the client has finished its side of the handshake.
      return .unreachable(.tls(.handshake, detail: text()), origin: origin)
    case CurlABICodeTLSConnect, CurlABICodeTLSCertificate, CurlABICodeTLSCipher, CurlABICodeTLSPeerVerification,
      CurlABICodeTLSCAFile, CurlABICodeTLSCRL, CurlABICodeTLSIssuer, CurlABICodeTLSPinnedKey,
      CurlABICodeTLSInvalidStatus:
      let failure = tlsFailure(Int(code), of: attempt, text: text())
      return .unreachable(.tls(failure, detail: text()), origin: origin)
    case CurlABICodeGotNothing, CurlABICodePartialFile:
      return .connectionLost(attempt.stage, origin: origin)
    case CurlABICodeReceiveError where isAboutHeadSize(text(), of: attempt),
      CurlABICodeHTTP2 where isAboutHeadSize(text(), of: attempt):
      return .protocolViolation(
        "its header fields exceed the HTTP/2 header size limit (\(text()))",
        origin: origin
      )
    case CurlABICodeReceiveError where !isAboutFraming(text()):
      return .connectionLost(attempt.stage, origin: origin)
    case CurlABICodeSendError, CurlABICodeSendFailedRewind, CurlABICodeReadError:
      // A request without a body is sent in one piece, so a reset affects either sending or reading, at random.
      let isSending = attempt.stage == .beforeResponse && request.body != nil
      return .connectionLost(isSending ? .sendingRequest : attempt.stage, origin: origin)
    case CurlABICodeHTTP2 where !isAboutFrames(text()), CurlABICodeHTTP2Stream where !isAboutFrames(text()):
      return .connectionLost(attempt.stage, origin: origin)
    case CurlABICodeUnsupportedProtocol where isAboutStatusLine(text()),
      CurlABICodeWeirdServerReply where isAboutStatusLine(text()):
      return .protocolViolation("its first line isn't an HTTP status line", origin: origin)
    case CurlABICodeUnsupportedProtocol, CurlABICodeWeirdServerReply, CurlABICodeReceiveError,
      CurlABICodeHTTP2, CurlABICodeHTTP2Stream, CurlABICodeWriteError:
      return .protocolViolation(text(), origin: origin)
    case CurlABICodeBadFunctionArgument where attempt.wasConnected && !attempt.hasHead:
      // libcurl's list of header fields has nothing that the first line could continue.
      return .protocolViolation(ResponseHeadParser.Failure.malformedField.reason, origin: origin)
    case CurlABICodeOutOfMemory where attempt.wasConnected && !attempt.hasHead,
      CurlABICodeTooLarge where !attempt.hasHead:
      return .protocolViolation("its header is larger than the limit", origin: origin)
    case CurlABICodeOutOfMemory where attempt.wasConnected, CurlABICodeTooLarge:
      // Decoded content exceeded libcurl's own limits.
      return .protocolViolation("it exceeded one of libcurl's size limits (\(text()))", origin: origin)
    default:
      return attempt.wasConnected
        ? .protocolViolation(text(), origin: origin) : .unreachable(.other(text()), origin: origin)
    }
  }

  private static func stage(of transfer: ActiveTransfer) -> NetworkError.ResponseStage {
    if transfer.parsedHead != nil { return .inBody }
    // libcurl doesn't report an incomplete status line.
    return transfer.head.isEmpty ? .beforeResponse : .inHead
  }

  private static func connectFailure(_ number: Int32, text: String) -> NetworkError.UnreachableReason {
    switch number {
    case ECONNREFUSED: .refused
    case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EADDRNOTAVAIL: NetworkState.isOffline() ? .offline : .noRoute
    default: .other(text)
    }
  }

  private static func socketFailure(_ path: String, _ number: Int32) -> NetworkError.UnreachableReason {
    // libcurl doesn't always report the system's error, so the length of the path is checked here.
    if path.utf8.count >= MemoryLayout.size(ofValue: sockaddr_un().sun_path) {
      return .other("the socket path '\(path)' is longer than the system allows")
    }
    guard FileManager.default.fileExists(atPath: path) else { return .other("there is no socket '\(path)'") }
    return number == EACCES || number == EPERM
      ? .other("you don't have permission to use the socket '\(path)'") : .refused
  }

  /// Returns the problem with a certificate, based on OpenSSL's errors (x509_vfy.h), GnuTLS's status or other TLS libraries'
  /// messages.
  private static func tlsFailure(_ code: Int, of attempt: Attempt, text: String) -> NetworkError.TLSFailure {
    switch code {
    case CurlABICodeTLSPinnedKey: return .wrongKey
    case CurlABICodeTLSCAFile, CurlABICodeTLSCertificate, CurlABICodeTLSCRL: return .unusableConfiguration
    case CurlABICodeTLSPeerVerification, CurlABICodeTLSIssuer:
      // GnuTLS doesn't report authorities without any certificate.
      guard attempt.settings.hasAuthorities else { return .unusableConfiguration }
      let words = text.lowercased()
      let verification = attempt.handle.verificationResult
      // OpenSSL's error numbers: 9 is "not yet valid", 10 is "expired", 62 is "host name mismatch".
      let (isExpired, isMismatch) =
        CurlLibrary.usesGnuTLS
        ? (isExpiredForGnuTLS(verification), false) : (verification == 9 || verification == 10, verification == 62)
      if isExpired || words.contains("expired") || words.contains("not yet valid") { return .expiredCertificate }
      let isOtherHost = ["subject name", "does not match", "hostname", "host name"].contains { words.contains($0) }
      return isMismatch || isOtherHost ? .wrongHost : .untrustedCertificate
    case CurlABICodeTLSConnect where isNoTLS(text): return .notEncrypted
    default: return .handshake
    }
  }

  /// Returns whether validity is the only problem in a set of `gnutls_certificate_status_t` flags (gnutls/gnutls.h).
  ///
  /// Some versions of libcurl, such as 7.88.1, only report the problem in these flags.
  private static func isExpiredForGnuTLS(_ status: Int) -> Bool {
    let isInvalid = 1 << 1
    let isNotActivated = 1 << 9
    let isExpired = 1 << 10
    return status & (isNotActivated | isExpired) != 0 && status & ~(isInvalid | isNotActivated | isExpired) == 0
  }

  /// Returns whether OpenSSL, GnuTLS or NSS reports bytes that aren't a TLS record.
  private static func isNoTLS(_ text: String) -> Bool {
    let words = text.lowercased()
    return [
      "wrong version number", "packet length too long", "unknown protocol", "unexpected tls packet", "record_too_long",
    ]
    .contains { words.contains($0) }
  }

  /// Returns whether malformed chunks or endless interim responses caused the failure.
  private static func isAboutFraming(_ text: String) -> Bool {
    let words = text.lowercased()
    return words.contains("chunk") || words.contains("hexadecimal") || words.contains("nghttp2")
      || words.contains("too large response headers")
  }

  /// Returns whether HTTP/2 fields exceeded nghttp2's limit of nine frames, or the buffer of libcurl before 8.0.
  private static func isAboutHeadSize(_ text: String, of attempt: Attempt) -> Bool {
    !attempt.hasHead
      && (text.contains("CONTINUATION") || (text.contains("nghttp2") && text.contains("callback")))
  }

  /// Returns whether the connection was reset, or was closed without a TLS alert.
  private static func isAboutConnection(_ text: String) -> Bool {
    let words = text.lowercased()
    return [
      "connection reset", "broken pipe", "unexpected eof", "ssl_error_syscall", "non-properly terminated",
      "error in the pull function", "error in the push function",
    ]
    .contains { words.contains($0) }
  }

  /// Returns whether the server rejected the connection, for example because the client certificate is missing.
  private static func isAlert(_ text: String) -> Bool {
    let words = text.lowercased()
    return words.contains("alert") && !words.contains("close notify") && !words.contains("internal error")
  }

  /// Returns whether libcurl couldn't use a client certificate or its key; libcurl has several error codes for this.
  private static func isAboutClientCertificate(_ text: String) -> Bool {
    let words = text.lowercased()
    return ["private key", "client certificate", "pkcs12", "could not load"].contains { words.contains($0) }
      && !words.contains("alert")
  }

  /// Returns whether one side violated HTTP/2, according to the error codes in RFC 9113, section 7.
  ///
  /// After any other error code, the connection counts as lost; libcurl doesn't report a closed connection.
  private static func isAboutFrames(_ text: String) -> Bool {
    ["PROTOCOL_ERROR", "FLOW_CONTROL_ERROR", "FRAME_SIZE_ERROR", "COMPRESSION_ERROR"]
      .contains { text.contains($0) }
  }

  private static func hasDescriptors() -> Bool {
    let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return errno != EMFILE && errno != ENFILE }
    close(descriptor)
    return true
  }

  private static func isAboutStatusLine(_ text: String) -> Bool {
    ["HTTP/0.9", "Unsupported HTTP version", "Unsupported HTTP/1 subversion"].contains { text.contains($0) }
  }

  private static func sentencePart(_ text: String) -> String {
    text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}

private enum NetworkState {
  /// Returns whether only loopback interfaces are up and have an address; called only after a failure.
  static func isOffline() -> Bool {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return false }
    defer { freeifaddrs(list) }
    var next = list
    while let interface = next?.pointee {
      next = interface.ifa_next
      let family = interface.ifa_addr?.pointee.sa_family
      guard family == sa_family_t(AF_INET) || family == sa_family_t(AF_INET6) else { continue }
      let flags = Int(interface.ifa_flags)
      if flags & Int(IFF_UP) != 0, flags & Int(IFF_LOOPBACK) == 0 { return false }
    }
    return true
  }
}
#endif
