#if os(Linux)
import Foundation
import LoopbackServer
import Networking
import Testing

@Suite("libcurl transport after a failed socket wait", .serialized)
struct CurlLoopFailureTests {
  private static func pollers() throws -> Set<Int32> {
    let folder = "/proc/self/fd"
    return try FileManager.default.contentsOfDirectory(atPath: folder).reduce(into: []) { found, name in
      guard let number = Int32(name),
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)"),
        target.contains("eventpoll")
      else { return }
      found.insert(number)
    }
  }

  /// Returns a working transport and the descriptor that its thread waits on.
  private func transport(asking server: LoopbackServer) async throws -> (CurlTransport, poller: Int32) {
    // The first transport opens all descriptors that system libraries open on first use.
    let first = try CurlTransport()
    _ = try await first.send(HTTPRequest(url: server.url)).body.collect(upTo: 10)
    // Threads of transports released by other tests may free descriptors now; a new transport then gets their numbers.
    var transports = [first]
    for _ in 0..<20 {
      let before = try Self.pollers()
      let transport = try CurlTransport()
      transports.append(transport)
      let new = try Self.pollers().subtracting(before)
      if let poller = new.first, new.count == 1 { return (transport, poller) }
    }
    throw NetworkError.invalidRequest(reason: "the descriptor of a transport was not found")
  }

  /// Replaces a descriptor with an ordinary file, as if the program closed descriptors that it doesn't own.
  private func replace(_ number: Int32) throws {
    let file = open("/dev/null", O_RDONLY)
    try #require(file >= 0)
    defer { close(file) }
    try #require(dup2(file, number) == number)
  }

  @Test("ends all waiting and later requests with the reason for the failure, and never hangs")
  func failsRequests() async throws {
    // Given: a request without a time limit that is waiting for its response
    let (requests, requested) = AsyncStream.makeStream(of: Void.self)
    let server = try LoopbackServer { request in
      guard request.path == "/never" else { return .text("x") }
      requested.finish()
      return ServerResponse.text("x").failing(with: .neverAnswer)
    }
    defer { server.stop() }
    let (transport, poller) = try await transport(asking: server)
    let endless = Timeouts(connect: nil, firstByte: nil, idle: nil, total: nil)
    let waiting = Task { () -> NetworkError? in
      do throws(NetworkError) {
        _ = try await transport.send(HTTPRequest(url: server.url.appending(path: "never"), timeouts: endless))
        return nil
      } catch {
        return error
      }
    }
    for await _ in requests {}
    // When: the transport's thread can no longer wait
    try replace(poller)
    let failures = await withTaskGroup(of: NetworkError?.self) { group in
      for _ in 0..<20 {
        group.addTask {
          do throws(NetworkError) {
            _ = try await transport.send(HTTPRequest(url: server.url.appending(path: "never"), timeouts: endless))
            return nil
          } catch {
            return error
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    // Then: all requests end and report the reason
    for failure in failures + [await waiting.value] {
      switch failure {
      case .transportUnavailable(let reason, _): #expect(reason.contains("can no longer wait for connections"))
      case .unreachable(.other(let reason), _): #expect(reason.contains("waiting for a connection failed"))
      default: Issue.record("\(String(describing: failure))")
      }
    }
  }
}
#endif
