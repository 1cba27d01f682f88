import Foundation

/// Something that one thread changes and another one waits for.
///
/// `@unchecked Sendable`: everything that changes is guarded by `lock`.
final class Shared<Value: Sendable>: @unchecked Sendable {
  private struct Waiter {
    let condition: @Sendable (Value) -> Bool
    let continuation: CheckedContinuation<Bool, Never>
  }

  private let lock = NSLock()
  private var value: Value
  private var waiters: [UInt64: Waiter] = [:]
  private var lastNumber: UInt64 = 0
  private var cancelled: Set<UInt64> = []

  init(_ value: Value) { self.value = value }

  var current: Value { lock.withLock { value } }

  /// Changes the value, and wakes those whose condition it now meets.
  func change(_ body: (inout Value) -> Void) {
    let met = lock.withLock { () -> [Waiter] in
      body(&value)
      let numbers = waiters.filter { $0.value.condition(value) }.map(\.key)
      return numbers.compactMap { waiters.removeValue(forKey: $0) }
    }
    for waiter in met { waiter.continuation.resume(returning: true) }
  }

  /// Waits until the value meets a condition, which is asked at every change.
  ///
  /// - Returns: Whether it did within the limit.
  func becomes(_ condition: @escaping @Sendable (Value) -> Bool, within limit: Duration) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask { await self.wait(condition) }
      group.addTask {
        // Its end before the time is over is its cancellation, and then the answer of the other one counts.
        try? await ContinuousClock().sleep(for: limit)
        return false
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
  }

  private func wait(_ condition: @escaping @Sendable (Value) -> Bool) async -> Bool {
    let number = lock.withLock {
      lastNumber += 1
      return lastNumber
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer = lock.withLock { () -> Bool? in
          if condition(value) { return true }
          if cancelled.remove(number) != nil { return false }
          waiters[number] = Waiter(condition: condition, continuation: continuation)
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let waiter = lock.withLock { () -> Waiter? in
        let waiter = waiters.removeValue(forKey: number)
        if waiter == nil { cancelled.insert(number) }
        return waiter
      }
      waiter?.continuation.resume(returning: false)
    }
  }
}
