import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("Interactive program in a terminal")
struct AppTests {
  private let program: ProgramUnderTest

  init() throws { program = ProgramUnderTest(in: try TemporaryFolder()) }

  @Test("starts the interactive program without a command, fetches, switches tabs and restores the terminal")
  func opensAndQuits() async throws {
    let session = try InteractiveSession(program)
    try await session.waits(for: "Fetch many")
    // The first Enter closes the welcome message.
    session.type("\r\r")
    try await session.waits(for: "Duration")
    session.type("2")
    try await session.waits(for: "30 people")
    session.type("3")
    try await session.waits(for: "BTC")
    session.type("4")
    try await session.waits(for: "supportEUR")
    session.type("q")
    let ending = await session.ending()
    #expect(ending.exitCode == 0)
    #expect(session.isRestored)
    #expect(try await program.run("status").output.hasPrefix("1\t"))
  }

  @Test("returns to the last visible screen after a restart")
  func restoresSession() async throws {
    let first = try InteractiveSession(program, ["app", "markets/ethereum"])
    try await first.waits(for: "Ethereum")
    first.type("q")
    _ = await first.ending()
    let second = try InteractiveSession(program)
    try await second.waits(for: "Ethereum")
    second.type("q")
    #expect(await second.ending().exitCode == 0)
  }

  @Test(
    "reports a corrupt session, sets the file aside, and restores sessions again afterward",
    arguments: [("", false), ("{", true)]
  )
  func damagedSession(text: String, isKept: Bool) async throws {
    // Given
    let folder = program.folder.url.appending(path: "data/fetch-counter")
    try program.folder.write(text, to: folder.appending(path: "session.json"))

    // When
    let first = try InteractiveSession(program)
    try await first.waits(for: "is corrupt")
    first.type("4")
    try await first.waits(for: "supportEUR")
    first.type("q")
    #expect(await first.ending().exitCode == 0)

    // Then
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.contains { $0.hasPrefix("session.json.corrupt-") } == isKept, "\(names)")
    let second = try InteractiveSession(program)
    try await second.waits(for: "supportEUR")
    second.type("q")
    #expect(await second.ending().exitCode == 0)
  }

  @Test(
    "exits with the received signal and restores the terminal",
    arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGPIPE, SIGALRM]
  )
  func signals(number: Int32) async throws {
    let session = try InteractiveSession(program)
    try await session.waits(for: "Fetch many")
    session.send(signal: number)
    let ending = await session.ending()
    #expect(ending.signal == number)
    #expect(session.isRestored)
  }

  @Test("restores the terminal after Ctrl-C")
  func controlC() async throws {
    let session = try InteractiveSession(program)
    try await session.waits(for: "Fetch many")
    session.type("\u{3}")
    #expect(await session.ending().exitCode == 0)
    #expect(session.isRestored)
  }

  @Test("prints requests for --verbose only after the interactive program ends")
  func verbose() async throws {
    let session = try InteractiveSession(program, ["--verbose", "--refresh", "app", "markets"])
    try await session.waits(for: "BTC")
    #expect(!session.text.contains("GET "))
    session.type("q")
    #expect(await session.ending().exitCode == 0)
    let text = session.text
    let left = try #require(text.range(of: "\u{1b}[?1049l"))
    #expect(text[left.upperBound...].contains("GET http://sample.localhost/"))
  }

  @Test("rejects an unknown link before taking over the screen")
  func wrongLink() async throws {
    let session = try InteractiveSession(program, ["app", "markts/bitcoin"])
    let ending = await session.ending()
    #expect(ending.exitCode == 2)
    let text = session.text
    #expect(text.contains("markts"))
    #expect(!text.contains("\u{1b}[?1049h"))
  }

  @Test(
    "prints linear text with --plain and on a terminal without cursor movement",
    arguments: [([], "dumb"), (["app", "--plain"], "xterm-256color"), (["--plain"], "xterm-256color")]
  )
  func lineMode(arguments: [String], terminalName: String) async throws {
    let session = try InteractiveSession(program, arguments, terminalName: terminalName)
    try await session.waits(for: "Fetch count: 0")
    session.type("fetch\n")
    session.type("q\n")
    let ending = await session.ending()
    #expect(ending.exitCode == 0)
    #expect(!session.text.contains("\u{1b}["))
  }

  @Test("formats amounts for the locale and distinguishes dollar currencies")
  func locale() async throws {
    let session = try InteractiveSession(program, ["app", "markets/bitcoin"])
    try await session.waits(for: "A$1")
    session.type("q")
    #expect(await session.ending().exitCode == 0)
    _ = try await program.run("config", "set", "locale", "de_DE")
    let german = try InteractiveSession(program, ["app", "markets/bitcoin"])
    try await german.waits(for: "\u{A0}A$")
    german.type("q")
    #expect(await german.ending().exitCode == 0)
  }

  @Test("shows fetches from another instance of the program")
  func twoAtOnce() async throws {
    // The second session isn't a first start, so no welcome message covers its codes.
    let first = try InteractiveSession(program)
    try await first.waits(for: "Fetch many")
    let second = try InteractiveSession(program)
    try await second.waits(for: "Fetch many")
    // The first Enter closes the welcome message.
    first.type("\r\r")
    try await first.waits(for: "Duration")
    try await second.waits(for: "Duration")
    for session in [first, second] {
      session.type("q")
      #expect(await session.ending().exitCode == 0)
    }
  }
}
