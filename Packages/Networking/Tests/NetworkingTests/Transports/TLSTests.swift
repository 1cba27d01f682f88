import Foundation
import LoopbackServer
import Networking
import Testing

#if os(Linux)
@Suite("TLS connections")
struct TLSTests {
  private func text(
    _ certificate: ServerTLS.Certificate,
    host: String = "localhost",
    change: (inout TransportConfiguration, ServerTLS) throws -> Void
  ) async throws -> String {
    let tls = try ServerTLS(certificate: certificate)
    let server = try LoopbackServer(configuration: .init(tls: tls)) { .text($0.path) }
    defer { server.stop() }
    var configuration = TransportConfiguration()
    try change(&configuration, tls)
    let transport = try SystemTransport.make(configuration: configuration)
    let url = URL.test("https://\(host):\(server.port)/secure")
    let request = HTTPRequest(url: url, timeouts: .total(.seconds(300)))
    return String(decoding: try await transport.send(request).body.collect(upTo: 100), as: UTF8.self)
  }

  private func failure(
    _ certificate: ServerTLS.Certificate,
    host: String = "localhost",
    change: (inout TransportConfiguration, ServerTLS) throws -> Void
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

  @Test("trusts a custom authority, alone or together with the system's authorities")
  func trustsOwnAuthorities() async throws {
    #expect(try await text(.valid) { $0.trustedAuthorities = .only($1.authority) } == "/secure")
    #expect(try await text(.valid) { $0.trustedAuthorities = .system(and: $1.authority) } == "/secure")
    #expect(try await text(.valid, host: "127.0.0.1") { $0.trustedAuthorities = .only($1.authority) } == "/secure")
  }

  @Test("doesn't offer HTTP/2 if it is disabled")
  func speaksHTTP1() async throws {
    // Given: a server that selects HTTP/2 if it is offered, but doesn't support it
    let tls = try ServerTLS(speaksHTTP2: true)
    let server = try LoopbackServer(configuration: .init(tls: tls)) { _ in .text("HTTP/1.1") }
    defer { server.stop() }
    var configuration = TransportConfiguration()
    configuration.trustedAuthorities = .only(tls.authority)
    configuration.httpVersion = .http1
    let transport = try SystemTransport.make(configuration: configuration)
    let response = try await transport.send(HTTPRequest(url: server.url, timeouts: .total(.seconds(300))))
    #expect(try await response.body.collect(upTo: 100) == Data("HTTP/1.1".utf8))
  }

  @Test("rejects a certificate from an unknown authority")
  func refusesUnknownAuthorities() async throws {
    #expect(try await failure(.valid) { _, _ in } == .untrustedCertificate)
  }

  @Test("rejects an expired certificate")
  func refusesExpiredCertificates() async throws {
    #expect(try await failure(.expired) { $0.trustedAuthorities = .only($1.authority) } == .expiredCertificate)
  }

  @Test("rejects a certificate for another host")
  func refusesOtherHosts() async throws {
    #expect(try await failure(.otherHost) { $0.trustedAuthorities = .only($1.authority) } == .wrongHost)
    #expect(
      try await failure(.otherHost, host: "127.0.0.1") { $0.trustedAuthorities = .only($1.authority) } == .wrongHost
    )
  }

  @Test("accepts a host with one of its pinned keys")
  func acceptsPinnedKeys() async throws {
    let text = try await text(.valid) { configuration, tls in
      configuration.trustedAuthorities = .only(tls.authority)
      configuration.pinnedKeys = ["localhost": [tls.publicKeyPin], "LOCALHOST": [try Self.otherPin()]]
    }
    #expect(text == "/secure")
  }

  @Test("rejects a host with a key other than the pinned key")
  func refusesOtherKeys() async throws {
    let failure = try await failure(.valid) {
      $0.trustedAuthorities = .only($1.authority)
      $0.pinnedKeys = ["LOCALHOST": [try Self.otherPin()]]
    }
    #expect(failure == .wrongKey)
  }

