import CommandLineTesting
import Foundation
import Testing

@testable import CommandLine

@Suite("Completion script syntax")
struct CompletionSyntaxTests {
  private static let isBashMissing = ShellRunner.path(of: "bash") == nil
  private static let isZshMissing = ShellRunner.path(of: "zsh") == nil
  private static let isFishMissing = ShellRunner.path(of: "fish") == nil

  /// Declarations that a script must handle: an empty one, and one with text that is special to shells.
  private static let trees: [CommandTree] = [
    SampleProgram.tree,
    CommandTree(CommandDeclaration(name: "bare", summary: "Does one thing.")),
    CommandTree(
      CommandDeclaration(
        name: "two-words",
        summary: "It's $(date) `date` \"quoted\" \\ back\\\\slashed: 100% [a] *.",
        options: [
          OptionDeclaration(name: "a", form: .flag, summary: "It's $HOME; | & > < ! # ~ {a,b} é \\' \\."),
          OptionDeclaration(
            name: "b",
            form: .value(
              ValueDeclaration(.choice(["'", "\"", "\\", "$x", "`x`", "é", "%s", "*", "[", "~"]), placeholder: "X")
            ),
            summary: "One line\nand another."
          ),
        ]
      ).with([CommandDeclaration(name: "sub", summary: "It's\n'.")])
    ),
  ]

  private func check(_ shell: CompletionShell, _ arguments: [String]) throws {
    for tree in Self.trees {
      try ShellRunner.withFolder { folder in
        // Given: a script
        let file = folder.appending(path: "script")
        try Data(shell.script(for: tree).utf8).write(to: file)
        // When: the shell checks the script without running it. Then: the shell reports no errors.
        let outcome = try ShellRunner.run(shell.rawValue, arguments + [file.path()], in: folder)
        #expect(outcome.errors == "", "\(tree.root.name)")
        #expect(outcome.status == 0, "\(tree.root.name)")
      }
    }
  }

  @Test("generates a valid bash script", .disabled(if: isBashMissing, "bash is not installed"))
  func bash() throws { try check(.bash, ["-n"]) }

  @Test("generates a valid zsh script", .disabled(if: isZshMissing, "zsh is not installed"))
  func zsh() throws { try check(.zsh, ["-f", "-n"]) }

  @Test("generates a valid fish script", .disabled(if: isFishMissing, "fish is not installed"))
  func fish() throws { try check(.fish, ["--no-config", "-n"]) }

  @Test("includes every command, option and choice in every script", arguments: CompletionShell.allCases)
  func completeness(shell: CompletionShell) {
    let script = shell.script(for: SampleProgram.tree)
    for (_, command) in SampleProgram.tree.all where command.name != "tool" {
      #expect(script.contains(command.name))
      for option in command.options {
        for spelling in option.longSpellings {
          #expect(script.contains(shell == .fish ? "-l \(spelling.dropFirst(2)) " : "\(spelling)"), "\(spelling)")
        }
        // Shells quote the other characters differently.
        for choice in option.value?.offered ?? [] where choice.word.allSatisfy({ $0.isLetter || $0.isNumber }) {
          #expect(script.contains(choice.word), "\(choice.word)")
        }
      }
    }
    // Only zsh and fish show descriptions.
    #expect(script.contains("Insures the parcel") == (shell != .bash))
    #expect(script.contains("The opposite of --insured") == (shell != .bash))
    #expect(script.hasSuffix("\n"))
    #expect(!script.contains("\n\n\n"))
  }
}
