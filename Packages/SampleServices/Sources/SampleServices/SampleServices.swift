public import Foundation
public import Networking

/// Sample versions of the program's services, as a transport that responds in this process without a network.
///
/// ``SampleServer`` serves them on a port. Links in responses have the host of the request's URL.
public final class SampleServices: Transport {
  private let counter: CounterSampleService
  private let directory: DirectorySampleService

  /// The markets service, with a scenario that can be changed.
  public let markets: MarketsSampleService

  /// Creates the services; `makeIdentifier` creates the counter service's paths and response codes.
  public init(
    directory: SampleDirectoryOptions = SampleDirectoryOptions(),
    markets: MarketsSampleService.Configuration = MarketsSampleService.Configuration(),
    makeIdentifier: @escaping @Sendable () -> UUID = { UUID() }
  ) {
    counter = CounterSampleService(makeIdentifier: makeIdentifier)
    self.directory = DirectorySampleService(options: directory)
    self.markets = MarketsSampleService(markets)
  }

  /// Returns the response of the service that the path belongs to, regardless of the host.
  public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    try request.validate()
    let response = response(to: request)
    let body = request.method == .head ? Data() : response.body
    return HTTPResponse(
      status: response.status,
      headers: response.headers,
      url: request.url,
      body: ResponseBody(bytes: body)
    )
  }

  func response(to request: HTTPRequest) -> SampleResponse {
    if request.path.hasPrefix(DirectorySampleService.prefix) { return directory.answer(request) }
    if request.path.hasPrefix(MarketsSampleService.prefix) { return markets.answer(request) }
    return counter.answer(request)
  }
}

extension HTTPRequest {
  var path: String {
    let path = url.path(percentEncoded: false)
    return path.isEmpty ? "/" : path
  }

  /// The host for links, with the port.
  var host: String {
    let name = url.host(percentEncoded: true) ?? "localhost"
    let host = name.contains(":") ? "[\(name)]" : name
    return url.port.map { "\(host):\($0)" } ?? host
  }

  /// Whether the method is GET or HEAD, which are the only ones that the services support.
  var isReading: Bool { method == .get || method == .head }

  /// Returns the first query value with a name, decoded as a form; an empty string if the name has no `=`.
  func queryValue(_ name: String) -> String? {
    let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.percentEncodedQueryItems
    return items?.first { $0.name == name }.map { item in
      (item.value ?? "").replacing("+", with: " ").removingPercentEncoding ?? ""
    }
  }
}

/// A complete response, sent in this process or by a server.
struct SampleResponse {
  var status: HTTPStatus = .ok
  var headers: HTTPFields
  var body: Data

  static func json(_ data: Data) -> SampleResponse {
    SampleResponse(headers: [.contentType: "application/json"], body: data)
  }

  /// Returns JSON with members in a fixed order, so equal values give identical bytes.
  static func json(_ value: some Encodable, status: HTTPStatus = .ok) -> SampleResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    do {
      var response = json(try encoder.encode(value))
      response.status = status
      return response
    } catch {
      return text("The response can't be encoded: \(error)", status: .internalServerError)
    }
  }

  static func text(_ text: String, status: HTTPStatus = .ok) -> SampleResponse {
    SampleResponse(
      status: status,
      headers: [.contentType: "text/plain; charset=utf-8"],
      body: Data(text.utf8)
    )
  }

  static func page(_ title: String, status: HTTPStatus) -> SampleResponse {
    let page = "<!DOCTYPE html><html><head><title>\(title)</title></head><body><h1>\(title)</h1></body></html>"
    return SampleResponse(status: status, headers: [.contentType: "text/html; charset=utf-8"], body: Data(page.utf8))
  }

  /// Returns a picture that clients may cache forever.
  static func picture(_ file: Data) -> SampleResponse {
    SampleResponse(
      headers: [.contentType: "image/png", "Cache-Control": "max-age=31536000, immutable"],
      body: file
    )
  }

  func header(_ name: HTTPField.Name, _ value: String) -> SampleResponse {
    var copy = self
    copy.headers[name] = value
    return copy
  }
}
