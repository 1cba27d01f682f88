import Foundation
public import Networking

/// A transport that passes everything on and remembers it as a ``Recording``.
///
/// Answers are read whole before they are handed on, so that endless ones can't be recorded.
///
/// `@unchecked Sendable`: `stored` is guarded by `lock`.
public final class RecordingTransport: Transport, @unchecked Sendable {
  private let base: any Transport
  private let redactor: SecretRedactor
  private let bodyLimit: Int
  private let lock = NSLock()
  private var stored = Recording()

  /// Makes a transport that records.
  ///
  /// - Parameters:
  ///   - base: What carries the requests.
  ///   - redactor: What is a secret.
  ///   - bodyLimit: The most bytes of a body.
  public init(_ base: any Transport, redactor: SecretRedactor = SecretRedactor(), bodyLimit: Int = 16 << 20) {
    self.base = base
    self.redactor = redactor
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
    let content = RecordedContent.redacted(received, contentType: response.headers[.contentType], by: redactor)
    var headers = redactor.redacted(response.headers)
    // Without its secrets it may be of another length, and has to be that.
    if content != received, headers.contains(.contentLength) { headers[.contentLength] = String(content.count) }
    let exchange = Recording.Exchange(
      method: request.method.rawValue,
      url: redactor.redacted(request.url),
      requestFields: fields(redactor.redacted(request.headers, of: request)),
      requestBody: sent.map {
        Recording.Body(RecordedContent.redacted($0, contentType: request.headers[.contentType], by: redactor))
      },
      status: response.status.code,
      responseFields: fields(headers),
      responseBody: Recording.Body(content)
    )
    lock.withLock { stored.exchanges.append(exchange) }
    return response
  }

  private func fields(_ headers: HTTPFields) -> [Recording.Field] {
    headers.map { Recording.Field(name: $0.name.rawName, value: $0.value) }
  }
}
