import Foundation
import Networking
import Testing

@Suite("Redacted URLs")
struct RedactedURLTests {
  @Test(
    "shows everything in a URL except secrets",
    arguments: [
      ("http://host/a?b=1", "http://host/a?b=1"),
      ("http://user:secret@host/", "http://***@host/"),
      ("http://host/?api_key=secret&page=2", "http://host/?api_key=***&page=2"),
      ("http://host/?API-KEY=secret", "http://host/?API-KEY=***"),
      ("http://host/?x_cg_demo_api_key=secret", "http://host/?x_cg_demo_api_key=***"),
      ("http://host/?%61pi_key=secret", "http://host/?%61pi_key=***"),
      ("http://host/?%54oken=secret", "http://host/?%54oken=***"),
      ("http://host/?api%2Dkey=secret", "http://host/?api%2Dkey=***"),
      ("http://host/?token=secret=secret&token&x", "http://host/?token=***&token&x"),
      ("http://host/?accessToken=secret&nextPage=2", "http://host/?accessToken=***&nextPage=2"),
      ("http://host/?X-Amz-Signature=secret&Expires=9", "http://host/?X-Amz-Signature=***&Expires=9"),
      ("http://host/?private_token=secret&PASSWORD=secret", "http://host/?private_token=***&PASSWORD=***"),
      ("http://host/?user.password=secret&JWT=secret", "http://host/?user.password=***&JWT=***"),
      ("http://host/?sort_key=name&country_code=de&monkey=1", "http://host/?sort_key=name&country_code=de&monkey=1"),
      ("http://host/#access_token=secret", "http://host/"),
    ]
  )
  func redacts(text: String, expected: String) {
    #expect(RedactedURL(.test(text)).description == expected)
  }

  @Test("shortens URLs of more than 500 characters", arguments: [(500, 500), (501, 501), (900, 501)])
  func shortens(length: Int, shown: Int) {
    let start = "http://host/"
    let text = start + String(repeating: "a", count: length - start.count)
    let description = RedactedURL(.test(text)).description
    #expect(description.count == shown)
    #expect(description == (length > 500 ? text.prefix(500) + "…" : text))
  }

  @Test(
    "recognizes custom secret names case-insensitively",
    arguments: ["mykey", "myKey", "MYKEY", "my%4Bey"]
  )
  func knowsOwnNames(name: String) {
    let redactor = SecretRedactor(queryNames: ["mykey"])
    #expect(redactor.isSecret(name))
    #expect(redactor.redacted("see /x?\(name)=secret") == "see /x?\(name)=***")
    #expect(!redactor.isSecret("key"))
    #expect(!redactor.isSecret("token"))
  }
}
