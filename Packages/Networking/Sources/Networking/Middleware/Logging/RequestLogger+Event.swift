import Foundation

extension RequestLogger {
  /// How far a request has come.
  public enum Phase: Sendable, Hashable {
    /// It goes out.
    case started
    /// The head of its answer is there, or it failed.
    case finished
  }

  /// Something that happened to a request; its description is one line.
  ///
  /// Everything that it tells is redacted.
  ///
  /// Texts are made when they are asked for, so that events that nobody prints cost little.
  public struct Event: Sendable {
    /// What happened.
    public let phase: Phase
    /// What tells the request from others.
    public let id: RequestID
    /// The status of the answer, or why there is none; `nil` for a request that goes out.
    public let result: Result<HTTPStatus, NetworkError>?
    /// From the request to the head of the answer or the failure; zero for a request that goes out.
    public let duration: Duration
    /// How many attempts were made; see ``RequestRetrier``.
    public let attempts: Int

    /// What a cache had to do with the answer; `nil` without a cache.
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
      case .success(let answer):
        result = .success(answer.status)
        self.response = answer.headers
        cache = answer.context[CacheStatus.self]
        attempts = answer.context[AttemptCount.self]
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
  /// The method.
  public var method: HTTPMethod { request.method }
  /// The redacted URL.
  public var url: String { redactor.redacted(request.url) }
  /// The request's header fields, redacted.
  public var requestHeaders: HTTPFields { redactor.redacted(request.headers, of: request) }
  /// The answer's header fields, redacted; none where there is no answer.
  public var responseHeaders: HTTPFields { redactor.redacted(response) }
  /// The size of the request's content in bytes; 0 where it is not known before.
  public var requestBodySize: Int { request.body?.length ?? 0 }
  /// The command line that sends the same request with the `curl` program, secrets redacted and quoted for POSIX shells; a body is read from
  /// its standard input.
  public var curlCommand: String { CurlCommand.line(for: request, redactor: redactor) }
}

extension RequestLogger.Event: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// One line: `GET http://host/path → 200 in 3 ms`.
  public var description: String {
    let start = "\(method) \(url) →"
    let time = duration.formatted(.units(allowed: [.seconds, .milliseconds], width: .abbreviated))
    let tries = attempts > 1 ? " with \(attempts) attempts" : ""
    return switch result {
    case .success(let status)?: "\(start) \(status) in \(time)\(tries)"
    case .failure(let error)?: "\(start) failed in \(time)\(tries): \(redactor.redacted(error.message))"
    case nil: "\(start) …"
    }
  }

  /// The same line with the request's id before it.
  public var debugDescription: String { "[\(id)] \(description)" }

  /// What may be shown; the request itself, whose fields may be secret, is not in it.
  public var customMirror: Mirror {
    Mirror(self, children: ["id": id.rawValue, "description": description])
  }
}
