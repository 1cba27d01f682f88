import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("Setup command")
struct SetupTests {
  private let folder: TemporaryFolder
  private let program: ProgramUnderTest

  init() throws {
    folder = try TemporaryFolder()
    // The tests' files choose the profile.
    program = ProgramUnderTest(in: folder, environment: ["FETCH_COUNTER_PROFILE": ""])
  }

  private var path: String { folder.url.appending(path: "setup.json").path }

  private func start(_ more: [String] = []) throws -> InteractiveSession {
    try InteractiveSession(program, ["setup", "--config", path] + more)
  }

  private func settings() throws -> [String: String] {
    let data = try Data(contentsOf: URL(filePath: path))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: String])
  }

  @Test("asks for settings, validates each response, writes a private file and shows the new settings")
  func writes() async throws {
    let session = try start()
    try await session.waits(for: "[sample]:")
    session.type("nonsense\r")
    try await session.waits(for: "The profiles are sample, live, own.")
    session.type("liev\r")
    try await session.waits(for: "There is no profile “liev”. Did you mean “live”?")
    session.type("live\r")
    try await session.waits(for: "[aud]:")
    session.type("dollars\r")
    try await session.waits(for: "Use ")
    session.type("eur\r")
    try await session.waits(for: "[auto]:")
    session.type("purple\r")
    try await session.waits(for: "There is no theme “purple”.")
    session.type("\r")
    try await session.waits(for: "[none]:")
    session.type("CG-secret-key\r")
    try await session.waits(for: "Wrote")
    #expect(await session.ending().exitCode == 0)
    #expect(session.isRestored)
    let text = session.text
    #expect(!text.contains("CG-secret-key"))
    #expect(text.contains("coingecko_api_key"))
    #expect(try settings() == ["profile": "live", "currency": "eur", "coingecko_api_key": "CG-secret-key"])
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    // The program can read the new file.
    #expect(try await program.run("config", "show", "--config", path).output.contains("currency\teur\t"))
  }

  @Test("connects the user's own services in setup, and replaces their addresses with a profile later")
  func ownServices() async throws {
    let session = try start()
    for (question, answer) in [
      ("[sample]:", "own"), ("Counter service, URL", "localhost:8000"), ("Use an address", "http://localhost:8000"),
      ("Employee directory, URL", ""), ("Markets service, URL", "https://prices.example.com/api"),
      ("Markets service API", "price-list"), ("[aud]:", ""), ("[auto]:", ""), ("[none]:", ""),
    ] {
      try await session.waits(for: question)
      session.type(answer + "\r")
    }
    try await session.waits(for: "fetch-counter doctor")
    #expect(await session.ending().exitCode == 0)
    let expected = [
      "counter_url": "http://localhost:8000", "markets_url": "https://prices.example.com/api",
      "markets_source": "price-list",
    ]
    #expect(try settings() == expected)
    // When setup runs again and a profile is chosen, then the profile applies.
    let second = try start()
    for (question, answer) in [("[own]:", "live"), ("[aud]:", ""), ("[auto]:", ""), ("[none]:", "")] {
      try await second.waits(for: question)
      second.type(answer + "\r")
    }
    try await second.waits(for: "removed")
    #expect(await second.ending().exitCode == 0)
    #expect(try settings() == ["profile": "live", "markets_source": "price-list"])
  }

  @Test("stores services from the command line without asking questions")
  func options() async throws {
    let outcome = try await program.run("setup", "--config", path, "--counter-url", "http://localhost:8000", "--json")
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.contains(#"{"key":"counter_url","value":"http://localhost:8000"}"#))
    #expect(try settings() == ["counter_url": "http://localhost:8000"])
    let missing = try await program.run("setup", "--config", path, "--profile", "liev")
    #expect(missing.exitCode == 2)
    #expect(missing.messages.contains("There is no profile “liev”.\n  Did you mean “live”?"))
    #expect(try settings() == ["counter_url": "http://localhost:8000"])
  }

  @Test("keeps the configuration file's existing values and formatting during setup")
  func keepsValues() async throws {
    let content = "{\n  \"timeout\": \"3s\",\n  \"currency\": \"chf\"\n}\n"
    try Data(content.utf8).write(to: URL(filePath: path))
    let session = try start()
    for question in ["[sample]:", "[chf]:", "[auto]:", "[none]:"] {
      try await session.waits(for: question)
      session.type("\r")
    }
    try await session.waits(for: "Nothing changed")
    #expect(await session.ending().exitCode == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == content)
  }

  @Test(
    "offers the default instead of an invalid value, and replaces the value during setup",
    arguments: [
      (#"{"profile": "bogus", "currency": "chf"}"#, ["", "", "", ""], ["profile": "sample", "currency": "chf"]),
      (#"{"profile": "bogus"}"#, ["own", "", "", "", "", "", ""], [:]),
      (
        #"{"profile": "bogus", "counter_url": "http://localhost:1"}"#, ["", "", "", "", "", "", ""],
        ["counter_url": "http://localhost:1"]
      ),
      (#"{"theme": "purple", "currency": "xyz1"}"#, ["", "", "", ""], ["theme": "auto", "currency": "aud"]),
      (#"{"theme": "purple", "counter_url": "x"}"#, ["", "", "", "", "", "nord", ""], ["theme": "nord"]),
    ] as [(String, [String], [String: String])]
  )
  func repairs(content: String, answers: [String], expected: [String: String]) async throws {
    try Data(content.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let session = try start()
    for answer in answers {
      try await session.waits(for: "]:")
      session.type(answer + "\r")
    }
    #expect(await session.ending().exitCode == 0)
    #expect(!session.text.contains("[purple]"))
    #expect(try settings() == expected)
    #expect(try await program.run("config", "show", "--config", path).exitCode == 0)
  }

  @Test("writes no configuration file after Ctrl-C, and restores the terminal", arguments: ["[sample]:", "[none]:"])
  func controlC(question: String) async throws {
    let session = try start()
    try await session.waits(for: "[sample]:")
    if question == "[none]:" {
      for next in ["[aud]:", "[auto]:", "[none]:"] {
        session.type(next == "[aud]:" ? "live\r" : "\r")
        try await session.waits(for: next)
      }
    }
    session.type("\u{3}")
    let ending = await session.ending()
    #expect(ending.signal == SIGINT)
    #expect(session.isRestored)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("writes no configuration file if the input ends during setup")
  func endOfInput() async throws {
    let session = try start()
    try await session.waits(for: "[sample]:")
    session.type("live\r")
    try await session.waits(for: "[aud]:")
    session.type("\u{4}")
    #expect(await session.ending().exitCode == 1)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("requires a terminal for setup")
  func needsTerminal() async throws {
    let outcome = try await program.run("setup", "--config", path, input: "live\n")
    #expect(outcome.exitCode == 2)
    #expect(outcome.messages.contains("setup needs a terminal"))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("refuses to store a key in a file that other users can read")
  func openFile() async throws {
    try Data("{}\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    let session = try start()
    for (question, answer) in [("[sample]:", ""), ("[aud]:", ""), ("[auto]:", ""), ("[none]:", "CG-1")] {
      try await session.waits(for: question)
      session.type(answer + "\r")
    }
    try await session.waits(for: "chmod 600")
    #expect(await session.ending().exitCode == 2)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "{}\n")
  }

  @Test("shows the welcome message only on the first start without stored data")
  func welcome() async throws {
    for sign in ["Welcome", "Fetch many"] {
      let session = try InteractiveSession(program)
      try await session.waits(for: sign)
      session.type("q")
      #expect(await session.ending().exitCode == 0)
      let text = session.text
      #expect(text.contains("Welcome") == (sign == "Welcome"))
    }
    let atLink = try InteractiveSession(ProgramUnderTest(in: try TemporaryFolder()), ["app", "settings"])
    try await atLink.waits(for: "Welcome")
    atLink.type("q")
    #expect(await atLink.ending().exitCode == 0)
    let other = ProgramUnderTest(in: try TemporaryFolder())
    #expect(try await other.run("fetch").exitCode == 0)
    let session = try InteractiveSession(other)
    try await session.waits(for: "Fetch many")
    session.type("q")
    #expect(await session.ending().exitCode == 0)
    #expect(!session.text.contains("Welcome"))
  }
}
