import Foundation
import LoopbackServer
import Networking
import Testing

@Suite("Transport faults")
struct FaultTableTests {
  private static let transport = Result { try SystemTransport.make() }

  @Test("reports every fault correctly", .serialized, arguments: FaultRow.all)
  func reportsFaults(row: FaultRow) async throws {
    // Given: a server with the fault
    let response = row.response
    let server = try LoopbackServer(configuration: row.configuration) { _ in response }
    defer { server.stop() }
    let origin = try #require(Origin(server.url)).description
    let request = HTTPRequest(method: row.method, url: server.url, timeouts: row.timeouts)
    // When: a request is sent
    let outcome: FaultRow.Outcome
    do throws(NetworkError) {
      let transport: any Transport
      do { transport = try Self.transport.get() } catch { throw .invalidRequest(reason: "\(error)") }
      let body = try await transport.send(request).body.collect(upTo: row.limit)
      outcome = .text(String(decoding: body, as: UTF8.self))
    } catch .protocolViolation(let detail, let at) {
      #expect(at == origin)
      #expect(!detail.isEmpty)
      outcome = .violation
    } catch {
      outcome = .error(error)
    }
    // Then: the client reports the fault
    #expect(outcome == row.outcome(origin))
  }

  @Test(
    "explains malformed response heads",
    arguments: [
      ("hello\r\n\r\n", "its first line isn't an HTTP status line"),
      ("HTTP/1.1 abc OK\r\n\r\n", "its first line isn't an HTTP status line"),
      ("HTTP/1.1 200 OK\r\n A: b\r\n\r\n", "one of its header fields is malformed"),
      ("HTTP/1.1 200 OK\r\nA: \(String(repeating: "a", count: 2 << 20))\r\n\r\n", "its header"),
    ]
  )
  func explainsHeads(head: String, reason: String) async throws {
    let server = try LoopbackServer { _ in ServerResponse.text("").failing(with: .raw(text: head)) }
    defer { server.stop() }
    let transport = try Self.transport.get()
    let error = await #expect(throws: NetworkError.self) { try await transport.send(HTTPRequest(url: server.url)) }
    guard case .protocolViolation(let detail, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(detail.hasPrefix(reason))
    #expect(!detail.contains("memory"))
  }

  @Test("reports an unknown host")
  func reportsUnknownHosts() async throws {
    let transport = try SystemTransport.make()
    let error = await #expect(throws: NetworkError.self) {
      try await transport.send(HTTPRequest(url: .test("http://nohost.invalid/"), timeouts: .total(.seconds(300))))
    }
    let possible: [NetworkError] = [
      .unreachable(.hostNotFound, origin: "http://nohost.invalid"),
      .unreachable(.offline, origin: "http://nohost.invalid"),
    ]
    #expect(possible.contains { $0 == error })
  }

  @Test("reports a service that doesn't use encryption")
  func reportsPlainServices() async throws {
    let server = try LoopbackServer { _ in .text("hello") }
    defer { server.stop() }
    let transport = try SystemTransport.make()
    let url = URL.test("https://127.0.0.1:\(server.port)/")
    let error = await #expect(throws: NetworkError.self) {
      try await transport.send(HTTPRequest(url: url, timeouts: .total(.seconds(300))))
    }
    guard case .unreachable(.tls(.notEncrypted, _), "https://127.0.0.1:\(server.port)") = error else {
      Issue.record("expected a service without TLS, got \(String(describing: error))")
      return
    }
    #expect(error?.recoverySuggestion?.contains("http://") == true)
    #expect(error?.isRetryable == false)
  }
}
