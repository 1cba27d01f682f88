#if os(Linux)
import Foundation

/// What libcurl tells a transfer, on the engine's thread.
extension CurlTransfer {
  /// Takes one line of a head; `false` ends the transfer.
  func receiveHeadLine(_ line: UnsafeRawBufferPointer) -> Bool {
    touch()
    // Behind a complete head come only trailer fields, which nobody asks for.
    guard parsedHead == nil else { return true }
    head.append(contentsOf: line)
    guard head.count <= maximumHeadSize else {
      failure = .protocolViolation(
        "its header fields are larger than \(maximumHeadSize) bytes",
        origin: prepared.origin
      )
      return false
    }
    guard line.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) else { return true }
    return completeHead()
  }

  /// Takes bytes of the body; `false` when the reader is too far behind.
  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    touch()
    return receive(bytes, bufferSize: bodyBufferSize)
  }

  /// Fills a buffer with the next bytes of the request's body; 0 at its end.
  func sendBody(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let bytes = request.body?.bytes else { return 0 }
    let remaining = bytes.dropFirst(bytesSent).prefix(buffer.count)
    let count = remaining.copyBytes(to: buffer)
    bytesSent += count
    return count
  }

  /// libcurl sends the body again when a reused connection turned out to be dead.
  func seekBody(to offset: Int) -> Bool {
    guard (0...(request.body?.bytes.count ?? 0)).contains(offset) else { return false }
    bytesSent = offset
    return true
  }

  private func completeHead() -> Bool {
    do throws(ResponseHeadParser.Failure) {
      var (status, headers) = try ResponseHeadParser.parse(head)
      head.removeAll(keepingCapacity: true)
      // Interim answers come before the real one (RFC 9110, section 15.2).
      if status.isInformational { return true }
      if !prepared.sendsOwnAcceptEncoding, headers.contains(.contentEncoding), request.method != .head {
        // libcurl decodes, so what these fields say is no longer true of the bytes.
        headers[.contentEncoding] = nil
        headers[.contentLength] = nil
      }
      parsedHead = (status, headers)
      // Another limit counts from here on, and it may end earlier.
      engine?.expectDeadline(of: self)
      return true
    } catch {
      failure = .protocolViolation(error.reason, origin: prepared.origin)
      return false
    }
  }
}
#endif
