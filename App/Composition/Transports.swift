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
          services: Lazy(system.makeSampleServices)
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

/// A transport that forwards requests for the built-in services to their port, which differs in each run.
///
/// The services have a fixed address in the cache, so the next run finds cached responses. The first request starts the
/// services.
struct SampleServicesTransport: Transport {
  /// The built-in services' fixed host.
  ///
  /// Names below `localhost` denote this machine (RFC 6761, section 6.3).
  static let host = "sample.localhost"

  let base: any Transport
  let services: Lazy<SampleServices, any Error>

  static var url: URL {
    guard let url = URL(string: "http://\(host)") else { preconditionFailure("the address isn't a valid URL") }
    return url
  }

  static var directoryURL: URL { url.appending(path: "directory") }

  static var marketsURL: URL { url.appending(path: "markets") }

  func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    guard request.url.host() == Self.host,
      var parts = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
    else { return try await base.send(request) }
    let services: SampleServices
    do {
      services = try self.services.value()
    } catch {
      let failure = CommandFailure(error)
      let cause = failure.message.hasSuffix(".") ? String(failure.message.dropLast()) : failure.message
      throw .transportUnavailable(
        reason: "couldn't start the services inside the program: \(cause)",
        recoverySuggestion: failure.hint ?? "Use --profile live, or specify the address of a service."
      )
    }
    parts.host = "127.0.0.1"
    parts.port = services.port
    guard let url = parts.url else {
      throw .invalidURL(RedactedURL(request.url).description, reason: "it has no host")
    }
    var forwarded = request
    forwarded.url = url
    // The services use this host in links.
    forwarded.headers["Forwarded"] = "host=\(Self.host)"
    var response = try await base.send(forwarded)
    response.url = request.url
    return response
  }
}
