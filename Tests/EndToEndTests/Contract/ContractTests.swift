import CommandLine
import Foundation
import Testing

@testable import fetch_counter

/// Tests for the command line contract, which needs a row for every declared command, option and environment variable.
@Suite("Command line contract", .serialized)
struct ContractTests {
  static let parts = [
    "counter": ContractRow.counter, "directory": ContractRow.directory, "markets": ContractRow.markets,
    "ledger": ContractRow.ledger, "program": ContractRow.program, "options": ContractRow.options,
  ]
  static let rows = parts.values.flatMap { $0 }

  @Test("produces the expected result for each contract row", arguments: parts.keys.sorted())
  func keeps(part: String) async throws {
    let rows = try #require(Self.parts[part]).filter(\.isRun)
    await concurrently(rows) { row in try await row.check() }
  }

  // MARK: Coverage

  private func path(_ row: ContractRow) -> [String] {
    CommandLineParser(ProgramCommands.tree).parseLeniently(row.words).commandPath
  }

  @Test("has a contract row for every declared command and each of its options")
  func coverage() {
    let paths = Self.rows.map(path)
    for (path, command) in ProgramCommands.tree.all where path != ["help"] {
      // A group that requires a subcommand does nothing on its own.
      let isGroup = !command.subcommands.isEmpty && command.requiresSubcommand
      let rows = zip(paths, Self.rows).filter { path.isEmpty || $0.0 == path }.map(\.1)
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

  @Test("has a contract row for every option value")
  func choices() {
    var count = 0
    for option in ProgramCommands.tree.all.flatMap(\.command.options) {
      // Log levels, the sample services' scenarios and photo sizes aren't part of the contract.
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

  @Test("has a contract row for every environment variable")
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

  @Test("contains a contract row's command and options in the suite that the row refers to")
  func references() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let references = Self.rows.filter { !$0.isRun }
    #expect(!references.isEmpty)
    for row in references {
      guard case .testedIn(let suite) = row.expectations.first else { continue }
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

  @Test(
    "prints the help in the golden file for both spellings of a help request",
    arguments: [["help", "markets", "list"], ["markets", "list", "--help"]]
  )
  func help(arguments: [String]) async throws {
    let golden = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../CommandTests/Golden/fetch-counter-markets-list.txt").standardized
    let outcome = try await ProgramUnderTest(in: try TemporaryFolder()).start(arguments).outcome()
    #expect(outcome.output == (try String(contentsOf: golden, encoding: .utf8)))
    #expect(outcome.exitCode == 0)
    #expect(outcome.messages.isEmpty)
  }
}

extension ContractRow {
  fileprivate var isRun: Bool {
    if case .testedIn = expectations.first { false } else { true }
  }
}
