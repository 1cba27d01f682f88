import Foundation
import Testing

@testable import fetch_counter

/// Types lines into the real shells and says what they offer.
enum CompletionHarness {
  /// What a shell offers for each line, asked for in one process; it must have nothing to complain of.
  ///
  /// - Parameters:
  ///   - shell: The shell, which has to be installed.
  ///   - tree: The program's declaration.
  ///   - lines: The lines up to the cursor.
  ///   - programs: A folder where programs are looked for first.
  ///   - arrange: Puts files into the current folder.
  /// - Returns: For each line the words, without what they stand for and without the option that they are the value of.
  /// - Throws: Why files can't be made or the shell can't be started.
  static func offers(
    _ shell: CompletionShell,
    for tree: CommandTree,
    lines: [String],
    programs: URL? = nil,
    arrange: (URL) throws -> Void = { _ in }
  ) throws -> [Set<String>] {
    try ShellRunner.withFolder { folder in
      let script = folder.appending(path: "script.\(shell.rawValue)")
      try Data(shell.script(for: tree).utf8).write(to: script)
      try arrange(folder)
      let outcome = try ShellRunner.run(
        shell.rawValue,
        beginning(of: shell, CompletionTable(tree).identifier) + [script.path()] + lines,
        in: folder,
        programs: programs
      )
      #expect(outcome.errors == "")
      #expect(outcome.status == 0)
      return try lines.indices.map { index in
        let text = try String(contentsOf: folder.appending(path: "row-\(index)"), encoding: .utf8)
        return Set(text.split(separator: "\n").map { word(in: String($0)) })
      }
    }
  }

  /// Without what a word stands for, the option that it is the value of, and the mark of a folder.
  private static func word(in line: String) -> String {
    var word = String(line.prefix { $0 != "\t" })
    if word.hasPrefix("--"), let value = word.split(separator: "=").dropFirst().last { word = String(value) }
    return word.hasSuffix("/") ? String(word.dropLast()) : word.trimmingCharacters(in: .whitespaces)
  }

  private static func beginning(of shell: CompletionShell, _ identifier: String) -> [String] {
    switch shell {
    case .bash: ["-c", bash.replacing("FUNCTION", with: "_" + identifier), "bash"]
    case .zsh: ["-f", "-c", ZshHarness.text, "zsh"]
    case .fish: ["--no-config", "-c", fish]
    }
  }

  /// Calls the function as bash does when Tab is typed, and then does what readline does by itself.
  private static let bash = #"""
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
      FUNCTION
      {
        # The words are quoted for a command line.
        if ((${#COMPREPLY[@]} > 0)); then eval "printf '%s\n' ${COMPREPLY[*]}"; fi
        # What readline does where it is told to complete names by itself.
        if [[ -n $names ]]; then compgen -$names -- "${COMP_WORDS[COMP_CWORD]}"; fi
      } >"row-$row"
      row=$((row + 1))
    done
    """#

  private static let fish = """
    source $argv[1]
    set -l row 0
    for line in $argv[2..]
        complete -C $line >row-$row
        set row (math $row + 1)
    end
    """
}
