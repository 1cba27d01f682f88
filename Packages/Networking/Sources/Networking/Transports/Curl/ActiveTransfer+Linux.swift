#if os(Linux)
import NetworkingFoundation

/// The engine's part of a ``CurlTransfer``, not `Sendable` because only the ``CurlDriver`` uses it.
///
/// libcurl's callbacks receive its address while the driver calls libcurl.
final class ActiveTransfer {
  let transfer: CurlTransfer
  let handle: CurlEasyHandle
  private unowned let driver: CurlDriver
  private let maximumHeadSize: Int
  private let bodyBufferSize: Int

  private(set) var failure: NetworkError?
  private(set) var head: [UInt8] = []
  private(set) var parsedHead: (status: HTTPStatus, headers: HTTPFields)?
  /// An observer of the connection's closure; `nil` unless the closure ends the content and can be observed.
  private(set) var closure: ConnectionClosure?
  /// Whether the transfer is in the driver's list of transfers to be signaled.
  var isSignalPending = false
  /// Whether an HTTP/2 server refused the most recent request before processing it.
  var isRefused = false

  private var headBytes = 0
  private var coding: ContentCoding?
  private var metrics = TransportMetrics()
  private var isHeadDelivered = false
  /// The number of content bytes still missing; `nil` if the length is unknown.
  private var bytesExpected: Int?
  /// The decoder for content in chunks.
  private var chunks: ChunkDecoder?
  var lacksChunks: Bool { chunks?.isComplete == false }
  private var isRepeatedWithoutExpectation = false
  private var isBodyDropped = false
  private var bytesSent = 0
  /// Whether part of the request body has been sent and more follows.
  private var isSending = false
  private(set) var isSendPaused = false
  private var lastSentAt: UInt64 = 0
  private var lastActivityAt: UInt64

  init(_ transfer: CurlTransfer, handle: CurlEasyHandle, driver: CurlDriver, now: UInt64) {
    self.transfer = transfer
    self.handle = handle
    self.driver = driver
    maximumHeadSize = driver.settings.configuration.maximumHeadSize
    bodyBufferSize = max(1, driver.settings.configuration.bodyBufferSize)
    lastActivityAt = now
    // Most response heads are smaller.
    head.reserveCapacity(512)
  }

  func signal() {
    guard let parsedHead, !isHeadDelivered else { return transfer.wakeReader() }
    isHeadDelivered = true
    transfer.deliver(
      CurlTransfer.Head(status: parsedHead.status, headers: parsedHead.headers, metrics: metrics, coding: coding)
    )
  }

  func finish(_ end: Result<Void, NetworkError>) {
    transfer.finish(end, hasHead: parsedHead != nil)
  }

  func resume() {
    transfer.markResumed()
    handle.hold(false)
    touch()
    driver.expectDeadline(deadline)
    handle.pause(receiving: false, sending: isSendPaused)
  }

  /// Ends a complete response while libcurl waits for more of the request's content, which may depend on the end.
  ///
  /// libcurl reports the end only after it has sent the content.
  func endResponseIfComplete() {
    guard isSendPaused, parsedHead != nil, !transfer.isFinished, bytesExpected == 0 || chunks?.isComplete == true else {
      return
    }
    transfer.finishResponse()
    driver.signalLater(self)
  }

  func resumeUpload() {
    isSendPaused = false
    driver.noteResumedUpload(self)
    isSending = bytesSent > 0
    lastActivityAt = DispatchTime.now().uptimeNanoseconds
    driver.expectDeadline(deadline)
    handle.pause(receiving: transfer.isPaused, sending: false)
  }

  // MARK: Callbacks

