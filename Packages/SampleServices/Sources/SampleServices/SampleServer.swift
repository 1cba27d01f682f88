public import Foundation
public import LoopbackServer
import Networking

/// A server for the sample services on a loopback port, with simulated faults.
public final class SampleServer: Sendable {
  private let server: LoopbackServer

  /// Starts a server on 127.0.0.1, on a free port if `port` is 0.
  public init(
    _ services: SampleServices = SampleServices(),
    port: Int = 0,
    configuration: LoopbackServer.Configuration = LoopbackServer.Configuration(),
    faults: SampleFaultPlan = SampleFaultPlan()
  ) throws(LoopbackServerError) {
    let injector = SampleFaultInjector(faults)
    server = try LoopbackServer(port: port, configuration: configuration) { request in
      guard let received = HTTPRequest(request) else { return .text("Bad Request", status: 400) }
      return injector.applied(to: ServerResponse(services.response(to: received)))
    }
  }

  /// The port in use, even if port 0 was requested.
  public var port: Int { server.port }

  /// The counter service's base URL.
  public var counterURL: URL { server.url }

  /// The employee directory's base URL.
  public var directoryURL: URL { server.url.appending(path: "directory") }

  /// The markets' base URL: the price list is at `v1/prices` and `v2/prices`, and CoinGecko's API at `api/v3`.
  public var marketsURL: URL { server.url.appending(path: "markets") }

  /// Stops the server and its threads.
  public func stop() { server.stop() }
}

extension HTTPRequest {
  /// Creates a request from a received one; `nil` if its target isn't a path, or its host is malformed.
  fileprivate init?(_ request: ServerRequest) {
    let query = request.target.firstIndex(of: "?").map { request.target[$0...] } ?? ""
    let address = "http://\(request.headers["Host"] ?? "localhost")\(request.encodedPath)\(query)"
    guard let method = HTTPMethod(request.method), let url = URL(string: address) else { return nil }
    self.init(method: method, url: url)
  }
}

extension ServerResponse {
  fileprivate init(_ response: SampleResponse) {
    var headers: ServerHeaders = [:]
    for field in response.headers { headers[field.name.description] = field.value }
    self.init(status: response.status.code, headers: headers, body: .bytes(response.body))
  }
}
