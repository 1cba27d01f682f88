import Foundation

/// What makes two requests the same.
struct RequestKey: Hashable, Sendable {
  let method: HTTPMethod
  let url: URL
  let headers: HTTPFields
  let timeouts: Timeouts
  /// Of the URL alone, in which requests usually differ; taken once.
  private let urlHash: Int

  init(method: HTTPMethod, url: URL, headers: HTTPFields, timeouts: Timeouts) {
    (self.method, self.url, self.headers, self.timeouts) = (method, url, headers, timeouts)
    urlHash = url.hashValue
  }

  func hash(into hasher: inout Hasher) { hasher.combine(urlHash) }
}

/// The requests under way that can be joined.
///
/// `@unchecked Sendable`: `flights` is guarded by `lock`.
final class Flights: @unchecked Sendable {
  struct Place {
    let flight: Flight
    /// The place among the followers; `nil` for the caller that has to send the request.
    let follower: Int?
  }

  private let lock = Lock()
  private var flights: [RequestKey: Flight] = [:]

  var statistics: RequestCoalescer.Statistics {
    let open = lock.withLock { Array(flights.values) }
    return RequestCoalescer.Statistics(
      requests: open.count,
      callers: open.reduce(0) { sum, flight in sum + flight.callers }
    )
  }

  /// Joins the flight of a key, or makes one that the caller has to lead.
  func join(_ key: RequestKey) -> Place {
    lock.withLock { Self.join(&flights[key]) }
  }

  /// Lets nobody join any more.
  func remove(_ flight: Flight, _ key: RequestKey) {
    lock.withLock { Self.remove(flight, from: &flights[key]) }
  }

  // The place in the dictionary is looked for once, and changed there.

  private static func join(_ current: inout Flight?) -> Place {
    if let flight = current, let follower = flight.follow() { return Place(flight: flight, follower: follower) }
    let flight = Flight()
    current = flight
    return Place(flight: flight, follower: nil)
  }

  private static func remove(_ flight: Flight, from current: inout Flight?) {
    if current === flight { current = nil }
  }
}
