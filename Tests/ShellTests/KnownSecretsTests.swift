import CommandLine
import Foundation
import Networking
import NetworkingTesting
import Testing

@testable import fetch_counter

@Suite("Known secrets")
struct KnownSecretsTests {
  private func secrets(_ values: String..., passwords: [String] = []) -> KnownSecrets {
    let secrets = KnownSecrets()
    for value in values { secrets.add(value) }
    for password in passwords { secrets.add(password, isPassword: true) }
    return secrets
  }

  @Test(
    "redacts secrets in plain, percent-encoded and JSON form",
    arguments: [
      ("the key s3cr/t+\"é is wrong", "the key ••• is wrong"), ("S3CR/T+\"É", "S3CR/T+\"É"), ("S3CR/T+\"é!", "•••!"),
      ("?key=s3cr%2Ft%2B%22%C3%A9&x", "?key=•••&x"), ("?key=s3cr%2ft%2b%22%c3%a9", "?key=•••"),
      (#"s3cr\/t+\"é"#, "•••"), (#"s3cr/t+\"é"#, "•••"), ("s3cr", "s3cr"), ("", ""),
    ]
  )
  func forms(text: String, expected: String) {
    #expect(secrets("s3cr/t+\"é").redacted(text) == expected)
  }

  @Test("redacts secrets in Base64 at every offset", arguments: 0..<6, ["", "x", "xy"])
  func base64(offset: Int, tail: String) {
    let value = "s3cret-value"
    let encoded = Data((String(repeating: "a", count: offset) + value + tail).utf8).base64EncodedString()
    let redacted = secrets(value).redacted(encoded)
    #expect(redacted.contains("•••"))
    #expect(redacted.count < encoded.count - 10)
  }

  @Test("doesn't redact secrets with fewer than six bytes")
  func shortValues() {
    #expect(secrets("12345", "key").redacted("12345 keys") == "12345 keys")
    #expect(secrets("123456").redacted("x1234567") == "x•••7")
  }

  @Test("redacts the longest secret first if one is a prefix of another")
  func prefixes() {
    #expect(secrets("secret", "secret-long").redacted("secret-long secret") == "••• •••")
  }

  @Test("redacts secrets only inside JSON strings, which keeps documents valid")
  func documents() {
    let document = #"{"a":12345678,"b":"12345678","c\"":"x\\","d":12345678,"e":["\"12345678"]}"#
    #expect(
      secrets("12345678").redacted(json: document)
        == #"{"a":12345678,"b":"•••","c\"":"x\\","d":12345678,"e":["\"•••"]}"#
    )
  }

  @Test(
    "doesn't redact ordinary words in data, even if they are the value of a secret",
    arguments: [("bitcoin", false), ("USD Coin", false), ("abcdefghijklmnopqrst", true), ("bitc0in", true)]
  )
  func ordinaryWords(value: String, isRedacted: Bool) {
    let secrets = secrets(value, passwords: ["pa55word"])
    let text = "\(value) pa55word"
    #expect(secrets.redacted(text) == "••• •••")
    #expect(secrets.redacted(text, isData: true) == "\(isRedacted ? "•••" : value) •••")
    #expect(secrets.redacted(json: "{\"a\":\"\(value)\"}", isData: true).contains(value) == !isRedacted)
  }

