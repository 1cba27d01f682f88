#if os(Linux)
import Foundation
import LoopbackServer
import Networking
import Testing

@Suite("Requests through a proxy")
struct ProxyTests {
  private func text(
    of url: String = "http://far.example/x",
    through proxies: ProxySettings,
    trusting authorities: TrustedAuthorities = .system
  ) async throws -> String {
    var configuration = TransportConfiguration()
    configuration.proxies = proxies
    configuration.trustedAuthorities = authorities
    let transport = try SystemTransport.make(configuration: configuration)
    let request = HTTPRequest(url: .test(url), timeouts: .total(.seconds(300)))
    return String(decoding: try await transport.send(request).body.collect(upTo: 500), as: UTF8.self)
  }

  @Test("sends credentials to an HTTP proxy")
  func usesHTTP() async throws {
    let proxy = try LoopbackServer { .text("\($0.target) \($0.headers["Proxy-Authorization"] ?? "none")") }
    defer { proxy.stop() }
    let url = URL.test("http://127.0.0.1:\(proxy.port)")
    let credentials = Data("me:pass:w@rd/é".utf8).base64EncodedString()
    #expect(
      try await text(through: .proxy(url, user: "me", password: "pass:w@rd/é"))
        == "http://far.example/x Basic \(credentials)"
    )
    #expect(try await text(through: .proxy(url)) == "http://far.example/x none")
  }

  @Test("reaches an HTTPS proxy only if the proxy's authority is trusted")
  func usesHTTPS() async throws {
    let tls = try ServerTLS()
    let proxy = try LoopbackServer(configuration: .init(tls: tls)) { .text("proxy \($0.target)") }
    defer { proxy.stop() }
    let proxies = ProxySettings.proxy(.test("https://localhost:\(proxy.port)"))
    #expect(try await text(through: proxies, trusting: .only(tls.authority)) == "proxy http://far.example/x")
    let error = try await #require(throws: NetworkError.self) { try await text(through: proxies) }
    guard case .unreachable(.tls, "http://far.example") = error else { throw error }
  }

  @Test(
    "reports a proxy whose response to CONNECT is too large",
    arguments: ["A: \(String(repeating: "a", count: 1 << 20))\r\n", String(repeating: "A: b\r\n", count: 1 << 17)]
  )
  func reportsHugeResponses(fields: String) async throws {
    let proxy = try RawPeer { connection in
      if connection.readHead() != nil { connection.write("HTTP/1.1 200 OK\r\n\(fields)\r\n") }
    }
    defer { proxy.stop() }
    let error = try await #require(throws: NetworkError.self) {
      try await text(of: "https://far.example/", through: .proxy(.test("http://127.0.0.1:\(proxy.port)")))
    }
    guard case .unreachable(.proxy(let reason), "https://far.example") = error else { throw error }
    #expect(!reason.isEmpty)
  }

  /// Creates a SOCKS5 server for connections to one port (RFC 1928 and RFC 1929).
  private func socks(to port: Int, user: String?, asked: Recorder) throws -> RawPeer {
    try RawPeer { connection in
      guard let greeting = connection.read(2), let methods = connection.read(Int(greeting[1])) else { return }
      guard methods.contains(user == nil ? 0 : 2) else { return connection.write([5, 0xFF]) }
      connection.write([5, user == nil ? 0 : 2])
      if let user {
        guard let head = connection.read(2), let name = connection.read(Int(head[1])), let size = connection.read(1),
          let password = connection.read(Int(size[0]))
        else { return }
        let isKnown = String(decoding: name + [0x3A] + password, as: UTF8.self) == user
        connection.write([1, isKnown ? 0 : 1])
        guard isKnown else { return }
      }
      guard let request = connection.read(5), request[3] == 3, let host = connection.read(Int(request[4])),
        connection.read(2) != nil
      else { return }
      asked.add(String(decoding: host, as: UTF8.self))
      connection.write([5, 0, 0, 1, 127, 0, 0, 1, 0, 0])
      guard let path = connection.readPath() else { return }
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(path.utf8.count)\r\n\r\n\(path)")
    }
  }

  private final class Recorder: Sendable {
    private let hosts = Shared<[String]>([])
    var value: [String] { hosts.value }
    func add(_ host: String) { hosts.update { $0.append(host) } }
  }

  @Test("lets a SOCKS5 proxy resolve the host, with and without credentials", arguments: [nil, "me:secret"])
  func usesSOCKS(user: String?) async throws {
    let asked = Recorder()
    let proxy = try socks(to: 0, user: user, asked: asked)
    defer { proxy.stop() }
    let url = URL.test("socks5h://127.0.0.1:\(proxy.port)")
    let proxies = user == nil ? ProxySettings.proxy(url) : .proxy(url, user: "me", password: "secret")
    #expect(try await text(through: proxies) == "/x")
    #expect(asked.value == ["far.example"])
  }

  @Test("reports a SOCKS5 proxy that rejects the credentials, without showing them")
  func reportsRefusals() async throws {
    let proxy = try socks(to: 0, user: "me:secret", asked: Recorder())
    defer { proxy.stop() }
    let url = URL.test("socks5h://127.0.0.1:\(proxy.port)")
    let error = try await #require(throws: NetworkError.self) {
      try await text(through: .proxy(url, user: "me", password: "guessed-word"))
    }
    guard case .unreachable(.proxy(let reason), _) = error else { throw error }
    #expect(!reason.isEmpty && !reason.contains("guessed-word"))
  }

  @Test(
    "reports a SOCKS5 proxy that disconnects or sends invalid data",
    arguments: ["", "\u{5}", "\u{5}\u{9}", "HTTP/1.1 400 Bad\r\n\r\n"]
  )
  func reportsNonsense(answer: String) async throws {
    let proxy = try RawPeer { connection in
      _ = connection.read(3)
      connection.write(answer)
    }
    defer { proxy.stop() }
    let error = try await #require(throws: NetworkError.self) {
      try await text(through: .proxy(.test("socks5h://127.0.0.1:\(proxy.port)")))
    }
    guard case .unreachable(.proxy, _) = error else { throw error }
  }
}
#endif
