import CommandLineTesting
import Foundation
import Testing

@testable import CommandLine

/// Tests for completions that only the program can determine, with the declared completions as a fallback.
@Suite("Completions printed by the program")
struct AskedCompletionTests {
  private static let tree = CommandTree(
    CommandDeclaration(
      name: "some-tool",
      summary: "Does things.",
      options: [
        OptionDeclaration(
          name: "profile",
          form: .value(
            ValueDeclaration(.text.suggesting(["own", "other"], orPrintedBy: ["list", "it's"]), placeholder: "NAME")
          ),
          summary: "Which one."
        )
      ]
    ).with(
      [
        CommandDeclaration(
          name: "use",
          summary: "Uses one.",
          arguments: [
            ArgumentDeclaration(
              name: "WHICH",
              summary: "Which one.",
              count: .one,
              ValueRule<String>.text.suggesting(["own"], orPrintedBy: ["list", "it's"])
            )
          ]
        )
      ],
      requiresSubcommand: false
    )
  )

  /// Installs a script as the program, and returns a shell's completions for a line.
  private func offers(_ shell: CompletionShell, _ line: String, program: String?) throws -> Set<String> {
    try ShellRunner.withFolder { programs in
      if let program {
        let file = programs.appending(path: "some-tool")
        try Data("#!/bin/sh\n\(program)\n".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
      }
      return try CompletionHarness.offers(shell, for: Self.tree, lines: [line], programs: programs)[0]
    }
  }

  private static let installed = CompletionShell.allCases.filter { ShellRunner.path(of: $0.rawValue) != nil }

  @Test("replaces the declared completions with the ones that the program prints", arguments: installed)
  func answers(shell: CompletionShell) throws {
    let program = #"printf 'first\tOne.\n\nsecond\nthird one\tfile\t2: two\n'"#
    #expect(try offers(shell, "some-tool --profile ", program: program) == ["first", "second", "third one"])
    #expect(try offers(shell, "some-tool --profile s", program: program) == ["second"])
    #expect(try offers(shell, "some-tool use ", program: program) == ["first", "second", "third one"])
  }

  @Test("quotes completions printed by the program for the shell", arguments: installed)
  func quoting(shell: CompletionShell) throws {
    let names = ["it's", "$(date)", "a:b", #"c\d"#, "e f", "`g`", "h;i", "*"]
    let program = "cat <<'END'\n\(names.joined(separator: "\n"))\nEND"
    #expect(try offers(shell, "some-tool --profile ", program: program) == Set(names))
  }

  @Test("runs the program with the declared arguments and no input to get completions", arguments: installed)
  func words(shell: CompletionShell) throws {
    let program = #"cat; printf '%s-' "$#" "$@"; echo"#
    #expect(try offers(shell, "some-tool --profile ", program: program) == ["2-list-it's-"])
  }

  @Test(
    "silently falls back to the declared completions if the program doesn't print any",
    arguments: installed,
    ["echo 'broken configuration' >&2; exit 2", "exit 0", "echo; exit 0", "kill -9 $$", nil]
  )
  func noAnswer(shell: CompletionShell, program: String?) throws {
    #expect(try offers(shell, "some-tool --profile ", program: program) == ["own", "other"])
  }

  @Test("gets completions from the program that was typed, not another one with the same name", arguments: installed)
  func path(shell: CompletionShell) throws {
    try ShellRunner.withFolder { folder in
      let file = folder.appending(path: "some-tool")
      try Data("#!/bin/sh\necho typed\n".utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
      let offers = try CompletionHarness.offers(shell, for: Self.tree, lines: ["\(file.path) --profile "])
      #expect(offers == [["typed"]])
    }
  }
}
