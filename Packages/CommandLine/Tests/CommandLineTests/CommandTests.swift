import CommandLine
import Foundation
import Testing

// The first example in the README, copied.
extension Argument where Value == String {
  static var person: Self { .required("NAME", .text, summary: "The person to greet.") }
}

extension Option where Value == Int {
  static var times: Self { .value("times", .integer(in: 1...9), default: "1", summary: "The number of greetings.") }
}

struct Greet: ImmediateCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "greet",
    summary: "Prints a greeting.",
    examples: [.init("greet Ada --times 2", "Greets Ada twice.")],
    arguments: [Argument.person],
    options: [Option.times]
  )

  let context: Invocation

  func run() {
    for _ in 0..<context[.times] { print("Hello, \(context[argument: .person])!") }
  }
}

private struct Farewell: ImmediateCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "farewell",
    aliases: ["bye"],
    summary: "Say goodbye."
  )

  let context: Invocation

  func run() {}
}

@Suite("Program commands")
@MainActor
struct CommandTests {
  @Test("selects a command by its alias, which help doesn't list")
  func alias() throws {
    let declaration = CommandDeclaration(name: "tool", summary: "Test.")
    let commands = Commands<Invocation>(.group(declaration, [.command(Farewell.self)]))
    for words in [["farewell"], ["bye"]] {
      guard case .run(let type, let invocation) = try commands.parse(words) else {
        Issue.record("\(words) doesn't run")
        continue
      }
      #expect(type is Farewell.Type)
      #expect(invocation.commandPath == ["farewell"])
    }
    guard case .help(let help) = try commands.parse(["help", "bye"]) else {
      Issue.record("no help")
      return
    }
    #expect(help.commandPath == ["farewell"])
    #expect(!HelpPage(commands.tree).text().contains(" bye"))
    #expect(commands.tree.validate().isEmpty)
  }

  @MainActor
  final class Record {
    var lines: [String] = []
  }

  struct Context {
    let invocation: Invocation
    let record: Record
  }

  struct Failure: LocalizedError {
    var errorDescription: String? { "The parcel is gone." }
    var recoverySuggestion: String? { "Send another one." }
  }

  struct Show: ImmediateCommand {
    nonisolated static let declaration = CommandDeclaration(
      name: "show",
      summary: "Shows a person.",
      arguments: [Argument.person]
    )
    let context: Context
    func run() { context.record.lines.append("show \(context.invocation[argument: .person])") }
  }

  struct Wait: AsyncCommand {
    nonisolated static let declaration = CommandDeclaration(
      name: "wait",
      summary: "Waits.",
      options: [Option.times],
      printsAsItGoes: true
    )
    let context: Context
    func run() async { context.record.lines.append("wait \(context.invocation[.times])") }
  }

  struct Bare: ImmediateCommand {
    nonisolated static let declaration = CommandDeclaration(name: "tool", summary: "Does things.")
    let context: Context
    func run() { context.record.lines.append("bare") }
  }

  nonisolated static let commands = Commands<Context>(
    .command(
      Bare.self,
      [
        .command(Show.self),
        .group(CommandDeclaration(name: "more", summary: "Does more."), [.command(Wait.self)]),
        .group(
          CommandDeclaration(name: "people", summary: "Does things with people."),
          default: "wait",
          [.command(Show.self), .command(Wait.self)]
        ),
      ]
    ),
    helpDiscussion: "More help."
  )

  private func run(_ words: [String]) async throws -> [String] {
    let record = Record()
    guard case .run(let type, let invocation) = try Self.commands.parse(words) else { return [] }
    switch type.init(context: Context(invocation: invocation, record: record)).work {
    case .immediate(let work): try work()
    case .async(let work): try await work()
    }
    return record.lines
  }

  @Test(
    "selects the command type to run from the command line",
    arguments: [
      ([], "bare"), (["show", "Ada"], "show Ada"), (["more", "wait"], "wait 1"),
      (["more", "wait", "--times=3"], "wait 3"), (["people"], "wait 1"), (["people", "--times=3"], "wait 3"),
      (["people", "show", "Ada"], "show Ada"),
    ] as [([String], String)]
  )
  func selection(words: [String], line: String) async throws {
    #expect(try await run(words) == [line])
  }

  @Test("requires a subcommand for a command group")
  func group() {
    #expect(throws: UsageError.missingCommand(after: ["tool", "more"], available: ["wait"])) {
      try Self.commands.parse(["more"])
    }
  }

  @Test("rejects unknown commands in a group with a default command, and shows the default in help")
  func groupWithDefault() {
    #expect(throws: UsageError.unknownCommand("shaw", after: ["tool", "people"], suggestion: "show")) {
      try Self.commands.parse(["people", "shaw"])
    }
    let help = HelpPage(Self.commands.tree, path: ["people"]).text()
    #expect(help.contains("tool people [COMMAND] [options]"))
    #expect(help.contains("Without a command, this runs 'tool people wait'."))
  }

  @Test("returns help and version requests separately from commands")
  func requests() throws {
    guard case .help(let invocation) = try Self.commands.parse(["more", "--help"]) else {
      Issue.record("not help")
      return
    }
    #expect(invocation.commandPath == ["more"])
    #expect(!invocation.printsAsItGoes)
    guard case .version = try Self.commands.parse(["--version"]) else {
      Issue.record("not the version")
      return
    }
    guard case .run(_, let wait) = try Self.commands.parse(["more", "wait"]) else {
      Issue.record("not a command")
      return
    }
    #expect(wait.printsAsItGoes)
  }

  @Test("generates valid declarations from the command types")
  func soundness() {
    #expect(Self.commands.tree.validate() == [])
    #expect(
      Self.commands.tree.all.map(\.path) == [
        [], ["show"], ["more"], ["more", "wait"], ["people"], ["people", "show"], ["people", "wait"], ["help"],
      ]
    )
    #expect(HelpPage(Self.commands.tree, path: ["help"]).text().contains("More help."))
  }

  @Test(
    "prints help, the version and usage errors of a small program, and returns an exit status",
    arguments: [
      (["--help"], 0, "Prints a greeting.\n", false), (["--version"], 0, "greet 1.2\n", false),
      ([], 2, "greet: 'greet' needs NAME.\n  NAME: The person to greet. Usage: greet NAME [options]\n", true),
      (["Ada", "--times", "0"], 2, "greet: '0' isn't a valid value for --times: it is too small.\n", true),
    ] as [([String], Int32, String, Bool)]
  )
  func smallProgram(words: [String], status: Int32, start: String, isError: Bool) async {
    var printed = ""
    var errors: [Bool] = []
    let commands = Commands<Invocation>(.command(Greet.self))
    let result = await commands.run(words, version: "1.2") { text, isError in
      printed += text
      errors.append(isError)
    }
    #expect(result == status)
    #expect(printed.hasPrefix(start), "\(printed)")
    #expect(errors == [isError])
  }

  @Test("prints a failure together with its recovery suggestion")
  func failure() async {
    struct Fail: AsyncCommand {
      nonisolated static let declaration = CommandDeclaration(name: "fail", summary: "Fails.")
      let context: Invocation
      func run() async throws { throw Failure() }
    }
    var printed = ""
    let status = await Commands<Invocation>(.command(Fail.self)).run([], version: "1") { text, _ in printed += text }
    #expect(status == 1)
    #expect(printed == "fail: The parcel is gone.\n  Send another one.\n")
  }
}
