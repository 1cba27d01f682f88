import Foundation

/// What makes two requests the same.
struct RequestKey: Hashable, Sendable {
  let method: HTTPMethod
  let url: URL
  let headers: HTTPFields
  let timeouts: Timeouts
}

/// One request under way, for all who want its answer.
final class Flight: Sendable {
  let operation = SharedOperation<HTTPResponse>(endsWhenAbandoned: true)
  /// What raises the request's priority when somebody joins to whom it is more urgent.
  let priority = PriorityHandle()
}

/// The requests under way that can be joined.
///
/// `@unchecked Sendable`: `flights` is guarded by `lock`.
final class Flights: @unchecked Sendable {
  struct Place {
    let flight: Flight
    let ticket: SharedOperation<HTTPResponse>.Ticket
    let isFirst: Bool
  }

  private let lock = NSLock()
  private var flights: [RequestKey: Flight] = [:]

  var statistics: RequestCoalescer.Statistics {
    let open = lock.withLock { Array(flights.values) }
    return RequestCoalescer.Statistics(
      requests: open.count,
      callers: open.reduce(0) { sum, flight in sum + flight.operation.interest }
    )
  }

  /// Joins the flight of a key, or makes one that the caller has to start.
  func join(_ key: RequestKey) -> Place {
    lock.withLock {
      if let flight = flights[key], let ticket = flight.operation.join() {
        return Place(flight: flight, ticket: ticket, isFirst: false)
      }
      let flight = Flight()
      guard let ticket = flight.operation.join() else { preconditionFailure("a new operation has not been abandoned") }
      flights[key] = flight
      return Place(flight: flight, ticket: ticket, isFirst: true)
    }
  }

  /// Lets nobody join any more.
  func remove(_ flight: Flight, _ key: RequestKey) {
    lock.withLock {
      if flights[key] === flight { flights[key] = nil }
    }
  }
}

/// A body whose beginning was read already.
///
/// `@unchecked Sendable`: `start` is guarded by `lock`.
final class ResumedBody: ResponseBodySource, @unchecked Sendable {
  private let rest: ResponseBody
  private let lock = NSLock()
  private var start: Data?

  init(start: Data, rest: ResponseBody) {
    self.start = start
    self.rest = rest
  }

  func nextChunk() async throws(NetworkError) -> Data? {
    let first = lock.withLock {
      defer { start = nil }
      return start
    }
    if let first { return first }
    var iterator = rest.makeAsyncIterator()
    return try await iterator.next()
  }
}
