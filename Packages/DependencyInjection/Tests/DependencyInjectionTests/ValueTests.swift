import DependencyInjection
import Testing

@Suite("Container values")
struct ValueTests {
  @Test("creates each value when it is first needed, only once, and passes dependencies in order")
  func needs() throws {
    let made = Counter()
    let container = try container {
      $0.register(Keys.number) {
        made.add()
        return 3
      }
      $0.register(Keys.greeter) { Politeness("Hello") }
      $0.register(Keys.text, needs: Keys.greeter, Keys.number, Keys.number) { greeter, number, again in
        "\(greeter.greeting) \(number) \(again)"
      }
    }
    #expect(made.value == 0)
    #expect(try container.resolve(Keys.text) == "Hello 3 3")
    #expect(made.value == 1)
  }

  @Test("creates separate values for two containers from the same builder")
  func twice() throws {
    var builder = ContainerBuilder()
    builder.register(Keys.first) { Part() }
    let containers = try [builder.build(), builder.build()]
    #expect(try containers[0].resolve(Keys.first) !== containers[1].resolve(Keys.first))
  }

  @Test("releases a container's values together with the container")
  func release() throws {
    weak var part: Part?
    do {
      let container = try container { $0.register(Keys.first) { Part() } }
      part = try container.resolve(Keys.first)
      #expect(part != nil)
    }
    #expect(part == nil)
  }
}
