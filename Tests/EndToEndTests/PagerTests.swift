import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Tests that print long text on a 24-line terminal, with a pager script that records its input.
@Suite("Pager")
struct PagerTests {
  private let folder: TemporaryFolder
  private let script: URL

  init() throws {
    folder = try TemporaryFolder()
    script = folder.url.appending(path: "bin/pager")
    try write("cat >\"$HOME/seen\"; echo \"<$LESS> paged\"")
  }

  private func write(_ commands: String) throws {
    try folder.write("#!/bin/sh\n\(commands)\n", to: script)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script.path)
  }

  /// The script's input; `nil` if the script wasn't started.
  private var seen: String? { try? String(contentsOf: folder.url.appending(path: "seen"), encoding: .utf8) }

  /// Runs the program on a terminal until it ends; in variables' values, `$pager` is replaced with the script.
  private func run(
    _ arguments: [String],
    _ environment: [String: String] = [:],
    terminalName: String = "xterm-256color"
  ) async throws -> (exitCode: Int32, screen: String) {
    let session = try session(arguments, environment, terminalName: terminalName)
    let ending = await session.ending()
    return (ending.exitCode, session.text.replacing("\r\n", with: "\n"))
  }

  private func session(
    _ arguments: [String],
    _ environment: [String: String] = [:],
    terminalName: String = "xterm-256color"
  ) throws -> InteractiveSession {
    let environment = environment.mapValues { $0.replacing("$pager", with: script.path) }
    return try InteractiveSession(
      ProgramUnderTest(in: folder, environment: environment),
      arguments,
      terminalName: terminalName
    )
  }

  @Test(
    "uses the pager for text longer than the terminal",
    arguments: [
      ["help"], ["markets", "list", "--help"], ["completions", "man"], ["markets", "list", "--top", "40"],
      ["open", "directory"], ["directory", "list", "--json"],
    ]
  )
  func longText(arguments: [String]) async throws {
    let (exitCode, screen) = try await run(arguments, ["PAGER": "$pager"])
    #expect(exitCode == 0)
    #expect(screen.contains("<FRX> paged"), "\(screen)")
    #expect(seen?.isEmpty == false)
  }

  @Test("passes the complete text to the pager, with colors and at the terminal's width")
  func content() async throws {
    _ = try await run(["directory", "list"], ["PAGER": "$pager"])
    let text = try #require(seen)
    #expect(text.contains("\u{1B}["))
    let (_, plain) = try await run(["directory", "list", "--no-pager"], ["PAGER": "$pager"])
    #expect(plain == text)
  }

  @Test(
    "starts no pager for short text, linear text or incremental output, or if the pager is disabled",
    arguments: [
      (["status"], [:]), (["--version"], [:]), (["config", "path"], [:]), (["fetch", "--times", "30"], [:]),
      (["help", "--no-pager"], [:]), (["help", "--plain"], [:]), (["help"], ["FETCH_COUNTER_PAGER": ""]),
      (["help"], ["PAGER": ""]), (["help"], ["PAGER": " "]), (["help"], ["PAGER": "cat"]), (["help"], ["TERM": "dumb"]),
    ] as [([String], [String: String])]
  )
  func noPager(arguments: [String], environment: [String: String]) async throws {
    let (exitCode, screen) = try await run(
      arguments,
      ["PAGER": "$pager"].merging(environment) { $1 },
      terminalName: environment["TERM"] ?? "xterm-256color"
    )
    #expect(exitCode == 0)
    #expect(seen == nil)
    #expect(!screen.isEmpty)
    #expect(!screen.contains("paged"))
  }

  @Test("starts no pager if the output is a pipe")
  func pipe() async throws {
    let program = ProgramUnderTest(in: folder, environment: ["PAGER": script.path])
    for arguments in [["help"], ["directory", "list"], ["directory", "list", "--json"]] {
      #expect(try await program.start(arguments).outcome().exitCode == 0)
    }
    #expect(seen == nil)
  }

  @Test("chooses the pager from FETCH_COUNTER_PAGER, then the configuration file, then PAGER")
  func precedence() async throws {
    // Given
    let file = folder.url.appending(path: ".config/fetch-counter/config.json")
    let both = ["PAGER": "echo usual; cat", "FETCH_COUNTER_PAGER": "echo own; cat"]

    // When, then
    #expect(try await run(["help"], ["PAGER": "echo usual; cat"]).screen.hasPrefix("usual\n"))
    try folder.write(#"{"pager": "echo filed; cat"}"#, to: file)
    #expect(try await run(["help"], ["PAGER": "echo usual; cat"]).screen.hasPrefix("filed\n"))
    #expect(try await run(["help"], both).screen.hasPrefix("own\n"))
    let shown = try await ProgramUnderTest(in: folder, environment: both).run("config", "show")
    #expect(shown.output.contains("pager\techo own; cat\tthe environment variable FETCH_COUNTER_PAGER\n"))

    // When the file is corrupt, then help is still shown
    try folder.write("{", to: file)
    #expect(try await run(["help"], ["PAGER": "echo usual; cat"]).screen.hasPrefix("usual\n"))
  }

  @Test("runs the pager as a shell command, and keeps the pager's own settings")
  func shellCommand() async throws {
    let screen = try await run(["help"], ["PAGER": "LV=-a '$pager' | tr a-z A-Z", "LESS": "R"]).screen
    #expect(screen.contains("<R> PAGED"), "\(screen)")
  }

  @Test(
    "prints the text directly if the pager can't be started",
    arguments: ["/nowhere/pager", "/dev/null -x", "no-such-pager | cat; exit 127"]
  )
  func missing(command: String) async throws {
    let (exitCode, screen) = try await run(["help"], ["PAGER": command])
    #expect(exitCode == 0)
    #expect(screen.hasSuffix("'fetch-counter help COMMAND' explains a command.\n"))
  }

  @Test("succeeds if the pager quits before the end of the text")
  func leaving() async throws {
    // Given a pager that reads one line, and more text than a pipe can hold
    try write("head -n 1; exit 3")

    // When
    let (exitCode, screen) = try await run(
      ["directory", "export", "--format", "vcard", "--photos", "small"],
      ["PAGER": "$pager"]
    )

    // Then
    #expect(exitCode == 0)
    #expect(screen.split(separator: "\n").count == 1, "\(screen)")
  }

  @Test("returns the exit code of a failure after the paged output")
  func failureAfterwards() async throws {
    let (exitCode, screen) = try await run(
      ["doctor", "--counter-url", "http://127.0.0.1:1", "--data-dir", String(repeating: "/a", count: 1_200)],
      ["PAGER": "$pager"]
    )
    #expect(exitCode == 1)
    #expect(screen.contains(" failed."), "\(screen)")
  }

  @Test("lets the pager handle Ctrl-C, and restores the terminal and exits if the pager doesn't handle it")
  func interruption() async throws {
    // Given a pager that changes the terminal and ignores Ctrl-C
    try write("stty -echo -icanon; sleep 600 & trap 'kill $!; echo deaf; exit 0' INT; echo ready; wait")
    let deaf = try session(["help"], ["PAGER": "$pager"])
    try await deaf.waits(for: "ready")
    deaf.type("\u{3}")
    #expect(await deaf.ending().exitCode == 0)
    #expect(deaf.text.contains("deaf"))

    // Given a pager that doesn't handle Ctrl-C
    try write("stty -echo -icanon </dev/tty; echo ready; exec sleep 600")
    let session = try session(["help"], ["PAGER": "$pager"])
    try await session.waits(for: "ready")
    session.type("\u{3}")
    let ending = await session.ending()
    #expect(ending.signal == SIGINT)
    #expect(session.isRestored)
  }

  @Test("ends the pager and the program with the same signal", arguments: [SIGTERM, SIGHUP])
  func termination(number: Int32) async throws {
    try write("stty -echo </dev/tty; echo \"ready $$.\"; exec sleep 600")
    let session = try session(["help"], ["PAGER": "$pager"])
    try await session.waits(for: "ready")
    session.send(signal: number)
    #expect(await session.ending().signal == number)
    #expect(session.isRestored)
    let text = session.text
    let process = try #require(text.firstMatch(of: /ready (\d+)\./).flatMap { Int32($0.output.1) })
    let (status, code) = (kill(process, 0), errno)
    #expect(status == -1)
    #expect(code == ESRCH)
  }

  @Test("uses less by default, and quits it when q is typed", .enabled(if: PagerTests.hasLess, "less is not installed"))
  func less() async throws {
    let session = try session(["help"])
    try await session.waits(for: "Usage:")
    session.type("q")
    #expect(await session.ending().exitCode == 0)
    #expect(session.isRestored)
    #expect(!session.text.contains("explains a command"))
  }

  private static var hasLess: Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/less") }
  }
}
