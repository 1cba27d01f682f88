import Foundation
import Testing

@testable import Networking

@Suite("Proxy settings")
struct ProxySettingsTests {
  @Test(
    "uses the proxy from the environment, but never for requests to this machine",
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
      (["all_proxy": "http://p:1", "no_proxy": "host:8080"], "http://host:8080/", nil),
      (["all_proxy": "http://p:1", "no_proxy": "host:8080"], "http://a.host:8080/", nil),
      (["all_proxy": "http://p:1", "no_proxy": "host:8080"], "http://host/", "http://p:1"),
      (["all_proxy": "http://p:1", "no_proxy": "host:443"], "https://host/", nil),
      (["all_proxy": "http://p:1", "no_proxy": "Example.com."], "http://a.example.com/", nil),
      (["all_proxy": "http://p:1", "no_proxy": ".example.com."], "http://example.com./", nil),
      (["all_proxy": "http://p:1", "no_proxy": "example.com"], "http://EXAMPLE.com./", nil),
      (["all_proxy": "http://p:1", "no_proxy": "10.0.0.1:80"], "http://10.0.0.1/", nil),
      (["all_proxy": "http://p:1", "no_proxy": "10.0.0.1:80"], "http://10.0.0.1:81/", "http://p:1"),
      (["all_proxy": "http://p:1", "no_proxy": "10.0.0.1"], "http://10.1/", nil),
      (["all_proxy": "http://p:1", "no_proxy": "[fd00::1]:80"], "http://[fd00:0::1]/", nil),
      (["all_proxy": "http://p:1", "no_proxy": "[fd00::1]:80"], "http://[fd00::1]:81/", "http://p:1"),
      (["all_proxy": "http://p:1", "no_proxy": "fd00::1"], "http://[fd00::1]:81/", nil),
      (["all_proxy": "http://p:1", "no_proxy": "0.0.0.0/0"], "http://9.9.9.9/", nil),
      (["all_proxy": "http://p:1", "no_proxy": "10.0.0.0/-5"], "http://9.9.9.9/", "http://p:1"),
      (["all_proxy": "http://p:1", "no_proxy": "10.0.0.0/x,10.0.0.0/33"], "http://10.0.0.0/", "http://p:1"),
      (["all_proxy": "http://p:1", "no_proxy": "host:,host:0,host:99999,host:x"], "http://host/", "http://p:1"),
      (["all_proxy": "http://p:1", "no_proxy": "[,[],:,/,.,*.,]:80,[::1"], "http://host/", "http://p:1"),
      (["all_proxy": "http://p:1", "no_proxy": "a\thost"], "http://host/", nil),
      (["all_proxy": "http://p:1"], "http://localhost.:80/", nil),
      (["all_proxy": "http://p:1", "no_proxy": ",, ,"], "http://host/", "http://p:1"),
    ] as [([String: String], String, String?)]
  )
  func choosesProxies(environment: [String: String], url: String, expected: String?) throws {
    let origin = try #require(Origin(.test(url)))
    #expect(ProxySettings.environment(environment).proxy(for: origin) == expected)
  }

  @Test("selects a proxy without crashing, whatever no_proxy contains")
  func survivesAnything() throws {
    var random = SeededGenerator(seed: 11)
    let pieces = ["host", ".", ":", "[", "]", "/", "*", "8", "10.0.0.1", "::1", ",", " ", "é", "-", "%"]
    let origin = try #require(Origin(.test("http://far.example/")))
    for _ in 0..<LongTests.inputs {
      let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      let settings = ProxySettings.environment(["http_proxy": "http://p:1", "no_proxy": text])
      // Only a single asterisk, or a network that contains all addresses, matches this host.
      let isEverything = text.split { $0 == "," || $0 == " " }.contains("*")
      #expect((settings.proxy(for: origin) == nil) == isEverything, "\(text)")
    }
  }

  @Test(
    "accepts a configured proxy with credentials and exceptions",
    arguments: [
      ("http://p:1", nil, nil, [], "http://host/", "http://p:1"),
      ("https://p:1", nil, nil, [], "https://host/", "https://p:1"),
      ("socks5h://p:1", "me", "a:b@c/d%", [], "http://host/", "socks5h://me:a%3Ab%40c%2Fd%25@p:1"),
      ("socks5://p:1", "m é", nil, [], "http://host/", "socks5://m%20%C3%A9:@p:1"),
      ("http://p:1", nil, nil, ["host"], "http://a.host/", nil),
      ("http://p:1", nil, nil, ["10.0.0.0/8", "other:80"], "http://10.1.1.1/", nil),
      ("http://p:1", nil, nil, ["host:80"], "http://host:81/", "http://p:1"),
      ("http://p:1", nil, nil, ["*"], "http://host/", nil),
      ("http://p:1", nil, nil, ["", "[", "/"], "http://host/", "http://p:1"),
      ("http://p:1", nil, nil, [], "http://127.0.0.1/", nil),
    ] as [(String, String?, String?, [String], String, String?)]
  )
  func choosesOwnProxy(
    proxy: String,
    user: String?,
    password: String?,
    exceptions: [String],
    url: String,
    expected: String?
  ) throws {
    let settings = ProxySettings.proxy(.test(proxy), user: user, password: password, except: exceptions)
    #expect(settings.proxy(for: try #require(Origin(.test(url)))) == expected)
  }

  @Test("uses no proxy if proxies are turned off, and redacts the password in descriptions")
  func hidesPasswords() throws {
    #expect(ProxySettings.none.proxy(for: try #require(Origin(.test("http://host/")))) == nil)
    let settings = ProxySettings.proxy(.test("http://p:1"), user: "me", password: "secret-word")
    #expect(settings.description == "http://***@p:1")
    var text = ""
    dump(settings, to: &text)
    var configuration = TransportConfiguration()
    configuration.proxies = settings
    configuration.clientCertificates = [
      "host": ClientCertificate(pem: Data("secret-word".utf8), passphrase: "secret-word")
    ]
    dump(configuration, to: &text)
    #expect(!text.contains("secret-word"))
  }
}
