public import FeatureFlags
import Foundation

/// Keeps what a `FlagClient` reports, for tests.
///
/// ```swift
/// let recorder = FlagEvaluationRecorder()
/// let flags = FlagClient(catalog: catalog, providers: [], reporter: recorder.record)
/// ```
///
/// `@unchecked` because the compiler cannot see that `kept` is only touched while `lock` is held.
public final class FlagEvaluationRecorder: @unchecked Sendable {
  private let lock = NSLock()
  private var kept: [FlagEvaluationRecord] = []

  /// Creates a recorder.
  public init() {}

  /// What was reported so far, in order.
  public var records: [FlagEvaluationRecord] { lock.withLock { kept } }

  /// Keeps a record.
  ///
  /// - Parameter record: The record.
  @Sendable public func record(_ record: FlagEvaluationRecord) {
    lock.withLock { kept.append(record) }
  }
}
