import Foundation
import Networking
import Testing

@Suite("Served sample services")
struct ServeTests {
  private let program: ProgramUnderTest

  init() throws { program = ProgramUnderTest(in: try TemporaryFolder()) }

  private func withServer(
    _ options: [String] = [],
    _ body: (RunningProgram, String) async throws -> Void
  ) async throws {
    let server = try program.start(["serve", "--port", "0"] + options)
    defer { server.send(signal: SIGKILL) }
    let address = try await server.servedAddress()
    try await body(server, address)
  }

  @Test("serves sample services to other processes")
  func servesOtherProcesses() async throws {
    try await withServer { _, address in
      let outcome = try await program.run("fetch", "--counter-url", address, "--times", "3")
      #expect(outcome.exitCode == 0, "\(outcome.messages)")
      #expect(outcome.output.split(separator: "\n").count == 3)
      var other = program
      other.environment["FETCH_COUNTER_COUNTER_URL"] = address
      #expect(try await other.run("--verbose").messages.contains(address))
    }
  }

  @Test("serves sample services under the name localhost")
  func servesLocalhost() async throws {
    try await withServer { _, address in
      let port = try #require(URL(string: address)?.port)
      let outcome = try await program.run("fetch", "--counter-url", "http://localhost:\(port)")
      #expect(outcome.exitCode == 0, "\(outcome.messages)")
    }
  }

  @Test("prints each served request on one line, without secrets from the query")
  func tellRequests() async throws {
    try await withServer(["--verbose"]) { server, address in
      let url = try #require(URL(string: "\(address)x?token=secret&page=1"))
      let transport = try SystemTransport.make()
      // The line for a request is written before the next request on the same connection is read.
      for _ in 1...2 { _ = try await transport.send(HTTPRequest(url: url)).body.collect(upTo: 1_000) }
      server.send(signal: SIGTERM)
      let messages = await server.outcome().messages
      #expect(messages.contains("GET /x?token=***&page=1 → 404, "), "\(messages)")
      #expect(!messages.contains("Optional("))
      #expect(!messages.contains("ServerLogEntry"))
    }
  }

  @Test("serves the counter service according to its contract")
  func keepTheContract() async throws {
    try await withServer { _, address in
      let base = try #require(URL(string: address))
      let transport = try SystemTransport.make()
      func get(_ path: String) async throws -> (status: Int, type: String, body: String) {
        let url = try #require(URL(string: path, relativeTo: base)?.absoluteURL)
        let response = try await transport.send(HTTPRequest(url: url))
        let body = String(decoding: try await response.body.collect(upTo: 10_000), as: UTF8.self)
        return (response.status.code, response.headers[.contentType] ?? "", body)
      }
      func nextPath() async throws -> URL {
        let answer = try await get("/")
        let document = try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any]
        return try #require(URL(string: document?["next_path"] as? String ?? ""))
      }
      // A path can be used repeatedly, with different codes, until the next path is requested.
      let first = try await nextPath()
      #expect(first.absoluteString.hasPrefix(address))
      #expect(first.absoluteString.hasSuffix("/"))
      let one = try await get(first.path + "/")
      let two = try await get(first.path + "/")
      #expect(one.status == 200)
      #expect(two.status == 200)
      #expect(one.body != two.body)
      let second = try await nextPath()
      let late = try await get(first.path + "/")
      #expect(late.status == 400)
      #expect(late.body.contains("App requested the wrong path, expected: \(second.lastPathComponent)"))
      // Other paths return plain text.
      for path in ["/x", "/a/b/", first.path, "/not-a-uuid/"] {
        let answer = try await get(path)
        #expect(answer.status == 404, "\(path)")
        #expect(answer.type.hasPrefix("text/plain"), "\(path)")
        #expect(answer.body == "Unexpected path", "\(path)")
      }
    }
  }

  @Test("stops serving immediately when interrupted or terminated", arguments: [SIGINT, SIGTERM])
  func endsOnSignals(number: Int32) async throws {
    try await withServer { server, address in
      server.send(signal: number)
      let outcome = await server.outcome()
      #expect(outcome.exitCode == 128 + number)
      let fetch = try await program.run("fetch", "--counter-url", address)
      #expect(fetch.exitCode == 3)
    }
  }

  @Test("responds to the curl program", .enabled(if: CommandLineCurl.isInstalled, "the curl program is not installed"))
  func answerCurl() async throws {
    try await withServer { _, address in
      let next = try await CommandLineCurl.get(address)
      #expect(next.contains("\"next_path\""))
    }
  }

  @Test("produces the specified service faults")
  func fails() async {
    let codes: [(fault: String, exitCode: Int32)] = [
      ("status-500", 4), ("status-503", 4), ("status-429", 4), ("not-json", 5), ("close", 3), ("truncate", 5),
      ("garbage", 5), ("stall", 3),
    ]
    // The program waits before it repeats some of the requests.
    await concurrently(codes, atOnce: 4) { fault, exitCode in
      try await withServer(["--fault", fault]) { _, address in
        // Only a service that never responds needs a time limit, which a busy machine could exceed.
        let limit = fault == "stall" ? ["--timeout", "200ms"] : []
        let outcome = try await program.start(["fetch", "--counter-url", address] + limit).outcome()
        #expect(outcome.exitCode == exitCode, "\(fault): \(outcome.messages)")
      }
    }
  }

  @Test("fails the same requests if the seed is the same")
  func isDeterministic() async throws {
    func codes(seed: String) async throws -> [Int32] {
      var codes: [Int32] = []
      try await withServer(["--fault", "not-json:0.5", "--seed", seed]) { _, address in
        for _ in 0..<6 { codes.append(try await program.run("fetch", "--counter-url", address).exitCode) }
      }
      return codes
    }
    async let codes7 = codes(seed: "7")
    async let again = codes(seed: "7")
    #expect(try await again == codes7)
    #expect(try await Set(codes7) == [0, 5])
  }

  @Test("responds with the specified latency")
  func latency() async throws {
    try await withServer(["--latency", "10m"]) { _, address in
      let impatient = try await program.run("fetch", "--counter-url", address, "--timeout", "200ms")
      #expect(impatient.exitCode == 3)
    }
    try await withServer(["--latency", "20ms"]) { _, address in
      let patient = try await program.run("fetch", "--counter-url", address)
      #expect(patient.exitCode == 0)
    }
  }

  @Test("rejects unknown faults and suggests the closest match")
  func unknownFaults() async throws {
    let outcome = try await program.run("serve", "--fault", "truncated:0.5")
    #expect(outcome.exitCode == 2)
    #expect(outcome.messages.contains("truncate:0.5"))
  }
}

private enum CommandLineCurl {
  static let path = "/usr/bin/curl"

  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

  static func get(_ address: String) async throws -> String {
    let environment = ProcessInfo.processInfo.environment
    let curl = try RunningProgram(
      executable: URL(filePath: path),
      arguments: ["--silent", "--show-error", "--noproxy", "*", address],
      environment: environment,
      input: ""
    )
    return await curl.outcome().output
  }
}
