public import Foundation
public import LoopbackServer

/// Sample versions of the program's services, on a loopback port in this process.
public final class SampleServices: Sendable {
  private let server: LoopbackServer

  /// The markets service, with a scenario that can be changed.
  public let markets: MarketsSampleService

  /// Starts the services on 127.0.0.1, on a free port if `port` is 0.
  ///
  /// `makeIdentifier` creates paths and response codes.
  public init(
    port: Int = 0,
    configuration: LoopbackServer.Configuration = LoopbackServer.Configuration(),
    directory: SampleDirectoryOptions = SampleDirectoryOptions(),
    markets marketsConfiguration: MarketsSampleService.Configuration = MarketsSampleService.Configuration(),
    faults: SampleFaultPlan = SampleFaultPlan(),
    makeIdentifier: @escaping @Sendable () -> UUID = { UUID() }
  ) throws(LoopbackServerError) {
    let counter = CounterSampleService(makeIdentifier: makeIdentifier)
    let employees = DirectorySampleService(options: directory)
    let markets = MarketsSampleService(marketsConfiguration)
    self.markets = markets
    let injector = SampleFaultInjector(faults)
    server = try LoopbackServer(port: port, configuration: configuration) { request in
      let response =
        if request.path.hasPrefix(DirectorySampleService.prefix) {
          employees.answer(request)
        } else if request.path.hasPrefix("/markets/") {
          markets.answer(request)
        } else {
          counter.answer(request)
        }
      return injector.applied(to: response)
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

  /// Stops the services and their threads.
  public func stop() { server.stop() }
}

extension ServerRequest {
  /// The host from `Forwarded` (RFC 7239, only a plain host and port) or otherwise from `Host`.
  var linkHost: String {
    let pairs = headers["Forwarded"]?.split(separator: ";") ?? []
    for pair in pairs {
      let parts = pair.split(separator: "=", maxSplits: 1).map { $0.drop { $0 == " " } }
      guard parts.count == 2, parts[0].lowercased() == "host" else { continue }
      let host = parts[1].filter { $0 != "\"" }
      if !host.isEmpty, host.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || ".-:[]".contains($0)) }) {
        return host
      }
    }
    return headers["Host"] ?? "localhost"
  }
}
