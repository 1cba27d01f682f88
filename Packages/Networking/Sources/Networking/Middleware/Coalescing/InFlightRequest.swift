import NetworkingFoundation

/// A request that several callers share: the leader sends it, and the followers wait for its result.
final class InFlightRequest: Sendable {
  enum Outcome: Sendable {
    case response(HTTPResponse)
    case failure(NetworkError)
    /// The response can't be shared, so each follower sends its own request.
    case sendSeparately
    /// The leader was cancelled, so the follower takes over.
    case lead
  }

  private typealias Waiter = UnsafeContinuation<Outcome, Never>

  private struct Follower {
    let number: Int
    var waiter: Waiter?
  }

  private struct State {
    var followers: [Follower] = []
    var lastNumber = 0
    var hasLeader = true
    var outcome: Outcome?
    /// The follower that will take over; `nil` once it has been notified.
    var nextLeader: Int?

    mutating func appointLeader() -> (isFound: Bool, waiter: Waiter?) {
      nextLeader = nil
      guard let index = followers.firstIndex(where: { $0.waiter != nil }) ?? followers.indices.first else {
        return (false, nil)
      }
      guard let waiter = followers[index].waiter else {
        nextLeader = followers[index].number
        return (true, nil)
      }
      makeLeader(at: index)
      return (true, waiter)
    }

    mutating func makeLeader(at index: Int) {
      followers.remove(at: index)
      nextLeader = nil
      hasLeader = true
    }
  }

  let priority = PriorityHandle()

  private let state = Locked(State())

  var callers: Int { state.withLock { $0.followers.count + ($0.hasLeader ? 1 : 0) } }

  var hasFollowers: Bool { state.withLock { !$0.followers.isEmpty } }

  /// Adds a follower and returns its number; `nil` if all callers have left.
  func follow() -> Int? {
    state.withLock { state in
      guard state.hasLeader || !state.followers.isEmpty else { return nil }
      state.lastNumber += 1
      state.followers.append(Follower(number: state.lastNumber))
      return state.lastNumber
    }
  }

  func outcome(for follower: Int) async -> Outcome {
    await withTaskCancellationHandler {
      // Each continuation is resumed exactly once, by the caller that removes it from `followers`.
      await withUnsafeContinuation { waiter in
        if let outcome = take(follower, orWaitAs: waiter) { waiter.resume(returning: outcome) }
      }
    } onCancel: {
      leave(follower)
    }
  }

  /// Gives all followers the same outcome, including followers that haven't started to wait yet.
  func finish(_ outcome: Outcome) {
    let waiters = state.withLock { state -> [Waiter] in
      // No more followers can join, because the request was already removed from the in-flight requests.
      guard !state.followers.isEmpty else { return [] }
      state.outcome = outcome
      let waiters = state.followers.compactMap(\.waiter)
      state.followers.removeAll { $0.waiter != nil }
      return waiters
    }
    for waiter in waiters { waiter.resume(returning: outcome) }
  }

  /// Makes a follower the leader after a cancellation; returns `false` if there is no follower.
  func handOver() -> Bool {
    let (isHandedOver, waiter) = state.withLock { state -> (Bool, Waiter?) in
      state.hasLeader = false
      return state.appointLeader()
    }
    waiter?.resume(returning: .lead)
    return isHandedOver
  }

  private func take(_ number: Int, orWaitAs waiter: Waiter) -> Outcome? {
    state.withLock { state in
      guard let index = state.followers.firstIndex(where: { $0.number == number }) else { return .failure(.cancelled) }
      if state.nextLeader == number {
        state.makeLeader(at: index)
        return .lead
      }
      guard let outcome = state.outcome else {
        state.followers[index].waiter = waiter
        return nil
      }
      state.followers.remove(at: index)
      return outcome
    }
  }

  private func leave(_ number: Int) {
    let (own, next) = state.withLock { state -> (Waiter?, Waiter?) in
      guard let index = state.followers.firstIndex(where: { $0.number == number }) else { return (nil, nil) }
      let own = state.followers.remove(at: index).waiter
      return (own, state.nextLeader == number ? state.appointLeader().waiter : nil)
    }
    own?.resume(returning: .failure(.cancelled))
    next?.resume(returning: .lead)
  }
}

struct RequestKey: Hashable, Sendable {
  let method: HTTPMethod
  let url: URL
  let headers: HTTPFields
  let timeouts: Timeouts
  /// The precomputed hash of the URL; hashing only the URL is enough, because most requests have different URLs.
  private let urlHash: Int

  init(method: HTTPMethod, url: URL, headers: HTTPFields, timeouts: Timeouts) {
    (self.method, self.url, self.headers, self.timeouts) = (method, url, headers, timeouts)
    urlHash = url.hashValue
  }

  func hash(into hasher: inout Hasher) { hasher.combine(urlHash) }
}

final class InFlightRequests: Sendable {
  private let requests = Locked<[RequestKey: InFlightRequest]>([:])

  var statistics: RequestCoalescer.Statistics {
    let open = requests.withLock { Array($0.values) }
    return RequestCoalescer.Statistics(requests: open.count, callers: open.reduce(0) { $0 + $1.callers })
  }

  /// Joins the in-flight request with the same key, or creates a request.
  ///
  /// - Returns: The request and the follower's number, which is `nil` for the leader.
  func join(_ key: RequestKey) -> (request: InFlightRequest, follower: Int?) {
    requests.withLock { Self.join(&$0[key]) }
  }

  func remove(_ request: InFlightRequest, _ key: RequestKey) {
    requests.withLock { Self.remove(request, from: &$0[key]) }
  }

  // These functions accept the dictionary's element as `inout`, which avoids a second lookup.

  private static func join(_ current: inout InFlightRequest?) -> (request: InFlightRequest, follower: Int?) {
    if let current, let follower = current.follow() { return (current, follower) }
    let request = InFlightRequest()
    current = request
    return (request, nil)
  }

  private static func remove(_ request: InFlightRequest, from current: inout InFlightRequest?) {
    if current === request { current = nil }
  }
}
