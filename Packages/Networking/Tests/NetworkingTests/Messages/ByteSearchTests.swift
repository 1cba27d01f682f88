import Testing

@testable import Networking

@Suite("Byte search")
struct ByteSearchTests {
  @Test(
    "replaces every occurrence of a text",
    arguments: [
      ("a-b-c", "-", "+", "a+b+c"),
      ("aaa", "aa", "b", "ba"),
      ("none", "x", "y", "none"),
      ("", "x", "y", ""),
      ("text", "", "y", "text"),
      // A combining accent after the secret would hide it from a search by characters.
      ("=s3cret\u{301}", "s3cret", "***", "=***\u{301}"),
      ("naïve", "ï", "i", "naive"),
    ]
  ) func replacement(text: String, target: String, replacement: String, result: String) {
    #expect(text.replacing(bytes: target, with: replacement) == result)
  }

  @Test("finds only the first occurrence") func range() {
    let text = "a::/b://c://"
    #expect(text.firstRange(ofBytes: "://").map { text[$0.upperBound...] } == "c://")
  }
}
