import Foundation
import NetworkingTesting

@testable import Networking

/// A service with versioned content that responds to range requests, correctly or with a fault.
final class RangedService: Sendable {
  /// A way in which a service mishandles range requests.
  enum Fault: CaseIterable, Sendable {
    /// Sends the complete content.
    case ignoresRanges
    /// Sends a part of the current version instead of its complete content.
    case ignoresIfRange
    /// Sends a part other than the requested part.
    case otherPart
    /// Sends fewer bytes than `Content-Range` says, without `Content-Length`.
    case short
    /// Sends more bytes than `Content-Range` says, without `Content-Length`.
    case long
    /// Loses the connection within the content.
    case cut
    /// Sends a malformed `Content-Range`.
    case malformed
  }

  struct State: Sendable {
    var version = 1
    var fault: Fault?
    /// Changes the header fields of a response.
    var adjust: @Sendable (inout HTTPFields) -> Void = { _ in }
  }

  let length: Int
  let state = Locked(State())

  init(length: Int) { self.length = length }

  /// Returns a version's content, in which no byte equals its neighbor.
  func content(_ version: Int) -> Data {
    let period = Data((0..<min(length, 251)).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ version &* 31) })
    var content = Data(capacity: length)
    while content.count < length { content += period.prefix(length - content.count) }
    return content
  }

  func answer(_ request: HTTPRequest) -> HTTPResponse {
    let state = state.withLock { $0 }
    let whole = content(state.version)
    let tag = "\"v\(state.version)\""
    var response = HTTPResponse(
      status: .ok,
      headers: ["Cache-Control": "max-age=600", "ETag": tag, "Content-Length": "\(length)"],
      url: request.url,
      body: ResponseBody(bytes: whole)
    )
    if request.headers["If-None-Match"] == tag {
      response.status = 304
      response.headers[.contentLength] = nil
      response.body = .empty
    } else if let range = request.headers["Range"].flatMap(RangeRequest.init), state.fault != .ignoresRanges,
      state.fault == .ignoresIfRange || (request.headers["If-Range"] ?? tag) == tag
    {
      answer(&response, range, state.fault, whole)
    }
    state.adjust(&response.headers)
    return response
  }

  private func answer(_ response: inout HTTPResponse, _ range: RangeRequest, _ fault: Fault?, _ whole: Data) {
    guard var bytes = range.bounds(in: length) else {
      response.status = 416
      response.headers = ["Content-Range": "bytes */\(length)"]
      response.body = .empty
      return
    }
    if fault == .otherPart { bytes = bytes.lowerBound / 2..<max(bytes.lowerBound / 2 + 1, bytes.upperBound - 2) }
    response.status = 206
    response.headers["Content-Range"] = "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(length)"
    response.headers[.contentLength] = fault == .short || fault == .long ? nil : "\(bytes.count)"
    var sent = whole.subdata(in: bytes)
    switch fault {
    case .short: sent.removeLast()
    case .long: sent.append(0)
    case .malformed: response.headers["Content-Range"] = "bytes \(bytes.upperBound)-\(bytes.lowerBound)/\(length)"
    default: break
    }
    let pieces = [sent.prefix(sent.count / 2), sent.dropFirst(sent.count / 2)].map { Data($0) }.filter { !$0.isEmpty }
    response.body = ResponseBody(
      source: fault == .cut
        ? ChunkedContent([pieces[0].dropLast()], failure: .connectionLost(.inBody, origin: "http://host"))
        : ChunkedContent(pieces)
    )
  }
}
