import Foundation
import LoopbackServer
import Testing

@Suite("Services that violate their contract")
struct BrokenServiceTests {
  private let program: ProgramUnderTest

  init() throws { program = ProgramUnderTest(in: try TemporaryFolder()) }

  /// A contract violation with the expected exit code and message.
  struct Case: Sendable, CustomStringConvertible {
    let name: String
    let exitCode: Int32
    let kind: String
    let words: String
    /// Whether the message is also checked as text, because it repeats characters from the service.
    var isPrinted: Bool { name == "an error that writes to the terminal" || name == "a web page" }
    /// Only a service that never responds needs a time limit, which a busy machine could exceed.
    var options: [String] { kind == "timed_out" ? ["--timeout", "200ms"] : [] }
    let answer: @Sendable (ServerRequest) -> ServerResponse

    var description: String { name }

    init(
      _ name: String,
      exitCode: Int32,
      kind: String,
      words: String,
      answer: @escaping @Sendable (ServerRequest) -> ServerResponse
    ) {
      self.name = name
      self.exitCode = exitCode
      self.kind = kind
      self.words = words
      self.answer = answer
    }
  }

  static let cases: [Case] = firstStep + secondStep

  private static let firstStep = [
    Case("a web page", exitCode: 5, kind: "answer_not_understood", words: "isn't valid JSON") { _ in
      .html("<html><body>It works!</body></html>")
    },
    Case("status 500", exitCode: 4, kind: "service_error", words: "status 500") { _ in .status(500) },
    Case("a web page with status 502", exitCode: 4, kind: "service_error", words: "status 502") { _ in
      .html("<h1>Bad Gateway</h1>", status: 502)
    },
    Case("plain text with status 404", exitCode: 4, kind: "service_error", words: "Unexpected path") { _ in
      .text("Unexpected path", status: 404)
    },
    Case("no answer", exitCode: 3, kind: "connection_lost", words: "without a response") { _ in
      ServerResponse.text("").failing(with: .close(at: .beforeHead))
    },
    Case("half a head", exitCode: 5, kind: "incomplete_answer", words: "before its response head was complete") { _ in
      ServerResponse.text("").failing(with: .close(at: .insideHead(afterBytes: 40)))
    },
    Case("half a body", exitCode: 5, kind: "incomplete_answer", words: "before the response was complete") { _ in
      ServerResponse.text("{\"next_path\": \"http://").failing(with: .wrongContentLength(by: 30))
    },
    Case("an answer that never comes", exitCode: 3, kind: "timed_out", words: "didn't respond within") { _ in
      ServerResponse.text("").failing(with: .neverAnswer)
    },
    Case("something other than HTTP", exitCode: 5, kind: "protocol_violation", words: "sent an invalid response") { _ in
      ServerResponse.text("").failing(with: .raw(text: "220 mail.example ESMTP\r\n"))
    },
    Case("a redirect", exitCode: 5, kind: "refused_redirect", words: "a redirect to http://") { _ in
      .redirect(to: "/elsewhere")
    },
    Case(
      "a redirect to another service",
      exitCode: 5,
      kind: "refused_redirect",
      words: "status 302 and a redirect to https://elsewhere.example:444, which wasn't followed."
    ) { _ in
      .redirect(to: "https://user:password@elsewhere.example:444/path?token=abcdef")
    },
    Case("a redirect to nowhere", exitCode: 5, kind: "refused_redirect", words: "without a usable target") { _ in
      .status(307)
    },
    Case("an empty object", exitCode: 5, kind: "answer_not_understood", words: "'next_path' is missing") { _ in
      .json(Data("{}".utf8))
    },
    Case("a next_path of null", exitCode: 5, kind: "answer_not_understood", words: "next_path") { _ in
      .json(Data("{\"next_path\": null}".utf8))
    },
    Case("a next_path that is a number", exitCode: 5, kind: "answer_not_understood", words: "next_path") { _ in
      .json(Data("{\"next_path\": 7}".utf8))
    },
    Case("an empty next_path", exitCode: 5, kind: "answer_not_understood", words: "next_path") { _ in
      .json(Data("{\"next_path\": \"\"}".utf8))
    },
    Case("a relative next_path", exitCode: 5, kind: "refused_link", words: "wasn't followed") { _ in
      .json(Data("{\"next_path\": \"/abc/\"}".utf8))
    },
    Case("a next_path on a disk", exitCode: 5, kind: "refused_link", words: "wasn't followed") { _ in
      .json(Data("{\"next_path\": \"file:///etc/passwd\"}".utf8))
    },
  ]

