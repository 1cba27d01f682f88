import Basics
import Navigation
import NavigationTesting
import Testing

@Suite("Router spy")
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

  @available(macOS 15, iOS 18, *)
  @Test("lets tests wait for the next commands, in the order in which they began to wait")
  func waits() async {
    // Given: two tests that wait
    let spy = RouterSpy()
    let first = Task(executorPreference: InlineExecutor()) { await spy.next() }
    let second = Task(executorPreference: InlineExecutor()) { await spy.next() }
    // When
    for command in [NavigationCommand.home, .back(), .quit] { spy.send(command) }
    // Then
    #expect(await first.value == .home)
    #expect(await second.value == .back())
    #expect(await spy.next() == .quit)
  }

  @available(macOS 15, iOS 18, *)
  @Test("lets tasks wait at a gate until it opens, and pass it afterward")
  func gates() async {
    // Given: two tasks at a closed gate
    let gate = Gate()
    let passed = Locked(0)
    let waiting = (0..<2).map { _ in
      Task(executorPreference: InlineExecutor()) {
        await gate.wait()
        passed.withLock { $0 += 1 }
      }
    }
    #expect(passed.withLock { $0 } == 0)
    // When
    gate.open()
    // Then
    for task in waiting { await task.value }
    await gate.wait()
    #expect(passed.withLock { $0 } == 2)
  }
}
