import Foundation
import Testing

@testable import fetch_counter

/// The program's own completions, typed into the real shells; what is not installed is skipped and said so.
///
/// What the scripts do with other declarations is the matter of `CompletionTests`.
@Suite("The program's completions in the real shells")
struct ProgramCompletionTests {
  /// A line up to the cursor, and the words that must be offered, no more and no fewer.
  struct Row: Sendable {
    var line: String
    var offered: Set<String>

    init(_ words: String, _ offered: [String]) {
      line = "fetch-counter " + words
      self.offered = Set(offered)
    }
  }

  static let rows: [Row] = [
    // Commands, and commands of commands
    Row("", ProgramCommands.tree.root.subcommands.map(\.name)),
    Row("mar", ["markets"]), Row("markets p", ["portfolio"]),
    Row("markets portfolio s", ["show", "sell", "swap", "send"]),
    Row("help dir", ["directory"]), Row("--json --profile live config ", ["show", "path", "init"]),
    // Options, those of the command and those of all
    Row("fetch --t", ["--times", "--timeout"]), Row("markets list --re", ["--reverse", "--refresh"]),
    Row("--no", ["--no-pager"]), Row("status --ti", ["--timeout"]), Row("status --times", []),
    // Their values
    Row("markets list --currency ", ["aud", "usd", "eur", "gbp", "jpy", "chf", "cad", "nzd", "inr"]),
    Row("markets chart btc --range ", ["1d", "1w", "1m", "1y", "5y", "all"]),
    Row("markets chart btc --range=5", ["5y"]), Row("markets list --tag d", ["deposit"]),
    Row("directory list --type ", ["full-time", "part-time", "contractor"]),
    Row("directory export --format v", ["vcard"]), Row("--color a", ["auto", "always"]),
    Row("--profile ", ["sample", "live"]), Row("--timeout ", []),
    // Arguments
    Row("completions ", ["bash", "zsh", "fish", "man"]), Row("flags get ", ["supportEUR"]),
    Row("flags set supportEUR o", ["on", "off"]), Row("markets alerts add btc ", ["above", "below", "rises", "falls"]),
    Row("open set", ["settings"]), Row("markets portfolio undo l", ["last"]),
    // Files and folders
    Row("directory export --output fi", ["file.json"]), Row("directory export -o fi", ["file.json"]),
    Row("--config fi", ["file.json"]), Row("directory list --from fi", ["file.json"]),
    Row("--data-dir fo", ["folder"]), Row("markets portfolio import fi", ["file.json"]),
  ]

  /// What a shell offers for each line, asked for in one process.
  private func offers(_ shell: CompletionShell, _ harness: [String]) throws -> [Set<String>] {
    try ShellRunner.withFolder { folder in
      // Given a folder with the script, a file and a folder
      let script = folder.appending(path: "script.\(shell.rawValue)")
      try Data(shell.script(for: ProgramCommands.tree).utf8).write(to: script)
      try Data().write(to: folder.appending(path: "file.json"))
      let inner = folder.appending(path: "folder")
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
      // When the lines are completed, then the shell has nothing to complain of
      let lines = Self.rows.map(\.line)
      let outcome = try ShellRunner.run(shell.rawValue, harness + [script.path()] + lines, in: folder)
      #expect(outcome.errors == "")
      #expect(outcome.status == 0)
      return try Self.rows.indices.map { index in
        let text = try String(contentsOf: folder.appending(path: "row-\(index)"), encoding: .utf8)
        return Set(
          text.split(separator: "\n").map { line in
            // Without what a word stands for, the option that it is the value of, and the mark of a folder.
            var word = String(line.prefix { $0 != "\t" })
            if word.hasPrefix("--"), let value = word.split(separator: "=").dropFirst().last { word = String(value) }
            return word.hasSuffix("/") ? String(word.dropLast()) : word.trimmingCharacters(in: .whitespaces)
          }
        )
      }
    }
  }

  private func expect(_ offers: [Set<String>]) {
    for (row, offered) in zip(Self.rows, offers) {
      #expect(offered == row.offered, "\(row.line)")
    }
  }

  // MARK: The shells

  /// Calls the function as bash does when Tab is typed, and then does what readline does by itself.
  private static let bashHarness = #"""
    source "$1"
    shift
    row=0
    for COMP_LINE; do
      compopt() { if [[ $* == *dirnames* ]]; then names=d; else names=f; fi; }
      names=
      COMP_POINT=${#COMP_LINE}
      # As bash cuts words: at spaces, and around = and :
      read -r -a COMP_WORDS <<<"${COMP_LINE//=/ = }"
      [[ $COMP_LINE == *[\ =] ]] && COMP_WORDS+=('')
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      COMPREPLY=()
      _fetch_counter
      {
        if ((${#COMPREPLY[@]} > 0)); then printf '%s\n' "${COMPREPLY[@]}"; fi
        # What readline does where it is told to complete names by itself.
        if [[ -n $names ]]; then compgen -$names -- "${COMP_WORDS[COMP_CWORD]}"; fi
      } >"row-$row"
      row=$((row + 1))
    done
    complete -p fetch-counter >/dev/null
    """#

  @Test("bash", .enabled(if: ShellRunner.path(of: "bash") != nil, "bash is not installed"))
  func bash() throws { expect(try offers(.bash, ["-c", Self.bashHarness, "bash"])) }

  @Test("zsh", .enabled(if: ShellRunner.path(of: "zsh") != nil, "zsh is not installed"))
  func zsh() throws { expect(try offers(.zsh, ["-f", "-c", ZshHarness.text, "zsh"])) }

  private static let fishHarness = """
    source $argv[1]
    set -l row 0
    for line in $argv[2..]
        complete -C $line >row-$row
        set row (math $row + 1)
    end
    """

  @Test("fish", .enabled(if: ShellRunner.path(of: "fish") != nil, "fish is not installed"))
  func fish() throws { expect(try offers(.fish, ["--no-config", "-c", Self.fishHarness])) }
}
