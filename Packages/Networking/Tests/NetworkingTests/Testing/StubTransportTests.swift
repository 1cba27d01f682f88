import Networking
import NetworkingTesting
import Testing

@Suite("Stub transport")
struct StubTransportTests {
  private struct MissingFixture: Error {}

  @Test("throws network errors unchanged, and wraps other errors in an error that isn't retried")
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
