public import Foundation
public import Networking

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
