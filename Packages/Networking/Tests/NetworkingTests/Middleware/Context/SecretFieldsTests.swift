import Foundation
import Networking
import NetworkingTesting
import Testing

@Suite("Secret header fields")
struct SecretFieldsTests {
  @Test(
    "recognizes secret fields by their names",
    arguments: [
      ("Authorization", true), ("DPoP", true), ("dpop", true), ("Ocp-Apim-Subscription-Key", true), ("X-Api-Key", true),
      ("X-RapidAPI-Key", true), ("x_functions_key", true), ("Key", true), ("X-Vault-Token", true),
      ("X-Client-Secret", true), ("Cookie", true), ("X-Amz-Security-Token", true), ("Idempotency-Key", false),
      ("idempotency-key", false), ("Surrogate-Key", false), ("X-Keyboard", false), ("Monkey", false), ("ETag", false),
      ("Content-Type", false),
    ]
  )
  func recognizesNames(name: String, isSecret: Bool) throws {
    let name = try #require(HTTPField.Name(name))
    #expect(SecretFields().contain(name) == isSecret)
    #expect(SecretRedactor().redacted([name: "value"])[name] == (isSecret ? "***" : "value"))
  }

  @Test(
    "doesn't send secret fields to another origin after a redirect",
    arguments: [
      "DPoP", "Ocp-Apim-Subscription-Key", "X-Functions-Key", "X-Client-Secret",
    ]
  )
  func staysOnItsOrigin(name: String) async throws {
    let name = try #require(HTTPField.Name(name))
    let service = StubTransport { request in
      request.url.host() == "one" ? .status(307, ["Location": "http://two/"], url: request.url) : .status(200)
    }
    let chain = service.wrapped(in: [RedirectFollower()])
    _ = try await chain.send(.get("http://one/", headers: [name: "abcdefgh", "Idempotency-Key": "1"]))
    #expect(service.requests.map { $0.headers[name] } == ["abcdefgh", nil])
    #expect(service.requests.map { $0.headers["Idempotency-Key"] } == ["1", "1"])
  }

  @Test("doesn't treat the configured exceptions as secret fields")
  func hasExceptions() {
    var fields = SecretFields(names: ["X-Own"])
    fields.exceptions.formUnion(["X-Sort-Key", "X-Own", "X-Token-Count"])
    #expect(!fields.contain("X-Sort-Key"))
    #expect(!fields.contain("X-Token-Count"))
    #expect(fields.contain("X-Own"))
  }
}
