import Foundation
import Testing

@testable import Networking

@Suite("The proxy of a request")
struct ProxySettingsTests {
  @Test(
    "is what the environment says, and never one for this machine",
    arguments: [
      (["http_proxy": "http://p:1"], "http://host/", "http://p:1"),
      (["http_proxy": "http://p:1"], "https://host/", nil),
      (["HTTP_PROXY": "http://p:1"], "http://host/", nil),
      (["HTTPS_PROXY": "http://p:1"], "https://host/", "http://p:1"),
      (["https_proxy": "http://a:1", "HTTPS_PROXY": "http://b:1"], "https://host/", "http://a:1"),
      (["all_proxy": "socks5h://p:1"], "http://host/", "socks5h://p:1"),
      (["ALL_PROXY": "http://p:1", "http_proxy": ""], "http://host/", "http://p:1"),
      ([:], "http://host/", nil),
      (["all_proxy": "http://p:1"], "http://localhost/", nil),
      (["all_proxy": "http://p:1"], "http://a.localhost:80/", nil),
      (["all_proxy": "http://p:1"], "http://127.0.0.1/", nil),
      (["all_proxy": "http://p:1"], "http://127.255.3.4/", nil),
      (["all_proxy": "http://p:1"], "http://[::1]:8000/", nil),
      (["all_proxy": "http://p:1"], "http://128.0.0.1/", "http://p:1"),
      (["all_proxy": "http://p:1", "no_proxy": "*"], "http://host/", nil),
      (["all_proxy": "http://p:1", "no_proxy": "example.com"], "http://example.com/", nil),
      (["all_proxy": "http://p:1", "no_proxy": "example.com"], "http://a.example.com/", nil),
      (["all_proxy": "http://p:1", "no_proxy": ".example.com"], "http://example.com/", nil),
      (["all_proxy": "http://p:1", "no_proxy": "*.example.com"], "http://a.example.com/", nil),
      (["all_proxy": "http://p:1", "no_proxy": "example.com"], "http://notexample.com/", "http://p:1"),
      (["all_proxy": "http://p:1", "no_proxy": "a, b.c"], "http://B.C/", nil),
      (["all_proxy": "http://p:1", "NO_PROXY": "host"], "http://host/", nil),
      (["all_proxy": "http://p:1", "no_proxy": "10.0.0.0/8"], "http://10.1.2.3/", nil),
      (["all_proxy": "http://p:1", "no_proxy": "10.0.0.0/8"], "http://11.1.2.3/", "http://p:1"),
      (["all_proxy": "http://p:1", "no_proxy": "192.168.1.1"], "http://192.168.1.1/", nil),
      (["all_proxy": "http://p:1", "no_proxy": "192.168.1.1"], "http://192.168.1.10/", "http://p:1"),
      (["all_proxy": "http://p:1", "no_proxy": "fd00::/8"], "http://[fd12::1]/", nil),
      (["all_proxy": "http://p:1", "no_proxy": "[fd00::1]"], "http://[fd00::1]/", nil),
      (["all_proxy": "http://p:1", "no_proxy": ",, ,"], "http://host/", "http://p:1"),
    ] as [([String: String], String, String?)]
  )
  func choosesProxies(environment: [String: String], url: String, expected: String?) throws {
    let origin = try #require(Origin(.test(url)))
    #expect(ProxySettings(environment: environment).proxy(for: origin) == expected)
  }
}
