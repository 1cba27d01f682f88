#if os(Linux)
import Foundation
import LoopbackServer
import Testing

@testable import Networking

private let usesOpenSSL = (try? CurlLibrary.load()) != nil && CurlLibrary.usesOpenSSL
private let readsMemory = (try? CurlLibrary.load()) != nil && CurlLibrary.readsCertificatesFromMemory

@Suite("Client certificates")
struct ClientCertificateTests {
  private let service: LoopbackServer
  private let tls: ServerTLS
  private let client: ClientIdentity

  init() throws {
    tls = try ServerTLS(requiresClientCertificate: true)
    client = try ClientIdentity(tls)
    service = try LoopbackServer(configuration: .init(tls: tls)) { .text("hello \($0.path)") }
  }

  private func text(_ certificate: ClientCertificate?, host: String = "localhost") async throws -> String {
    defer { service.stop() }
    var configuration = TransportConfiguration()
    configuration.trustedAuthorities = .only(tls.authority)
    configuration.clientCertificates[host] = certificate
    let transport = try SystemTransport.make(configuration: configuration)
    let request = HTTPRequest(url: service.url.appending(path: "a"), timeouts: .total(.seconds(300)))
    return String(decoding: try await transport.send(request).body.collect(upTo: 100), as: UTF8.self)
  }

  @Test("accepts client certificates in PEM form", .enabled(if: readsMemory))
  func acceptsPEM() async throws {
    #expect(try await text(ClientCertificate(pem: client.certificate, key: client.key)) == "hello /a")
  }

  @Test("accepts client certificates that contain the key, for any spelling of the host", .enabled(if: readsMemory))
  func acceptsJoinedPEM() async throws {
    #expect(try await text(ClientCertificate(pem: client.certificate + client.key), host: "LocalHost.") == "hello /a")
  }

  @Test("accepts client certificates with an encrypted key", .enabled(if: readsMemory))
  func acceptsEncryptedKeys() async throws {
    let certificate = ClientCertificate(pem: client.certificate, key: client.encryptedKey, passphrase: "secret")
    #expect(try await text(certificate) == "hello /a")
  }

  @Test("accepts client certificates from a PKCS#12 archive", .enabled(if: readsMemory))
  func acceptsArchives() async throws {
    #expect(try await text(ClientCertificate(pkcs12: client.archive, passphrase: "secret")) == "hello /a")
  }

  @Test("accepts client certificate files", arguments: usesOpenSSL ? ["pem", "joined", "p12"] : ["pem", "joined"])
  func acceptsFiles(form: String) async throws {
    try await withTemporaryFolder { folder in
      let (first, second) = (folder.appending(path: "first"), folder.appending(path: "second key"))
      let certificate: ClientCertificate
      switch form {
      case "pem":
        try client.certificate.write(to: first)
        try client.encryptedKey.write(to: second)
        certificate = ClientCertificate(pemFile: first, keyFile: second, passphrase: "secret")
      case "joined":
        try (client.certificate + client.key).write(to: first)
        certificate = ClientCertificate(pemFile: first)
      default:
        try client.archive.write(to: first)
        certificate = ClientCertificate(pkcs12File: first, passphrase: "secret")
      }
      #expect(try await text(certificate) == "hello /a")
    }
  }

  @Test("doesn't send client certificates to other hosts", .enabled(if: readsMemory))
  func staysWithItsHost() async throws {
    let error = try await #require(throws: NetworkError.self) {
      try await text(ClientCertificate(pem: client.certificate, key: client.key), host: "other.example")
    }
    guard case .unreachable(.tls(.handshake, _), _) = error else { throw error }
    #expect(error.recoverySuggestion?.contains("client certificate") == true)
  }

  @Test(
    "reports unusable client certificates without their passphrase",
    .enabled(if: readsMemory, "libcurl has to read certificates from memory"),
    arguments: [
      "garbage", "truncated", "other key", "wrong passphrase", "no passphrase", "archive", "missing file",
    ]
  )
  func reportsUnusable(form: String) async throws {
    let wrong = "wrong-secret"
    let certificate =
      switch form {
      case "garbage": ClientCertificate(pem: Data("nonsense".utf8), key: Data("nonsense".utf8), passphrase: wrong)
      case "truncated": ClientCertificate(pem: client.certificate.prefix(200), key: client.key, passphrase: wrong)
      case "other key": ClientCertificate(pem: tls.authority, key: client.key, passphrase: wrong)
      case "wrong passphrase": ClientCertificate(pem: client.certificate, key: client.encryptedKey, passphrase: wrong)
      case "no passphrase": ClientCertificate(pem: client.certificate, key: client.encryptedKey)
      case "archive": ClientCertificate(pkcs12: client.archive, passphrase: wrong)
      default: ClientCertificate(pemFile: URL(filePath: "/nonexistent/client.pem"), passphrase: wrong)
      }
    let error = try await #require(throws: NetworkError.self) { try await text(certificate) }
    guard case .unreachable(.tls(.unusableConfiguration, _), _) = error else { throw error }
    #expect(!error.isRetryable)
    #expect(!error.message.contains(wrong))
    #expect(error.recoverySuggestion?.contains("passphrase") == true)
  }

  @Test("rejects empty or unsupported client certificates when the transport is created")
  func refusesEmpty() throws {
    for certificate in [ClientCertificate(pem: Data()), ClientCertificate(pkcs12: Data(), passphrase: "x")] {
      var configuration = TransportConfiguration()
      configuration.clientCertificates = ["host": certificate]
      let error = #expect(throws: NetworkError.self) { try SystemTransport.make(configuration: configuration) }
      #expect(error?.message.contains("client certificate") == true)
    }
    guard !readsMemory else { return }
    var configuration = TransportConfiguration()
    configuration.clientCertificates = ["host": ClientCertificate(pem: Data("x".utf8))]
    let error = #expect(throws: NetworkError.self) { try SystemTransport.make(configuration: configuration) }
    #expect(error?.recoverySuggestion?.contains("PEM files") == true)
  }
}
#endif
