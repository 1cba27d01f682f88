import Networking
import NetworkingTesting
import Testing

@Suite("A stub transport")
struct StubTransportTests {
  private struct MissingFixture: Error {}

  @Test("throws the closure's network errors unchanged, and explains any other error without a retry")
  func wrapsErrors() async throws {
    let request = HTTPRequest.get("http://host/")
    await #expect(throws: NetworkError.bodyTooLarge(limit: 3)) {
      try await StubTransport { _ in throw NetworkError.bodyTooLarge(limit: 3) }.send(request)
    }
    await #expect(throws: NetworkError.cancelled) {
      try await StubTransport { _ in throw CancellationError() }.send(request)
    }
    let error = try await #require(throws: NetworkError.self) {
      try await StubTransport { _ in throw MissingFixture() }.send(request)
    }
    #expect(error.message.contains("MissingFixture"))
    #expect(!error.isRetryable)
  }
}
