import DependencyInjection
import Foundation
import Testing

@Suite("Threads", .timeLimit(.minutes(2)))
struct ThreadTests {
  @Test("100 threads × 10,000 requests run each factory of a singleton exactly once and all get the same objects")
  func exactlyOnce() async throws {
    // Given singletons that need each other in a chain
    let runs = (0..<10).map { _ in Counter() }
    let keys = (0..<10).map { DependencyKey<Part>("key \($0)") }
    var builder = ContainerBuilder()
    builder.register(keys[0], scope: .singleton) {
      runs[0].add()
      return Part()
    }
    for index in 1..<10 {
      builder.register(keys[index], scope: .singleton, needs: keys[index - 1]) { part in
        runs[index].add()
        return Part(part)
      }
    }
    let container = try builder.build()
    // When threads that start together ask for them in different orders
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
    // Then every factory ran once and everybody saw the same.
    #expect(runs.map(\.value) == Array(repeating: 1, count: 10))
    #expect(failures.value == 0)
    #expect(Set(seen.values).count == 1)
    #expect(seen.values.count == 100)
  }

  @Test("A slow factory makes nobody wait for another key")
  func independentKeys() async throws {
    let isSlow = Gate(expecting: 1)
    let mayEnd = Gate(expecting: 1)
    let container = try container {
      $0.register(Keys.first, scope: .singleton) {
        isSlow.come()
        mayEnd.waitForAll()
        return Part()
      }
      $0.register(Keys.second, scope: .singleton) { Part() }
      $0.register(Keys.third) { Part() }
    }
    // While the first key's factory runs, the others are made; only then is the first allowed to end.
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

  @Test("Many requests for a weak object at once share it", arguments: [1, 2, 3])
  func weakSharing(round: Int) async throws {
    let runs = Counter()
    let container = try container {
      $0.register(Keys.first, scope: .weak) {
        runs.add()
        return Part()
      }
    }
    let gate = Gate(expecting: 20)
    let held = Collected<Part>()
    await onThreads(20) { _ in
      gate.comeAndWait()
      if let part = try? container.resolve(Keys.first) { held.append(part) }
    }
    #expect(held.values.count == 20)
    #expect(Set(held.values.map(ObjectIdentifier.init)).count == 1)
    #expect(runs.value == 1)
  }

  @Test("A cycle across two threads is reported to both, not hung")
  func crossThreadCycle() async throws {
    // Given two factories that ask for each other, once both run
    let both = Gate(expecting: 2)
    let isFirstTime = Counter(2)
    let meet: @Sendable () -> Void = { if isFirstTime.add(-1) >= 0 { both.comeAndWait() } }
    let container = try container {
      $0.register(Keys.first, scope: .singleton, needs: Keys.second.deferred) {
        meet()
        return Part(try $0.resolve())
      }
      $0.register(Keys.second, scope: .singleton, needs: Keys.third.deferred) {
        meet()
        return Part(try $0.resolve())
      }
      $0.register(Keys.third, needs: Keys.first) { Part($0) }
    }
    // When two threads ask for one each
    let names = Collected<Set<String>>()
    await onThreads(2) { thread in
      let error = failure(container, thread == 0 ? Keys.first : Keys.second)
      names.append(Set(cycleNames(error) ?? []))
    }
    // Then both learn of the whole circle, transient parts included.
    #expect(names.values == [["first", "second", "third"], ["first", "second", "third"]])
  }

  @Test("Those who wait for a factory that fails share its failure; whoever comes later tries again")
  func sharedFailure() async throws {
    let runs = Counter()
    let isRunning = Gate(expecting: 1)
    let mayFail = Gate(expecting: 1)
    let container = try container {
      $0.register(Keys.first, scope: .singleton) {
        guard runs.add() == 1 else { return Part() }
        isRunning.come()
        mayFail.waitForAll()
        throw Refusal()
      }
    }
    let failures = Counter()
    await onThreads(10) { thread in
      if thread > 0 { isRunning.waitForAll() }
      // The last to come lets the factory fail; whoever is not waiting yet runs it again and succeeds.
      if thread == 9 { mayFail.come() }
      if failure(container, Keys.first) != nil { failures.add() }
    }
    #expect(failures.value >= 1)
    #expect(runs.value <= 2, "At most one run fails, and at most one succeeds.")
    #expect(failure(container, Keys.first) == nil)
    #expect(runs.value == 2)
  }

  @Test("Factories that resolve on several threads at once, for many threads, end")
  func nested() async throws {
    let keys = (0..<12).map { DependencyKey<Int>("key \($0)") }
    for seed in 0..<20 {
      // Given values that ask for all later ones, in random order, on two threads of their own
      var builder = ContainerBuilder()
      for index in 0..<11 {
        let next = keys[min(index + 1, 11)]
        let other = keys[min(index + 1 + seed % 3, 11)]
        builder.register(keys[index], scope: .singleton, needs: next.deferred, other.deferred) { next, other in
          let sum = Collected<Int>()
          let done = Gate(expecting: 2)
          for need in [next, other] {
            Thread {
              if let number = try? need.resolve() { sum.append(number) }
              done.come()
            }.start()
          }
          done.waitForAll()
          return sum.values.count == 2 ? sum.values.reduce(1, +) : -1_000_000
        }
      }
      builder.register(keys[11], value: 1)
      let container = try builder.build()
      // When threads ask for all of them
      var order = keys
      var generator = SeededGenerator(seed: UInt64(seed))
      order.shuffle(using: &generator)
      let mixed = order
      await onThreads(12) { thread in
        for index in mixed.indices { _ = try? container.resolve(mixed[(index + thread) % 12]) }
      }
      // Then everything was made.
      for key in keys { #expect(try container.resolve(key) > 0) }
    }
  }

  @Test("Random tangles of deferred needs on many threads end in values or reported cycles")
  func tangles() async throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<50 {
      // Given values that ask for random others while they are made
      let keys = (0..<6).map { DependencyKey<Int>("key \($0)") }
      var builder = ContainerBuilder()
      var needs: [Int] = []
      for index in 0..<6 {
        let need = Int.random(in: 0..<6, using: &generator)
        needs.append(need)
        let scope: DependencyScope = Int.random(in: 0..<3, using: &generator) == 0 ? .transient : .singleton
        let isLast = index == 5
        builder.register(keys[index], scope: scope, needs: keys[need].deferred) { isLast ? 1 : try $0.resolve() + 1 }
      }
      let container = try builder.build()
      // When threads ask for all of them at once
      let gate = Gate(expecting: 6)
      let unexpected = Counter()
      let wanted = needs
      await onThreads(6) { thread in
        gate.comeAndWait()
        for offset in 0..<6 {
          let start = (thread + offset) % 6
          var position = start
          for _ in 0..<6 where position != 5 { position = wanted[position] }
          let error = failure(container, keys[start])
          // Then there is a cycle exactly where the needs don't lead to the last key.
          if (cycleNames(error) != nil) != (position != 5) { unexpected.add() }
        }
      }
      #expect(unexpected.value == 0)
    }
  }
}
