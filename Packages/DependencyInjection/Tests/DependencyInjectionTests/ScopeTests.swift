import DependencyInjection
import Testing

@Suite("Scopes")
struct ScopeTests {
  @Test("A transient registration makes a new value for every request")
  func transient() throws {
    // Given a transient part, needed by two others.
    let container = try container {
      $0.register(Keys.first) { Part() }
      $0.register(Keys.second, needs: Keys.first) { Part($0) }
    }
    // When it is asked for several times
    let parts = try [container.resolve(Keys.first), container.resolve(Keys.first)]
    let needers = try [container.resolve(Keys.second), container.resolve(Keys.second)]
    // Then nothing is shared.
    #expect(parts[0] !== parts[1])
    #expect(needers[0].others[0] !== needers[1].others[0])
  }

  @Test("A singleton is made once, and not before it is needed")
  func singleton() throws {
    let made = Counter()
    let container = try container {
      $0.register(Keys.first, scope: .singleton) {
        made.add()
        return Part()
      }
      $0.register(Keys.second, needs: Keys.first) { Part($0) }
    }
    #expect(made.value == 0)
    let part = try container.resolve(Keys.first)
    #expect(try container.resolve(Keys.second).others[0] === part)
    #expect(try container.resolve(Keys.first) === part)
    #expect(made.value == 1)
  }

  @Test("A weak object lives as long as somebody holds it")
  func weak() throws {
    let made = Counter()
    let container = try container {
      $0.register(Keys.greeter, scope: .weak) {
        made.add()
        return Politeness()
      }
    }
    // While it is held, it is shared.
    var held: (any Greeter)? = try container.resolve(Keys.greeter)
    #expect(try container.resolve(Keys.greeter) as AnyObject === held as AnyObject)
    #expect(made.value == 1)
    // When nobody holds it any more, the next request makes another.
    held = nil
    held = try container.resolve(Keys.greeter)
    #expect(made.value == 2)
    #expect(held?.greeting == "Good day")
  }

  @Test("A weak registration of something that is no object is refused with a sentence, each time")
  func weakStructure() throws {
    struct Rude: Greeter { let greeting = "Hey" }
    let container = try container {
      $0.register(Keys.greeter, scope: .weak) { Rude() }
    }
    for _ in 0..<2 {
      guard case .notAnObject(let step, "Rude") = failure(container, Keys.greeter) else {
        Issue.record("Expected an error that names the type.")
        return
      }
      #expect(step.key == Keys.greeter.erased)
    }
  }

  @Test("A finished value is given out as it is")
  func value() throws {
    let part = Part()
    let container = try container { $0.register(Keys.first, value: part) }
    #expect(try container.resolve(Keys.first) === part)
  }

  @Test("A factory gets any number of needs, in their order")
  func needs() throws {
    let container = try container {
      $0.register(Keys.number, value: 3)
      $0.register(Keys.greeter) { Politeness("Hello") }
      $0.register(Keys.text, needs: Keys.greeter, Keys.number, Keys.number.deferred) { greeter, number, deferred in
        "\(greeter.greeting) \(number) \(try deferred.resolve())"
      }
    }
    #expect(try container.resolve(Keys.text) == "Hello 3 3")
  }

  @Test("A container built twice from one builder shares no values")
  func twice() throws {
    var builder = ContainerBuilder()
    builder.register(Keys.first, scope: .singleton) { Part() }
    let containers = try [builder.build(), builder.build()]
    #expect(try containers[0].resolve(Keys.first) !== containers[1].resolve(Keys.first))
  }

  @Test("A container lists what is registered")
  func listing() throws {
    let container = try container {
      $0.register(Keys.second, scope: .singleton, needs: Keys.first, Keys.third.deferred, line: 7) { first, _ in
        Part(first)
      }
      $0.register(Keys.first, scope: .weak) { Part() }
      $0.register(Keys.third) { Part() }
    }
    #expect(container.registrations.map(\.key.name) == ["second", "first", "third"])
    #expect(container.registrations.map(\.scope) == [.singleton, .weak, .transient])
    #expect(container.registrations[0].needs.map(\.key) == [Keys.first.erased, Keys.third.erased])
    #expect(container.registrations[0].needs.map(\.isDeferred) == [false, true])
    #expect(container.registrations[0].place.line == 7)
    #expect(container.contains(Keys.first))
    #expect(!container.contains(Keys.text))
  }
}
