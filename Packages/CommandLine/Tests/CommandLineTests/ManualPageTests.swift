import CommandLineTesting
import Foundation
import Testing

@testable import CommandLine

@Suite("Manual page")
struct ManualPageTests {
  /// A small declaration with all characters that have a special meaning in roff.
  private static let tree = CommandTree(
    CommandDeclaration(
      name: "tool-kit",
      summary: "Keeps 'tools' in order.",
      discussion: ".begins with a dot: \\fBnot bold\\fR, ~ ^ ` \"quoted\", naïve 💡.\n\nSecond\nparagraph.",
      examples: [.init("tool-kit list --all | head -n 3", "Shows three.")],
      options: [OptionDeclaration(name: "all", shortName: "a", form: .flag, summary: "'Everything'.")],
      exitStatuses: [.init(0, "Done.")],
      environment: [.init("NO_COLOR", "Turns colors off.")],
      files: [.init("~/.tools", "The tools.")]
    ).with(
      [
        CommandDeclaration(
          name: "list",
          summary: "Lists tools.",
          arguments: [ArgumentDeclaration(name: "WHAT", summary: "Which.", count: .any, ValueRule<String>.text)]
        )
      ],
      requiresSubcommand: false
    )
  )

  @Test("adds sections with escaped text to the manual page, after the commands")
  func sections() {
    let section = ManualPage.Section("Keys", text: "First.\n\n.Second", items: [("Ctrl-C", "Quit"), ("\\", "'Odd'")])
    let source = ManualPage(Self.tree, version: "1.2.3", sections: [section]).source
    let lines = [
      ".SH \"KEYS\"", "First.", ".PP", "\\&.Second", ".TP", "\\fBCtrl\\-C\\fR", "Quit", ".TP", "\\fB\\e\\fR",
      "\\(aqOdd\\(aq",
    ]
    #expect(source.contains(lines.joined(separator: "\n") + "\n.SH"), "\(source)")
  }

  @Test("matches the reviewed manual page")
  func golden() {
    let source = ManualPage(Self.tree, version: "1.2.3", date: "2026-01-31").source
    #expect(
      source == #"""
        .TH "TOOL\-KIT" 1 "2026\-01\-31" "tool\-kit 1.2.3" "User Commands"
        .nh
        .ad l
        .SH NAME
        tool\-kit \- Keeps \(aqtools\(aq in order
        .SH SYNOPSIS
        \fBtool\-kit\fR [COMMAND] [options]
        .SH DESCRIPTION
        \&.begins with a dot: \efBnot bold\efR, \(ti \(ha \(ga \(dqquoted\(dq, na\[u00EF]ve \[u1F4A1].
        .PP
        Second paragraph.
        .SH OPTIONS
        .TP
        \fB\-a\fR, \fB\-\-all\fR
        \(aqEverything\(aq.
        .TP
        \fB\-h\fR, \fB\-\-help\fR
        Show this help.
        .TP
        \fB\-\-version\fR
        Print the version.
        .SH COMMANDS
        .SS "list"
        \fBtool\-kit list\fR [WHAT...] [options]
        .PP
        Lists tools.
        .TP
        \fIWHAT\fR
        Which.
        .SS "help"
        \fBtool\-kit help\fR [COMMAND...] [options]
        .PP
        Show help for a command.
        .TP
        \fICOMMAND\fR
        Command to explain.
        .SH EXIT STATUS
        .TP
        \fB0\fR
        Done.
        .SH ENVIRONMENT
        .TP
        \fBNO_COLOR\fR
        Turns colors off.
        .SH FILES
        .TP
        \fI\(ti/.tools\fR
        The tools.
        .SH EXAMPLES
        .TP
        \fBtool\-kit list \-\-all | head \-n 3\fR
        Shows three.

        """#
    )
  }

  @Test(
    "generates a manual page that groff accepts without warnings",
    .enabled(if: ShellRunner.path(of: "groff") != nil, "groff is not installed")
  )
  func rendering() throws {
    for tree in [Self.tree, SampleProgram.tree] {
      try ShellRunner.withFolder { folder in
        // Given: a page
        let file = folder.appending(path: "page.1")
        try Data(ManualPage(tree, version: "1.2.3").source.utf8).write(to: file)
        // When: the page is rendered with all warnings
        let outcome = try ShellRunner.run("groff", ["-man", "-Tutf8", "-P-cbou", "-ww", file.path()], in: folder)
        // Then: there are no warnings, and commands can be copied unchanged
        #expect(outcome.errors == "")
        #expect(outcome.status == 0)
        let example = try #require(tree.root.examples.first)
        #expect(outcome.output.contains("       \(example.commandLine)\n"), "\(outcome.output)")
        if tree.root.name == "tool-kit" {
          let text = #".begins with a dot: \fBnot bold\fR, ~ ^ ` "quoted", naïve 💡."#
          #expect(outcome.output.contains("       \(text)\n"), "\(outcome.output)")
        }
      }
    }
  }
}
