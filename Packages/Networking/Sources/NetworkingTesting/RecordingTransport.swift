import Foundation
public import Networking

/// A transport that passes everything on and remembers it as a ``Recording``.
///
/// Answers are read whole before they are handed on, so that endless ones can't be recorded.
///
/// `@unchecked Sendable`: `stored` is guarded by `lock`.
public final class RecordingTransport: Transport, @unchecked Sendable {
  private let base: any Transport
  private let mask: SecretMask
  private let bodyLimit: Int
  private let lock = NSLock()
  private var stored = Recording()

  /// Makes a transport that records.
  ///
  /// - Parameters:
  ///   - base: What carries the requests.
  ///   - mask: What is a secret.
  ///   - bodyLimit: The most bytes of a body.
  public init(_ base: any Transport, mask: SecretMask = SecretMask(), bodyLimit: Int = 16 << 20) {
    self.base = base
    self.mask = mask
    self.bodyLimit = bodyLimit
  }

  /// What was recorded so far.
  public var recording: Recording { lock.withLock { stored } }

  /// Passes a request on and records its answer; failures are not recorded.
  public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    var sent: Data?
    if let body = request.body, body.isReplayable { sent = try await body.collect(upTo: bodyLimit) }
    var response = try await base.send(request)
    let received = try await response.body.collect(upTo: bodyLimit)
    response.body = ResponseBody(bytes: received)
    let exchange = Recording.Exchange(
      method: request.method.rawValue,
      url: mask.masked(request.url),
      requestFields: fields(mask.masked(request.headers, of: request)),
      requestBody: sent.map { body($0) },
      status: response.status.code,
      responseFields: fields(mask.masked(response.headers)),
      responseBody: body(received)
    )
    lock.withLock { stored.exchanges.append(exchange) }
    return response
  }

  private func fields(_ headers: HTTPFields) -> [Recording.Field] {
    headers.map { Recording.Field(name: $0.name.rawName, value: $0.value) }
  }

  /// Values that are known to be secret are masked in texts as well.
  private func body(_ bytes: Data) -> Recording.Body {
    guard let text = String(validating: bytes, as: UTF8.self) else { return Recording.Body(bytes) }
    return Recording.Body(Data(mask.masked(text).utf8))
  }
}
