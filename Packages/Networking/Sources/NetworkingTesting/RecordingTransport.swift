public import Networking
import NetworkingFoundation

/// A transport that forwards requests and records them in a ``Recording``.
///
/// It reads each response completely before returning it, so endless responses can't be recorded.
public final class RecordingTransport: Transport {
  private let base: any Transport
  private let redactor: SecretRedactor
  private let bodyLimit: Int
  private let stored = Locked(Recording())

  /// Creates a recording transport; `bodyLimit` is the maximum size of a recorded body, in bytes.
  public init(_ base: any Transport, redactor: SecretRedactor = SecretRedactor(), bodyLimit: Int = 16 << 20) {
    self.base = base
    self.redactor = redactor
    self.bodyLimit = bodyLimit
  }

  /// The exchanges recorded so far.
  public var recording: Recording { stored.withLock { $0 } }

  /// Sends a request and records its response; failures aren't recorded.
  public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    var sent: Data?
    if let body = request.body, body.isReplayable { sent = try await body.collect(upTo: bodyLimit) }
    var response = try await base.send(request)
    let received = try await response.body.collect(upTo: bodyLimit)
    response.body = ResponseBody(bytes: received)
    let content = RecordedContent.redacted(received, contentType: response.headers[.contentType], by: redactor)
    var headers = redactor.redacted(response.headers)
    // Redaction may have changed the length of the content.
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
    stored.withLock { $0.exchanges.append(exchange) }
    return response
  }

  private func fields(_ headers: HTTPFields) -> [Recording.Field] {
    headers.map { Recording.Field(name: $0.name.rawName, value: $0.value) }
  }
}

/// A transport that responds with the first unused recorded response to the same method, redacted URL and content.
public final class ReplayTransport: Transport {
  private let redactor: SecretRedactor
  private let remaining: Locked<[Recording.Exchange]>

  /// Creates a transport that responds from a recording made with the same redactor.
  public init(_ recording: Recording, redactor: SecretRedactor = SecretRedactor()) {
    self.redactor = redactor
    remaining = Locked(recording.exchanges)
  }

  /// The exchanges that no request has used yet.
  package var unused: [Recording.Exchange] { remaining.withLock { $0 } }

  /// Returns the recorded response to a request.
  ///
  /// - Throws: ``NetworkError/invalidRequest(reason:)`` if the recording is corrupt or has no unused response.
  public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    try request.validate()
    var content: Data?
    if let body = request.body, body.isReplayable {
      let sent = try await body.collect(upTo: .max)
      content = RecordedContent.redacted(sent, contentType: request.headers[.contentType], by: redactor)
    }
    let (method, url) = (request.method.rawValue, redactor.redacted(request.url))
    let found = remaining.withLock { remaining -> Recording.Exchange? in
      let index = remaining.firstIndex { exchange in
        exchange.method == method && exchange.url == url && exchange.requestBody?.bytes == content
      }
      return index.map { remaining.remove(at: $0) }
    }
    guard let found else {
      throw .invalidRequest(reason: "the recording has no unused response to \(method) \(url)")
    }
    guard let status = HTTPStatus(code: found.status), let body = found.responseBody.bytes else {
      throw .invalidRequest(reason: "the recording is corrupt at \(method) \(url)")
    }
    var headers = HTTPFields()
    for field in found.responseFields {
      guard let name = HTTPField.Name(field.name), headers.append(name, field.value) else {
        throw .invalidRequest(reason: "the recording is corrupt at the field '\(field.name)' of \(method) \(url)")
      }
    }
    return HTTPResponse(status: status, headers: headers, url: request.url, body: ResponseBody(bytes: body))
  }
}
