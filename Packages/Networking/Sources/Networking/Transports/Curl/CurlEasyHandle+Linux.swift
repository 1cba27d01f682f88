#if os(Linux)
internal import CurlABI
import NetworkingFoundation

/// A libcurl easy handle, `@unchecked Sendable` because it belongs to one thread at a time.
final class CurlEasyHandle: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer
  /// The loop for the connections; `nil` for a handle with its own connection.
  private let loop: CurlLoop?
  private let errorText: UnsafeMutablePointer<CChar>
  private var route: CurlRoute?
  private var waitsForMultiplexing = false
  private var isUsed = false

  /// The size of the read and write buffers, in bytes.
  private static let bufferSize = 128 << 10

  init?(settings: CurlSettings, loop: CurlLoop?) {
    guard let pointer = curlabi_easy_make() else { return nil }
    self.pointer = pointer
    self.loop = loop
    if let loop { curlabi_loop_attach(loop.pointer, pointer) }
    errorText = .allocate(capacity: CurlABIErrorBufferSize)
    errorText.initialize(repeating: 0, count: CurlABIErrorBufferSize)
    set(CurlABIOptionErrorBuffer, UnsafeRawPointer(errorText))
    set(CurlABIOptionNoSignal, 1)
    set(CurlABIOptionProtocols, CurlABIProtocolHTTP | CurlABIProtocolHTTPS)
    set(CurlABIOptionSSLVersion, CurlABITLSVersion1_2)
    set(CurlABIOptionProxySSLVersion, CurlABITLSVersion1_2)
    set(CurlABIOptionPathAsIs, 1)
    // ActiveTransfer decodes chunks.
    set(CurlABIOptionTransferDecoding, 0)
    set(CurlABIOptionSuppressConnectHeaders, 1)
    set(CurlABIOptionBufferSize, Self.bufferSize)
    // Both options are set to an empty string, because libcurl would use a proxy even for some names that refer to this
    // machine. This package reads the environment variables instead.
    set(CurlABIOptionProxy, "")
    set(CurlABIOptionNoProxy, "")
    // Without this option, a transfer can't end before its name lookup ends. Versions before 7.87 don't support it.
    set(CurlABIOptionQuickExit, 1)
    if let interface = settings.localInterface { set(CurlABIOptionInterface, interface) }
    setAuthorities(settings)
    curlabi_easy_watch_alerts(pointer)
    curlabi_easy_set_callback(pointer, Int32(CurlABIOptionHeaderFunction), receiveHead)
    curlabi_easy_set_callback(pointer, Int32(CurlABIOptionWriteFunction), receiveBody)
  }

  deinit {
    curlabi_easy_free(pointer)
    errorText.deinitialize(count: CurlABIErrorBufferSize)
    errorText.deallocate()
  }

  func prepare(for transfer: CurlTransfer) {
    errorText[0] = 0
    let request = transfer.request
    let prepared = transfer.prepared
    // The order matters: since version 8.18, setting the parsed URL removes the text, even if there is no parsed URL.
    set(CurlABIOptionParsedURL, prepared.parsedURL.pointer.map { UnsafeRawPointer($0) })
    set(CurlABIOptionURL, prepared.url)
    set(CurlABIOptionHTTPHeader, prepared.headerList.pointer.map { UnsafeRawPointer($0) })
    set(CurlABIOptionConnectTimeoutMilliseconds, request.timeouts.connect.map(\.clampedMilliseconds) ?? Int(Int32.max))
    // A new handle has libcurl's defaults, which suit a GET request.
    if isUsed || request.body != nil || request.method != .get { setMethod(request) }
    isUsed = true
    if prepared.needsOwnConnection {
      set(CurlABIOptionFreshConnect, 1)
      set(CurlABIOptionForbidReuse, 1)
    }
    setConnection(prepared)
  }

  /// Sets the callbacks' context to the address of an ``ActiveTransfer``, which must exist until the transfer ends.
  func attach(_ context: UnsafeMutableRawPointer, for transfer: CurlTransfer) {
    let request = transfer.request
    set(CurlABIOptionHeaderData, context)
    set(CurlABIOptionWriteData, context)
    if request.body != nil || request.method.announcesContent { setBodySource(context) }
    // With libcurl versions that report refusals, each handle is used only once. Reporting takes time and is therefore
    // turned on only for requests that need it.
    if transfer.prepared.mayUseHTTP2, request.body?.bytes != nil, !request.method.isIdempotent,
      CurlLibrary.reportsRefusals
    {
      curlabi_easy_set_debug_callback(pointer, noteRefusal, context)
    }
  }

  /// Sets the options for a connection on which libcurl doesn't send a request itself.
  func prepareConnection(_ prepared: CurlPreparedRequest, timeouts: Timeouts) {
    errorText[0] = 0
    for option in [CurlABIOptionHeaderData, CurlABIOptionWriteData] { set(option, nil as UnsafeRawPointer?) }
    set(CurlABIOptionURL, prepared.url)
    set(CurlABIOptionConnectTimeoutMilliseconds, timeouts.connect.map(\.clampedMilliseconds) ?? Int(Int32.max))
    setConnection(prepared)
    set(CurlABIOptionHTTPVersion, CurlABIHTTPVersion1_1)
  }

  func failureText(for code: Int32) -> String {
    let text = String(cString: errorText)
    return text.isEmpty ? String(cString: curlabi_code_text(code)) : text
  }

  var osErrorNumber: Int32 {
    Int32(truncatingIfNeeded: curlabi_easy_long_info(pointer, Int32(CurlABIInfoOSErrorNumber)))
  }

  var metrics: TransportMetrics {
    func time(_ info: Int) -> Duration {
      .microseconds(curlabi_easy_offset_info(pointer, Int32(info)))
    }
    var metrics = TransportMetrics()
    metrics.firstByte = time(CurlABIInfoStartTransferMicroseconds)
    let isReused = curlabi_easy_long_info(pointer, Int32(CurlABIInfoConnectionCount)) == 0
    metrics.isConnectionReused = isReused
    if !isReused {
      metrics.nameLookup = time(CurlABIInfoNameLookupMicroseconds)
      metrics.connect = time(CurlABIInfoConnectMicroseconds)
      let secure = time(CurlABIInfoTLSMicroseconds)
      if secure > .zero { metrics.secureConnect = secure }
    }
    // The values are: CURL_HTTP_VERSION_3 = 30, 2_0 = 3, 1_1 = 2, 1_0 = 1.
    switch curlabi_easy_long_info(pointer, Int32(CurlABIInfoHTTPVersion)) {
    case 1: metrics.protocolName = "http/1.0"
    case 2: metrics.protocolName = "http/1.1"
    case 3: metrics.protocolName = "h2"
    case 30: metrics.protocolName = "h3"
    default: break
    }
    return metrics
  }

  func hold(_ isHeld: Bool) {
    if let loop { curlabi_loop_hold(loop.pointer, pointer, isHeld) }
  }

  func pause(receiving: Bool, sending: Bool) {
    let mask = (receiving ? CurlABIPauseReceiving : 0) | (sending ? CurlABIPauseSending : 0)
    curlabi_easy_pause(pointer, Int32(mask))
  }

  /// Closes the connection after this transfer if the connection has unread bytes; libcurl doesn't check this.
  func endUncleanConnection() {
    if let loop { curlabi_loop_end_if_unread(loop.pointer, pointer) }
  }

  /// Starts watching for the end of the connection; returns `nil` if the end can't be detected.
  func watchClosure() -> ConnectionClosure? { curlabi_closure_make(pointer).map(ConnectionClosure.init) }

  /// Whether the connection may use HTTP/2, according to its TLS handshake.
  var negotiatedHTTP2: Bool { curlabi_easy_negotiated_http2(pointer) }

  /// The result of the TLS library's certificate verification; 0 if the certificate is valid.
  var verificationResult: Int {
    Int(curlabi_easy_long_info(pointer, Int32(CurlABIInfoTLSVerifyResult)))
  }

  /// Whether the connection was established, in which case the request may have been sent.
  var wasConnected: Bool {
    curlabi_easy_offset_info(pointer, Int32(CurlABIInfoPretransferMicroseconds)) > 0
  }

  /// Whether a TLS handshake with the origin was completed.
  var wasSecured: Bool { curlabi_easy_offset_info(pointer, Int32(CurlABIInfoTLSMicroseconds)) > 0 }

  private func setBodySource(_ context: UnsafeMutableRawPointer) {
    set(CurlABIOptionUploadBufferSize, Self.bufferSize)
    curlabi_easy_set_callback(pointer, Int32(CurlABIOptionReadFunction), sendBody)
    curlabi_easy_set_seek_callback(pointer, rewindBody)
    set(CurlABIOptionReadData, context)
    set(CurlABIOptionSeekData, context)
  }

  private func setMethod(_ request: HTTPRequest) {
    // libcurl sends a request again if a reused connection was dead. It can't repeat a body that has been partly sent
    // (see ActiveTransfer.seekBody). A request without a body gets a new connection if it isn't idempotent.
    set(CurlABIOptionFreshConnect, request.body == nil && !request.method.isIdempotent ? 1 : 0)
    // The order matters, because each of the first three options resets the other two.
    if let body = request.body {
      setPost(length: body.length ?? -1)
    } else if request.method == .head {
      set(CurlABIOptionNoBody, 1)
    } else if request.method.announcesContent {
      // These methods send a Content-Length even if there is no content (RFC 9110, section 8.6).
      setPost(length: 0)
    } else {
      set(CurlABIOptionHTTPGet, 1)
    }
    if request.body == nil, request.method == .get || request.method == .head {
      set(CurlABIOptionCustomRequest, nil as UnsafeRawPointer?)
    } else {
      set(CurlABIOptionCustomRequest, request.method.rawValue)
    }
  }

  private func setConnection(_ prepared: CurlPreparedRequest) {
    if route != prepared.route { follow(prepared.route) }
    if waitsForMultiplexing != prepared.isSecure {
      // The first connection may be able to multiplex all requests.
      waitsForMultiplexing = prepared.isSecure
      set(CurlABIOptionPipeWait, waitsForMultiplexing ? 1 : 0)
    }
  }

  private func follow(_ new: CurlRoute) {
    let old = route
    route = new
    if old?.httpVersion != new.httpVersion { set(CurlABIOptionHTTPVersion, new.httpVersion) }
    if old?.proxy ?? "" != new.proxy { set(CurlABIOptionProxy, new.proxy) }
    if old?.pins != new.pins { set(CurlABIOptionPinnedPublicKey, optional: new.pins) }
    if old?.unixSocket != new.unixSocket { set(CurlABIOptionUnixSocketPath, optional: new.unixSocket) }
    if old?.addresses !== new.addresses {
      set(CurlABIOptionResolve, new.addresses?.pointer.map { UnsafeRawPointer($0) })
    }
    if old?.certificate !== new.certificate { identify(by: new.certificate) }
  }

  private func identify(by certificate: CurlClientCertificate?) {
    set(CurlABIOptionSSLCertificateType, optional: certificate?.type)
    set(CurlABIOptionKeyPassword, optional: certificate?.passphrase)
    set(CurlABIOptionSSLCertificate, orBlob: CurlABIOptionSSLCertificateBlob, certificate?.certificate)
    set(CurlABIOptionSSLKey, orBlob: CurlABIOptionSSLKeyBlob, certificate?.key)
  }

  private func set(_ option: Int, orBlob blobOption: Int, _ content: CurlClientCertificate.Content?) {
    switch content {
    case .file(let path)?: set(option, path)
    case .memory(let memory)?: setBlob(blobOption, memory)
    // Only a reused handle can have an old value.
    case nil: set(option, nil as UnsafeRawPointer?)
    }
  }

  private func setAuthorities(_ settings: CurlSettings) {
    guard let authorities = settings.authorities else { return }
    let options = [
      (CurlABIOptionCAPath, CurlABIOptionCAInfoBlob, CurlABIOptionCAInfo),
      (CurlABIOptionProxyCAPath, CurlABIOptionProxyCAInfoBlob, CurlABIOptionProxyCAInfo),
    ]
    for (folder, blob, file) in options {
      // No other authorities are trusted: otherwise libcurl would also search the system's directory.
      set(folder, nil as UnsafeRawPointer?)
      if !setBlob(blob, authorities), let path = settings.fileOfAuthorities() { set(file, path) }
    }
  }

  @discardableResult
  private func setBlob(_ option: Int, _ memory: CertificateMemory) -> Bool {
    curlabi_easy_set_blob(pointer, Int32(option), memory.bytes.baseAddress, memory.bytes.count) == 0
  }

  private func setPost(length: Int) {
    set(CurlABIOptionPost, 1)
    curlabi_easy_set_offset(pointer, Int32(CurlABIOptionPostFieldSizeLarge), Int64(length))
  }

  private func set(_ option: Int, _ value: Int) {
    curlabi_easy_set_long(pointer, Int32(option), value)
  }

  private func set(_ option: Int, _ value: UnsafeRawPointer?) {
    curlabi_easy_set_pointer(pointer, Int32(option), value)
  }

  private func set(_ option: Int, optional value: String?) {
    if let value { set(option, value) } else { set(option, nil as UnsafeRawPointer?) }
  }

  private func set(_ option: Int, _ value: String) {
    // libcurl copies the string.
    value.withCString { text in
      _ = curlabi_easy_set_pointer(pointer, Int32(option), UnsafeRawPointer(text))
    }
  }
}

