import Basics
import DependencyInjection
import Foundation
import Networking
import SampleServices

extension CompositionInputs {
  /// Registers the transports.
  ///
  /// The transport that redacts secrets wraps the built-in services, which wrap the system's transport.
  func registerTransports(in builder: inout ContainerBuilder) {
    builder.register(Keys.systemTransport) {
      Lazy { () throws(NetworkError) in try SystemTransport.make() }
    }
    builder.register(Keys.transport, needs: Keys.systemTransport) { [system, console] transport in
      SecretRedactingTransport(
        base: SampleServicesTransport(
          base: LazyTransport(transport: transport),
          services: system.makeSampleServices()
        ),
        secrets: console.output.secrets
      )
    }
  }
}

final class Lazy<Value: Sendable, Failure: Error>: Sendable {
  private let made = Locked<Value?>(nil)
  private let make: @Sendable () throws(Failure) -> Value

  init(_ make: @escaping @Sendable () throws(Failure) -> Value) { self.make = make }

  /// Creates the value on the first call, while concurrent callers wait; after an error, the next call tries again.
  func value() throws(Failure) -> Value {
    try made.withLock { made throws(Failure) in
      if let made { return made }
      let value = try make()
      made = value
      return value
    }
  }
}

/// The system's transport.
///
/// The first request creates the transport, because loading libcurl takes time and memory.
private struct LazyTransport: Transport {
  let transport: Lazy<any Transport, NetworkError>

  func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    try await transport.value().send(request)
  }
}

/// A transport whose requests to one host are answered by the built-in services, inside the program.
struct SampleServicesTransport: Transport {
  /// The built-in services' host, which is the same in every run, so that cached responses and links stay valid.
  ///
  /// Names below `localhost` denote this machine (RFC 6761, section 6.3).
  static let host = "sample.localhost"

  let base: any Transport
  let services: SampleServices

  static var url: URL {
    guard let url = URL(string: "http://\(host)") else { preconditionFailure("the address isn't a valid URL") }
    return url
  }

  static var directoryURL: URL { url.appending(path: "directory") }

  static var marketsURL: URL { url.appending(path: "markets") }

  func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    try await request.url.host() == Self.host ? services.send(request) : base.send(request)
  }
}
