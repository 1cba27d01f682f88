import Foundation
import Networking
import Testing

#if os(Linux)
/// Opt-in: it takes an nginx and an openssl of the machine.
@Suite(
  "A service that encrypts",
  .enabled(if: TLSServer.isAvailable, "nginx and openssl have to be installed"),
  .timeLimit(.minutes(5))
)
struct TLSTests {
  private let server: TLSServer

  init() throws { server = try TLSServer() }

  private func text(
    _ certificate: TLSServer.Certificate,
    host: String = "localhost",
    change: (inout TransportConfiguration, TLSServer) throws -> Void
  ) async throws -> String {
    var configuration = TransportConfiguration()
    try change(&configuration, server)
    let transport = try SystemTransport.make(configuration: configuration)
    let request = HTTPRequest(url: server.url(certificate, host: host), timeouts: .total(.seconds(20)))
    return String(decoding: try await transport.send(request).body.collect(upTo: 100), as: UTF8.self)
  }

  private func failure(
    _ certificate: TLSServer.Certificate,
    host: String = "localhost",
    change: (inout TransportConfiguration, TLSServer) throws -> Void
  ) async throws -> NetworkError.TLSFailure? {
    let error = await #expect(throws: NetworkError.self) {
      try await text(certificate, host: host, change: change)
    }
    guard case .unreachable(.tls(let failure, let detail), let origin) = error else { return nil }
    #expect(!detail.isEmpty)
    #expect(origin.hasPrefix("https://\(host):"))
    #expect(error?.isRetryable == false)
    return failure
  }

  @Test("is trusted by an authority of one's own, alone or beside the system's, and speaks HTTP/2")
  func trustsOwnAuthorities() async throws {
    #expect(try await text(.good) { $0.trustedAuthorities = .only($1.authority) } == "HTTP/2.0")
    #expect(try await text(.good) { $0.trustedAuthorities = .system(and: $1.authority) } == "HTTP/2.0")
  }

  @Test("speaks HTTP/1.1 where HTTP/2 is not allowed")
  func speaksHTTP1() async throws {
    let text = try await text(.good) {
      $0.trustedAuthorities = .only($1.authority)
      $0.allowsHTTP2 = false
    }
    #expect(text == "HTTP/1.1")
  }

  @Test("is not trusted when nobody knows its authority")
  func refusesUnknownAuthorities() async throws {
    #expect(try await failure(.good) { _, _ in } == .untrustedCertificate)
  }

  @Test("is not trusted with a certificate that has expired")
  func refusesExpiredCertificates() async throws {
    #expect(try await failure(.expired) { $0.trustedAuthorities = .only($1.authority) } == .expiredCertificate)
  }

  @Test("is not trusted with a certificate for another host")
  func refusesOtherHosts() async throws {
    #expect(try await failure(.otherHost) { $0.trustedAuthorities = .only($1.authority) } == .wrongHost)
    #expect(
      try await failure(.good, host: "127.0.0.1") { $0.trustedAuthorities = .only($1.authority) } == .wrongHost
    )
  }

  @Test("is trusted with a key that is pinned, be it one of several")
  func acceptsPinnedKeys() async throws {
    let text = try await text(.good) { configuration, server in
      configuration.trustedAuthorities = .only(server.authority)
      let pin = try #require(PublicKeyPin(sha256: server.pin))
      configuration.pinnedKeys = ["localhost": [pin], "LOCALHOST": [try Self.otherPin()]]
    }
    #expect(text == "HTTP/2.0")
  }

  @Test("is not trusted with another key than the pinned one")
  func refusesOtherKeys() async throws {
    let failure = try await failure(.good) {
      $0.trustedAuthorities = .only($1.authority)
      $0.pinnedKeys = ["LOCALHOST": [try Self.otherPin()]]
    }
    #expect(failure == .wrongKey)
  }

  @Test(
    "is not trusted with another key when its name is written in another way",
    arguments: ["localhost.", "LocalHost", "loc%61lhost"]
  )
  func refusesOtherKeysOfTheSameHost(host: String) async throws {
    var configuration = TransportConfiguration()
    configuration.trustedAuthorities = .only(server.authority)
    configuration.pinnedKeys = ["Localhost.": [try Self.otherPin()]]
    let transport = try SystemTransport.make(configuration: configuration)
    let error = await #expect(throws: NetworkError.self) {
      try await transport.send(HTTPRequest(url: server.url(.good, host: host), timeouts: .total(.seconds(20))))
    }
    // Some systems don't resolve a name of this machine with a trailing dot.
    if host.hasSuffix("."), case .unreachable(.hostNotFound, _) = error { return }
    guard case .unreachable(.tls(.wrongKey, _), _) = error else {
      Issue.record("expected another key to be refused, got \(String(describing: error))")
      return
    }
  }

  @Test("answers many requests over one connection")
  func multiplexes() async throws {
    var configuration = TransportConfiguration()
    configuration.trustedAuthorities = .only(server.authority)
    let transport = try SystemTransport.make(configuration: configuration)
    let url = server.url(.good)
    let first = try await transport.send(HTTPRequest(url: url, timeouts: .total(.seconds(20))))
    #expect(try await first.body.collect(upTo: 100) == Data("HTTP/2.0".utf8))
    let reused = try await withThrowingTaskGroup(of: Bool?.self) { group in
      for _ in 0..<50 {
        group.addTask {
          let response = try await transport.send(HTTPRequest(url: url, timeouts: .total(.seconds(20))))
          #expect(try await response.body.collect(upTo: 100) == Data("HTTP/2.0".utf8))
          return response.context[TransportMetrics.self]?.isConnectionReused
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(reused == Array(repeating: true, count: 50))
  }

  @Test("can't be asked with certificates that are none")
  func refusesBrokenCertificates() async throws {
    let failure = try await failure(.good) { configuration, _ in
      configuration.trustedAuthorities = .only(Data("no certificate".utf8))
    }
    #expect(failure == .unusableConfiguration)
  }

  private static func otherPin() throws -> PublicKeyPin {
    try #require(PublicKeyPin(sha256: Data(repeating: 7, count: 32).base64EncodedString()))
  }
}
#endif

@Suite("The pin of a key")
struct PublicKeyPinTests {
  @Test("is the Base64 of 32 bytes", arguments: ["", "abc", "sha256//", "AAAA", "!!!!"])
  func refuses(text: String) { #expect(PublicKeyPin(sha256: text) == nil) }
}