  @Test(
    "rejects a host with another key, however the host's name is spelled",
    arguments: ["localhost.", "LocalHost", "loc%61lhost"]
  )
  func refusesOtherKeysOfTheSameHost(host: String) async throws {
    let error = await #expect(throws: NetworkError.self) {
      try await text(.valid, host: host) {
        $0.trustedAuthorities = .only($1.authority)
        $0.pinnedKeys = ["Localhost.": [try Self.otherPin()]]
      }
    }
    // Some systems don't resolve this machine's name with a trailing dot; libcurl before 7.80 doesn't decode names.
    if host != "LocalHost", case .unreachable(.hostNotFound, _) = error { return }
    guard case .unreachable(.tls(.wrongKey, _), _) = error else {
      Issue.record("expected another key to be refused, got \(String(describing: error))")
      return
    }
  }

  @Test("handles many HTTP/2 requests over one TLS connection", .enabled(if: speaksHTTP2))
  func multiplexes() async throws {
    let tls = try ServerTLS(speaksHTTP2: true)
    let peer = try HTTP2Tests.peer(tls: tls) { _, _, stream in HTTP2Tests.Frame.answer(stream) }
    defer { peer.stop() }
    var configuration = TransportConfiguration()
    configuration.trustedAuthorities = .only(tls.authority)
    let transport = try SystemTransport.make(configuration: configuration)
    let url = peer.url
    let first = try await transport.send(HTTPRequest(url: url, timeouts: .total(.seconds(300))))
    #expect(try await first.body.collect(upTo: 100) == Data("x".utf8))
    let reused = try await withThrowingTaskGroup(of: Bool?.self) { group in
      for _ in 0..<50 {
        group.addTask {
          let response = try await transport.send(HTTPRequest(url: url, timeouts: .total(.seconds(300))))
          #expect(try await response.body.collect(upTo: 100) == Data("x".utf8))
          return response.context[TransportMetrics.self]?.isConnectionReused
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(reused == Array(repeating: true, count: 50))
  }

  @Test("rejects invalid trusted certificates")
  func refusesBrokenCertificates() async throws {
    let failure = try await failure(.valid) { configuration, _ in
      configuration.trustedAuthorities = .only(Data("no certificate".utf8))
    }
    #expect(failure == .unusableConfiguration)
  }

  private static func otherPin() throws -> PublicKeyPin {
    try #require(PublicKeyPin(sha256: Data(repeating: 7, count: 32).base64EncodedString()))
  }
}

@Suite("Content termination over TLS")
struct ConnectionClosureTests {
  /// Returns the content from a server that writes text and closes the connection.
  private func content(of text: String, method: HTTPMethod = .get, announcesEnd: Bool) async throws -> Data {
    let tls = try ServerTLS(sendsCloseNotify: announcesEnd)
    let peer = try RawPeer(tls: tls) { connection in
      if connection.readHead() != nil { connection.write(text) }
    }
    defer { peer.stop() }
    var configuration = TransportConfiguration()
    configuration.trustedAuthorities = .only(tls.authority)
    let transport = try SystemTransport.make(configuration: configuration)
    let request = HTTPRequest(method: method, url: peer.url, timeouts: .total(.seconds(300)))
    return try await transport.send(request).body.collect(upTo: 1 << 20)
  }

  @Test("reports truncated content if the connection closes without a TLS closure alert", arguments: [0, 5, 300_000])
  func reportsTruncation(size: Int) async throws {
    let text = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + String(repeating: "x", count: size)
    let error = await #expect(throws: NetworkError.self) { try await content(of: text, announcesEnd: false) }
    guard case .connectionLost(.inBody, _) = error else {
      Issue.record("expected a lost connection, got \(String(describing: error))")
      return
    }
  }

  /// Without protection against SIGPIPE, the first write to a closed connection would end the process.
  @Test("reports a server that closes the connection while the request is being sent")
  func reportsBrokenPipes() async throws {
    let tls = try ServerTLS(sendsCloseNotify: false)
    let peer = try RawPeer(tls: tls) { connection in _ = connection.readHead() }
    defer { peer.stop() }
    var configuration = TransportConfiguration()
    configuration.trustedAuthorities = .only(tls.authority)
    let transport = try SystemTransport.make(configuration: configuration)
    for _ in 0..<20 {
      var request = HTTPRequest(method: .post, url: peer.url, timeouts: .total(.seconds(300)))
      request.body = RequestBody(bytes: Data(count: 4 << 20), contentType: nil)
      await #expect(throws: NetworkError.self) { try await transport.send(request) }
    }
  }

  @Test("reports a server that requires a client certificate, without retrying", arguments: [true, false])
  func reportsDemandedCertificates(speaksHTTP2: Bool) async throws {
    let tls = try ServerTLS(.valid, true, speaksHTTP2: speaksHTTP2)
    let peer = try RawPeer(tls: tls) { _ in }
    defer { peer.stop() }
    var configuration = TransportConfiguration()
    configuration.trustedAuthorities = .only(tls.authority)
    let transport = try SystemTransport.make(configuration: configuration)
    let request = HTTPRequest(url: peer.url, timeouts: .total(.seconds(300)))
    let error = await #expect(throws: NetworkError.self) { try await transport.send(request) }
    guard case .unreachable(.tls(.handshake, let detail), _) = error else {
      Issue.record("expected a refused handshake, got \(String(describing: error))")
      return
    }
    // OpenSSL adds "certificate required", which GnuTLS doesn't report.
    #expect(detail.contains("alert"))
    #expect(error?.isRetryable == false)
    #expect(error?.recoverySuggestion?.contains("client certificate") == true)
  }

  @Test("rejects an HTTP/2 status line if the handshake didn't select HTTP/2")
  func refusesClaimedVersions() async throws {
    let text = "HTTP/2 200 OK\r\nContent-Length: 1\r\n\r\nx"
    let error = await #expect(throws: NetworkError.self) { try await content(of: text, announcesEnd: false) }
    guard case .protocolViolation = error else {
      Issue.record("expected a violation, got \(String(describing: error))")
      return
    }
  }

  @Test("accepts content that ends with a TLS closure alert", arguments: [0, 5, 300_000])
  func acceptsAnnouncedEnds(size: Int) async throws {
    let text = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + String(repeating: "x", count: size)
    #expect(try await content(of: text, announcesEnd: true).count == size)
  }

  @Test(
    "accepts content whose framing marks its end, however the connection closes",
    arguments: [
      (HTTPMethod.get, "200 OK\r\nContent-Length: 1\r\n\r\nx", 1),
      (HTTPMethod.get, "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n", 1),
      (HTTPMethod.get, "204 No Content\r\n\r\n", 0), (HTTPMethod.get, "304 Not Modified\r\n\r\n", 0),
      (HTTPMethod.head, "200 OK\r\n\r\n", 0),
    ]
  )
  func acceptsMarkedEnds(method: HTTPMethod, response: String, size: Int) async throws {
    let content = try await content(of: "HTTP/1.1 \(response)", method: method, announcesEnd: false)
    #expect(content.count == size)
  }
}
#endif

@Suite("Public key pins")
struct PublicKeyPinTests {
  @Test("rejects a pin that isn't the Base64 encoding of 32 bytes", arguments: ["", "abc", "sha256//", "AAAA", "!!!!"])
  func refuses(text: String) { #expect(PublicKeyPin(sha256: text) == nil) }
}
