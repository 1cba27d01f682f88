import DependencyInjection
import Foundation
import Testing

@Suite("Deferred needs")
struct DeferredTests {
  @Test("A deferred need is made only when it is asked for")
  func lazily() throws {
    let made = Counter()
    let container = try container {
      $0.register(Keys.first) {
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

  @Test("A deferred key can be asked for directly, and deferred again")
  func direct() throws {
    let container = try container { $0.register(Keys.number) { 4 } }
    #expect(try container.resolve(Keys.number.deferred).resolve() == 4)
    #expect(try container.resolve(Keys.number.deferred.deferred).resolve().resolve() == 4)
  }

  @Test("Factories get their needs in order, and every value is created once, when it is first needed")
  func needs() throws {
    let made = Counter()
    let container = try container {
      $0.register(Keys.number) {
        made.add()
        return 3
      }
      $0.register(Keys.greeter) { Politeness("Hello") }
      $0.register(Keys.text, needs: Keys.greeter, Keys.number, Keys.number.deferred) { greeter, number, deferred in
        "\(greeter.greeting) \(number) \(try deferred.resolve())"
      }
    }
    #expect(made.value == 0)
    #expect(try container.resolve(Keys.text) == "Hello 3 3")
    #expect(made.value == 1)
  }

  @Test("Containers that were built from one builder share no values")
  func twice() throws {
    var builder = ContainerBuilder()
    builder.register(Keys.first) { Part() }
    let containers = try [builder.build(), builder.build()]
    #expect(try containers[0].resolve(Keys.first) !== containers[1].resolve(Keys.first))
  }
}
