import CommandLineTesting
import Foundation
import Testing

@testable import CommandLine

@Suite("Completions in real shells")
struct CompletionTests {
  /// A command line up to the cursor, and the exact set of expected completions.
  struct Row: Sendable, CustomTestStringConvertible {
    var line: String
    var offered: Set<String>
    var testDescription: String { line }

    init(_ line: String, _ offered: String...) {
      self.line = line
      self.offered = Set(offered)
    }
  }

  static let rows: [Row] = [
    Row("tool ", "list", "send", "flags", "help"), Row("tool l", "list"), Row("tool x"), Row("tool --json l", "list"),
    Row("tool --timeout l"), Row("tool --timeout 1s fl", "flags"), Row("tool --timeout=1s fl", "flags"),
    Row("tool -t 1s fl", "flags"), Row("tool -t1s fl", "flags"), Row("tool -jvt 1s fl", "flags"),
    Row("tool list --sort ", "name", "price", "weight"), Row("tool list --sort p", "price"),
    Row("tool list --sort=", "name", "price", "weight"), Row("tool list --sort=p", "price"),
    Row("tool list --range 1", "1d", "1w", "1m"), Row("tool list --re", "--reverse"),
    Row("tool list --ve", "--verbose", "--version"),
    Row("tool list --sort name --re", "--reverse"), Row("tool --so"), Row("tool send --so"),
    Row("tool send --no", "--no-insured"), Row("tool flags ", "set", "show"), Row("tool flags s", "set", "show"),
    Row("tool flags set a ", "on", "off"), Row("tool flags set --json a of", "off"), Row("tool flags set o"),
    Row("tool flags set a on o"), Row("tool flags set -- a o", "on", "off"), Row("tool flags set -- --j"),
    Row("tool send - -5 --by p", "post", "pigeon"), Row("tool help ", "list", "send", "flags", "help"),
    Row("tool help fl", "flags"), Row("tool help flags s", "set", "show"), Row("tool flags help s", "set", "show"),
    Row("tool nothing s"), Row("tool list s"),
  ]

  private func script(_ shell: CompletionShell, in folder: URL) throws -> String {
    let file = folder.appending(path: "tool.\(shell.rawValue)")
    try Data(shell.script(for: SampleProgram.tree).utf8).write(to: file)
    return file.path()
  }

  private func makeFiles(in folder: URL) throws {
    let inner = folder.appending(path: "folder")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
    try Data().write(to: folder.appending(path: "file"))
  }

  // MARK: bash

  /// A script that calls the completion function as bash does, with words split at spaces and equals signs.
  private static let bashHarness = """
    set -u
    source "$1"
    compopt() { echo "compopt $*"; }
    COMP_LINE=$2 COMP_POINT=${#2} COMP_WORDBREAKS=$3
    shift 3
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _tool
    if ((${#COMPREPLY[@]} > 0)); then printf '%s\\n' "${COMPREPLY[@]}"; fi
    complete -p tool >/dev/null
    """

  private func bash(_ line: String, breaks: String = " =:") throws -> [String] {
    try ShellRunner.withFolder { folder in
      var words: [String] = []
      for part in line.split(separator: " ", omittingEmptySubsequences: false) {
        let pieces = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard pieces.count == 2, breaks.contains("=") else {
          words.append(String(part))
          continue
        }
        words += [pieces[0], "="] + (pieces[1].isEmpty ? [] : [pieces[1]])
      }
      let outcome = try ShellRunner.run(
        "bash",
        ["-c", Self.bashHarness, "bash", script(.bash, in: folder), line, breaks] + words,
        in: folder
      )
      #expect(outcome.errors == "")
      #expect(outcome.status == 0)
      return outcome.output.split(separator: "\n").map(String.init)
    }
  }

  @Test(
    "offers matching completions in bash",
    .enabled(if: ShellRunner.path(of: "bash") != nil, "bash is not installed"),
    arguments: rows
  )
  func bashOffers(row: Row) throws {
    #expect(Set(try bash(row.line)) == row.offered)
  }

