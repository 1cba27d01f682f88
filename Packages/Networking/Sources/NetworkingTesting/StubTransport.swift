public import Foundation
public import Networking

/// A transport that responds from a closure and records the requests, for tests without a network.
///
/// ```swift
/// let transport = StubTransport { request in .json(#"{"title": "Swift"}"#, url: request.url) }
/// let client = APIClient(api: api, transport: transport)
/// ```
public final class StubTransport: Transport {
  /// Responds to a request.
  public typealias Handler = @Sendable (HTTPRequest) async throws(NetworkError) -> HTTPResponse

  private let handler: Handler
  private let recorded = Locked<[HTTPRequest]>([])

  /// Makes a transport that responds from a closure.
  public init(handler: @escaping Handler) { self.handler = handler }

  /// The requests so far, in order.
  public var requests: [HTTPRequest] { recorded.withLock { $0 } }

  /// Records the request and responds to it.
  public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    recorded.withLock { $0.append(request) }
    return try await handler(request)
  }
}

extension HTTPResponse {
  /// Makes a response with a JSON document.
  public static func json(_ document: String, status: HTTPStatus = .ok, url: URL) -> HTTPResponse {
    HTTPResponse(
      status: status,
      headers: [.contentType: "application/json"],
      url: url,
      body: ResponseBody(bytes: Data(document.utf8))
    )
  }

  /// Makes a response with plain text.
  public static func text(_ text: String, status: HTTPStatus = .ok, url: URL) -> HTTPResponse {
    HTTPResponse(
      status: status,
      headers: [.contentType: "text/plain"],
      url: url,
      body: ResponseBody(bytes: Data(text.utf8))
    )
  }
}

/// What a test expects of a request; what is left out may be anything.
///
/// ```swift
/// let expected = RequestExpectation(method: .post, path: "/articles", headers: ["Accept": "application/json"])
/// #expect(expected.mismatches(in: transport.requests[0]) == [])
/// ```
public struct RequestExpectation: Sendable {
  /// The method.
  public var method: HTTPMethod?
  /// The path, escaped as it is sent.
  public var path: String?
  /// Query items that have to be there, unescaped.
  public var query: [URLQueryItem]
  /// Header fields that have to be there.
  public var headers: HTTPFields
  /// Header fields that must not be there.
  public var absentHeaders: [HTTPField.Name]
  /// The content, compared as JSON where both are some, byte by byte otherwise.
  public var body: Data?

  /// Makes an expectation.
  public init(
    method: HTTPMethod? = nil,
    path: String? = nil,
    query: [URLQueryItem] = [],
    headers: HTTPFields = [:],
    absentHeaders: [HTTPField.Name] = [],
    body: Data? = nil
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.absentHeaders = absentHeaders
    self.body = body
  }

  /// What is different, one sentence each; empty where all is as expected.
  public func mismatches(in request: HTTPRequest) -> [String] {
    var found: [String] = []
    func check(_ what: String, _ expected: String?, _ actual: String?) {
      guard let expected, expected != actual else { return }
      found.append("\(what) is \(actual.map { "'\($0)'" } ?? "missing"), expected '\(expected)'")
    }
    let parts = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
    check("the method", method?.rawValue, request.method.rawValue)
    check("the path", path, parts?.percentEncodedPath)
    for item in query where parts?.queryItems?.contains(item) != true {
      let actual = parts?.queryItems?.first { $0.name == item.name }.map { $0.value ?? "" }
      check("the query item '\(item.name)'", item.value ?? "", actual)
    }
    for field in headers { check("the field \(field.name)", field.value, request.headers[field.name]) }
    for name in absentHeaders where request.headers.contains(name) { found.append("the field \(name) is there") }
    if let body, !Self.isSame(body, request.body?.bytes) {
      check(
        "the content",
        String(decoding: body, as: UTF8.self),
        request.body?.bytes.map { String(decoding: $0, as: UTF8.self) }
      )
    }
    return found
  }

  private static func isSame(_ expected: Data, _ actual: Data?) -> Bool {
    guard let actual else { return false }
    guard expected != actual else { return true }
    guard let left = try? JSONSerialization.jsonObject(with: expected, options: .fragmentsAllowed) as? NSObject,
      let right = try? JSONSerialization.jsonObject(with: actual, options: .fragmentsAllowed) as? NSObject
    else { return false }
    return left == right
  }
}
