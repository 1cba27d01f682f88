import CommandLine
import Foundation
import Testing

@testable import fetch_counter

/// Tests that run every command in the README, and fail for an unknown command.
@Suite("README")
struct ReadmeTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  private let program: ProgramUnderTest
  private let text: String

  init() throws {
    let folder = try TemporaryFolder()
    program = ProgramUnderTest(
      in: folder,
      environment: [
        "XDG_CONFIG_HOME": folder.url.appending(path: "config").path,
        "XDG_CACHE_HOME": folder.url.appending(path: "cache").path,
      ]
    )
    text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
  }

  // MARK: Content

  /// The commands in code blocks, without prompts and comments.
  private var blockCommands: [String] {
    var commands: [String] = []
    var language: Substring?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        language = language == nil ? line.dropFirst(3) : nil
      } else if let language, ["", "sh", "console"].contains(language) {
        let command = line.hasPrefix("$ ") ? line.dropFirst(2) : line
        // Lines without a prompt can also be output or a directory tree.
        let isCommand =
          line.hasPrefix("$ ")
          || command.prefixMatch(of: /(swift|fetch-counter|Scripts\/[a-z-]+|curl|git|tar|mkdir)( |$)/) != nil
        if isCommand { commands.append(String(command.prefix { $0 != "#" }).trimmingCharacters(in: .whitespaces)) }
      }
    }
    return commands
  }

  private var inlineCode: [String] {
    var isInBlock = false
    return text.split(separator: "\n").flatMap { line -> [String] in
      if line.hasPrefix("```") { isInBlock.toggle() }
      return isInBlock ? [] : line.matches(of: /`([^`]+)`/).map { String($0.output.1) }
    }
  }

  /// Returns whether a word is a placeholder, such as `COMMAND`.
  private func isPlaceholder(_ word: String) -> Bool { word.wholeMatch(of: /[A-Z]{1,}/) != nil }

  /// Returns the leading words of a command line that select a command, such as `directory` and `show`.
  private func path(_ words: [String]) -> [String] {
    Array(words.prefix { !$0.hasPrefix("-") && !isPlaceholder($0) })
  }

  /// Returns whether help exists for a command; the words may include arguments.
  private func isCommand(_ words: [String]) -> Bool {
    (try? CommandLineParser(ProgramCommands.tree).parse(["help"] + words)) != nil
  }

  private func outcome(ofLine line: String) async throws -> ProgramUnderTest.Outcome {
    let bin = program.folder.url.appending(path: "bin")
    try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
    let link = bin.appending(path: "fetch-counter")
    if !FileManager.default.fileExists(atPath: link.path) {
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: ProgramUnderTest.executable)
    }
    var environment = program.cleanEnvironment
    environment["PATH"] = "\(bin.path):\(environment["PATH"] ?? "/usr/bin:/bin")"
    return try await RunningProgram(
      executable: URL(filePath: "/bin/sh"),
      arguments: ["-c", line],
      environment: environment,
      input: "",
      folder: program.folder.url
    ).outcome()
  }

  // MARK: Tests

  @Test("runs every command in the README successfully")
  func commands() async throws {
    // Given the commands in the README's blocks and sentences, in order
    let spans = inlineCode.filter { $0.hasPrefix("fetch-counter ") }
    let lines = (blockCommands + spans).map { $0.replacing(#/^swift run /#, with: "") }
    #expect(lines.contains { $0.hasPrefix("fetch-counter") })
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "fetch-counter":
        let arguments = Array(words.dropFirst())
        let isInteractive = ["serve", "setup"].contains(arguments.first)
        let isChange = arguments.starts(with: ["config", "set"])
        if arguments.contains(where: { isPlaceholder($0) }) || isInteractive || line.contains("localhost") && !isChange
        {
          // If a command has placeholders, runs endlessly or needs a terminal, check only that it exists.
          #expect(isCommand(path(arguments)), "\(line)")
        } else {
          // When the command runs, with interactive screens printed as text, then it succeeds
          let typed = line.replacing(#/^fetch-counter app /#, with: "fetch-counter open ")
          // `config set` gets a separate configuration, so later commands don't use the live services.
          let outcome = try await outcome(ofLine: isChange ? "XDG_CONFIG_HOME=\"$PWD/changed\" \(typed)" : typed)
          #expect(outcome.exitCode == 0, "\(line): \(outcome.messages)")
        }
      case let word? where word.hasPrefix("Scripts/"):
        // When the command is a workspace script, then it exists and has help
        let script = Self.root.appending(path: word).path
        let outcome = try await outcome(ofLine: "'\(script)' --help")
        #expect(outcome.exitCode == 0, "\(line): \(outcome.messages)")
      case "curl", "git", "mkdir", "swift", "tar":
        // Other programs aren't tested.
        continue
      default:
        Issue.record("The README has a command that this test does not know: \(line)")
      }
    }
  }

  @Test("lists only existing commands in the README's command table")
  func table() {
    // Given the first column of the command table
    let rows = text.split(separator: "\n").drop { !$0.hasPrefix("| command | what it does |") }.dropFirst(2)
      .prefix { $0.hasPrefix("|") }
    #expect(rows.count >= 10)
    for row in rows {
      let cell = row.split(separator: "|").first ?? ""
      var group: [String] = []
      for match in cell.matches(of: /`([^`]+)`/) {
        let words = path(match.output.1.split(separator: " ").map(String.init).filter { $0 != "fetch-counter" })
        // Then the command exists, as written or as a subcommand of the row's first command
        if isCommand(words) {
          group = words
        } else {
          #expect(isCommand(group.prefix(1) + words), "\(match.output.1)")
        }
      }
    }
  }

  @Test("mentions only existing options in the README")
  func options() {
    // Given the options in the part for users
    let part = text.split(separator: "\n## Networking\n").first.map(String.init) ?? ""
    let named = Set(part.matches(of: /`[^`\n]*?(--[a-z][a-z-]+)/).map { String($0.output.1) })
    #expect(named.count >= 5)
    // Then some command has them
    let spellings = Set(ProgramCommands.tree.all.flatMap(\.command.options).flatMap(\.spellings))
    for option in named.sorted() { #expect(spellings.contains(option), "\(option)") }
  }
}