  @Test(
    "completes file names in bash, repeats the option name if the equals sign isn't a word break, and quotes completions",
    .enabled(if: ShellRunner.path(of: "bash") != nil, "bash is not installed")
  )
  func bashPeculiarities() throws {
    #expect(try bash("tool list --output f") == ["compopt -o default"])
    #expect(try bash("tool list -o f") == ["compopt -o default"])
    #expect(try bash("tool --data-dir=f") == ["compopt -o dirnames -o filenames"])
    #expect(try bash("tool list --sort=p", breaks: " :") == ["--sort=price"])
    #expect(try bash("tool list --style ") == [#"it\'s"#, #"\$\(date\)"#, "a:b", #"c\\d"#, #"e\ f"#])
    #expect(Set(try bash("tool list ")).isSuperset(of: ["--sort", "--json", "-n", "--help"]))
  }

  // MARK: zsh

  private func zsh(_ lines: [String]) throws -> [Set<String>] {
    try CompletionHarness.offers(.zsh, for: SampleProgram.tree, lines: lines) { try makeFiles(in: $0) }
  }

  @Test("offers matching completions in zsh", .enabled(if: ShellRunner.path(of: "zsh") != nil, "zsh is not installed"))
  func zshOffers() throws {
    let offers = try zsh(Self.rows.map(\.line))
    try #require(offers.count == Self.rows.count)
    for (row, offered) in zip(Self.rows, offers) {
      #expect(offered == row.offered, "\(row.line)")
    }
  }

  @Test(
    "quotes completions in zsh, and completes file names only where a file is expected",
    .enabled(if: ShellRunner.path(of: "zsh") != nil, "zsh is not installed")
  )
  func zshPeculiarities() throws {
    let offered = try zsh([
      "tool list --style ", "tool list --output f", "tool --data-dir=f", "tool -",
    ])
    #expect(offered[0] == ["it's", "$(date)", "a:b", #"c\d"#, "e f"])
    #expect(offered[1] == ["file", "folder"])
    #expect(offered[2] == ["folder"])
    #expect(offered[3].isSuperset(of: ["--json", "-j"]))
    #expect(!offered[3].contains("--sort"))
  }

  // MARK: fish

  private func fish(_ line: String) throws -> [String] {
    try ShellRunner.withFolder { folder in
      try makeFiles(in: folder)
      let outcome = try ShellRunner.run(
        "fish",
        ["--no-config", "-c", "source $argv[1]; complete -C $argv[2]", script(.fish, in: folder), line],
        in: folder
      )
      #expect(outcome.errors == "")
      return outcome.output.split(separator: "\n").map(String.init)
    }
  }

  /// Returns the completions without descriptions, and without the option name that fish repeats.
  private func words(_ lines: [String]) -> Set<String> {
    Set(
      lines.map { line in
        let word = line.prefix { $0 != "\t" }
        return String(word.hasPrefix("--") ? word.split(separator: "=").last ?? word : word)
      }
    )
  }

  @Test(
    "offers matching completions in fish",
    .enabled(if: ShellRunner.path(of: "fish") != nil, "fish is not installed"),
    arguments: rows
  )
  func fishOffers(row: Row) throws {
    #expect(words(try fish(row.line)) == row.offered)
  }

  @Test(
    "shows descriptions and quotes completions in fish, and completes file names only where a file is expected",
    .enabled(if: ShellRunner.path(of: "fish") != nil, "fish is not installed")
  )
  func fishPeculiarities() throws {
    #expect(try fish("tool l") == ["list\tLists parcels"])
    #expect(try fish("tool list --sort p") == ["price\tBy price"])
    #expect(words(try fish("tool list --style ")) == ["it's", "$(date)", "a:b", #"c\d"#, "e f"])
    #expect(words(try fish("tool list --output f")) == ["file", "folder/"])
    #expect(words(try fish("tool --data-dir f")) == ["folder/"])
    #expect(words(try fish("tool --no")) == [])
    #expect(try fish("tool send --no") == ["--no-insured\tThe opposite of --insured"])
  }
}
