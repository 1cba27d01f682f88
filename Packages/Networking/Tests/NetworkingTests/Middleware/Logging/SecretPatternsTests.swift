import Foundation
import Testing

@testable import Networking

@Suite("What looks like a secret")
struct SecretPatternsTests {
  @Test(
    "is masked wherever it is",
    arguments: [
      ("Bearer abcdef123", "Bearer ***"), ("say bearer  abc.def-ghi_jkl~+/==, please", "say bearer  ***, please"),
      ("BASIC bWU6c2VjcmV0", "BASIC ***"), ("x=Bearer%20abcdef123&y=1", "x=Bearer%20***&y=1"),
      ("a eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln b", "a *** b"), ("\"eyJhbGciOiJIUzI1NiJ9.eyJz\"", "\"***\""),
      ("Token 0123456789 Token 0123456789", "Token *** Token ***"), ("Bearer", "Bearer"), ("Bearer ", "Bearer "),
      ("the bearer of news", "the bearer of news"), ("basic idea", "basic idea"),
      ("forbearer abcdefgh", "forbearer abcdefgh"),
      ("eyJust a word", "eyJust a word"), ("", ""), ("Bearer%2", "Bearer%2"), ("é Bearer é", "é Bearer é"),
    ]
  )
  func masks(text: String, expected: String) {
    #expect(SecretPatterns.masked(text) == expected)
  }

  @Test("is found in whatever comes, without harm")
  func survivesAnything() {
    var random = SeededGenerator(seed: 9)
    let pieces = ["Bearer", "basic", " ", "%20", "%", "eyJ", "abcdefgh", ".", "é", "\u{0}", "=", "+"]
    for _ in 0..<FuzzInputs.count {
      let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }.joined()
      #expect(!SecretPatterns.masked("Bearer 0123456789 \(text)").contains("0123456789"))
    }
  }
}
