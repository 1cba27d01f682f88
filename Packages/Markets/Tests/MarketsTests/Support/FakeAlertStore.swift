import Foundation

@testable import Portfolio

/// An alert store whose failures a test controls, on top of a store in memory.
///
/// `@unchecked Sendable`: `lock` protects all mutable state.
final class FakeAlertStore: AlertStoring, @unchecked Sendable {
  private struct Failure: Error, CustomStringConvertible {
    let description = "The disk is full."
  }

  private let lock = NSLock()
  private let base = memoryAlertStore(now: { FakeRepository.date })
  private var refusesRemovals = false
  private var checkFailure: String?

  var service: AlertService? { base.service }

  /// Makes all further removals fail.
  func refuseRemovals() { lock.withLock { refusesRemovals = true } }

  /// Makes all further checks report that the new states couldn't be stored, or succeed if the reason is `nil`.
  func failToStoreStates(because reason: String?) { lock.withLock { checkFailure = reason } }

  func alerts() throws(AlertError) -> [PriceAlert] { try base.alerts() }

  @discardableResult
  func add(_ request: AlertRequest) throws(AlertError) -> PriceAlert { try base.add(request) }

  @discardableResult
  func remove(_ ids: Set<Int>) throws(AlertError) -> [PriceAlert] {
    guard !lock.withLock({ refusesRemovals }) else { throw .store(Failure()) }
    return try base.remove(ids)
  }

  @discardableResult
  func replace(_ id: Int, with request: AlertRequest) throws(AlertError) -> PriceAlert {
    try base.replace(id, with: request)
  }

  func revert(to original: PriceAlert, from request: AlertRequest) throws(AlertError) -> Bool {
    try base.revert(to: original, from: request)
  }

  func restore(_ alerts: [PriceAlert]) throws(AlertError) { try base.restore(alerts) }

  func check(_ quotes: AlertQuotes) throws(AlertError) -> AlertEvaluation {
    var evaluation = try base.check(quotes)
    evaluation.storeFailure = lock.withLock { checkFailure }
    return evaluation
  }
}
