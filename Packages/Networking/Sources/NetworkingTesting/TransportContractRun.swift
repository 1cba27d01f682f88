import Foundation
import LoopbackServer
import Networking

/// One check of one clause: the tools that the clauses share.
struct TransportContractRun: Sendable {
  let clause: TransportContract
  let transport: any Transport
  /// How many connections the servers of this check have closed.
  let closedConnections = Shared(0)

  func require(_ condition: Bool, _ observation: @autoclosure () -> String) throws {
    guard condition else { throw TransportContractViolation(clause: clause, observation: observation()) }
  }

  /// Runs a server that answers everything by one handler.
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

  /// Waits until something has come about that is noted in a shared value.
  func eventually<Value>(
    _ what: String,
    _ shared: Shared<Value>,
    _ condition: @escaping @Sendable (Value) -> Bool
  ) async throws {
    try require(await shared.becomes(condition, within: .seconds(10)), "after 10 seconds still not: \(what)")
  }

  /// Waits until the server has no connection any more.
  func eventuallyFreed(_ server: LoopbackServer) async throws {
    try await eventually("the connection is freed", closedConnections) { _ in server.statistics.connectionsOpen == 0 }
  }
}
