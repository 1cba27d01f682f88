import NetworkingFoundation

extension RequestLogger {
  /// The phase of a request.
  public enum Phase: Sendable, Hashable {
    /// The request is about to be sent.
    case started
    /// The response head has arrived, or the request has failed.
    case finished
  }

  /// An event in a request's life cycle; secrets are redacted only on access, so ignored events cost little.
  public struct Event: Sendable {
    /// The phase of the request.
    public let phase: Phase
    /// The request's identifier.
    public let id: RequestID
    /// The response status or the error; `nil` in ``Phase/started``.
    public let result: Result<HTTPStatus, NetworkError>?
    /// The time from the request to the response head or the failure; zero in ``Phase/started``.
    public let duration: Duration
    /// The number of attempts so far; see ``RequestRetrier``.
    public let attempts: Int
    /// The cache status; `nil` if there is no cache.
    public let cache: CacheStatus?

    private let request: HTTPRequest
    private let response: HTTPFields
    private let redactor: SecretRedactor

    init(
      _ phase: Phase,
      _ request: HTTPRequest,
      id: RequestID,
      response: Result<HTTPResponse, NetworkError>? = nil,
      duration: Duration = .zero,
      redactor: SecretRedactor
    ) {
      self.phase = phase
      self.id = id
      self.request = request
      self.duration = duration
      self.redactor = redactor
      switch response {
      case .success(let response):
        result = .success(response.status)
        self.response = response.headers
        cache = response.context[CacheStatus.self]
        attempts = response.context[AttemptCount.self]
      case .failure(let error):
        result = .failure(error)
        self.response = [:]
        cache = nil
        attempts = request.context[RequestTrace.self]?.facts.attempts ?? 1
      case nil:
        result = nil
        self.response = [:]
        cache = nil
        attempts = 1
      }
    }
  }
}

extension RequestLogger.Event {
  /// The request's method.
  public var method: HTTPMethod { request.method }
  /// The redacted URL.
  public var url: String { redactor.redacted(request.url) }
  /// The request's header fields, with secrets redacted.
  public var requestHeaders: HTTPFields { redactor.redacted(request.headers, of: request) }
  /// The response's header fields, with secrets redacted; empty if there is no response.
  public var responseHeaders: HTTPFields { redactor.redacted(response) }
  /// The equivalent `curl` command for POSIX shells; secrets are redacted, and any body is read from stdin.
  public var curlCommand: String { CurlCommand.line(for: request, redactor: redactor) }
}

extension RequestLogger.Event: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable, SecretHolder {
  /// A one-line description, such as `GET http://host/path → 200 in 3 ms`.
  public var description: String {
    let start = "\(method) \(url) →"
    let time = duration.abbreviated
    let tries = attempts > 1 ? " with \(attempts) attempts" : ""
    return switch result {
    case .success(let status)?: "\(start) \(status) in \(time)\(tries)"
    case .failure(let error)?: "\(start) failed in \(time)\(tries): \(redactor.redacted(error.message))"
    case nil: "\(start) …"
    }
  }

  /// The description, preceded by the request's identifier.
  public var debugDescription: String { "[\(id)] \(description)" }

  var mirrored: KeyValuePairs<String, Any> { ["id": id.rawValue, "description": description] }
}

enum CurlCommand {
  /// Returns a command with secrets redacted and without the content of the body.
  static func line(for request: HTTPRequest, redactor: SecretRedactor) -> String {
    var words = ["curl"]
    switch (request.method, request.body) {
    case (.get, nil): break
    case (.head, nil): words.append("--head")
    case (let method, _): words += ["--request", quoted(method.rawValue)]
    }
    for field in redactor.redacted(request.headers, of: request) {
      // curl drops a field with an empty value, unless a semicolon replaces the colon.
      words += ["--header", quoted(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")]
    }
    if request.body != nil {
      if !request.headers.contains(.contentType) { words += ["--header", quoted("Content-Type:")] }
      words += ["--data-binary", "@-"]
    }
    if let total = request.timeouts.total { words += ["--max-time", String(total.seconds)] }
    // These options stop curl from interpreting brackets as ranges and from removing dot segments.
    words += ["--globoff", "--path-as-is", quoted(redactor.redacted(request.url))]
    return words.joined(separator: " ")
  }

  static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "%+,-./:=@_".utf8.contains(byte)
        }
      }
    return isPlain ? word : "'" + word.replacing(bytes: "'", with: #"'\''"#) + "'"
  }
}
