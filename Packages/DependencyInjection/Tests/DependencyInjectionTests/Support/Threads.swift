import Foundation

func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  await withCheckedContinuation { continuation in
    let left = Counter(count)
    for index in 0..<count {
      Thread {
        body(index)
        if left.add(-1) == 0 { continuation.resume() }
      }.start()
    }
  }
}

/// A thread-safe counter; `@unchecked Sendable` because `number` is accessed only while `lock` is held.
final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var number: Int

  init(_ number: Int = 0) {
    self.number = number
  }

  var value: Int { lock.withLock { number } }

  @discardableResult
  func add(_ difference: Int = 1) -> Int {
    lock.withLock {
      number += difference
      return number
    }
  }
}

/// A thread-safe collection; `@unchecked Sendable` because `elements` is accessed only while `lock` is held.
final class Collected<Element: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var elements: [Element] = []

  var values: [Element] { lock.withLock { elements } }

  func append(_ element: Element) {
    lock.withLock { elements.append(element) }
  }
}

/// A barrier for threads; `@unchecked Sendable` because `missing` is accessed only while `condition` is held.
final class Gate: @unchecked Sendable {
  private let condition = NSCondition()
  private var missing: Int

  init(expecting count: Int) {
    missing = count
  }

  func come() {
    condition.withLock {
      missing -= 1
      condition.broadcast()
    }
  }

  func waitForAll() {
    condition.withLock {
      while missing > 0 { condition.wait() }
    }
  }

  func comeAndWait() {
    come()
    waitForAll()
  }
}
