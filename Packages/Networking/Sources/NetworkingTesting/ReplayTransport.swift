import Foundation
public import Networking

/// A transport that answers from a ``Recording``.
///
/// A request is answered by the first exchange of the same method, redacted URL and content that was not used yet.
///
/// `@unchecked Sendable`: `remaining` is guarded by `lock`.
public final class ReplayTransport: Transport, @unchecked Sendable {
  private let redactor: SecretRedactor
  private let lock = NSLock()
  private var remaining: [Recording.Exchange]

  /// Makes a transport that replays.
  ///
  /// - Parameters:
  ///   - recording: Where the answers come from.
  ///   - redactor: What was a secret when it was recorded.
  public init(_ recording: Recording, redactor: SecretRedactor = SecretRedactor()) {
    self.redactor = redactor
    remaining = recording.exchanges
  }

  /// The exchanges that nobody asked for yet.
  public var unused: [Recording.Exchange] { lock.withLock { remaining } }

  /// Answers a request.
  ///
  /// - Throws: ``NetworkError/invalidRequest(reason:)`` where the recording has no answer (left), or is damaged.
  public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    try request.validate()
    var content: Data?
    if let body = request.body, body.isReplayable {
      let sent = try await body.collect(upTo: .max)
      content = RecordedContent.redacted(sent, contentType: request.headers[.contentType], by: redactor)
    }
    let (method, url) = (request.method.rawValue, redactor.redacted(request.url))
    let found = lock.withLock { () -> Recording.Exchange? in
      let index = remaining.firstIndex { exchange in
        exchange.method == method && exchange.url == url && exchange.requestBody?.bytes == content
      }
      return index.map { remaining.remove(at: $0) }
    }
    guard let found else {
      throw .invalidRequest(reason: "the recording has no answer, or none that is left, for \(method) \(url)")
    }
    guard let status = HTTPStatus(code: found.status), let body = found.responseBody.bytes else {
      throw .invalidRequest(reason: "the recording is damaged at \(method) \(url)")
    }
    var headers = HTTPFields()
    for field in found.responseFields {
      guard let name = HTTPField.Name(field.name), headers.append(name, field.value) else {
        throw .invalidRequest(reason: "the recording is damaged at the field '\(field.name)' of \(method) \(url)")
      }
    }
    return HTTPResponse(status: status, headers: headers, url: request.url, body: ResponseBody(bytes: body))
  }
}
