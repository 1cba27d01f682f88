import Foundation
import LoopbackServer
import Testing

@Suite("Secrets", .timeLimit(.minutes(2)))
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
    let response: @Sendable (String, ServerRequest) -> ServerResponse
  }

  static let echoes: [Echo] = [
    Echo(testDescription: "plain") { key, _ in .text("unknown key \(key)", status: 403) },
    Echo(testDescription: "in an error document") { key, _ in
      .json(Data(#"{"error": "unknown key \#(key.replacing("/", with: "\\/"))"}"#.utf8), status: 401)
    },
    Echo(testDescription: "in capitals") { key, _ in .text("UNKNOWN \(key.uppercased())", status: 403) },
    Echo(testDescription: "percent-encoded") { _, _ in .text("no /?key=\(encodedKey)", status: 404) },
    Echo(testDescription: "in Base64") { key, _ in
      .text("no \(Data("user:\(key)".utf8).base64EncodedString())", status: 400)
    },
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
  ]

  @Test("redacts secrets that a service echoes in its response", arguments: echoes)
  func staysSecret(echo: Echo) async throws {
    // Given
    let server = try LoopbackServer { request in echo.response(request.headers["x-cg-demo-api-key"] ?? "", request) }
    defer { server.stop() }
    let address = "\(server.url.absoluteString)?api_key=querysecret"
    let common = ["markets", "list", "--markets-url", address, "--log", log.path]

    // When
    let text = try await program.start(common + ["--verbose"]).outcome()
    let json = try await program.start(common + ["--json"]).outcome()
    let screen = try await program.run("open", "markets", "--markets-url", address, "--plain")
    let doctor = try await program.run("doctor", "--markets-url", address)

    // Then
    let entries = try String(contentsOf: log, encoding: .utf8)
    let base64 = Data("user:\(Self.key)".utf8).base64EncodedString()
    for told in [
      text.output, text.messages, json.output, json.messages, screen.output, screen.messages, doctor.output,
      doctor.messages, entries,
    ] {
      for secret in [Self.key, Self.encodedKey, "querysecret", String(base64.dropFirst(8).dropLast(4))] {
        #expect(!told.lowercased().contains(secret.lowercased()), "\(told)")
      }
    }
    _ = try json.document()
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
    // Given
    let list = ["markets", "list", "--markets-url", "http://markets.example", "--timeout", "1s"]

    // When
    let refused = try await program.start(list + ["--json"]).outcome()
    let doctor = try await program.run("doctor", "--markets-url", "http://markets.example", "--timeout", "1s")
    var daring = program
    daring.environment["FETCH_COUNTER_ALLOW_INSECURE_KEY"] = "on"
    let allowed = try await daring.start(list).outcome()
    let encrypted = try await program.run(
      "markets",
      "list",
      "--markets-url",
      "https://markets.example",
      "--timeout",
      "1s"
    )
    var keyless = program
    keyless.environment["FETCH_COUNTER_COINGECKO_API_KEY"] = nil
    let free = try await keyless.start(list).outcome()

    // Then
    #expect(refused.exitCode == 2)
    #expect(try refused.failure()["kind"] as? String == "insecure_key")
    let hint = try #require(try refused.failure()["hint"] as? String)
    #expect(hint.contains("https://"))
    #expect(hint.contains("FETCH_COUNTER_ALLOW_INSECURE_KEY=on"))
    #expect(doctor.output.contains("isn't sent to http://markets.example"))
    for outcome in [allowed, encrypted, free] { #expect(outcome.exitCode == 3, "\(outcome.messages)") }
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
