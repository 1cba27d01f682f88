import Foundation
import Testing

@testable import Networking

@Suite("Public suffixes")
struct PublicSuffixesTests {
  private static let list = """
    // A comment
    com
    jp
    kobe.jp
    *.kawasaki.jp
    !city.kawasaki.jp
    uk
    co.uk  and text after white space
    *.ck
    !www.ck
    公司.cn
    // ===BEGIN PRIVATE DOMAINS===
    github.io
    .leading
    a..b
    *
    !
    *.
    !*.x
    """

  @Test(
    "recognizes public suffixes by the rules in a list, including wildcards and exceptions",
    arguments: [
      ("com", true), ("unknown", true), ("example.com", false), ("kobe.jp", true), ("www.kobe.jp", false),
      ("kawasaki.jp", false), ("a.kawasaki.jp", true), ("b.a.kawasaki.jp", false), ("city.kawasaki.jp", false),
      ("co.uk", true), ("example.co.uk", false), ("a.ck", true), ("www.ck", false), ("github.io", true),
      ("me.github.io", false), ("xn--55qx5d.cn", true), ("a.xn--55qx5d.cn", false),
      // Common forms such as "com.au" are recognized only if the list is missing.
      ("com.au", false),
    ]
  )
  func followsLists(domain: String, isSuffix: Bool) {
    #expect(PublicSuffixes(list: Data(Self.list.utf8)).contains(domain) == isSuffix)
  }

  @Test(
    "treats single labels and common two-label forms as public suffixes if the list is missing",
    arguments: [
      ("com", true), ("co.uk", true), ("com.au", true), ("ac.jp", true), ("gov.br", true), ("example.uk", false),
      ("co.com", false), ("a.co.uk", false), ("go.com", false), ("bbc.co", false), ("", true),
    ]
  )
  func hasUsualForms(domain: String, isSuffix: Bool) {
    #expect(PublicSuffixes(list: Data()).contains(domain) == isSuffix)
  }

  @Test("parses any list of public suffixes without crashing")
  func survivesAnything() {
    var random = SeededGenerator(seed: 3)
    let pieces = ["com", ".", "*", "!", "\n", " ", "é", "//", "\u{0}", "..", "uk", "\r\n", "%", "公"]
    for _ in 0..<LongTests.inputs / 10 {
      let text = (0..<Int.random(in: 0...30, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      #expect(!PublicSuffixes(list: Data(text.utf8)).contains("host.some.example"))
    }
  }

  @Test("rejects cookies for a public suffix, except from the host with that name")
  func limitCookies() throws {
    let suffixes = PublicSuffixes(list: Data(Self.list.utf8))
    func cookie(_ domain: String, from host: String) -> Cookie? {
      SetCookieParser.cookie(
        from: "a=1; Domain=\(domain)",
        url: .test("https://\(host)/"),
        now: Date(timeIntervalSince1970: 0),
        suffixes: suffixes
      )
    }
    #expect(cookie("co.uk", from: "shop.co.uk") == nil)
    #expect(cookie("github.io", from: "me.github.io") == nil)
    #expect(cookie("me.github.io", from: "www.me.github.io")?.isHostOnly == false)
    #expect(cookie("github.io", from: "github.io")?.isHostOnly == true)
    #expect(cookie("shop.co.uk", from: "www.shop.co.uk")?.domain == "shop.co.uk")
  }
}