  @Test("collects secrets from the environment, the command line and the configuration file")
  func sources() throws {
    // Given
    let invocation = try CommandLineParser(ProgramCommands.tree)
      .parse(["fetch", "--counter-url", "http://h/?token=from%2Doption&lang=english"])
    let environment = [
      "FETCH_COUNTER_COINGECKO_API_KEY": "from-variable", "https_proxy": "http://user:from%20proxy@h:1",
      "ALL_PROXY": "us%40er:from-other@h", "FETCH_COUNTER_DIRECTORY_URL": "https://u:from-address@h",
      "no_proxy": "a:b@from-none",
    ]
    let file = try ConfigurationFile(
      Data(
        #"{"profiles": {"mine": {"coingecko_api_key": "from-file", "markets_url": "http://h/?sig=from-query"}}}"#.utf8
      ),
      path: "/config.json",
      isOpenToOthers: false
    )

    // When
    let secrets = KnownSecrets(invocation, environment: environment)
    secrets.add(file)

    // Then
    for secret in [
      "from%2Doption", "from-option", "from-variable", "from%20proxy", "from proxy", "user:from proxy", "from-other",
      "from-address", "from-file", "from-query",
    ] {
      #expect(!secrets.redacted("<\(secret)>").contains("from"), "\(secret)")
    }
    #expect(secrets.redacted("english from-none") == "english from-none")
  }

  @Test("redacts secrets in responses, even across chunks, but not in images")
  func responses() async throws {
    let secrets = secrets("s3cret-key", "bitcoin", passwords: ["ethereum"])
    func body(_ chunks: [String], status: HTTPStatus = .ok, type: String = "text/plain") async throws -> String {
      let transport = StubTransport { request in
        HTTPResponse(
          status: status,
          headers: [.contentType: type],
          url: request.url,
          body: ResponseBody(source: Chunks(chunks))
        )
      }
      let url = try #require(URL(string: "http://h/"))
      let response = try await SecretRedactingTransport(base: transport, secrets: secrets).send(HTTPRequest(url: url))
      return String(decoding: try await response.body.collect(upTo: 1_000), as: UTF8.self)
    }
    #expect(try await body(["a s3cret-key b"]) == "a ********** b")
    #expect(try await body("a s3cret-key b".map(String.init)) == "a ********** b")
    #expect(try await body(["s3cret", "-key"]) == "**********")
    #expect(try await body(["s3cret", "-ke"]) == "s3cret-ke")
    #expect(try await body([]) == "")
    #expect(try await body(["s3cret-key"], type: "image/png") == "s3cret-key")
    #expect(try await body(["s3cret-key"], status: .notFound, type: "image/png") == "**********")
    // A password or a wrong key can be a word in the data, but a failed response contains no data.
    #expect(try await body(["bitcoin ethereum"]) == "bitcoin ethereum")
    #expect(try await body(["bitcoin ethereum"], status: .badRequest) == "******* ********")
  }

  @Test("redacts overlapping secrets in responses completely, regardless of chunk boundaries")
  func dividedResponses() async throws {
    let secrets = secrets("s3cret", "s3cret-long")
    for chunks in [["a s3cret", "-long b"], "a s3cret-long b".map(String.init)] {
      let transport = StubTransport { request in
        HTTPResponse(status: .ok, headers: [:], url: request.url, body: ResponseBody(source: Chunks(chunks)))
      }
      let url = try #require(URL(string: "http://h/"))
      let response = try await SecretRedactingTransport(base: transport, secrets: secrets).send(HTTPRequest(url: url))
      let text = String(decoding: try await response.body.collect(upTo: 1_000), as: UTF8.self)
      #expect(text == "a *********** b", "\(chunks)")
    }
  }

  @Test(
    "redacts secrets in service addresses",
    arguments: [
      ("https://h/p", "https://h/p"), ("https://h/p?a=b&c&d=", "https://h/p?a=••••&••••&d=••••"),
      ("https://u:p@h/p#f", "https://••••@h/p"), ("u:p@h?x=1#f", "••••@h?x=••••"), ("https://h/@p", "https://h/@p"),
      ("https://h/#?a=b", "https://h/"), ("", ""),
    ]
  )
  func shownAddresses(address: String, expected: String) {
    #expect(ShownAddress(address).description == expected)
  }
}

private actor Chunks: ResponseBodySource {
  private var chunks: [String]

  init(_ chunks: [String]) { self.chunks = chunks }

  func nextChunk() async throws(NetworkError) -> Data? {
    chunks.isEmpty ? nil : Data(chunks.removeFirst().utf8)
  }
}
