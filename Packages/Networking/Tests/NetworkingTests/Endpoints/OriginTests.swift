import Foundation
import Networking
import Testing

@Suite("An origin")
struct OriginTests {
  @Test(
    "is the scheme, host and port",
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

  @Test("is missing where there is no web host", arguments: ["mailto:a@b", "/path", "file:///x", "ftp://host/"])
  func isMissing(text: String) {
    #expect(Origin(.test(text)) == nil)
  }

  @Test(
    "knows the names of this machine",
    arguments: [
      ("localhost", true), ("LOCALHOST", true), ("a.localhost", true), ("127.0.0.1", true), ("127.255.0.3", true),
      ("[::1]", true), ("127.0.0.256", false), ("127.0.0", false), ("128.0.0.1", false), ("localhost.example", false),
      ("127.0.0.1.example", false), ("notlocalhost", false),
    ]
  )
  func knowsLoopback(host: String, expected: Bool) throws {
    #expect(try #require(Origin(.test("http://\(host)/"))).isLoopback == expected)
  }
}