/// An observer of an encrypted connection's closure; it may outlive the connection.
final class ConnectionClosure {
  private let pointer: OpaquePointer

  fileprivate init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { curlabi_closure_free(pointer) }

  /// Whether a TLS alert announced the closure; otherwise, it may be an attack (RFC 9112, section 9.8).
  var isAnnounced: Bool { curlabi_closure_is_announced(pointer) }
}

private func transfer(of context: UnsafeMutableRawPointer?) -> ActiveTransfer? {
  context.map { Unmanaged<ActiveTransfer>.fromOpaque($0).takeUnretainedValue() }
}

private let receiveHead: curlabi_data_callback = { bytes, size, count, context in
  guard let bytes, let transfer = transfer(of: context) else { return 0 }
  return transfer.receiveHeadLine(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
}

private let receiveBody: curlabi_data_callback = { bytes, size, count, context in
  guard let bytes, let transfer = transfer(of: context) else { return 0 }
  return switch transfer.receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) {
  case .accepted: size * count
  case .postponed: Int(CURLABI_WRITE_PAUSE)
  case .rejected: 0
  }
}

private let sendBody: curlabi_data_callback = { bytes, size, count, context in
  guard let bytes, let transfer = transfer(of: context) else { return 0 }
  return transfer.sendBody(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
    ?? Int(CURLABI_READ_PAUSE)
}

private let noteRefusal: curlabi_debug_callback = { _, kind, bytes, count, context in
  guard kind == 0, let bytes, let transfer = transfer(of: context) else { return 0 }
  let text = UnsafeRawBufferPointer(start: bytes, count: count)
  // The message is "[HTTP/2] [1] REFUSED_STREAM, try again on a new connection", in later versions "HTTP/2 stream 1
  // refused by server, try …".
  guard text.starts(with: "[HTTP/2] [".utf8) || text.starts(with: "HTTP/2 stream ".utf8) else { return 0 }
  let endings = [
    " REFUSED_STREAM, try again on a new connection\n", " refused by server, try again on a new connection\n",
  ]
  if endings.contains(where: { text.suffix($0.utf8.count).elementsEqual($0.utf8) }) { transfer.isRefused = true }
  return 0
}

private let rewindBody: curlabi_seek_callback = { context, offset, origin in
  guard let transfer = transfer(of: context), origin == SEEK_SET, transfer.seekBody(to: Int(offset)) else { return 1 }
  return 0
}

extension Duration {
  /// The duration in whole milliseconds, from 1 to the maximum of libcurl's `long` options on all platforms.
  fileprivate var clampedMilliseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds < Int64(Int32.max) / 1000 else { return Int(Int32.max) }
    return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}
#endif
