import Foundation
import LoopbackServer
import Testing

@Suite("Secrets")
struct SecretTests {
  private static let key = "CG-abcDEF/12345+6"
  private static let encodedKey = "CG-abcDEF%2F12345%2B6"
  private let program: ProgramUnderTest
  private let log: URL

  init() throws {
    let folder = try TemporaryFolder()
    program = ProgramUnderTest(in: folder, environment: ["FETCH_COUNTER_COINGECKO_API_KEY": Self.key])
    log = folder.url.appending(path: "log")
  }

  struct Echo: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The part of the response that the message repeats.
    var shown: String?
    let response: @Sendable (String, ServerRequest) -> ServerResponse
  }

  static let echoes: [Echo] = [
    Echo(testDescription: "with the address") { key, request in
      .json(
        Data(#"{"status": {"error_code": 10002, "error_message": "\#(request.target) \#(key)"}}"#.utf8),
        status: 401
      )
    },
    Echo(testDescription: "in a document of another shape") { key, _ in .json(Data(#"[{"id": ["\#(key)"]}]"#.utf8)) },
    Echo(testDescription: "as the name of a coin") { key, _ in
      .json(Data(#"[{"id": "a", "symbol": "a", "name": "\#(key)", "current_price": 1}]"#.utf8))
    },
    everyForm,
  ]

  /// A response that repeats the key as it is, in capitals, percent-encoded and in Base64.
  private static let everyForm = Echo(testDescription: "in four forms", shown: "and again") { key, _ in
    let base64 = Data("user:\(key)".utf8).base64EncodedString()
    let forms = "\(key) \(key.uppercased()) /?key=\(encodedKey) \(base64)".replacing("/", with: "\\/")
    return .json(Data(#"{"error": "no \#(forms) and again"}"#.utf8), status: 403)
  }

  private func expectSecrecy(_ told: String) {
    let base64 = Data("user:\(Self.key)".utf8).base64EncodedString()
    for secret in [Self.key, Self.encodedKey, "querysecret", String(base64.dropFirst(8).dropLast(4))] {
      #expect(!told.lowercased().contains(secret.lowercased()), "\(told)")
    }
  }

  private func server(_ echo: Echo) throws -> (server: LoopbackServer, address: String) {
    let server = try LoopbackServer { request in echo.response(request.headers["x-cg-demo-api-key"] ?? "", request) }
    return (server, "\(server.url.absoluteString)?api_key=querysecret")
  }

  @Test("redacts secrets that a service echoes in its response", arguments: echoes)
  func staysSecret(echo: Echo) async throws {
    // Given
    let (server, address) = try server(echo)
    defer { server.stop() }

    // When
    let list = ["markets", "list", "--markets-url", address, "--log", log.path, "--verbose"]
    let outcome = try await program.start(list + ["--json"]).outcome()

    // Then
    let entries = try String(contentsOf: log, encoding: .utf8)
    for told in [outcome.output, outcome.messages, entries] { expectSecrecy(told) }
    #expect(outcome.messages.contains("GET "))
    #expect(!entries.isEmpty)
    _ = try outcome.document()
    if let shown = echo.shown { #expect(outcome.output.contains(shown), "\(outcome.output)") }
  }

  @Test("redacts echoed secrets in text, on screens and in doctor")
  func staysSecretAsText() async throws {
    // Given
    let (server, address) = try server(Self.everyForm)
    defer { server.stop() }
    for command in [["markets", "list", "--verbose"], ["open", "markets", "--plain"], ["doctor"]] {
      // When
      let outcome = try await program.start(command + ["--markets-url", address]).outcome()
      // Then
      expectSecrecy(outcome.output + outcome.messages)
      #expect((outcome.output + outcome.messages).contains("and again"), "\(outcome.output)\(outcome.messages)")
    }
  }

  @Test("redacts a proxy's password if the proxy echoes it")
  func proxies() async throws {
    let server = try LoopbackServer { request in
      .text("no \(request.headers["Proxy-Authorization"] ?? "") pa55word", status: 407)
    }
    defer { server.stop() }
    var behindProxy = program
    behindProxy.environment["http_proxy"] = "http://user:pa55word@127.0.0.1:\(server.port)"
    let outcome = try await behindProxy.run("fetch", "--counter-url", "http://service.example", "--json")
    #expect(outcome.exitCode == 4, "\(outcome.output)")
    #expect(!outcome.output.contains("pa55word"))
    #expect(!outcome.output.contains(Data("user:pa55word".utf8).base64EncodedString()))
  }

  @Test("redacts secrets in URL queries in config and doctor")
  func addresses() async throws {
    let server = try LoopbackServer { _ in .json(["next_path": "http://127.0.0.1/next/"]) }
    defer { server.stop() }
    let option = ["--counter-url", "\(server.url.absoluteString)?api_key=abc&lang=de"]
    for command in [["config", "show"], ["doctor"]] {
      for format in [[], ["--json"]] {
        let outcome = try await program.start(command + option + format).outcome()
        #expect(outcome.output.contains("?api_key=••••&lang=••••"))
        #expect(!outcome.output.contains("abc&"))
      }
    }
  }

  @Test("never sends secrets unencrypted to another machine unless the user allows it")
  func insecureAddresses() async throws {
    // Given a proxy that would receive each unencrypted request
    let proxy = try LoopbackServer { _ in .status(404) }
    defer { proxy.stop() }
    var proxied = program
    proxied.environment["http_proxy"] = proxy.url.absoluteString
    proxied.environment["https_proxy"] = "http://127.0.0.1:1"
    let list = ["markets", "list", "--markets-url", "http://markets.example"]

    // When the key isn't allowed to leave, then no request is sent
    let refused = try await proxied.start(list + ["--json"]).outcome()
    let doctor = try await proxied.run("doctor", "--markets-url", "http://markets.example")
    #expect(refused.exitCode == 2)
    #expect(try refused.failure()["kind"] as? String == "insecure_key")
    let hint = try #require(try refused.failure()["hint"] as? String)
    #expect(hint.contains("https://"))
    #expect(hint.contains("FETCH_COUNTER_ALLOW_INSECURE_KEY=on"))
    #expect(doctor.output.contains("isn't sent to http://markets.example"))
    #expect(proxy.statistics.requests == 0)

    // When the user allows it, or there is no key, then a request is sent
    var daring = proxied
    daring.environment["FETCH_COUNTER_ALLOW_INSECURE_KEY"] = "on"
    var keyless = proxied
    keyless.environment["FETCH_COUNTER_COINGECKO_API_KEY"] = nil
    for (index, free) in [daring, keyless].enumerated() {
      #expect(try await free.start(list).outcome().exitCode == 4)
      #expect(proxy.statistics.requests == index + 1)
    }

    // When the connection is encrypted, then only the connection fails
    let encrypted = try await proxied.run("markets", "list", "--markets-url", "https://markets.example")
    #expect(encrypted.exitCode == 3, "\(encrypted.messages)")
  }

  @Test("opens all screens except the markets screens if a secret can't be sent")
  func insecureAddressOfScreens() async throws {
    // Given
    var program = program
    program.environment["FETCH_COUNTER_MARKETS_URL"] = "http://markets.example"

    // When
    let counter = try await program.run("open", "counter")
    let directory = try await program.run("open", "directory")
    let markets = try await program.run("open", "markets", "--json")
    let coin = try await program.run("open", "markets/bitcoin", "--json")

    // Then
    #expect(counter.exitCode == 0, "\(counter.messages)")
    #expect(directory.exitCode == 0, "\(directory.messages)")
    for refused in [markets, coin] {
      #expect(refused.exitCode == 2)
      #expect(try refused.failure()["kind"] as? String == "insecure_key")
      #expect((try refused.failure()["hint"] as? String)?.contains("https://") == true)
    }
  }
}
