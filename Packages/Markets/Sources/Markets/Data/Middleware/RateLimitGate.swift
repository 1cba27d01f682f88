public import Foundation
public import Networking

/// Sends nothing to a service that has asked for a pause, until the pause is over.
///
/// A request in the pause is answered as the service would answer it: with status 429 and the seconds that are left in `Retry-After`. So a storm of
/// requests does not become one at the service, and the cache can put a stale answer in the place.
///
/// A page of HTML with status 403 counts as a 429, since that is how the network in front of CoinGecko refuses.
///
/// In the chain it belongs innermost. `@unchecked Sendable`: `pauses` is guarded by `lock`.
public final class RateLimitGate: Middleware, @unchecked Sendable {
  /// The pause where the service says none: CoinGecko counts requests by the minute.
  public static let usualPause: TimeInterval = 60
  /// The longest pause that a service is granted.
  public static let longestPause: TimeInterval = 3_600
  /// The shortest pause after a refusal, whatever the service says: asking again at once would be a storm.
  public static let shortestPause: TimeInterval = 1

  private struct Pause {
    let start: Date
    let end: Date
  }

  private let now: @Sendable () -> Date
  private let lock = NSLock()
  private var pauses: [Origin: Pause] = [:]

  /// Makes an open gate.
  ///
  /// - Parameter now: The time of day.
  public init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

  /// When the service of a URL may be asked again; `nil` where it may be asked now.
  public func nextTry(for url: URL) -> Date? {
    guard let origin = Origin(url) else { return nil }
    let now = now()
    return lock.withLock {
      guard let pause = pauses[origin] else { return nil }
      // A clock that was put back says nothing about how long the pause still is.
      guard now < pause.end, now >= pause.start else {
        pauses[origin] = nil
        return nil
      }
      return pause.end
    }
  }

  /// Answers in the place of the service while there is a pause, and notes the pauses that it asks for.
  public func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
    if let end = nextTry(for: request.url) {
      let seconds = Int(end.timeIntervalSince(now()).rounded(.up))
      return HTTPResponse(status: .tooManyRequests, headers: [.retryAfter: "\(max(seconds, 1))"], url: request.url)
    }
    var response = try await next.send(request)
    guard Self.isRefusal(response), let origin = Origin(request.url) else { return response }
    response.status = .tooManyRequests
    let start = now()
    let asked = response.headers.retryAfter(now: start).map { $0 / .seconds(1) } ?? Self.usualPause
    let end = start.addingTimeInterval(min(max(asked, Self.shortestPause), Self.longestPause))
    lock.withLock {
      // Of several requests that were under way, one that asks for less does not end the pause that another asked for.
      if let pause = pauses[origin], pause.end > end, start >= pause.start { return }
      pauses[origin] = Pause(start: start, end: end)
    }
    return response
  }

  /// Whether a time is that of the next try still.
  ///
  /// What is farther away than the longest pause was noted before the clock was put back, and says nothing any more.
  static func isWaiting(until next: Date, now: Date) -> Bool {
    let seconds = next.timeIntervalSince(now)
    return seconds > 0 && seconds <= longestPause
  }

  private static func isRefusal(_ response: HTTPResponse) -> Bool {
    if response.status == .tooManyRequests { return true }
    let isHTML = response.headers[.contentType]?.lowercased().hasPrefix("text/html") ?? false
    return response.status.code == 403 && isHTML
  }
}
