import Foundation
import LoopbackServer
import Networking

/// One check of one clause: the tools that the clauses share.
struct TransportContractRun: Sendable {
  let clause: TransportContract
  let transport: any Transport

  func require(_ condition: Bool, _ observation: @autoclosure () -> String) throws {
    guard condition else { throw TransportContractViolation(clause: clause, observation: observation()) }
  }

  /// Runs a server that answers everything by one handler.
  func withServer<Result>(
    _ handler: @escaping LoopbackServer.Handler,
    configuration: LoopbackServer.Configuration = LoopbackServer.Configuration(),
    _ body: (LoopbackServer) async throws -> Result
  ) async throws -> Result {
    let server = try LoopbackServer(configuration: configuration, handler: handler)
    defer { server.stop() }
    return try await body(server)
  }

  func get(_ server: LoopbackServer, timeouts: Timeouts = .total(.seconds(20))) async throws -> HTTPResponse {
    try await transport.send(HTTPRequest(url: server.url, timeouts: timeouts))
  }

  /// The error of something that must fail.
  func failure<Result>(of body: () async throws -> Result) async throws -> NetworkError {
    do {
      let result = try await body()
      throw TransportContractViolation(clause: clause, observation: "it succeeded with \(result)")
    } catch let error as NetworkError {
      return error
    }
  }

  /// Waits for something that another thread brings about, looking at most every millisecond.
  func eventually(_ what: String, _ condition: () -> Bool) async throws {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(10)
    while !condition() {
      try require(clock.now < deadline, "after 10 seconds still not: \(what)")
      try await clock.sleep(for: .milliseconds(1))
    }
  }
}

/// Something that one thread sets and another one waits for.
///
/// `@unchecked Sendable`: `value` is guarded by `lock`.
final class Shared<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  var current: Value { lock.withLock { value } }

  func change(_ body: (inout Value) -> Void) { lock.withLock { body(&value) } }
}
