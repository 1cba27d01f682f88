import Foundation

/// Which running factories wait for which others.
///
/// One for the whole process, because the factories of one container may ask another container, and a circle of waiting threads may go
/// through both. Nothing foreign runs while the lock is held, and values that are already made never touch it.
enum ConstructionGraph {
  /// Guards the variables of every ``Construction``.
  static let lock = NSLock()

  static func isRunning(_ construction: Construction) -> Bool {
    lock.withLock { !construction.isFinished }
  }

  /// Notes, while the lock is held, that one construction can't go on before another has ended.
  static func addEdge(from requester: Construction?, to target: Construction) {
    guard let requester, let holder = requester.holder else { return }
    holder.edges.append(Construction.Edge(requester: requester, target: target))
  }

  /// Notes that a construction ended.
  ///
  /// - Parameters:
  ///   - construction: The construction.
  ///   - failure: Why it failed.
  ///   - publish: Makes the outcome known to waiting threads. Runs while the lock is held.
  static func finish(_ construction: Construction, failure: ResolutionError? = nil, publish: () -> Void = {}) {
    lock.withLock {
      construction.isFinished = true
      construction.failure = failure
      removeEdge(from: construction.parent, to: construction)
      publish()
    }
  }

  /// Notes that a construction no longer waits for another, and returns why that one failed.
  static func stopWaiting(for target: Construction, _ requester: Construction?) -> ResolutionError? {
    lock.withLock {
      removeEdge(from: requester, to: target)
      return target.failure
    }
  }

  /// The circle that would close if a requester waited for a construction, or `nil` if none would.
  ///
  /// The lock must be held.
  ///
  /// - Returns: The way from the construction to the requester, through everything that waits in between.
  static func cycle(from start: Construction, to requester: Construction) -> [ResolutionStep]? {
    guard let goal = requester.holder else { return nil }
    var visited: Set<ObjectIdentifier> = [ObjectIdentifier(start)]
    var waiting: [(construction: Construction, path: [ResolutionStep])] = [(start, [])]
    while let (construction, path) = waiting.popLast() {
      if construction === goal { return path + requester.steps(from: goal) }
      for edge in construction.edges
      where !edge.target.isFinished && visited.insert(ObjectIdentifier(edge.target)).inserted {
        waiting.append((edge.target, path + edge.requester.steps(from: construction)))
      }
    }
    return nil
  }

  private static func removeEdge(from requester: Construction?, to target: Construction) {
    guard let requester, let holder = requester.holder else { return }
    if let index = holder.edges.firstIndex(where: { $0.requester === requester && $0.target === target }) {
      holder.edges.remove(at: index)
    }
  }
}
