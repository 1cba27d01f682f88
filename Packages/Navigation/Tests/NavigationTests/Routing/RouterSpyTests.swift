import Navigation
import NavigationTesting
import Testing

@Suite("The spy", .timeLimit(.minutes(10)))
struct RouterSpyTests {
  /// Something that moves, as a view model does: it knows a source of commands and nothing else.
  private struct Wanderer {
    let source: any Navigator

    func wander() async -> String? {
      source.send(.push(Item(item: 1, mode: 0)))
      guard await source.perform(.back()).isMove else { return nil }
      source.send(.home)
      return "here"
    }
  }

  @Test("It records what is sent and answers as it is told")
  func records() async {
    // Given a spy with an outcome
    let spy = RouterSpy()
    spy.stub(.moved)
    // When something moves by it
    let answer = await Wanderer(source: spy).wander()
    // Then everything was seen
    #expect(answer == "here")
    #expect(spy.sent == [.push(Item(item: 1, mode: 0)), .back(), .home])
    #expect(await spy.next() == .push(Item(item: 1, mode: 0)))
    #expect(await spy.next() == .back())
  }

  @Test("Without being told, it moves nothing and answers nothing")
  func defaults() async {
    let spy = RouterSpy()
    #expect(await Wanderer(source: spy).wander() == nil)
    #expect(spy.sent.last == .back())
  }

  @Test("A test can wait for the next command")
  func waits() async {
    let spy = RouterSpy()
    async let next = spy.next()
    spy.send(.home)
    #expect(await next == .home)
  }
}
