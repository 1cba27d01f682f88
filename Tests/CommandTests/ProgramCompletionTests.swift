import CommandLine
import CommandLineTesting
import Foundation
import Testing

@testable import fetch_counter

/// Tests that type command lines into all installed shells to check the program's completions.
///
/// `CompletionTests` covers the completion scripts for other declarations.
@Suite("Program completions in real shells")
struct ProgramCompletionTests {
  /// A command line up to the cursor, and the exact list of expected completions.
  struct Row: Sendable {
    var line: String
    var offered: Set<String>

    init(_ words: String, _ offered: [String]) {
      line = "fetch-counter " + words
      self.offered = Set(offered)
    }
  }

  static let rows: [Row] = [
    // Commands and subcommands
    Row("", ProgramCommands.tree.root.subcommands.map(\.name)),
    Row("mar", ["markets"]), Row("markets p", ["portfolio"]),
    Row("markets portfolio s", ["show", "sell", "swap", "send"]),
    Row("help dir", ["directory"]),
    Row("--json --profile live config ", ["show", "set", "unset", "profiles", "path", "init"]),
    // Options for the command and for all commands
    Row("fetch --t", ["--times", "--timeout"]), Row("markets list --re", ["--reverse", "--refresh"]),
    Row("--no", ["--no-pager"]), Row("status --ti", ["--timeout"]), Row("status --times", []),
    // Option values
    Row("markets list --currency ", ["aud", "usd", "eur", "gbp", "jpy", "chf", "cad", "nzd", "inr"]),
    Row("markets chart btc --range ", ["1d", "1w", "1m", "3m", "6m", "1y", "5y", "all"]),
    Row("markets chart btc --range=5", ["5y"]), Row("markets list --tag d", ["deposit"]),
    Row("directory list --type ", ["full-time", "part-time", "contractor"]),
    Row("directory export --format v", ["vcard"]), Row("--color a", ["auto", "always"]),
    Row("--profile ", ["sample", "live"]), Row("--timeout ", []),
    // Arguments
    Row("completions ", ["bash", "zsh", "fish", "man"]), Row("flags get ", ["supportEUR"]),
    Row("flags set supportEUR o", ["on", "off"]), Row("markets alerts add btc ", ["above", "below", "rises", "falls"]),
    Row("open set", ["settings"]), Row("markets portfolio undo l", ["last"]),
    // Files and directories
    Row("directory export --output fi", ["file.json"]), Row("directory export -o fi", ["file.json"]),
    Row("--config fi", ["file.json"]), Row("directory list --from fi", ["file.json"]),
    Row("--data-dir fo", ["folder"]), Row("markets portfolio import fi", ["file.json"]),
  ]

  private func expect(_ rows: [Row] = rows, in shell: CompletionShell) throws {
    let offers = try CompletionHarness.offers(shell, for: ProgramCommands.tree, lines: rows.map(\.line)) { folder in
      try Data().write(to: folder.appending(path: "file.json"))
      let inner = folder.appending(path: "folder")
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
    }
    try #require(offers.count == rows.count)
    for (row, offered) in zip(rows, offers) { #expect(offered == row.offered, "\(row.line)") }
  }

  @Test("completes commands in bash", .enabled(if: ShellRunner.path(of: "bash") != nil, "bash is not installed"))
  func bash() throws { try expect(in: .bash) }

  @Test("completes commands in zsh", .enabled(if: ShellRunner.path(of: "zsh") != nil, "zsh is not installed"))
  func zsh() throws { try expect(in: .zsh) }

  @Test("completes commands in fish", .enabled(if: ShellRunner.path(of: "fish") != nil, "fish is not installed"))
  func fish() throws { try expect(in: .fish) }

  // MARK: Profiles from the configuration file

  private static let program = Bundle.main.bundleURL.appending(path: "fetch-counter")

  @Test(
    "offers profiles from a valid configuration file in addition to built-in profiles",
    .enabled(if: FileManager.default.isExecutableFile(atPath: program.path), "the program is not built"),
    arguments: CompletionShell.allCases.filter { ShellRunner.path(of: $0.rawValue) != nil },
    [
      (
        #"{"profiles": {"mine": {}, "my work": {"timeout": "3s"}, "live": {}}}"#, ["sample", "live", "mine", "my work"]
      ),
      (#"{"profiles": {"it's": {}, "a:b": {}, "$(date)": {}}}"#, ["sample", "live", "it's", "a:b", "$(date)"]),
      (#"{"timout": 1}"#, ["sample", "live"]), ("{", ["sample", "live"]), (#"{"profiles": 1}"#, ["sample", "live"]),
    ] as [(String, Set<String>)]
  )
  func profiles(shell: CompletionShell, row: (configuration: String, offered: Set<String>)) throws {
    let lines = ["fetch-counter --profile ", "\(Self.program.path) status --profile=m"]
    let offers = try CompletionHarness.offers(
      shell,
      for: ProgramCommands.tree,
      lines: shell == .bash ? lines : Array(lines.prefix(1)),
      programs: Self.program.deletingLastPathComponent()
    ) { folder in
      // ShellRunner sets the configuration directory to this path.
      let place = folder.appending(path: ".home/fetch-counter")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      try Data(row.configuration.utf8).write(to: place.appending(path: "config.json"))
    }
    #expect(offers.count == (shell == .bash ? 2 : 1))
    #expect(offers.first == row.offered)
    for more in offers.dropFirst() { #expect(more == row.offered.filter { $0.hasPrefix("m") }) }
  }

  // MARK: Completions from the program

  @Test(
    "completes employees, teams, links and setting values from the program",
    .enabled(if: FileManager.default.isExecutableFile(atPath: program.path), "the program is not built"),
    arguments: CompletionShell.allCases.filter { ShellRunner.path(of: $0.rawValue) != nil }
  )
  func dynamicWords(shell: CompletionShell) throws {
    let rows = [
      Row("directory show priya", ["priya.raghunathan@example.com"]), Row("directory show Renée", ["Renée d’Arc"]),
      Row("directory list --team Core", ["Core", "Core Platform"]), Row("open markets/a", ["markets/alerts"]),
      Row("config set theme d", ["dark"]), Row("config set mouse ", ["on", "off"]),
    ]
    let offers = try CompletionHarness.offers(
      shell,
      for: ProgramCommands.tree,
      lines: rows.map(\.line),
      programs: Self.program.deletingLastPathComponent()
    )
    try #require(offers.count == rows.count)
    for (row, offered) in zip(rows, offers) { #expect(offered == row.offered, "\(row.line)") }
  }
}
