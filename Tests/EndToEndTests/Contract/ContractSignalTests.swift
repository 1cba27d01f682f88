import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("Command line contract for signals and closed pipes", .serialized)
struct ContractSignalTests {
  private let program: ProgramUnderTest

  init() throws { program = ProgramUnderTest(in: try TemporaryFolder()) }

  @Test(
    "watches until the command is interrupted (exit code 130) or terminated (143)",
    arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)]
  )
  func watch(signal: Int32, exitCode: Int32) async throws {
    let watch = try program.start(["markets", "watch", "--every", "1s", "--top", "2", "--currency", "usd"])
    try await watch.waitForOutput { $0.split(separator: "\n").count >= 2 }
    watch.send(signal: signal)
    let outcome = await watch.outcome()
    #expect(outcome.exitCode == exitCode)
    #expect(outcome.signal == signal)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.split(separator: "\t", omittingEmptySubsequences: false).count >= 3 }, "\(lines)")
  }

  @Test(
    "ends a watch or a server with the sent signal, even if the Swift runtime prints a backtrace for that signal",
    arguments: [["markets", "watch", "--every", "1s", "--top", "2"], ["serve", "--port", "0"]],
    [SIGQUIT, SIGSEGV, SIGABRT, SIGFPE]
  )
  func backtraces(command: [String], signal: Int32) async throws {
    // Given
    var program = program
    program.environment["SWIFT_BACKTRACE"] = "enable=yes,interactive=no,symbolicate=off,images=none,threads=crashed"
    let running = try program.start(command)
    try await running.waitForOutput { $0.hasSuffix("\n") }
    // When
    running.send(signal: signal)
    // Then
    let outcome = await running.outcome()
    #expect(outcome.signal == signal)
  }

  @Test("prints no backtrace for SIGQUIT")
  func quit() async throws {
    // Given
    var program = program
    program.environment["SWIFT_BACKTRACE"] = "enable=yes,interactive=no"
    let server = try program.start(["serve", "--port", "0", "--quiet"])
    try await server.waitForOutput { $0.hasSuffix("\n") }
    // When
    server.send(signal: SIGQUIT)
    // Then
    let outcome = await server.outcome()
    #expect(outcome.signal == SIGQUIT)
    #expect(outcome.messages.isEmpty)
  }

  @Test("prints one JSON document per line while watching")
  func watchAsJSON() async throws {
    let watch = try program.start(["markets", "watch", "--every", "1s", "--top", "2", "--json"])
    try await watch.waitForOutput { $0.split(separator: "\n").count >= 2 && $0.hasSuffix("\n") }
    watch.send(signal: SIGTERM)
    for line in await watch.outcome().output.split(separator: "\n") {
      let shape = JSONShape(of: try JSONSerialization.jsonObject(with: Data(line.utf8)))
      #expect(shape.description == "{at,change_percent,currency,id,previous,price,price_text,sample,source,symbol}")
    }
  }

  @Test(
    "exits silently when the reader closes the pipe",
    arguments: [
      "directory export --format vcard --photos small", "markets chart bitcoin --range 5y",
      "fetch --times 200 --quiet", "markets watch --every 1s --top 250 --json",
    ]
  )
  func brokenPipe(line: String) async throws {
    // Given a pipeline whose second command reads one line
    let script = #"{ "$0" \#(line) 2>messages; echo "$?" >status; } | head -n 1 >first"#
    let outcome = try await RunningProgram(
      executable: URL(filePath: "/bin/sh"),
      arguments: ["-c", script, ProgramUnderTest.executable.path],
      environment: program.cleanEnvironment,
      input: "",
      folder: program.folder.url
    ).outcome()
    func text(_ name: String) throws -> String {
      try String(contentsOf: program.folder.url.appending(path: name), encoding: .utf8)
    }
    // Then the program prints no message, and exits like any program that writes to a closed pipe
    #expect(outcome.exitCode == 0)
    #expect(outcome.messages.isEmpty)
    #expect(try text("messages").isEmpty)
    #expect(try !text("first").isEmpty)
    #expect(try ["0\n", "\(128 + SIGPIPE)\n"].contains(text("status")))
  }
}
