import Foundation
import Networking
import Persistence
import PersistenceTesting
import Testing

@testable import FetchCounter

@Suite("Counter service check")
struct CheckCounterServiceTests {
  @Test("waits until a fetch has finished, because a check would invalidate the fetch's path")
  func takesTurns() async throws {
    // Given a service that accepts only the latest path, and fetches and checks with the same turn
    let service = StrictCounterService()
    let turn = FetchTurn()
    let store = FetchCountStore(store: InMemoryStore(default: FetchCount()))
    let fetch = FetchResponseCode(service: service, store: store, turn: turn)
    let check = CheckCounterService(service: service, turn: turn)
    // When many run concurrently
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask { _ = try await fetch.execute() }
        group.addTask { _ = try await check.execute() }
      }
      try await group.waitForAll()
    }
    // Then no request was repeated
    #expect(await service.requests == 60)
  }

  @Test("throws the service's error, and lets the next fetch continue")
  func failure() async throws {
    let failure = NetworkError.unreachable(.refused, origin: "http://host")
    let service = ScriptedCounterService(
      paths: [.failure(failure), .success(.test("http://host/a/"))],
      answers: [.success(.code(.test("c0de")))]
    )
    let check = CheckCounterService(service: service, turn: FetchTurn())
    await #expect(throws: failure) { try await check.execute() }
    #expect(try await check.execute() >= .zero)
  }
}
