import Foundation
import Networking
import NetworkingTesting
import Testing

@Suite("Immutable file client")
struct ImmutableFileClientTests {
  @Test("requests a file with the caller's priority and stores it until it is removed")
  func requests() async throws {
    let transport = StubTransport { .text("x", url: $0.url) }
    let files = ImmutableFileClient { APIClient(api: $0, transport: transport) }
    let address = "https://cdn.example:8443/a%20b/c.jpg?size=1&x=%2F"
    #expect(try await files.file(at: address, priority: .prefetch) == Data("x".utf8))
    _ = try await files.file(at: address, priority: .interactive)
    #expect(transport.requests.map(\.url.absoluteString) == [address, address])
    #expect(transport.requests.map { $0.context[RequestPriority.self] } == [.prefetch, .interactive])
    #expect(transport.requests.allSatisfy { $0.context[CachePolicy.self] == .forever })
  }

  @Test(
    "rejects addresses other than absolute http and https URLs without sending a request",
    arguments: [
      "", "photo.png", "/photo.png", "file:///etc/passwd", "ftp://a/b", "http://", "javascript:alert(1)", "http:///x",
    ]
  )
  func rejects(address: String) async {
    let transport = StubTransport { .text("x", url: $0.url) }
    let files = ImmutableFileClient { APIClient(api: $0, transport: transport) }
    await #expect(throws: NetworkError.self) { try await files.file(at: address, priority: .normal) }
    #expect(transport.requests.isEmpty)
  }

  @Test("rejects a file larger than the size limit")
  func sizeLimit() async {
    let transport = StubTransport { .text("12345", url: $0.url) }
    let files = ImmutableFileClient(sizeLimit: 4) { APIClient(api: $0, transport: transport) }
    await #expect(throws: NetworkError.self) { try await files.file(at: "http://h/x", priority: .normal) }
  }
}
