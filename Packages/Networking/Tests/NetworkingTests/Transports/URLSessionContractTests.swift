#if URLSessionTransport || canImport(Darwin)
import Foundation
import Networking
import NetworkingTesting
import Testing

@Suite("URLSession transport", .serialized)
struct URLSessionContractTests {
  /// Returns the reason why Foundation on Linux (Swift 6.3) can't meet a requirement, or `nil` if it can.
  private static func defect(_ clause: TransportContract) -> Comment? {
    #if os(Linux)
    switch clause {
    case .holdsBackFastSenders: "receiving can't be paused"
    case .holdsBackFastReaders:
      "a stream would be sent with two conflicting framing fields; it is spooled to a file instead"
    case .leavesAskedForCodingsAlone: "content codings are always decoded"
    case .skipsInterimResponses: "an interim response is mistaken for the final response"
    default: nil
    }
    #else
    nil
    #endif
  }

  @Test("fulfills the transport contract", .serialized, arguments: TransportContract.allCases)
  func keepsTheContract(clause: TransportContract) async throws {
    guard let defect = Self.defect(clause) else { return try await clause.verify(URLSessionTransport()) }
    await withKnownIssue(defect) { try await clause.verify(URLSessionTransport()) }
  }

  @Test("sends no requests if it can't provide the configured protection")
  func refusesConfigurations() async throws {
    var pinned = TransportConfiguration()
    pinned.pinnedKeys = ["host": []]
    var trusting = TransportConfiguration()
    trusting.trustedAuthorities = .only(Data())
    var local = TransportConfiguration()
    local.unixSockets = ["host": "/tmp/none.socket"]
    var identified = TransportConfiguration()
    identified.clientCertificates = ["host": ClientCertificate(pem: Data())]
    var proxied = TransportConfiguration()
    proxied.proxies = .none
    var resolved = TransportConfiguration()
    resolved.addresses = ["host": ["127.0.0.1"]]
    var bound = TransportConfiguration()
    bound.localInterface = "lo"
    var versioned = TransportConfiguration()
    versioned.httpVersion = .http2WithPriorKnowledge
    for configuration in [pinned, trusting, local, identified, proxied, resolved, bound, versioned] {
      let error = await #expect(throws: NetworkError.self) {
        try await URLSessionTransport(configuration: configuration).send(.get("http://localhost:1/"))
      }
      guard case .transportUnavailable = error else {
        Issue.record("expected a refusal, got \(String(describing: error))")
        continue
      }
    }
  }
}
#endif
