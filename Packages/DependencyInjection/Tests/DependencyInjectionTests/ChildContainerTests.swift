import DependencyInjection
import Testing

@Suite("Child containers")
struct ChildContainerTests {
  private func parent(counting runs: Counter = Counter()) throws -> Container {
    try container {
      $0.register(Keys.greeter, scope: .singleton) { Politeness("Good day") }
      $0.register(Keys.text, scope: .singleton, needs: Keys.greeter) { greeter in
        runs.add()
        return greeter.greeting + "!"
      }
      $0.register(Keys.first, scope: .singleton) { Part() }
      $0.register(Keys.second, scope: .singleton, needs: Keys.first) { Part($0) }
    }
  }

  @Test("A child uses the override, also for what needs it, and the parent doesn't change")
  func override() throws {
    let runs = Counter()
    let parent = try parent(counting: runs)
    #expect(try parent.resolve(Keys.text) == "Good day!")
    let child = try parent.overriding { $0.register(Keys.greeter) { Politeness("Hi") } }
    #expect(try child.resolve(Keys.text) == "Hi!")
    #expect(try child.resolve(Keys.text) == "Hi!")
    #expect(try parent.resolve(Keys.text) == "Good day!")
    #expect(runs.value == 2, "One singleton in each of the two containers.")
  }

  @Test(
    "A child shares the parent's values that need nothing overridden, whoever asks first",
    arguments: [true, false]
  )
  func sharing(childFirst: Bool) throws {
    let parent = try parent()
    let child = try parent.overriding { $0.register(Keys.greeter) { Politeness("Hi") } }
    let order = childFirst ? [child, parent] : [parent, child]
    let parts = try order.map { try $0.resolve(Keys.second) }
    #expect(parts[0] === parts[1])
    #expect(try child.resolve(Keys.first) === parts[0].others[0])
  }

  @Test("What needs an override through a deferred need is the child's own, too")
  func deferred() throws {
    let parent = try container {
      $0.register(Keys.first, scope: .singleton) { Part() }
      $0.register(Keys.lazy, scope: .singleton, needs: Keys.first.deferred) { LazyPart($0) }
    }
    let part = Part()
    let child = try parent.overriding { $0.register(Keys.first, value: part) }
    #expect(try child.resolve(Keys.lazy).other.resolve() === part)
    #expect(try parent.resolve(Keys.lazy).other.resolve() !== part)
  }

  @Test("A grandchild sees the nearest override and can add keys")
  func grandchild() throws {
    let child = try parent().overriding { $0.register(Keys.greeter) { Politeness("Hi") } }
    let grandchild = try child.overriding { $0.register(Keys.number, needs: Keys.text) { $0.count } }
    #expect(try grandchild.resolve(Keys.number) == 3)
    #expect(!child.contains(Keys.number))
    let other = try child.overriding { $0.register(Keys.greeter) { Politeness("Hullo") } }
    #expect(try other.resolve(Keys.text) == "Hullo!")
    #expect(try child.resolve(Keys.text) == "Hi!")
    #expect(grandchild.registrations.map(\.key.name) == ["text", "first", "second", "greeter", "number"])
  }

  @Test("A child's registrations are checked with what it inherits")
  func checks() throws {
    let parent = try parent()
    let error = try #require(throws: BuildError.self) {
      try parent.overriding {
        $0.register(Keys.first, needs: Keys.second) { Part($0) }
        $0.register(Keys.number, needs: Keys.third) { $0.others.count }
      }
    }
    #expect(error.problems.count == 2)
    #expect(error.description.contains("Values need each other"))
    #expect(error.description.contains("'third'"))
  }

  @Test("Children of one parent override the same key at the same time")
  func parallel() async throws {
    let parent = try parent()
    let wrong = Counter()
    await onThreads(20) { thread in
      for round in 0..<50 {
        let greeting = "\(thread) \(round)"
        let child = try? parent.overriding { $0.register(Keys.greeter) { Politeness(greeting) } }
        if (try? child?.resolve(Keys.text)) != greeting + "!" { wrong.add() }
      }
    }
    #expect(wrong.value == 0)
    #expect(try parent.resolve(Keys.text) == "Good day!")
  }

  @Test("A child keeps its parent")
  func lifetime() throws {
    var parent: Container? = try parent()
    let child = try #require(try parent?.overriding { $0.register(Keys.number, value: 1) })
    parent = nil
    #expect(try child.resolve(Keys.text) == "Good day!")
  }
}
