import Foundation

/// Reports every request as an event: what was asked, and the head of the answer or the failure.
///
/// Bodies are neither read nor reported, so that streaming stays streaming; URLs are masked.
public struct RequestLogger: Middleware {
  /// One request that came to an end.
  public struct Event: Sendable, Hashable, CustomStringConvertible {
    /// The method.
    public let method: HTTPMethod
    /// The masked URL.
    public let url: MaskedURL
    /// The status of the answer, or why there is none.
    public let result: Result<HTTPStatus, NetworkError>
    /// From the request to the head of the answer.
    public let duration: Duration

    /// One line: `GET http://host/path → 200 in 3 ms`.
    public var description: String {
      let time = duration.formatted(.units(allowed: [.seconds, .milliseconds], width: .abbreviated))
      return switch result {
      case .success(let status): "\(method) \(url) → \(status) in \(time)"
      case .failure(let error): "\(method) \(url) → failed in \(time): \(error.message)"
      }
    }
  }

  private let report: @Sendable (Event) -> Void

  /// Makes a logger.
  ///
  /// - Parameter report: Called once for each request, on the task that sends it.
  public init(report: @escaping @Sendable (Event) -> Void) { self.report = report }

  /// Sends the request on and reports how it ended.
  public func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
    let clock = ContinuousClock()
    let start = clock.now
    do {
      let response = try await next.send(request)
      report(event(request, .success(response.status), clock.now - start))
      return response
    } catch {
      report(event(request, .failure(error), clock.now - start))
      throw error
    }
  }

  private func event(_ request: HTTPRequest, _ result: Result<HTTPStatus, NetworkError>, _ duration: Duration) -> Event
  {
    Event(method: request.method, url: MaskedURL(request.url), result: result, duration: duration)
  }
}
