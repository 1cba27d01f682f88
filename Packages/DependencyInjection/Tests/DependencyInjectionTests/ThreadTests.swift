import DependencyInjection
import Foundation
import Testing

@Suite("Resolution from many threads")
struct ThreadTests {
  @Test("runs each factory exactly once and returns the same objects to 100 threads with 10,000 requests each")
  func exactlyOnce() async throws {
    // Given: values that depend on each other in a chain
    let runs = (0..<10).map { _ in Counter() }
    let keys = (0..<10).map { DependencyKey<Part>("key \($0)") }
    var builder = ContainerBuilder()
    builder.register(keys[0]) {
      runs[0].add()
      return Part()
    }
    for index in 1..<10 {
      builder.register(keys[index], needs: keys[index - 1]) { part in
        runs[index].add()
        return Part(part)
      }
    }
    let container = try builder.build()
    // When: threads that start together request the values in different orders
    let gate = Gate(expecting: 100)
    let failures = Counter()
    let seen = Collected<[ObjectIdentifier]>()
    await onThreads(100) { thread in
      gate.comeAndWait()
      var objects = [ObjectIdentifier?](repeating: nil, count: 10)
      for round in 0..<10_000 {
        let index = (thread + round * 7) % 10
        guard let part = try? container.resolve(keys[index]) else {
          failures.add()
          continue
        }
        if objects[index] == nil { objects[index] = ObjectIdentifier(part) }
        if objects[index] != ObjectIdentifier(part) { failures.add() }
      }
      seen.append(objects.compactMap(\.self))
    }
    // Then: every factory ran once, and all threads received the same values
    #expect(runs.map(\.value) == Array(repeating: 1, count: 10))
    #expect(failures.value == 0)
    #expect(Set(seen.values).count == 1)
    #expect(seen.values.count == 100)
  }

  @Test("resolves other keys while a slow factory runs")
  func independentKeys() async throws {
    let isSlow = Gate(expecting: 1)
    let mayEnd = Gate(expecting: 1)
    let container = try container {
      $0.register(Keys.first) {
        isSlow.come()
        mayEnd.waitForAll()
        return Part()
      }
      $0.register(Keys.second) { Part() }
      $0.register(Keys.third) { Part() }
    }
    // The other values are created while the first key's factory runs. Only then may that factory return.
    await onThreads(2) { thread in
      if thread == 0 {
        #expect(failure(container, Keys.first) == nil)
      } else {
        isSlow.waitForAll()
        #expect(failure(container, Keys.second) == nil)
        #expect(failure(container, Keys.third) == nil)
        mayEnd.come()
      }
    }
  }

  @Test("runs a failed factory again for the next waiting thread")
  func failureIsNotKept() async throws {
    let runs = Counter()
    let container = try container {
      $0.register(Keys.first) {
        guard runs.add() == 1 else { return Part() }
        throw Refusal()
      }
    }
    let failures = Counter()
    await onThreads(10) { _ in
      if failure(container, Keys.first) != nil { failures.add() }
    }
    #expect(failures.value == 1)
    #expect(runs.value == 2)
  }

  @Test("resolves values with shared dependencies on many threads without a deadlock")
  func nested() async throws {
    let keys = (0..<12).map { DependencyKey<Int>("key \($0)") }
    for seed in 0..<20 {
      // Given: values whose factories each request two later values
      var builder = ContainerBuilder()
      for index in 0..<11 {
        let other = keys[min(index + 1 + seed % 3, 11)]
        builder.register(keys[index], needs: keys[index + 1], other) { $0 + $1 }
      }
      builder.register(keys[11]) { 1 }
      let container = try builder.build()
      // When: threads request all values in different orders
      let failures = Counter()
      await onThreads(12) { thread in
        for index in keys.indices where failure(container, keys[(index + thread) % 12]) != nil { failures.add() }
      }
      // Then: all values were created
      #expect(failures.value == 0)
    }
  }
}
