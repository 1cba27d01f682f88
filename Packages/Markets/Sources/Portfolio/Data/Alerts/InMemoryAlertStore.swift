public import Foundation

/// Alerts that live as long as the instance: the twin of ``FileAlertStore`` for tests and previews.
public final class InMemoryAlertStore: AlertStoring {
  private let book = Protected(AlertBook())
  private let now: @Sendable () -> Date

  /// Creates a store without alerts.
  ///
  /// - Parameter now: Returns the time at which alerts are set and checked.
  public init(now: @escaping @Sendable () -> Date = { Date() }) {
    self.now = now
  }

  /// All alerts.
  public func alerts() throws(AlertError) -> [PriceAlert] {
    book.withLock { $0.alerts }
  }

  /// Sets an alert.
  @discardableResult
  public func add(_ request: AlertRequest) throws(AlertError) -> PriceAlert {
    do throws(InvalidAlert) {
      return try book.withLock { book throws(InvalidAlert) in try book.add(request, at: now()) }
    } catch {
      throw .invalid(error)
    }
  }

  /// Removes an alert.
  @discardableResult
  public func remove(_ id: Int) throws(AlertError) -> PriceAlert {
    guard let alert = book.withLock({ $0.remove(id) }) else { throw .unknown(id) }
    return alert
  }

  /// Checks all alerts.
  public func check(_ quotes: [String: AlertQuote]) throws(AlertError) -> AlertEvaluation {
    book.withLock { book in
      let evaluation = AlertEngine.evaluate(book.alerts, quotes: quotes, at: now())
      book.alerts = evaluation.alerts
      return evaluation
    }
  }
}