  func receiveHeadLine(_ line: UnsafeRawBufferPointer) -> Bool {
    headBytes += line.count
    // Interim responses and trailers also count: libcurl keeps all fields of a transfer; some versions have no limit.
    guard headBytes <= maximumHeadSize else {
      return violate("its header fields are larger than \(maximumHeadSize) bytes")
    }
    guard parsedHead == nil else {
      // These are trailers of HTTP/2, because trailers after chunks are part of the bytes that libcurl passes on.
      if !isBodyDropped, chunks == nil, let field = ResponseHeadParser.trailer(line) { transfer.receiveTrailer(field) }
      return true
    }
    head.append(contentsOf: line)
    guard line.count <= 2, line.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) else { return true }
    touch()
    return completeHead()
  }

  enum Acceptance {
    case accepted
    /// The reader is too far behind.
    case postponed
    /// The content is invalid.
    case rejected
  }

  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Acceptance {
    touch()
    if isBodyDropped { return .accepted }
    guard transfer.receive(chunks == nil ? bytes : UnsafeRawBufferPointer(rebasing: bytes[..<0]), upTo: bodyBufferSize)
    else {
      if !metrics.isMultiplexed { handle.hold(true) }
      return .postponed
    }
    if chunks != nil { return decode(bytes) ? .accepted : .rejected }
    if let rest = bytesExpected {
      bytesExpected = rest - bytes.count
      // libcurl reads only up to the end of the content, and would treat the rest of the TLS record as the next
      // response.
      if bytesExpected == 0, transfer.prepared.isSecure, !metrics.isMultiplexed { handle.endUncleanConnection() }
    }
    return .accepted
  }

  private func decode(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var isFieldMalformed = false
    do throws(ChunkDecoder.Failure) {
      try chunks?.decode(bytes) { part in
        _ = transfer.receive(part, upTo: .max)
      } trailer: { line in
        headBytes += line.count + 2
        if let field = line.withUnsafeBytes(ResponseHeadParser.trailer) {
          transfer.receiveTrailer(field)
        } else {
          isFieldMalformed = true
        }
      }
    } catch {
      return violate("its chunks are malformed")
    }
    if isFieldMalformed { return violate("one of its trailer fields is malformed") }
    return headBytes <= maximumHeadSize || violate("its header fields are larger than \(maximumHeadSize) bytes")
  }

  /// Fills a buffer and returns the number of bytes; 0 at the end, or `nil` if libcurl has to wait for more.
  func sendBody(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    var count = 0
    if let upload = transfer.upload {
      switch upload.take(into: buffer) {
      case .bytes(let taken): count = taken
      case .nothingYet:
        isSendPaused = true
        isSending = false
        driver.notePausedUpload(self)
        return nil
      case .end: count = 0
      }
    } else if let bytes = transfer.request.body?.bytes {
      let remaining = bytes.dropFirst(bytesSent).prefix(buffer.count)
      count = remaining.copyBytes(to: buffer)
    }
    bytesSent += count
    lastSentAt = DispatchTime.now().uptimeNanoseconds
    lastActivityAt = lastSentAt
    isSending = count > 0 && bytesSent != transfer.request.body?.length
    // A different limit applies from here on, and it may expire earlier.
    driver.expectDeadline(deadline)
    if count > 0, let report = transfer.request.context.uploadProgress {
      report(TransferProgress(completed: bytesSent, total: transfer.request.body?.length))
    }
    return count
  }

  /// Prepares to resend the body when libcurl retries after a dead connection; streamed content can't be resent.
  ///
  /// Only the caller can decide whether to repeat a request that may have been processed (RFC 9110, section 9.2.2). A
  /// request that an HTTP/2 server refused wasn't processed (RFC 9113, section 8.7); libcurl 8.3 and newer report this.
  func seekBody(to offset: Int) -> Bool {
    defer { isRefused = false }
    guard offset == bytesSent || transfer.request.method.isIdempotent || isRefused else { return false }
    guard transfer.upload == nil else { return offset == bytesSent }
    guard (0...(transfer.request.body?.bytes?.count ?? 0)).contains(offset) else { return false }
    bytesSent = offset
    return true
  }

  private func completeHead() -> Bool {
    let prepared = transfer.prepared
    // Otherwise libcurl would treat the connection as multiplexed.
    guard !head.starts(with: "HTTP/2".utf8) || prepared.isNegotiated(by: handle) else {
      return violate("it uses HTTP/2, which wasn't negotiated")
    }
    let isOld = head.starts(with: "HTTP/1.0".utf8)
    do throws(ResponseHeadParser.Failure) {
      var (status, headers) = try ResponseHeadParser.parse(head)
      head.removeAll(keepingCapacity: true)
      guard status.code != 101 else { return violate("it switched to another protocol without being asked to") }
      guard let isChunked = headers.isChunked(inOldVersion: isOld) else {
        return violate("its Transfer-Encoding is invalid")
      }
      // Interim responses precede the final response (RFC 9110, section 15.2).
      if status.isInformational { return true }
      // libcurl repeats the request without the rejected expectation.
      if status.code == 417, prepared.expectsContinue, !isRepeatedWithoutExpectation {
        isRepeatedWithoutExpectation = true
        isBodyDropped = true
        return true
      }
      isBodyDropped = false
      if !isChunked { headers[.transferEncoding] = nil }
      let isHead = transfer.request.method == .head
      let hasContent = !isHead && status.code != 204 && status.code != 304
      // The end of the connection ends the content if nothing else does (RFC 9112, section 6.3).
      let endsWithConnection = hasContent && !isChunked && !headers.contains(.contentLength)
      if !hasContent {
        bytesExpected = 0
      } else if isChunked {
        chunks = ChunkDecoder(lineLimit: maximumHeadSize)
      } else {
        bytesExpected = headers.first { $0.name == .contentLength }.flatMap { Int($0.value) }
      }
      if !prepared.sendsOwnAcceptEncoding, !isHead, status.code != 206, let coding = ContentCoding(headers) {
        self.coding = coding
        // These fields don't apply to the decoded content.
        headers[.contentEncoding] = nil
        headers[.contentLength] = nil
      }
      parsedHead = (status, headers)
      metrics = handle.metrics
      if endsWithConnection, prepared.isSecure, !metrics.isMultiplexed { closure = handle.watchClosure() }
      driver.expectDeadline(deadline)
      return true
    } catch {
      return violate(error.reason)
    }
  }

  private func violate(_ reason: String) -> Bool {
    failure = .protocolViolation(reason, origin: transfer.origin)
    return false
  }

  private func touch() {
    lastActivityAt = DispatchTime.now().uptimeNanoseconds
    driver.signalLater(self)
  }

  // MARK: Limits

  /// The time at which a transfer without progress fails, in nanoseconds of the monotonic clock; `.max` means never.
  var deadline: UInt64 {
    min(phaseDeadline.at, transfer.startedAt.addingSaturated(transfer.limits.total))
  }

  func timeout() -> NetworkError {
    let (phase, at) = phaseDeadline
    let timeouts = transfer.request.timeouts
    let origin = transfer.origin
    // If limits expire at the same time, the more specific phase is reported, so the total limit comes last.
    guard at <= transfer.startedAt.addingSaturated(transfer.limits.total) else {
      return .timedOut(.total, limit: timeouts.total ?? .zero, origin: origin)
    }
    if phase == .idle { return .timedOut(.idle, limit: timeouts.idle ?? .zero, origin: origin) }
    return .timedOut(isWaitingForConnection ? .queue : .firstByte, limit: timeouts.firstByte ?? .zero, origin: origin)
  }

  /// Whether other transfers use all connections, so the request hasn't been sent.
  ///
  /// libcurl ends connection attempts after the connect limit, so a transfer beyond that limit isn't connecting.
  private var isWaitingForConnection: Bool {
    guard let connect = transfer.request.timeouts.connect, connect.nanoseconds < transfer.limits.firstByte else {
      return false
    }
    return !handle.wasConnected
  }

  private var phaseDeadline: (phase: NetworkError.TimeoutPhase, at: UInt64) {
    let limits = transfer.limits
    if parsedHead != nil {
      return (.idle, transfer.isPaused ? .max : lastActivityAt.addingSaturated(limits.idle))
    }
    // While the request body is sent, the server has to make progress, unless the body's source is slow.
    if isSendPaused { return (.idle, .max) }
    if isSending { return (.idle, lastActivityAt.addingSaturated(limits.idle)) }
    return (.firstByte, max(transfer.startedAt, lastSentAt).addingSaturated(limits.firstByte))
  }
}

extension CurlPreparedRequest {
  fileprivate func isNegotiated(by handle: CurlEasyHandle) -> Bool {
    mayUseHTTP2 && (isHTTP2Assumed || handle.negotiatedHTTP2)
  }
}
#endif
