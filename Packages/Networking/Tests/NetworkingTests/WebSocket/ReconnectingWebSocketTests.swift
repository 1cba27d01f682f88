import Foundation
import NetworkingTesting
import Testing

@testable import Networking

@Suite("Reconnecting WebSocket")
struct ReconnectingWebSocketTests {
  /// A connection's bytes, or the error thrown when opening it.
  enum Step: Sendable {
    case frames(String)
    case lost(String)
    case failure(NetworkError)
  }

  private let clock = TestClock.running()
  private let opened = Networking.Counter()

  private func messages(
    _ steps: [Step],
    maximumFailures: Int? = 8,
    onOpen: @escaping @Sendable (WebSocket) async throws -> Void = { _ in }
  ) -> ReconnectingWebSocket {
    var reconnection = EventReconnection()
    reconnection.delay = .seconds(3)
    reconnection.maximumFailures = maximumFailures
    reconnection.clock = clock
    let opened = opened
    return ReconnectingWebSocket(reconnection: reconnection, onOpen: onOpen) { () async throws(NetworkError) in
      let connection = FakeConnection()
      switch steps[min(opened.add(1), steps.count) - 1] {
      case .frames(let hex): connection.push(Data(hex: hex))
      case .lost(let hex):
        connection.push(Data(hex: hex))
        connection.lose()
      case .failure(let error): throw error
      }
      return WebSocket(on: connection)
    }
  }

  private func reading(_ messages: ReconnectingWebSocket) -> Task<[String], any Error> {
    Task {
      var texts: [String] = []
      for try await case .text(let text) in messages { texts.append(text) }
      return texts
    }
  }

  private static let refused = NetworkError.unreachable(.refused, origin: "http://host")

  @Test("reconnects after a lost connection and a service restart, waits longer after failures, and ends normally")
  func reconnects() async throws {
    let subscriptions = Networking.Counter()
    let messages = messages([
      .failure(Self.refused), .failure(Self.refused), .lost("81 01 61"), .frames("81 01 62 88 02 03 f4"),
      .frames("81 01 63 88 02 03 e8"),
    ]) { _ in subscriptions.add(1) }
    let reading = reading(messages)
    // The delay doubles after consecutive failures and is reset after a message.
    for (seconds, count) in [(3, 1), (6, 2), (3, 3), (3, 4)] {
      await clock.waitForSleepers()
      #expect(clock.sleepTimes == [.seconds(seconds)])
      #expect(opened.value == count)
      clock.advance(by: .seconds(seconds))
    }
    #expect(try await reading.value == ["a", "b", "c"])
    #expect(opened.value == 5)
    #expect(subscriptions.value == 3)
  }

  @Test(
    "stops reconnecting after an error that isn't retryable",
    arguments: [
      Step.frames("88 02 03 f0"), .frames("83 00"), .failure(.invalidRequest(reason: "x")), .failure(.cancelled),
    ]
  )
  func givesUp(step: Step) async throws {
    var iterator = messages([step]).makeAsyncIterator()
    await #expect(throws: NetworkError.self) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
    #expect(opened.value == 1)
  }

  @Test("fails after too many consecutive connection failures")
  func limitsFailures() async throws {
    let reading = reading(messages([.failure(Self.refused)], maximumFailures: 2))
    for _ in 0..<2 {
      await clock.waitForSleepers()
      clock.advance(by: .seconds(60))
    }
    await #expect(throws: Self.refused) { try await reading.value }
    #expect(opened.value == 3)
  }

  @Test("treats an error while preparing a connection as a failed connection")
  func countsPreparation() async throws {
    let attempts = Networking.Counter()
    let reading = reading(
      messages([.frames("81 01 61 88 00")]) { _ in
        if attempts.add(1) == 1 { throw NetworkError.connectionLost(.inWebSocket, origin: "http://host") }
      }
    )
    await clock.waitForSleepers()
    clock.advance(by: .seconds(3))
    #expect(try await reading.value == ["a"])
    struct Mistake: Error {}
    var iterator = messages([.frames("")]) { _ in throw Mistake() }.makeAsyncIterator()
    let error = await #expect(throws: NetworkError.self) { try await iterator.next() }
    guard case .invalidRequest = error else {
      Issue.record("expected an invalid request, got \(String(describing: error))")
      return
    }
  }

  @Test("stops waiting to reconnect when the task is cancelled")
  func cancels() async throws {
    let reading = reading(messages([.failure(Self.refused)]))
    await clock.waitForSleepers()
    reading.cancel()
    await #expect(throws: NetworkError.cancelled) { try await reading.value }
  }
}
