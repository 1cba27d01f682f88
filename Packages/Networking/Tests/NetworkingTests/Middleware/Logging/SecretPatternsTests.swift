import Foundation
import Testing

@testable import Networking

@Suite("Secrets in text")
struct SecretPatternsTests {
  @Test(
    "redacts secrets wherever they occur in text",
    arguments: [
      ("Bearer abcdef123", "Bearer ***"), ("say bearer  abc.def-ghi_jkl~+/==, please", "say bearer  ***, please"),
      ("BASIC bWU6c2VjcmV0", "BASIC ***"), ("x=Bearer%20abcdef123&y=1", "x=Bearer%20***&y=1"),
      ("a eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln b", "a *** b"), ("\"eyJhbGciOiJIUzI1NiJ9.eyJz\"", "\"***\""),
      ("Token 0123456789 Token 0123456789", "Token *** Token ***"), ("Bearer", "Bearer"), ("Bearer ", "Bearer "),
      ("the bearer of news", "the bearer of news"), ("basic idea", "basic idea"),
      ("forbearer abcdefgh", "forbearer abcdefgh"),
      ("eyJhbGciOiJIUzI1NiJ9.eyJz", "***"), ("eyJ4567890.234567890", "***"),
      ("eyJ4567890.23456789", "eyJ4567890.23456789"),
      ("Bearer abcdef", "Bearer ***"), ("Bearer abcde", "Bearer abcde"), ("Token%20+abcdef", "Token%20+***"),
      ("eyJust a word", "eyJust a word"), ("", ""), ("Bearer%2", "Bearer%2"), ("é Bearer é", "é Bearer é"),
    ]
  )
  func redacts(text: String, expected: String) {
    #expect(SecretPatterns.redacted(text) == expected)
  }

  @Test("searches any text for secrets without crashing")
  func survivesAnything() {
    var random = SeededGenerator(seed: 9)
    let pieces = ["Bearer", "basic", " ", "%20", "%", "eyJ", "abcdefgh", ".", "é", "\u{0}", "=", "+"]
    for _ in 0..<LongTests.inputs {
      let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }.joined()
      #expect(!SecretPatterns.redacted("Bearer 0123456789 \(text)").contains("0123456789"))
    }
  }

  @Test(
    "redacts secrets by name in queries, forms and documents",
    arguments: [
      (#"{"access_token": "abc", "code": 7, "user": "me"}"#, #"{"access_token": "***", "code": 7, "user": "me"}"#),
      (#"{"code":"10002","Password":"a\"b"}"#, #"{"code":"10002","Password":"***"}"#),
      (#"{\"client_secret\":\"abc\",\"a\":1}"#, #"{\"client_secret\":\"***\",\"a\":1}"#),
      (#"{"apiKey":"cut off"#, #"{"apiKey":"***"#),
      (#"{"token": null, "secret": 5}"#, #"{"token": null, "secret": 5}"#),
      ("access_token=abc&scope=read&code=1", "access_token=***&scope=read&code=***"),
      ("user[password]=abc", "user[password]=***"), ("/x?user%5Bpassword%5D=abc", "/x?user%5Bpassword%5D=***"),
      ("/x?code=abc&state=1", "/x?code=***&state=1"), (#"token="a b", realm=x"#, #"token="***", realm=x"#),
      ("the code=7, invalid token: expired", "the code=7, invalid token: expired"),
      ("??token=a", "??token=***"), ("token", "token"), ("token=", "token="), ("\"token\":", "\"token\":"),
    ]
  )
  func redactsNamedSecrets(text: String, expected: String) {
    #expect(SecretRedactor().redacted(text) == expected)
  }

  @Test("redacts configured values of at least four characters", arguments: [("abcd", "x***y"), ("abc", "xabcy")])
  func redactsValues(value: String, expected: String) {
    #expect(SecretRedactor(values: [value]).redacted("x\(value)y") == expected)
  }

  @Test(
    "finds secrets in linear time",
    arguments: [
      "?", "&", "eyJ-", "eyJ.", "?a", "bearer ", "token+", "\"token\"", "\"token\":\"", "=", "%", "\\\"", "basic%20",
      "a=",
    ]
  )
  func isLinear(piece: String) {
    let isLinear = takesLinearTime { count in
      let text = String(repeating: piece, count: count)
      let redactor = SecretRedactor(values: ["another secret"])
      return { _ = redactor.redacted(text) }
    }
    #expect(isLinear)
  }

  @Test("redacts any text without crashing, and finds no secrets when redacting it again")
  func survivesMutations() {
    var random = SeededGenerator(seed: 10)
    let pieces = [
      "\"token\"", ":", "=", "?", "&", "\"", "\\", "\\\"", " ", "token", "password=", "é", "\u{0}", "%20", "[", "]",
      "{",
    ]
    for _ in 0..<LongTests.inputs {
      func noise() -> String {
        (0..<Int.random(in: 0...6, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      }
      let text = "\(noise()) ?token=TOPSECRET \(noise())"
      let redacted = SecretRedactor().redacted(text)
      #expect(!redacted.contains("TOPSECRET"), "\(text)")
    }
  }
}
