import Foundation
import Networking
import Testing

@Suite("URL origins")
struct OriginTests {
  @Test(
    "parses a URL's scheme, host and port",
    arguments: [
      ("http://Host", "http", "host", 80, "http://host"),
      ("https://host:443/x", "https", "host", 443, "https://host"),
      ("http://host:8080/x?y", "http", "host", 8080, "http://host:8080"),
      ("http://[::1]:8000/", "http", "::1", 8000, "http://[::1]:8000"),
    ]
  )
  func parses(text: String, scheme: String, host: String, port: Int, description: String) throws {
    let origin = try #require(Origin(.test(text)))
    #expect(origin.scheme == scheme)
    #expect(origin.host == host)
    #expect(origin.port == port)
    #expect(origin.description == description)
  }

  @Test("returns nil for URLs without a web host", arguments: ["mailto:a@b", "/path", "file:///x", "ftp://host/"])
  func isMissing(text: String) {
    #expect(Origin(.test(text)) == nil)
  }

  @Test(
    "recognizes the names of the loopback interface",
    arguments: [
      ("localhost", true), ("LOCALHOST", true), ("a.localhost", true), ("127.0.0.1", true), ("127.255.0.3", true),
      ("[::1]", true), ("127.0.0.256", false), ("127.0.0", true), ("128.0.0.1", false), ("localhost.example", false),
      ("127.0.0.1.example", false), ("notlocalhost", false),
    ]
  )
  func knowsLoopback(host: String, expected: Bool) throws {
    #expect(try #require(Origin(.test("http://\(host)/"))).isLoopback == expected)
  }

  @Test(
    "uses the same form for all spellings of a host",
    arguments: [
      ("localhost.", "localhost"), ("LocalHost..", "localhost"), ("a.EXAMPLE.com.", "a.example.com"),
      ("127.1", "127.0.0.1"), ("0x7f.0.0.1", "127.0.0.1"), ("2130706433", "127.0.0.1"), ("0177.0.0.1", "127.0.0.1"),
      ("127.0.0.1.", "127.0.0.1"), ("[0:0::1]", "::1"), ("[::FFFF:127.0.0.1]", "::ffff:127.0.0.1"),
      ("bücher.example", "xn--bcher-kva.example"), ("b%C3%BCcher.example", "xn--bcher-kva.example"),
      ("loc%61lhost", "localhost"), ("1.2.3.4.5", "1.2.3.4.5"), ("256.0.0.1", "256.0.0.1"), ("a.1b", "a.1b"),
      (".", "."),
    ]
  )
  func normalizesHosts(text: String, expected: String) throws {
    #expect(try #require(Origin(.test("http://\(text)/"))).host == expected)
  }

  @Test(
    "recognizes loopback addresses in every notation",
    arguments: ["localhost.", "127.1", "2130706433", "0x7f.1", "[0:0:0::1]", "[::ffff:127.0.0.1]", "a.localhost."]
  )
  func recognizesLoopback(host: String) throws {
    #expect(try #require(Origin(.test("http://\(host)/"))).isLoopback)
  }
}
