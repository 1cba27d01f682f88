import Testing

@testable import CommandLine

@Suite("Help pages")
struct HelpPageTests {
  @Test(
    "Every page is the one reviewed",
    arguments: [
      ([], 80, SampleHelp.program), (["list"], 80, SampleHelp.list), (["send"], 80, SampleHelp.send),
      (["flags"], 80, SampleHelp.group), (["send"], 40, SampleHelp.narrowSend),
    ] as [([String], Int, String)]
  )
  func golden(path: [String], width: Int, expected: String) {
    #expect(HelpPage(SampleProgram.tree, path: path).text(width: width) == expected)
  }

  @Test("Lines keep within the width, those to be copied excepted", arguments: [30, 40, 49, 50, 60, 80, 100, 200])
  func width(width: Int) {
    for entry in SampleProgram.tree.all {
      let page = HelpPage(SampleProgram.tree, path: entry.path).text(width: width)
      // A label that is one word cannot be broken either.
      let copied = entry.command.examples.map { "  " + $0.commandLine }
      let lines = page.split(separator: "\n").map(String.init).filter { line in
        !copied.contains(line) && !line.contains("--")
      }
      #expect(lines.filter { $0.count > width } == [])
      #expect(page.split(separator: "\n").allSatisfy { !$0.hasSuffix(" ") })
    }
  }

  @Test("A width too small to read is treated as 30, whatever it is", arguments: [Int.min, -1, 0, 1, 29])
  func tinyWidths(width: Int) {
    #expect(HelpPage(SampleProgram.tree).text(width: width) == HelpPage(SampleProgram.tree).text(width: 30))
  }

  @Test("The page of an unknown command is that of the program")
  func unknownPath() {
    #expect(HelpPage(SampleProgram.tree, path: ["nothing"]).text() == SampleHelp.program)
  }

  @Test("Help that is asked for on a command line leads to its page")
  func requestedPage() throws {
    let invocation = try SampleProgram.parser.parse(["flags", "-h"])
    #expect(HelpPage(SampleProgram.tree, path: invocation.commandPath).text() == SampleHelp.group)
  }
}
