import Foundation

/// What makes two requests the same.
struct RequestKey: Hashable, Sendable {
  let method: HTTPMethod
  let url: URL
  let headers: HTTPFields
  let timeouts: Timeouts

  /// By the URL alone, in which requests usually differ: this is done twice for each of them.
  func hash(into hasher: inout Hasher) { hasher.combine(url) }
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
    lock.withLock {
      if let flight = flights[key], let follower = flight.follow() {
        return Place(flight: flight, follower: follower)
      }
      let flight = Flight()
      flights[key] = flight
      return Place(flight: flight, follower: nil)
    }
  }

  /// Lets nobody join any more.
  func remove(_ flight: Flight, _ key: RequestKey) {
    lock.withLock {
      if flights[key] === flight { flights[key] = nil }
    }
  }
}
