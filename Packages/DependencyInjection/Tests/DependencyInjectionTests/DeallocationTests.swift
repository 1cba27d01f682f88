import DependencyInjection
import Testing

@Suite("Deallocation")
struct DeallocationTests {
  @Test("A container that goes takes its singletons with it, even those that hold deferred needs")
  func container() throws {
    weak var first: Part?
    weak var lazy: LazyPart?
    do {
      let container = try DependencyInjectionTests.container {
        $0.register(Keys.first) { Part() }
        $0.register(Keys.lazy, needs: Keys.first.deferred) { LazyPart($0) }
      }
      first = try container.resolve(Keys.first)
      lazy = try container.resolve(Keys.lazy)
      #expect(try lazy?.other.resolve() === first)
      #expect(first != nil)
      #expect(lazy != nil)
    }
    #expect(first == nil)
    #expect(lazy == nil)
  }

  @Test("A deferred need that outlives its container says so")
  func gone() throws {
    var container: Container? = try DependencyInjectionTests.container { $0.register(Keys.number) { 1 } }
    let deferred = try container?.resolve(Keys.number.deferred)
    container = nil
    do throws(ResolutionError) {
      _ = try deferred?.resolve()
      Issue.record("Expected an error.")
    } catch {
      guard case .containerIsGone(let key) = error else {
        Issue.record("Unexpected: \(error)")
        return
      }
      #expect(key == Keys.number.erased)
    }
  }
}
