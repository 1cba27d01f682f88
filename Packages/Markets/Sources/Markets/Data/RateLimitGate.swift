import Basics
public import Foundation
import Networking
import Persistence

/// The pauses that services requested, as start and end, by origin.
public typealias SharedPauses = [String: [Date]]

/// A middleware that blocks requests during a pause that a service requested.
///
/// It must be the innermost middleware. During the pause, requests get a 429 response with the remaining seconds in
/// `Retry-After`, so the cache can use a stale response. An HTML response with status 403 is treated like a 429
/// response, because the content delivery network in front of CoinGecko refuses requests that way.
final class RateLimitGate: Middleware {
  /// The default length of a pause, in seconds; CoinGecko counts requests per minute.
  static let usualPause: TimeInterval = 60
  static let longestPause: TimeInterval = 3_600
  /// The shortest pause after a refusal, in seconds, which prevents immediate retries from flooding the service.
  static let shortestPause: TimeInterval = 1

  private struct Pause {
    let start: Date
    let end: Date
  }

  private let now: @Sendable () -> Date
  private let pauses = Locked<[Origin: Pause]>([:])
  private let store: JSONFileStore<SharedPauses>?

  /// Creates a gate; pauses in `store` are shared with other processes.
  init(store: JSONFileStore<SharedPauses>? = nil, now: @escaping @Sendable () -> Date = { Date() }) {
    self.store = store
    self.now = now
  }

  func nextTry(for url: URL) -> Date? {
    guard let origin = Origin(url) else { return nil }
    let now = now()
    let shared = store?.outcome().value?["\(origin)"].flatMap { dates in
      dates.count == 2 ? Pause(start: dates[0], end: min(dates[1], dates[0] + Self.longestPause)) : nil
    }
    return pauses.withLock { pauses -> Date? in
      if let shared, shared.end > pauses[origin]?.end ?? .distantPast { pauses[origin] = shared }
      guard let pause = pauses[origin] else { return nil }
      // If the clock was set back, the remaining pause is unknown.
      guard now < pause.end, now >= pause.start else {
        pauses[origin] = nil
        return nil
      }
      return pause.end
    }
  }

  func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
    if let end = nextTry(for: request.url) {
      let seconds = Int(end.timeIntervalSince(now()).rounded(.up))
      return HTTPResponse(status: .tooManyRequests, headers: [.retryAfter: "\(max(seconds, 1))"], url: request.url)
    }
    var response = try await next.send(request)
    guard Self.isRefusal(response), let origin = Origin(request.url) else { return response }
    response.status = .tooManyRequests
    let start = now()
    let end = start.addingTimeInterval(Self.pause(after: response.headers, now: start))
    let isLongest = pauses.withLock { pauses in
      // Concurrent responses can request different pauses. The longest one is used.
      if let pause = pauses[origin], pause.end > end, start >= pause.start { return false }
      pauses[origin] = Pause(start: start, end: end)
      return true
    }
    if isLongest, let store {
      // If the pause can't be stored, other processes merely send requests that the service refuses.
      try? await store.update { pauses in
        pauses = pauses.filter { $0.value.count == 2 && $0.value[0] <= start && $0.value[1] > start }
        pauses["\(origin)"] = [start, end]
      }
    }
    return response
  }

  /// Returns the length, in seconds, of the pause requested by a refusal's header fields.
  static func pause(after headers: HTTPFields, now: Date) -> TimeInterval {
    let asked = headers.retryAfter(now: now).map { $0 / .seconds(1) } ?? usualPause
    return min(max(asked, shortestPause), longestPause)
  }

  /// Returns whether a pause is still active.
  ///
  /// A pause longer than the maximum isn't active, because it was stored before the clock was set back.
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
