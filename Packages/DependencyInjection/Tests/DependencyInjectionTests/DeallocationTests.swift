import DependencyInjection
import Testing

@Suite("Deallocation")
struct DeallocationTests {
  @Test("A container that goes takes its singletons with it, even those that hold deferred needs of each other")
  func container() throws {
    weak var first: Part?
    weak var lazy: LazyPart?
    do {
      let container = try DependencyInjectionTests.container {
        $0.register(Keys.first, scope: .singleton, needs: Keys.lazy) { _ in Part() }
        $0.register(Keys.lazy, scope: .singleton, needs: Keys.first.deferred) { LazyPart($0) }
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
    var container: Container? = try DependencyInjectionTests.container { $0.register(Keys.number, value: 1) }
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

  @Test("The parent's values work on after a child through which they were made has gone")
  func child() throws {
    let parent = try DependencyInjectionTests.container {
      $0.register(Keys.first, scope: .singleton) { Part() }
      $0.register(Keys.lazy, scope: .singleton, needs: Keys.first.deferred) { LazyPart($0) }
    }
    let lazy = try parent.overriding { $0.register(Keys.number, value: 1) }.resolve(Keys.lazy)
    #expect(try lazy.other.resolve() === parent.resolve(Keys.first))
  }

  @Test("A container keeps nothing transient, and what a failed factory had made goes")
  func nothingKept() throws {
    weak var part: Part?
    let container = try DependencyInjectionTests.container {
      $0.register(Keys.first) { Part() }
      $0.register(Keys.second, scope: .singleton, needs: Keys.first) { _ in throw Refusal() }
    }
    part = try container.resolve(Keys.first)
    #expect(part == nil)
    #expect(failure(container, Keys.second) != nil)
  }
}