  private static let secondStep = [
    secondStep(
      "a code of null",
      5,
      "answer_not_understood",
      "response_code",
      .json(Data("{\"response_code\": null}".utf8))
    ),
    secondStep(
      "no code",
      5,
      "answer_not_understood",
      "'response_code' is missing",
      .json(Data("{\"path\": \"x\"}".utf8))
    ),
    secondStep(
      "an empty code",
      5,
      "answer_not_understood",
      "response_code",
      .json(Data("{\"response_code\": \"\"}".utf8))
    ),
    secondStep("status 500 in step two", 4, "service_error", "status 500", .status(500)),
    secondStep(
      "status 400 every time",
      4,
      "path_superseded",
      "5 times in a row. The service says: wrong",
      .json(Data("{\"error\": \"wrong\"}".utf8), status: 400)
    ),
    secondStep(
      "an error that writes to the terminal",
      4,
      "service_error",
      "status 403",
      .json(Data("{\"error\": \"\\u001b]0;owned\\u0007\\u001b[2J\"}".utf8), status: 403)
    ),
  ]

  private static func secondStep(
    _ name: String,
    _ code: Int32,
    _ kind: String,
    _ words: String,
    _ answer: ServerResponse
  ) -> Case {
    Case(name, exitCode: code, kind: kind, words: words) { request in
      guard request.path == "/" else { return answer }
      return .json(Data("{\"next_path\": \"http://\(request.headers["Host"] ?? "")/abc/\"}".utf8))
    }
  }

  @Test("fails with a message and an exit code if a service breaks its contract, and keeps the count")
  func isReported() async {
    // The program waits before it repeats some of the requests.
    await concurrently(Self.cases, atOnce: 4) { try await Self.check($0) }
  }

  private static func check(_ broken: Case) async throws {
    let program = ProgramUnderTest(in: try TemporaryFolder())
    // Given a count of 1 and a broken service
    let count = #"{"schema": 1, "written_by": "test", "payload": {"fetch_count": 1}}"#
    let file = program.dataFolder.appending(path: "count.json")
    try program.folder.write(count, to: file)
    let server = try LoopbackServer(handler: broken.answer)
    defer { server.stop() }
    // When a code is fetched from the broken service
    let fetch = ["fetch", "--counter-url", server.url.absoluteString] + broken.options
    let text = broken.isPrinted ? try await program.start(fetch).outcome() : nil
    let json = try await program.start(fetch + ["--json"]).outcome()
    // Then the message is a sentence, the JSON document contains the error kind, and no data is lost
    if let text {
      #expect(text.exitCode == broken.exitCode, "\(broken): \(text.messages)")
      #expect(text.output.isEmpty, "\(broken)")
      #expect(text.messages.contains(broken.words), "\(broken): \(text.messages)")
      #expect(!text.messages.contains("\u{1B}"), "\(broken)")
      #expect(!text.messages.contains("\u{7}"), "\(broken)")
    }
    #expect(json.exitCode == broken.exitCode, "\(broken): \(json.output)")
    #expect(try json.failure()["kind"] as? String == broken.kind, "\(broken)")
    #expect((try json.failure()["message"] as? String)?.contains(broken.words) == true, "\(broken): \(json.output)")
    #expect(try String(contentsOf: file, encoding: .utf8) == count, "\(broken)")
  }

  @Test("reports that no service is listening at an address")
  func reportsMissingService() async throws {
    let server = try LoopbackServer { _ in .text("") }
    let address = server.url.absoluteString
    server.stop()
    let outcome = try await program.run("fetch", "--counter-url", address)
    #expect(outcome.exitCode == 3)
    #expect(outcome.messages.contains("the connection was refused"))
    #expect(outcome.messages.contains("is running"))
  }

