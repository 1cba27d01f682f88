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
      return await source.ask(Picker(title: "p"), in: .page).value
    }
  }

  @Test("It records what is sent and answers as it is told")
  func records() async {
    // Given a spy with an outcome and an answer
    let spy = RouterSpy()
    let board = NavigationTarget(Board(number: 0))
    spy.stub(
      .moved(NavigationMove(kind: .returned, from: NavigationTarget(Item(item: 1, mode: 0)), to: board, depth: 1))
    )
    spy.stub(Picker.self, answer: .answered("here"))
    // When something moves by it
    let answer = await Wanderer(source: spy).wander()
    // Then everything was seen
    #expect(answer == "here")
    #expect(
      spy.sent == [.push(Item(item: 1, mode: 0)), .back(), .push(Picker(title: "p"), policy: .always)]
    )
    #expect(await spy.next() == .push(Item(item: 1, mode: 0)))
    #expect(await spy.next() == .back())
  }

  @Test("Without being told, it moves nothing and answers nothing")
  func defaults() async {
    let spy = RouterSpy()
    #expect(await Wanderer(source: spy).wander() == nil)
    #expect(await spy.ask(Picker(title: "p")) == .dismissed)
    #expect(spy.sent.last == .popup(Picker(title: "p"), policy: .always))
  }

  @Test("A test can wait for the next command")
  func waits() async {
    let spy = RouterSpy()
    async let next = spy.next()
    spy.send(.home)
    #expect(await next == .home)
  }
}
