#if os(Linux)
import Foundation

/// What libcurl tells a transfer, on the engine's thread.
extension CurlTransfer {
  /// Takes one line of a head; `false` ends the transfer.
  func receiveHeadLine(_ line: UnsafeRawBufferPointer) -> Bool {
    // Behind a complete head come only trailer fields, which nobody asks for.
    guard parsedHead == nil else { return true }
    head.append(contentsOf: line)
    guard head.count <= maximumHeadSize else {
      failure = .protocolViolation(
        "its header fields are larger than \(maximumHeadSize) bytes",
        origin: origin
      )
      return false
    }
    guard line.count <= 2, line.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) else { return true }
    touch()
    return completeHead()
  }

  /// Takes bytes of the body; `false` when the reader is too far behind.
  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    touch()
    return receive(bytes, bufferSize: max(1, bodyBufferSize))
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
  /// Sending twice what may have been done once is the caller's to decide (RFC 9110, section 9.2.2).
  func seekBody(to offset: Int) -> Bool {
    guard offset == bytesSent || request.method.isIdempotent else { return false }
    guard upload == nil else { return offset == bytesSent }
    guard (0...(request.body?.bytes?.count ?? 0)).contains(offset) else { return false }
    bytesSent = offset
    return true
  }

  private func completeHead() -> Bool {
    do throws(ResponseHeadParser.Failure) {
      var (status, headers) = try ResponseHeadParser.parse(head)
      head.removeAll(keepingCapacity: true)
      // Interim answers come before the real one (RFC 9110, section 15.2).
      if status.isInformational { return true }
      // libcurl repeats a request without the expectation that was refused.
      if status.code == 417, prepared.expectsContinue, !isRepeatedWithoutExpectation {
        isRepeatedWithoutExpectation = true
        isBodyDropped = true
        return true
      }
      isBodyDropped = false
      if !prepared.sendsOwnAcceptEncoding, headers.contains(.contentEncoding), request.method != .head {
        // libcurl decodes, so what these fields say is no longer true of the bytes.
        headers[.contentEncoding] = nil
        headers[.contentLength] = nil
      }
      parsedHead = (status, headers)
      if let handle { metrics = handle.metrics }
      engine?.expectDeadline(of: self)
      return true
    } catch {
      failure = .protocolViolation(error.reason, origin: origin)
      return false
    }
  }
}
#endif
