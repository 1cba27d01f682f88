import Testing

@testable import CommandLine

@Suite("Help pages")
struct HelpPageTests {
  @Test(
    "matches the reviewed help pages",
    arguments: [
      ([], 80, SampleHelp.program), (["list"], 80, SampleHelp.list), (["send"], 80, SampleHelp.send),
      (["flags"], 80, SampleHelp.group), (["send"], 40, SampleHelp.narrowSend),
    ] as [([String], Int, String)]
  )
  func golden(path: [String], width: Int, expected: String) {
    #expect(HelpPage(SampleProgram.tree, path: path).text(width: width) == expected)
  }

  @Test("wraps help to the given width, except for command lines", arguments: [30, 40, 49, 50, 60, 80, 100, 200])
  func width(width: Int) {
    for entry in SampleProgram.tree.all {
      let page = HelpPage(SampleProgram.tree, path: entry.path).text(width: width)
      // A single-word label can't be broken, either.
      let copied = entry.command.examples.map { "  " + $0.commandLine }
      let lines = page.split(separator: "\n").map(String.init).filter { line in
        !copied.contains(line) && !line.contains("--")
      }
      #expect(lines.filter { $0.count > width } == [])
      #expect(page.split(separator: "\n").allSatisfy { !$0.hasSuffix(" ") })
    }
  }

  @Test("puts an explanation beside a label of up to 32 columns, and below a longer one")
  func longestLabel() {
    for (length, isBeside) in [(32, true), (33, false)] {
      let label = "--" + String(repeating: "a", count: length - 2)
      let option = OptionDeclaration(name: String(label.dropFirst(2)), form: .flag, summary: "Beside or below.")
      let tree = CommandTree(CommandDeclaration(name: "tool", summary: "Does things.", options: [option]))
      let lines = HelpPage(tree).text(width: 100).split(separator: "\n")
      #expect(lines.contains { $0.contains(label) && $0.contains("Beside or below.") } == isBeside)
    }
  }

  @Test("uses a width of 30 columns for help if the given width is smaller", arguments: [Int.min, -1, 0, 1, 29])
  func tinyWidths(width: Int) {
    #expect(HelpPage(SampleProgram.tree).text(width: width) == HelpPage(SampleProgram.tree).text(width: 30))
  }

  @Test("shows the program's help for an unknown command")
  func unknownPath() {
    #expect(HelpPage(SampleProgram.tree, path: ["nothing"]).text() == SampleHelp.program)
  }

  @Test("shows help for the requested command")
  func requestedPage() throws {
    let invocation = try SampleProgram.parser.parse(["flags", "-h"])
    #expect(HelpPage(SampleProgram.tree, path: invocation.commandPath).text() == SampleHelp.group)
  }
}
