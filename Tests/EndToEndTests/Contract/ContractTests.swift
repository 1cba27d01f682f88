import CommandLine
import Foundation
import Testing

@testable import fetch_counter

/// The contract of the command line, row by row, run as scripts run it.
///
/// A command, an option or an environment variable that is declared and has no row fails here.
@Suite("The contract of the command line", .serialized, .timeLimit(.minutes(3)))
struct ContractTests {
  static let rows =
    ContractRow.counter + ContractRow.directory + ContractRow.markets + ContractRow.ledger + ContractRow.program
    + ContractRow.options

  @Test("A row is kept", arguments: rows.filter(\.isRun))
  func keeps(row: ContractRow) async throws { try await row.check() }

  // MARK: Whether there is a row for everything

  /// The command that a row leads to.
  private func path(_ row: ContractRow) -> [String] {
    CommandLineParser(ProgramCommands.tree).parseLeniently(row.words).commandPath
  }

  @Test("Every command that is declared has a row, and each of its options")
  func coverage() {
    for (path, command) in ProgramCommands.tree.all where path != ["help"] {
      // Without one of its commands a group does nothing.
      let isGroup = !command.subcommands.isEmpty && command.requiresSubcommand
      let rows = Self.rows.filter { path.isEmpty || self.path($0) == path }
      #expect(isGroup || !rows.isEmpty, "\(path) has no row")
      for option in command.options {
        for spelling in option.spellings {
          let isThere = rows.contains { row in
            row.words.contains { $0 == spelling || $0.hasPrefix(spelling + "=") }
          }
          #expect(isThere, "\(path) \(spelling) has no row")
        }
      }
    }
  }

  @Test("Every choice of an option has a row")
  func choices() {
    var count = 0
    for option in ProgramCommands.tree.all.flatMap(\.command.options) {
      // Levels of the log, what the service invents, and sizes of photos are no part of the contract.
      guard let value = option.value, !["log-level", "scenario", "photos"].contains(option.name) else { continue }
      for choice in value.choices {
        count += 1
        let isThere = Self.rows.contains { row in
          zip(row.words, row.words.dropFirst()).contains { $0 == "--\(option.name)" && $1 == choice.word }
        }
        #expect(isThere, "--\(option.name) \(choice.word) has no row")
      }
    }
    #expect(count > 10)
  }

  @Test("Every environment variable has a row")
  func variables() {
    let ofOptions = ProgramCommands.tree.all.flatMap(\.command.options).compactMap(\.environmentVariable)
    let ofCommands = ProgramCommands.tree.all.flatMap(\.command.environment).map(\.name)
    let tested = Set(Self.rows.flatMap(\.environment.keys))
    let names = Set(ofOptions + ofCommands).filter { !$0.hasSuffix("_URL") }
    #expect(names.count > 10)
    for name in names {
      #expect(tested.contains { $0 == name || name.hasSuffix("…") && $0.hasPrefix(name.dropLast()) }, "\(name)")
    }
  }

  @Test("A row that names a suite names one that has to do with it")
  func references() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let references = Self.rows.filter { !$0.isRun }
    #expect(!references.isEmpty)
    for row in references {
      guard case .testedIn(let suite) = row.expectation else { continue }
      let files = ["../\(suite).swift", "\(suite).swift"].map { folder.appending(path: $0).standardized }
      let text = try files.compactMap { file in
        FileManager.default.fileExists(atPath: file.path) ? try String(contentsOf: file, encoding: .utf8) : nil
      }.joined()
      for word in row.words where word.hasPrefix("--") || word == row.words.first {
        #expect(text.contains("\"\(word)\""), "\(suite) does not use \(word)")
      }
    }
  }

  // MARK: Help

  @Test("The help of every command is the same both ways, and the one that was read")
  func help() async throws {
    let program = ProgramUnderTest(in: try TemporaryFolder())
    let golden = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../CommandTests/Golden").standardized
    for (path, _) in ProgramCommands.tree.all {
      let file = golden.appending(path: (["fetch-counter"] + path).joined(separator: "-") + ".txt")
      let expected = try String(contentsOf: file, encoding: .utf8)
      // After help, the option asks for the program's page.
      let ways =
        switch path {
        case ["help"]: [["help", "help"]]
        // `help keys` prints the keys.
        case ["keys"]: [["keys", "--help"]]
        default: [["help"] + path, path + ["--help"]]
        }
      for way in ways {
        let outcome = try await program.start(way).outcome()
        #expect(outcome.output == expected, "\(way)")
        #expect(outcome.exitCode == 0, "\(way)")
        #expect(outcome.messages.isEmpty, "\(way)")
      }
    }
  }
}

extension ContractRow {
  /// Whether it is run here.
  fileprivate var isRun: Bool {
    if case .testedIn = expectation { false } else { true }
  }
}
