/// One request under way: the caller that sends it, and those who wait for what it comes to.
///
/// `@unchecked Sendable`: all variables are guarded by `lock`.
final class Flight: @unchecked Sendable {
  /// What a follower's waiting comes to.
  enum Outcome: Sendable {
    case answer(HTTPResponse)
    case failure(NetworkError)
    /// The answer can't be shared.
    case askAlone
    /// The caller that sent the request was cancelled; the follower sends it in its place.
    case lead
  }

  private typealias Waiter = UnsafeContinuation<Outcome, Never>

  private struct Follower {
    let number: Int
    /// Where it has begun to wait.
    var waiter: Waiter?
  }

  /// What raises the request's priority when somebody joins to whom it is more urgent.
  let priority = PriorityHandle()

  private let lock = Lock()
  private var followers: [Follower] = []
  private var lastNumber = 0
  private var hasLeader = true
  private var outcome: Outcome?
  /// The follower that is to send the request, until it knows.
  private var heir: Int?

  /// How many want the answer.
  var callers: Int { lock.withLock { followers.count + (hasLeader ? 1 : 0) } }

  var hasFollowers: Bool { lock.withLock { !followers.isEmpty } }

  /// Takes a place among the followers; `nil` where everybody has left.
  func follow() -> Int? {
    lock.withLock {
      guard hasLeader || !followers.isEmpty else { return nil }
      lastNumber += 1
      followers.append(Follower(number: lastNumber))
      return lastNumber
    }
  }

  /// Waits until it is known what becomes of a follower.
  ///
  /// - Returns: The outcome; a failure as soon as the task is cancelled, whatever the request does.
  func outcome(for follower: Int) async -> Outcome {
    await withTaskCancellationHandler {
      // Each waiter is resumed once: whoever takes it out of `followers`, under `lock`, does that.
      await withUnsafeContinuation { waiter in
        if let outcome = take(follower, orWaitAs: waiter) { waiter.resume(returning: outcome) }
      }
    } onCancel: {
      leave(follower)
    }
  }

  /// Gives the same to all followers, those who wait and those who are about to.
  func finish(_ outcome: Outcome) {
    let waiters = lock.withLock { () -> [Waiter] in
      guard !followers.isEmpty else {
        // Nobody can join any more: the flight was taken out of those that can be joined.
        return []
      }
      self.outcome = outcome
      let waiters = followers.compactMap(\.waiter)
      followers.removeAll { $0.waiter != nil }
      return waiters
    }
    for waiter in waiters { waiter.resume(returning: outcome) }
  }

  /// Makes a follower send the request, because who sent it was cancelled.
  ///
  /// - Returns: `false` where there is none.
  func handOver() -> Bool {
    let (isHandedOver, waiter) = lock.withLock { () -> (Bool, Waiter?) in
      hasLeader = false
      return appointHeir()
    }
    waiter?.resume(returning: .lead)
    return isHandedOver
  }

  private func take(_ number: Int, orWaitAs waiter: Waiter) -> Outcome? {
    lock.withLock {
      guard let index = followers.firstIndex(where: { $0.number == number }) else { return .failure(.cancelled) }
      if heir == number {
        becomeLeader(at: index)
        return .lead
      }
      guard let outcome else {
        followers[index].waiter = waiter
        return nil
      }
      followers.remove(at: index)
      return outcome
    }
  }

  private func leave(_ number: Int) {
    let (own, next) = lock.withLock { () -> (Waiter?, Waiter?) in
      guard let index = followers.firstIndex(where: { $0.number == number }) else { return (nil, nil) }
      let own = followers.remove(at: index).waiter
      return (own, heir == number ? appointHeir().waiter : nil)
    }
    own?.resume(returning: .failure(.cancelled))
    next?.resume(returning: .lead)
  }

  /// Chooses who sends the request; with a waiter where it can be told at once.
  private func appointHeir() -> (isFound: Bool, waiter: Waiter?) {
    heir = nil
    // One that waits already has nothing to do first.
    guard let index = followers.firstIndex(where: { $0.waiter != nil }) ?? followers.indices.first else {
      return (false, nil)
    }
    guard let waiter = followers[index].waiter else {
      heir = followers[index].number
      return (true, nil)
    }
    becomeLeader(at: index)
    return (true, waiter)
  }

  private func becomeLeader(at index: Int) {
    followers.remove(at: index)
    heir = nil
    hasLeader = true
  }
}
