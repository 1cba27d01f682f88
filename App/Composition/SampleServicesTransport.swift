import Foundation
import Networking
import SampleServices

/// Sends requests for the services inside the program to where they are: another port in each run.
///
/// Seen from the cache they are always at the same address, so that what is stored is found again in the next run. They are started with the
/// first request that is really sent.
struct SampleServicesTransport: Transport {
  /// Where the services seem to be; names below `localhost` are this machine (RFC 6761, section 6.3).
  static let host = "sample.localhost"

  let base: any Transport
  let services: @Sendable () throws -> SampleServices

  /// The address of the counter service, and of the others below it.
  static var url: URL {
    guard let url = URL(string: "http://\(host)") else { preconditionFailure("the address is no URL") }
    return url
  }

  /// The address of the directory.
  static var directoryURL: URL { url.appending(path: "directory") }

  /// The address of the markets.
  static var marketsURL: URL { url.appending(path: "markets") }

  func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    guard request.url.host() == Self.host,
      var parts = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
    else { return try await base.send(request) }
    let services: SampleServices
    do {
      services = try self.services()
    } catch {
      let failure = CommandFailure(error)
      let cause = failure.message.hasSuffix(".") ? String(failure.message.dropLast()) : failure.message
      throw .transportUnavailable(
        reason: "the services inside the program can't start: \(cause)",
        recoverySuggestion: failure.hint ?? "Use --profile live, or name the address of a service."
      )
    }
    parts.host = "127.0.0.1"
    parts.port = services.port
    guard let url = parts.url else {
      throw .invalidURL(RedactedURL(request.url).description, reason: "it has no address")
    }
    var forwarded = request
    forwarded.url = url
    // So that links in answers lead to the same name.
    forwarded.headers["Forwarded"] = "host=\(Self.host)"
    var response = try await base.send(forwarded)
    response.url = request.url
    return response
  }
}
