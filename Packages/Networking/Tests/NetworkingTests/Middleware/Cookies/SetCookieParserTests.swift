import Foundation
import Testing

@testable import Networking

@Suite("Set-Cookie parser")
struct SetCookieParserTests {
  private let now = Date(timeIntervalSince1970: 1_700_000_000)

  private func cookie(_ text: String, from url: String = "https://www.example.com/a/b") -> Cookie? {
    SetCookieParser.cookie(from: text, url: .test(url), now: now)
  }

  @Test(
    "parses a cookie's name and value according to RFC 6265bis, section 5.6",
    arguments: [
      ("a=b", "a", "b"), (" a = b ; Secure", "a", "b"), ("a=b=c", "a", "b=c"), ("a=", "a", ""), ("=b", "", "b"),
      ("b", "", "b"), ("a=\"b\"", "a", "\"b\""), ("a=b;;; ;=", "a", "b"), ("a=b, c=d", "a", "b, c=d"),
    ]
  )
  func readsPairs(text: String, name: String, value: String) throws {
    let cookie = try #require(self.cookie(text))
    #expect(cookie.name == name)
    #expect(cookie.value == value)
    #expect(cookie.domain == "www.example.com")
    #expect(cookie.isHostOnly)
    #expect(cookie.path == "/a")
  }

  @Test("rejects malformed cookies", arguments: ["", ";", "=", " ; a=b", "a=b\u{1}", "a\u{7F}=b"])
  func refusesMalformed(text: String) { #expect(cookie(text) == nil) }

  @Test("limits the sizes of cookie names, values and attributes")
  func limitsSizes() {
    #expect(cookie("a=" + String(repeating: "x", count: 4095)) != nil)
    #expect(cookie("a=" + String(repeating: "x", count: 4096)) == nil)
    #expect(cookie("a=b; Path=/" + String(repeating: "x", count: 2000))?.path == "/a")
  }

  @Test(
    "requires that a cookie's domain contains the host and has several labels",
    arguments: [
      ("https://www.example.com/", "example.com", "example.com", false),
      ("https://www.example.com/", ".EXAMPLE.com", "example.com", false),
      ("https://www.example.com/", "www.example.com", "www.example.com", false),
      ("https://www.example.com/", "", "www.example.com", true), ("https://www.example.com/", "com", nil, false),
      ("https://www.example.com/", ".com", nil, false), ("https://www.example.com/", "other.com", nil, false),
      ("https://www.example.com/", "a.www.example.com", nil, false),
      ("https://www.example.com/", "xample.com", nil, false),
      ("https://www.example.com/", "example.com.", nil, false), ("http://localhost/", "localhost", "localhost", true),
      ("http://127.0.0.1/", "127.0.0.1", "127.0.0.1", true), ("http://127.0.0.1/", "0.0.1", nil, false),
      ("http://[::1]/", "[::1]", nil, false),
    ] as [(String, String, String?, Bool)]
  )
  func checksDomains(url: String, domain: String, expected: String?, isHostOnly: Bool) {
    let cookie = self.cookie("a=b; Domain=\(domain)", from: url)
    #expect(cookie?.domain == expected)
    if let cookie { #expect(cookie.isHostOnly == isHostOnly) }
  }

  @Test(
    "prefers Max-Age to Expires, and limits the lifetime to 400 days",
    arguments: [
      ("a=b", nil), ("a=b; Max-Age=60", 60), ("a=b; Max-Age=0", -.infinity), ("a=b; max-age=-5", -.infinity),
      ("a=b; Max-Age=x", nil), ("a=b; Expires=Tue, 14 Nov 2023 22:14:20 GMT", 60),
      ("a=b; Expires=Tue, 14-Nov-23 22:14:20 GMT", 60), ("a=b; expires=22:14:20 14 nov 2023", 60),
      ("a=b; Expires=soon", nil), ("a=b; Expires=Tue, 14 Nov 2023 22:14:20 GMT; Max-Age=5", 5),
      ("a=b; Max-Age=99999999999999999999", 400 * 86_400), ("a=b; Expires=Fri, 31 Dec 9999 23:59:59 GMT", 400 * 86_400),
      ("a=b; Expires=Thu, 01 Jan 1970 00:00:00 GMT", -1_700_000_000),
      ("a=b; Expires=Tue, 31 Feb 2023 00:00:00 GMT", nil),
    ] as [(String, TimeInterval?)]
  )
  func readsExpiry(text: String, offset: TimeInterval?) throws {
    let expiry = try #require(self.cookie(text)).expiry
    guard let offset else {
      #expect(expiry == nil)
      return
    }
    #expect(expiry == (offset.isFinite ? now.addingTimeInterval(offset) : .distantPast))
  }

  @Test(
    "rejects Secure cookies from unencrypted responses, and cookies that violate the rules for their name prefixes",
    arguments: [
      ("https://h.org/", "a=b; Secure", true), ("http://h.org/", "a=b; Secure", false),
      ("http://localhost/", "a=b; Secure", true), ("https://h.org/", "__Secure-a=b; Secure", true),
      ("https://h.org/", "__Secure-a=b", false), ("https://h.org/", "__Host-a=b; Secure; Path=/", true),
      ("https://h.org/", "__Host-a=b; Secure", false), ("https://h.org/", "__Host-a=b; Secure; Path", false),
      ("https://h.org/", "__host-a=b; Secure; Path=/x", false), ("https://h.org/", "__Host-a=b; Path=/", false),
      ("https://h.org/", "__Host-a=b; Secure; Path=/; Domain=h.org", false),
      ("https://h.org/", "=__Host-a=b; Secure; Path=/", false), ("https://h.org/", "__Secure-a; Secure", false),
    ]
  )
  func keepsPromises(url: String, text: String, isSet: Bool) {
    #expect((cookie(text, from: url) != nil) == isSet)
  }

  @Test("never crashes on any Set-Cookie value")
  func survivesAnything() {
    var random = SeededGenerator(seed: 12)
    let pieces = [
      "a", "=", ";", " ", "Expires", "Max-Age", "Domain", "Path", "Secure", "HttpOnly", "example.com", "/", ".", "é",
      "\u{0}", "\"", "1", "99999999999", "-", ":", "Nov", "__Host-", "SameSite=None", ",",
    ]
    for _ in 0..<LongTests.inputs {
      let text = (0..<Int.random(in: 0...14, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }.joined()
      guard let cookie = self.cookie(text) else { continue }
      #expect(cookie.path.hasPrefix("/"))
      #expect("www.example.com".hasSuffix(cookie.domain))
    }
  }
}
