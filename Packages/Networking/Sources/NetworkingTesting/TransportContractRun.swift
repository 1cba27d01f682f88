import LoopbackServer
import Networking
import NetworkingFoundation

/// A verification of one requirement, with helpers that all verifications use.
struct TransportContractRun: Sendable {
  let clause: TransportContract
  let transport: any Transport
  /// The number of connections that this requirement's servers have closed.
  let closedConnections = Shared(0)

  func require(_ condition: Bool, _ observation: @autoclosure () -> String) throws {
    guard condition else { throw TransportContractViolation(clause: clause, observation: observation()) }
  }

  func withServer<Result>(
    _ handler: @escaping LoopbackServer.Handler,
    configuration: LoopbackServer.Configuration = LoopbackServer.Configuration(),
    _ body: (LoopbackServer) async throws -> Result
  ) async throws -> Result {
    var configuration = configuration
    configuration.onClose = { [closedConnections] _ in closedConnections.change { $0 += 1 } }
    let server = try LoopbackServer(configuration: configuration, handler: handler)
    defer { server.stop() }
    return try await body(server)
  }

  func get(_ server: LoopbackServer, timeouts: Timeouts = .total(.seconds(300))) async throws -> HTTPResponse {
    try await transport.send(HTTPRequest(url: server.url, timeouts: timeouts))
  }

  func failure<Result>(of body: () async throws -> Result) async throws -> NetworkError {
    do {
      let result = try await body()
      throw TransportContractViolation(clause: clause, observation: "it succeeded with \(result)")
    } catch let error as NetworkError {
      return error
    }
  }

  func eventually<Value>(
    _ what: String,
    _ shared: Shared<Value>,
    _ condition: @escaping @Sendable (Value) -> Bool
  ) async throws {
    try require(await shared.becomes(condition, within: .seconds(300)), "not true within five minutes: \(what)")
  }

  func eventuallyFreed(_ server: LoopbackServer) async throws {
    try await eventually("the connection is freed", closedConnections) { _ in server.statistics.connectionsOpen == 0 }
  }
}

final class Shared<Value: Sendable>: Sendable {
  private struct Waiter {
    let condition: @Sendable (Value) -> Bool
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var value: Value
    var waiters: [UInt64: Waiter] = [:]
    var lastNumber: UInt64 = 0
    var cancelled: Set<UInt64> = []
  }

  private let state: Locked<State>

  init(_ value: Value) { state = Locked(State(value: value)) }

  var current: Value { state.withLock { $0.value } }

  func change(_ body: (inout Value) -> Void) {
    let met = state.withLock { state -> [Waiter] in
      body(&state.value)
      let value = state.value
      let met = state.waiters.filter { $0.value.condition(value) }
      for number in met.keys { state.waiters[number] = nil }
      return Array(met.values)
    }
    for waiter in met { waiter.continuation.resume(returning: true) }
  }

  /// Waits for a condition; returns whether the value satisfied it within the time limit.
  func becomes(_ condition: @escaping @Sendable (Value) -> Bool, within limit: Duration) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask { await self.wait(condition) }
      group.addTask {
        // If this task is cancelled before the time is up, the other task's result counts.
        try? await ContinuousClock().sleep(for: limit)
        return false
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
  }

  private func wait(_ condition: @escaping @Sendable (Value) -> Bool) async -> Bool {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let result = state.withLock { state -> Bool? in
          if condition(state.value) { return true }
          if state.cancelled.remove(number) != nil { return false }
          state.waiters[number] = Waiter(condition: condition, continuation: continuation)
          return nil
        }
        if let result { continuation.resume(returning: result) }
      }
    } onCancel: {
      let waiter = state.withLock { state -> Waiter? in
        let waiter = state.waiters.removeValue(forKey: number)
        if waiter == nil { state.cancelled.insert(number) }
        return waiter
      }
      waiter?.continuation.resume(returning: false)
    }
  }
}
