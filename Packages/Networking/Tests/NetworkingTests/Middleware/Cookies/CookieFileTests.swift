import Foundation
import LoopbackServer
import NetworkingTesting
import Testing

@testable import Networking

@Suite("Cookie file")
struct CookieFileTests {
  private let clock = TestClock.running()

  private var date: @Sendable () -> Date { { [clock] in clock.date } }

  private func filled(_ texts: String...) -> CookieJar {
    let jar = CookieJar(date: date)
    var headers = HTTPFields()
    for text in texts { headers.append("Set-Cookie", text) }
    jar.store(headers, from: .test("https://www.example.com/"))
    return jar
  }

  @Test("stores cookies that have an expiry, in order, in a file that only the user can read")
  func keeps() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "cookies.json")
      let jar = filled(
        "b=\"two\"; Max-Age=100; Path=/x; Secure; HttpOnly",
        "session=1",
        "a=1; Max-Age=100; Domain=example.com",
        "old=1; Max-Age=5"
      )
      try jar.save(to: file)
      clock.advance(by: .seconds(10))
      let restored = try CookieJar(contentsOf: file, date: date)
      #expect(restored.cookies == jar.cookies.filter { $0.name == "a" || $0.name == "b" })
      #expect(restored.cookies.map(\.name) == ["b", "a"])
      let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      // Saving again replaces the file and leaves nothing else behind.
      try restored.save(to: file)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["cookies.json"])
    }
  }

  @Test("sends restored cookies over a real connection")
  func sendsRestored() async throws {
    let server = try LoopbackServer { request in
      .text(request.headers["Cookie"] ?? "none").header("Set-Cookie", "id=7; Max-Age=3600")
    }
    defer { server.stop() }
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "cookies.json")
      func send(_ jar: CookieJar) async throws -> String {
        let response = try await jar.send(HTTPRequest(url: server.url), to: try SystemTransport.make())
        return String(decoding: try await response.body.collect(upTo: 100), as: UTF8.self)
      }
      let first = try CookieJar(contentsOf: file)
      #expect(try await send(first) == "none")
      try first.save(to: file)
      #expect(try await send(CookieJar(contentsOf: file)) == "id=7")
    }
  }

  @Test(
    "rejects a cookie file with invalid content and leaves it unchanged",
    arguments: [
      "", "[]", "{}", "nonsense", #"{"version":1}"#, #"{"version":2,"cookies":[]}"#, #"{"version":1,"cookies":[{}]}"#,
      #"{"version":1,"cookies":[{"NAME":1}]}"#,
    ]
      + [
        (#""name":"a""#, #""name":"a\n""#), (#""value":"v""#, #""value":"a;b""#), (#""name":"a""#, #""name":"a=b""#),
        (#""domain":"example.com""#, #""domain":"com""#), (#""domain":"example.com""#, #""domain":"EXAMPLE.com""#),
        (#""domain":"example.com""#, #""domain":"127.0.0.1""#), (#""domain":"example.com""#, #""domain":"""#),
        (#""domain":"example.com""#, #""domain":"a/b""#), (#""path":"/""#, #""path":"x""#),
        (#""expires":1e9"#, #""expires":"soon""#), (#""expires":1e9"#, #""expires":1e999"#),
        (#""name":"a""#, #""name":"__Host-a""#),
        (#""value":"v""#, #""value":"\#(String(repeating: "v", count: 4097))""#),
      ].map { original, changed in valid.replacingOccurrences(of: original, with: changed) }
  )
  func refuses(text: String) async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "cookies.json")
      try Data(text.utf8).write(to: file)
      let error = #expect(throws: NetworkError.self) { try CookieJar(contentsOf: file, date: date) }
      guard case .fileFailure(let path, let reason) = error else { return }
      #expect(path == file.path)
      #expect(reason.contains("move the file somewhere else"))
      #expect(try Data(contentsOf: file) == Data(text.utf8))
    }
  }

  private static let valid =
    #"{"version":1,"cookies":[{"name":"a","value":"v","domain":"example.com","isHostOnly":false,"path":"/","expires":1e9,"isSecure":false,"isHTTPOnly":false}]}"#

  @Test("accepts a hand-written cookie and limits its lifetime")
  func acceptsHandwritten() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "cookies.json")
      try Data(Self.valid.replacingOccurrences(of: "1e9", with: "1e12").utf8).write(to: file)
      let jar = try CookieJar(contentsOf: file, date: date)
      #expect(jar.cookies.map(\.name) == ["a"])
      #expect(jar.cookies.first?.expiry == date().addingTimeInterval(SetCookieParser.longestLife))
    }
  }

  @Test("reports a cookie file that can't be read or written")
  func reportsFailures() async throws {
    try await withTemporaryFolder { folder in
      let missing = folder.appending(path: "none/cookies.json")
      let error = #expect(throws: NetworkError.self) { try filled("a=1; Max-Age=9").save(to: missing) }
      #expect(error?.message.contains(missing.path) == true)
      #expect(throws: NetworkError.self) { try CookieJar(contentsOf: folder) }
    }
  }

  @Test("never crashes on a cookie file with changed bytes")
  func survivesAnything() async throws {
    var random = SeededGenerator(seed: 23)
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "cookies.json")
      for _ in 0..<LongTests.inputs / 20 {
        var bytes = Array(Self.valid.utf8)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        try Data(bytes).write(to: file)
        guard let jar = try? CookieJar(contentsOf: file, date: date) else { continue }
        #expect(jar.cookies.count <= 1)
      }
    }
  }
}
