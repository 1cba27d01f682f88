#if os(Linux)
import Foundation

/// What libcurl tells a transfer, on the engine's thread.
extension CurlTransfer {
  /// Takes one line of a head; `false` ends the transfer.
  func receiveHeadLine(_ line: UnsafeRawBufferPointer) -> Bool {
    headBytes += line.count
    // Interim heads and trailers count as well: libcurl keeps all fields of a transfer, some versions without a limit.
    guard headBytes <= maximumHeadSize else {
      return violate("its header fields are larger than \(maximumHeadSize) bytes")
    }
    // After a complete head there are only trailer fields, which are dropped.
    guard parsedHead == nil else { return true }
    head.append(contentsOf: line)
    guard line.count <= 2, line.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) else { return true }
    touch()
    return completeHead()
  }

  /// Takes bytes of the body; `false` when the reader is too far behind.
  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    touch()
    guard receive(bytes, bufferSize: max(1, bodyBufferSize)) else {
      if metrics.protocolName != "h2" { handle?.hold(true) }
      return false
    }
    if let rest = bytesExpected {
      bytesExpected = rest - bytes.count
      // libcurl reads no further than the content, and the rest of the record would become the next response.
      if bytesExpected == 0 { handle?.endUncleanConnection() }
    }
    return true
  }

  /// Fills a buffer with the next bytes of the request's body.
  ///
  /// - Returns: How many; 0 at the end, `nil` where libcurl has to wait for more.
  func sendBody(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    var count = 0
    if let upload {
      switch upload.take(into: buffer) {
      case .bytes(let taken): count = taken
      case .nothingYet:
        isSendPaused = true
        isSending = false
        return nil
      case .end: count = 0
      }
    } else if let bytes = request.body?.bytes {
      let remaining = bytes.dropFirst(bytesSent).prefix(buffer.count)
      count = remaining.copyBytes(to: buffer)
    }
    bytesSent += count
    lastSentAt = DispatchTime.now().uptimeNanoseconds
    lastActivityAt = lastSentAt
    isSending = count > 0 && bytesSent != request.body?.length
    // Another limit counts from here on, and it may end earlier.
    engine?.expectDeadline(of: self)
    if count > 0, let report = request.context.uploadProgress {
      report(TransferProgress(completed: bytesSent, total: request.body?.length))
    }
    return count
  }

  /// libcurl wants to send the body again when a reused connection turned out to be dead; what was streamed is gone.
  ///
  /// Sending twice what may have been done once is the caller's to decide (RFC 9110, section 9.2.2). An HTTP/2 server that refuses a
  /// request hasn't processed it (RFC 9113, section 8.7), which libcurl reports from 8.3 on.
  func seekBody(to offset: Int) -> Bool {
    defer { isRefused = false }
    guard offset == bytesSent || request.method.isIdempotent || isRefused else { return false }
    guard upload == nil else { return offset == bytesSent }
    guard (0...(request.body?.bytes?.count ?? 0)).contains(offset) else { return false }
    bytesSent = offset
    return true
  }

  private func completeHead() -> Bool {
    // libcurl would take the connection for one that carries several responses at once.
    guard prepared.mayUseHTTP2 || !head.starts(with: "HTTP/2".utf8) else {
      return violate("it answers in HTTP/2, which was not agreed on")
    }
    do throws(ResponseHeadParser.Failure) {
      var (status, headers) = try ResponseHeadParser.parse(head)
      head.removeAll(keepingCapacity: true)
      guard status.code != 101 else { return violate("it switched to another protocol without being asked") }
      guard headers.lists(only: "chunked", in: .transferEncoding) else {
        // libcurl would decode compressed transfers without any limit (RFC 9112, section 7.4: only codings that were asked for).
        return violate("its Transfer-Encoding was not asked for")
      }
      // Interim answers come before the real one (RFC 9110, section 15.2).
      if status.isInformational { return true }
      // libcurl repeats a request without the expectation that was refused.
      if status.code == 417, prepared.expectsContinue, !isRepeatedWithoutExpectation {
        isRepeatedWithoutExpectation = true
        isBodyDropped = true
        return true
      }
      isBodyDropped = false
      // RFC 9112, section 6.3.
      let endsWithConnection =
        !headers.contains(.transferEncoding) && !headers.contains(.contentLength)
        && request.method != .head && status.code != 204 && status.code != 304
      let length = headers.contains(.transferEncoding) ? nil : headers[values: .contentLength].first.flatMap { Int($0) }
      if !prepared.sendsOwnAcceptEncoding, request.method != .head, status.code != 206,
        let coding = ContentCoding(headers)
      {
        self.coding = coding
        // The fields are not true of the decoded bytes.
        headers[.contentEncoding] = nil
        headers[.contentLength] = nil
      }
      parsedHead = (status, headers)
      if let handle { metrics = handle.metrics }
      if prepared.isSecure, metrics.protocolName != "h2" {
        bytesExpected = length
        if endsWithConnection { closure = handle?.watchClosure() }
      }
      engine?.expectDeadline(of: self)
      return true
    } catch {
      return violate(error.reason)
    }
  }

  /// Ends the transfer because of the server's mistake.
  private func violate(_ reason: String) -> Bool {
    failure = .protocolViolation(reason, origin: origin)
    return false
  }
}
#endif
