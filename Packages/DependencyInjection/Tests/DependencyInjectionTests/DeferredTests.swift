import DependencyInjection
import Foundation
import Testing

@Suite("Deferred needs")
struct DeferredTests {
  @Test("A deferred need is made only when it is asked for")
  func lazily() throws {
    let made = Counter()
    let container = try container {
      $0.register(Keys.first, scope: .singleton) {
        made.add()
        return Part()
      }
      $0.register(Keys.lazy, needs: Keys.first.deferred) { LazyPart($0) }
    }
    let lazy = try container.resolve(Keys.lazy)
    #expect(made.value == 0)
    #expect(try lazy.other.resolve() === container.resolve(Keys.first))
    #expect(made.value == 1)
  }

  @Test("A deferred transient need makes a new value each time")
  func transient() throws {
    let container = try container {
      $0.register(Keys.first) { Part() }
      $0.register(Keys.lazy, needs: Keys.first.deferred) { LazyPart($0) }
    }
    let lazy = try container.resolve(Keys.lazy)
    #expect(try lazy.other.resolve() !== lazy.other.resolve())
  }

  @Test("A deferred key can be asked for directly, and deferred again")
  func direct() throws {
    let container = try container { $0.register(Keys.number, value: 4) }
    #expect(try container.resolve(Keys.number.deferred).resolve() == 4)
    #expect(try container.resolve(Keys.number.deferred.deferred).resolve().resolve() == 4)
  }

  @Test(
    "A deferred need that is asked for too early is reported as a cycle, for every scope",
    arguments: DependencyScope.allCases
  )
  func tooEarly(scope: DependencyScope) throws {
    let container = try container {
      $0.register(Keys.first, scope: scope, needs: Keys.second) { Part($0) }
      $0.register(Keys.second, scope: scope, needs: Keys.first.deferred) { Part(try $0.resolve()) }
    }
    #expect(cycleNames(failure(container, Keys.first)) == ["first", "second"])
    #expect(cycleNames(failure(container, Keys.second)) == ["second", "first"])
  }

  @Test("A factory that asks its own container for itself is reported as a cycle")
  func captured() throws {
    let holder = Collected<Container>()
    let container = try container {
      $0.register(Keys.first, scope: .singleton, needs: Keys.second) { Part($0) }
      $0.register(Keys.second) { Part(try holder.values[0].resolve(Keys.first)) }
    }
    holder.append(container)
    #expect(cycleNames(failure(container, Keys.first)) == ["first", "second"])
  }

  @Test("An older value that asks on behalf of a factory is part of its construction")
  func throughOlderValue() throws {
    // Given a lazy part that is finished, and leads to a part whose factory uses it
    let container = try container {
      $0.register(Keys.lazy, scope: .singleton, needs: Keys.first.deferred) { LazyPart($0) }
      $0.register(Keys.first, scope: .singleton, needs: Keys.lazy) { Part(try $0.other.resolve()) }
    }
    _ = try container.resolve(Keys.lazy)
    // When that factory runs, then it doesn't wait for itself.
    #expect(cycleNames(failure(container, Keys.first)) == ["first"])
  }

  @Test("A cycle through two containers is reported", .timeLimit(.minutes(1)))
  func twoContainers() throws {
    let holder = Collected<Container>()
    let one = try container {
      $0.register(Keys.first, scope: .singleton) { Part(try holder.values[0].resolve(Keys.second)) }
    }
    let other = try container {
      $0.register(Keys.second, scope: .singleton) { Part(try one.resolve(Keys.first)) }
    }
    holder.append(other)
    #expect(cycleNames(failure(one, Keys.first)) == ["first", "second"])
  }

  @Test(
    "A factory that goes to another thread and waits there for itself is reported, not hung",
    .timeLimit(.minutes(1))
  )
  func hop() throws {
    let container = try container {
      $0.register(Keys.first, scope: .singleton, needs: Keys.second.deferred) { second in
        // What the factory asks for on another thread, waiting for it
        let result = Collected<Result<Part, any Error>>()
        let done = Gate(expecting: 1)
        Thread {
          result.append(Result { try second.resolve() })
          done.come()
        }.start()
        done.waitForAll()
        return Part(try result.values[0].get())
      }
      $0.register(Keys.second, scope: .singleton, needs: Keys.first.deferred) { Part(try $0.resolve()) }
    }
    #expect(cycleNames(failure(container, Keys.first)) == ["first", "second"])
  }

  @Test("A task that a factory started may ask for its value later")
  func startedTask() async throws {
    let started = Collected<Task<Part, any Error>>()
    let goOn = AsyncStream<Void>.makeStream()
    let container = try container {
      $0.register(Keys.first, scope: .singleton, needs: Keys.second.deferred) { second in
        started.append(
          Task {
            for await _ in goOn.stream { break }
            return try second.resolve()
          }
        )
        return Part()
      }
      $0.register(Keys.second, scope: .singleton, needs: Keys.first) { Part($0) }
    }
    let first = try container.resolve(Keys.first)
    goOn.continuation.yield()
    #expect(try await started.values[0].value.others[0] === first)
  }
}