  @Test("sends no request to a next_path with another origin")
  func staysOnItsOrigin() async throws {
    // Given a service whose path points to another service
    let victim = try LoopbackServer { _ in .json(Data("{\"response_code\": \"stolen\"}".utf8)) }
    defer { victim.stop() }
    let target = victim.url.absoluteString
    let server = try LoopbackServer { _ in .json(Data("{\"next_path\": \"\(target)abc/\"}".utf8)) }
    defer { server.stop() }
    // When a code is fetched from the first service
    let outcome = try await program.run("fetch", "--counter-url", server.url.absoluteString)
    // Then the other service receives nothing
    #expect(outcome.exitCode == 5)
    #expect(outcome.messages.contains("wasn't followed"))
    #expect(victim.statistics.connectionsAccepted == 0)
  }

  @Test("stops at a page without new coins")
  func repeatedPage() async throws {
    let coins = (1...250).map { #"{"id":"c\#($0)","symbol":"c\#($0)","name":"C\#($0)","current_price":\#($0)}"# }
    let page = Data("[\(coins.joined(separator: ","))]".utf8)
    let server = try LoopbackServer { _ in .json(page) }
    defer { server.stop() }
    let outcome = try await program.run("markets", "list", "--top", "1000", "--markets-url", server.url.absoluteString)
    #expect(outcome.exitCode == 0, "\(outcome.messages)")
    #expect(outcome.output.split(separator: "\n").count == 250)
    #expect(server.statistics.requests == 2)
  }

  @Test("shortens and sanitizes service responses for the terminal")
  func staysHarmless() async throws {
    // Given a service that returns a very long link to another origin, and a service whose code contains control
    // characters
    let long = try LoopbackServer { _ in
      .json(Data("{\"next_path\": \"http://evil.example/\(String(repeating: "a", count: 3_000_000))\"}".utf8))
    }
    defer { long.stop() }
    let steering = try LoopbackServer { request in
      if request.path == "/" {
        return .json(Data("{\"next_path\": \"http://\(request.headers["Host"] ?? "")/abc/\"}".utf8))
      }
      return .json(Data("{\"response_code\": \"x\\u009b31m\\u202ey\"}".utf8))
    }
    defer { steering.stop() }
    // When codes are fetched, then errors are short. Control characters are escaped even in JSON, without changing the
    // value
    let refused = try await program.run("fetch", "--counter-url", long.url.absoluteString)
    #expect(refused.exitCode == 5)
    #expect(refused.messages.utf8.count < 2_000)
    let outcome = try await program.run("fetch", "--json", "--counter-url", steering.url.absoluteString)
    #expect(!outcome.output.unicodeScalars.contains { $0 == "\u{9B}" || $0 == "\u{202E}" })
    #expect(try outcome.document()["response_code"] as? String == "x\u{9B}31m\u{202E}y")
  }

  @Test("restarts a fetch if another client superseded its path")
  func startsOver() async throws {
    // Given a service that another client uses twice during the fetch
    let script = ScriptedResponses()
    let server = try LoopbackServer { request in
      let host = request.headers["Host"] ?? ""
      if request.path == "/" { return .json(Data("{\"next_path\": \"http://\(host)/abc/\"}".utf8)) }
      let isEarly = script.next() < 2
      return isEarly
        ? .json(Data("{\"error\": \"wrong\"}".utf8), status: 400) : .json(Data("{\"response_code\": \"c0de\"}".utf8))
    }
    defer { server.stop() }
    // When a code is fetched, then the fetch succeeds and is counted once
    let outcome = try await program.run("fetch", "--counter-url", server.url.absoluteString)
    #expect(outcome.output == "c0de\t1\n")
    #expect(server.statistics.requests == 6)
  }

  @Test("accepts a path with another name for the loopback address", arguments: ["localhost", "127.0.0.1"])
  func acceptsLoopbackNames(host: String) async throws {
    let server = try LoopbackServer { request in
      let port = request.headers["Host"]?.split(separator: ":").last ?? ""
      if request.path == "/" { return .json(Data("{\"next_path\": \"http://\(host):\(port)/abc/\"}".utf8)) }
      return .json(Data("{\"response_code\": \"c0de\"}".utf8))
    }
    defer { server.stop() }
    for name in ["localhost", "127.0.0.1"] {
      let outcome = try await program.run("fetch", "--counter-url", "http://\(name):\(server.port)")
      #expect(outcome.exitCode == 0, "\(outcome.messages)")
    }
  }
}

/// `@unchecked Sendable`: `count` is guarded by `lock`.
private final class ScriptedResponses: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  func next() -> Int {
    lock.withLock {
      defer { count += 1 }
      return count
    }
  }
}
