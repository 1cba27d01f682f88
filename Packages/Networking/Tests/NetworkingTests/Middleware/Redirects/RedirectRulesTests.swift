import Foundation
import Testing

@testable import Networking

@Suite("Redirect rules")
struct RedirectRulesTests {
  private func target(_ location: String, from base: String = "http://a/b/c/d;p?q") throws(NetworkError) -> String {
    try RedirectRules.target(of: location, from: .test(base), allowsDowngrade: false).absoluteString
  }

  @Test(
    "resolves a URL reference according to RFC 3986, section 5.4",
    arguments: [
      ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
      ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
      ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
      (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
      (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
      ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
      ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
      ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."),
      ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"),
      ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
      ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
      ("g#s/./x", "http://a/b/c/g#s/./x"), ("http://x/../y", "http://x/y"), ("https://x:8443/p", "https://x:8443/p"),
      ("HTTP://X/p", "HTTP://X/p"), ("http://[::1]:80/x", "http://[::1]:80/x"),
    ]
  )
  func resolves(reference: String, expected: String) throws {
    #expect(try target(reference) == expected)
  }

  @Test(
    "escapes characters that are invalid in URLs, and never escapes them twice",
    arguments: [
      ("/a b", "http://a/a%20b"), ("/a b%20c", "http://a/a%20b%20c"), ("/é?ü", "http://a/%C3%A9?%C3%BC"),
      ("/[x]", "http://a/%5Bx%5D"), ("/100%", "http://a/100%25"), ("/%zz%41", "http://a/%25zz%41"),
      ("/a|b\\c", "http://a/a%7Cb%5Cc"), ("/a#b#c", "http://a/a#b%23c"),
      ("/\"<>^`{}", "http://a/%22%3C%3E%5E%60%7B%7D"),
    ]
  )
  func escapes(reference: String, expected: String) throws {
    #expect(try target(reference) == expected)
  }

  @Test(
    "converts an internationalized host name to ASCII",
    arguments: [
      ("http://bücher.example/ü?ü", "http://xn--bcher-kva.example/%C3%BC?%C3%BC"),
      ("//бд.рф:8080/x", "http://xn--90ag.xn--p1ai:8080/x"),
      ("http://b%C3%BCcher.example/", "http://xn--bcher-kva.example/"),
      ("http://faß.example/", "http://xn--fa-hia.example/"),
      ("http://xn--bcher-kva.example/", "http://xn--bcher-kva.example/"),
    ]
  )
  func translatesHosts(reference: String, expected: String) throws {
    #expect(try target(reference) == expected)
  }

  @Test(
    "rejects a malformed redirect host",
    arguments: [
      "http://ä..b/", "http://a%00b/", "http://a%2Fb/", "http://a%20b/", "http://a\u{202E}ä/", "http://%FF/",
      "http://[ü]/",
      "http://a%40b/", "http://\u{1B}ä/",
    ]
  )
  func refusesHosts(reference: String) {
    let error = #expect(throws: NetworkError.self) { try target(reference) }
    guard case .refusedRedirect = error else {
      Issue.record("expected a refusal, got \(String(describing: error))")
      return
    }
    #expect(error?.message.unicodeScalars.contains { $0.value < 0x20 } == false)
  }

  @Test("keeps the requested fragment unless the service sets another fragment")
  func inheritsFragments() throws {
    #expect(try target("/x", from: "http://a/#part") == "http://a/x#part")
    #expect(try target("/x#own", from: "http://a/#part") == "http://a/x#own")
  }

  @Test(
    "rejects a forbidden redirect target without showing secrets",
    arguments: [
      ("", "''", "it is empty"),
      ("mailto:a@b", "mailto:a@b", "only http and https are followed"),
      ("file:///etc/passwd", "file:///etc/passwd", "only http and https are followed"),
      ("data:text/plain,x", "data:text/plain,x", "only http and https are followed"),
      ("ftp://user:secret@host/", "ftp://***@host/", "only http and https are followed"),
      ("http:///path", nil, "it has no host"),
      ("http:g", nil, "it has no host"),
      ("http://user:secret@host/?token=abc", "http://***@host/?token=***", "it contains credentials"),
      ("http://host:0/", "http://host:0/", "its port is not between 1 and 65535"),
      ("http://host:99999/", "http://host:99999/", "its port is not between 1 and 65535"),
    ] as [(String, String?, String)]
  )
  func refuses(reference: String, shown: String?, reason: String) {
    let error = #expect(throws: NetworkError.self) { try target(reference) }
    guard case .refusedRedirect(let text, let why) = error else {
      Issue.record("expected a refusal, got \(String(describing: error))")
      return
    }
    #expect(why == reason)
    if let shown { #expect(text.replacingOccurrences(of: "%2A", with: "*") == shown) }
    #expect(!text.contains("secret"))
  }

  @Test("redirects from https to http only if permitted")
  func refusesDowngrades() throws {
    let base = URL.test("https://a/")
    #expect(throws: NetworkError.self) {
      try RedirectRules.target(of: "http://a/", from: base, allowsDowngrade: false)
    }
    #expect(try RedirectRules.target(of: "http://a/", from: base, allowsDowngrade: true).scheme == "http")
    #expect(try RedirectRules.target(of: "//a/x", from: base, allowsDowngrade: false).scheme == "https")
    #expect(try target("https://a/") == "https://a/")
  }

  @Test(
    "keeps the request method or changes it to GET according to RFC 9110, section 15.4",
    arguments: [
      (301, "POST", "GET"), (302, "POST", "GET"), (301, "PUT", "PUT"), (302, "DELETE", "DELETE"), (301, "HEAD", "HEAD"),
      (303, "POST", "GET"), (303, "PUT", "GET"), (303, "HEAD", "HEAD"), (303, "GET", "GET"), (307, "POST", "POST"),
      (308, "PATCH", "PATCH"), (307, "GET", "GET"),
    ]
  )
  func rewritesMethods(status: Int, method: String, expected: String) throws {
    let result = RedirectRules.method(
      after: try #require(HTTPMethod(method)),
      status: try #require(HTTPStatus(code: status))
    )
    #expect(result.rawValue == expected)
  }

  @Test("resolves any Location to a usable URL or reports an error")
  func survivesAnything() throws {
    var random = SeededGenerator(seed: 20)
    let pieces = [
      "http", "https", ":", "//", "/", "..", ".", "?", "#", "%", "%4", "%41", "@", "[", "]", "::1", "host", ":80", " ",
      "\t", "é", "\u{1F600}", "\\", "|", "a", "b=c", "&", ";", "mailto:", "file:///", "\u{7F}", "-1", "99999999999",
    ]
    for _ in 0..<LongTests.inputs {
      let location = (0..<Int.random(in: 0...9, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }.joined()
      do {
        let url = try RedirectRules.target(of: location, from: .test("http://a/b/c?q"), allowsDowngrade: false)
        try HTTPRequest(url: url).validate()
        #expect(url.absoluteString.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
      } catch NetworkError.refusedRedirect {
        continue
      } catch {
        Issue.record("'\(location)' led to \(error)")
      }
    }
  }
}
