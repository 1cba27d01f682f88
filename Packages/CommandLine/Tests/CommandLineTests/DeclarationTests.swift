import Testing

@testable import CommandLine

@Suite("Command declarations")
struct DeclarationTests {
  private func mistakes(_ change: (inout CommandDeclaration) -> Void) -> [String] {
    var program = CommandDeclaration(name: "tool", summary: "Does things.")
    change(&program)
    return CommandTree(program).validate()
  }

  private func flag(_ name: String, short: Character? = nil, summary: String = "Yes.") -> OptionDeclaration {
    OptionDeclaration(name: name, shortName: short, form: .flag, summary: summary)
  }

  private func argument(_ name: String, _ count: ArgumentDeclaration.Count) -> ArgumentDeclaration {
    ArgumentDeclaration(name: name, summary: "A word.", count: count, ValueRule<String>.text)
  }

  @Test("finds no mistakes in the sample program's declarations")
  func soundDeclaration() {
    #expect(SampleProgram.tree.validate() == [])
  }

  @Test("reports an option declared twice along a command path, but allows the same option in two branches")
  func duplicateOptions() {
    let child = CommandDeclaration(name: "list", summary: "Lists.", options: [flag("all", short: "a")])
    #expect(
      mistakes {
        $0.subcommands = [child, CommandDeclaration(name: "show", summary: "Shows.", options: child.options)]
      } == []
    )
    #expect(
      mistakes {
        $0.options = [flag("all")]
        $0.subcommands = [child]
      } == ["tool list: --all is declared twice along the path"]
    )
    #expect(
      mistakes {
        $0.options = [flag("any", short: "a")]
        $0.subcommands = [child]
      } == ["tool list: -a is declared twice along the path"]
    )
    #expect(mistakes { $0.options = [flag("help")] } == ["tool: --help is declared twice along the path"])
    #expect(mistakes { $0.options = [flag("hide", short: "h")] } == ["tool: -h is declared twice along the path"])
    let negatable = OptionDeclaration(name: "color", form: .negatableFlag, summary: "Yes.")
    #expect(
      mistakes { $0.options = [negatable, flag("no-color")] } == ["tool: --no-color is declared twice along the path"]
    )
  }

  @Test("reports command and option names that can't be typed or would be misinterpreted")
  func names() {
    for name in ["", "A", "a--b", "-a", "a-", "a b", "a=b", "é"] {
      #expect(mistakes { $0.options = [flag(name)] } == ["tool: --\(name) must consist of a-z, 0-9 and single dashes"])
    }
    #expect(mistakes { $0.options = [flag("five", short: "5")] } == ["tool: -5 is not an ASCII letter"])
    #expect(
      mistakes { $0.subcommands = [CommandDeclaration(name: "a b", summary: "No.")] }
        == ["tool a b: the command's name must consist of a-z, 0-9 and single dashes"]
    )
    #expect(
      mistakes { $0.subcommands = [CommandDeclaration(name: "help", summary: "No.")] }
        == ["tool: the command help is declared twice"]
    )
  }

  @Test("reports a default command that is not declared")
  func defaultCommand() {
    #expect(
      mistakes {
        $0.subcommands = [CommandDeclaration(name: "list", summary: "Lists.")]
        $0.defaultSubcommand = "lst"
      } == ["tool: the default command lst is not declared"]
    )
    #expect(
      mistakes {
        $0.subcommands = [CommandDeclaration(name: "list", summary: "Lists.")]
        $0.defaultSubcommand = "list"
      } == []
    )
  }

  @Test("finds the first command with an option")
  func ownerOfOption() {
    let commands = ["one", "two", "three"].map { name in
      CommandDeclaration(name: name, summary: "Yes.", options: name == "one" ? [] : [flag("all")])
    }
    var program = CommandDeclaration(name: "tool", summary: "Does things.")
    program.subcommands = commands
    #expect(CommandTree(program).path(ofOption: "all") == ["two"])
    #expect(CommandTree(program).path(ofOption: "help") == [])
    #expect(CommandTree(program).path(ofOption: "none") == nil)
  }

  @Test("reports arguments that can never receive a value")
  func arguments() {
    #expect(mistakes { $0.arguments = [argument("A", .one), argument("B", .oneOrNone), argument("C", .any)] } == [])
    #expect(
      mistakes { $0.arguments = [argument("A", .oneOrMore), argument("B", .oneOrNone)] }
        == ["tool: A takes all words, so B gets none"]
    )
    #expect(
      mistakes { $0.arguments = [argument("A", .oneOrNone), argument("B", .one)] }
        == ["tool: B is required after A"]
    )
    #expect(
      mistakes { $0.arguments = [argument("A", .one), argument("A", .one)] } == [
        "tool: the argument A is declared twice"
      ]
    )
    #expect(
      mistakes {
        $0.arguments = [argument("A", .one)]
        $0.subcommands = [CommandDeclaration(name: "list", summary: "Lists.")]
      } == ["tool: a command with subcommands cannot have arguments"]
    )
  }

  @Test("reports invalid summaries, defaults and examples")
  func texts() {
    #expect(mistakes { $0.summary = "No stop" } == ["tool: the command has a summary that does not end with a period"])
    #expect(
      mistakes {
        $0.options = [Option<Int>.value("top", .integer(in: 1...9), default: "10", summary: "Top.").declaration]
      }
        == ["tool: the default 10 of --top is not a valid value"]
    )
    #expect(
      mistakes { $0.examples = [.init("tool --bogus", "Fails.")] }
        == [#"tool: the example tool --bogus is wrong: 'tool' has no option '--bogus'."#]
    )
    #expect(
      mistakes { $0.examples = [.init("spoon", "Fails.")] } == ["tool: the example spoon does not begin with tool"]
    )
    #expect(mistakes { $0.examples = [.init("tool --bogus | head", "Is the shell's.")] } == [])
    let excluding = Option<Bool>.flag("a", summary: "A.", excludes: ["b"])
    #expect(
      mistakes { $0.options = [excluding.declaration] } == [
        "tool: --a excludes --b, which is not declared along the path"
      ]
    )
    let rule = ValueRule<String>(expectation: "x", example: "y", choices: ["x", "x"]) { word throws(ValidationError) in
      guard word == "x" else { throw ValidationError("it is not x") }
      return word
    }
    #expect(
      mistakes { $0.options = [Option<String?>.optional("a", rule, summary: "A.").declaration] } == [
        "tool: the choice x of --a is declared twice",
        "tool: y is listed as a choice or example of --a, but is not a valid value",
      ]
    )
  }

  @Test("reports a missing command for printing completions")
  func suggestions() {
    func asking(_ words: [String]) -> ValueRule<String> { .text.suggesting(["a"], orPrintedBy: words) }
    let list = CommandDeclaration(name: "list", summary: "Lists.")
    for (words, expected) in [
      (["list"], []), (["lst"], ["the command 'lst' for the words of --a is wrong"]),
      (["list", "--all"], ["the command 'list --all' for the words of --a is wrong"]),
    ] {
      let option = Option<String?>.optional("a", asking(words), summary: "A.")
      let found = mistakes {
        $0.options = [option.declaration]
        $0.subcommands = [list]
      }
      #expect(found == expected.map { "tool: " + $0 })
    }
    let own = Option<String?>.optional("a", asking(["__words", "a"]), summary: "A.")
    var program = CommandDeclaration(name: "tool", summary: "Does things.", options: [own])
    program.subcommands = [list]
    #expect(CommandTree(program).validate(internalCommand: "__words") == [])
    #expect(CommandTree(program).validate(internalCommand: "__other").count == 1)
    let argument = ArgumentDeclaration(name: "A", summary: "A.", count: .one, asking(["lst"]))
    #expect(
      mistakes { $0.subcommands = [CommandDeclaration(name: "use", summary: "Uses.", arguments: [argument])] }
        == ["tool use: the command 'lst' for the words of A is wrong"]
    )
  }

  @Test("lists all commands with their paths, and finds commands by path")
  func paths() {
    let paths = SampleProgram.tree.all.map { $0.path.joined(separator: " ") }
    #expect(paths == ["", "list", "send", "flags", "flags set", "flags show", "help"])
    #expect(SampleProgram.tree.commands(along: ["flags", "set"])?.map(\.name) == ["tool", "flags", "set"])
    #expect(SampleProgram.tree.commands(along: ["flags", "sett"]) == nil)
  }
}
