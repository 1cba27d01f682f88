import Navigation
import NavigationTesting
import Testing

@Suite("Router spy", .timeLimit(.minutes(10)))
struct RouterSpyTests {
  /// An object that navigates using only a navigator, like a view model.
  private struct Wanderer {
    let source: any Navigator

    func wander() async -> String? {
      source.send(.push(Item(item: 1, mode: 0)))
      guard await source.perform(.back()).isMove else { return nil }
      source.send(.home)
      return "here"
    }
  }

  @Test("records commands and returns stubbed outcomes")
  func records() async {
    // Given: a spy with a stubbed outcome
    let spy = RouterSpy()
    spy.stub(.moved)
    // When: an object navigates with it
    let answer = await Wanderer(source: spy).wander()
    // Then: the spy has recorded every command
    #expect(answer == "here")
    #expect(spy.sent == [.push(Item(item: 1, mode: 0)), .back(), .home])
    #expect(await spy.next() == .push(Item(item: 1, mode: 0)))
    #expect(await spy.next() == .back())
  }

  @Test("returns an unchanged outcome for a command without a stubbed outcome")
  func defaults() async {
    let spy = RouterSpy()
    #expect(await Wanderer(source: spy).wander() == nil)
    #expect(spy.sent.last == .back())
  }

  @Test("lets a test wait for the next command")
  func waits() async {
    let spy = RouterSpy()
    async let next = spy.next()
    spy.send(.home)
    #expect(await next == .home)
  }
}
