import Foundation
import Testing

@testable import CommandLine

@Suite("Command line parsing")
struct ParsingTests {
  private let parser = SampleProgram.parser

  @Test(
    "finds a command by its path",
    arguments: [
      ([], []), (["list"], ["list"]), (["flags", "show"], ["flags", "show"]),
      (["flags", "set", "a", "on"], ["flags", "set"]), (["flags", "show", "show"], ["flags", "show"]),
    ] as [([String], [String])]
  )
  func commandPath(arguments: [String], path: [String]) throws {
    let invocation = try parser.parse(arguments)
    #expect(invocation.commandPath == path)
    #expect(invocation.purpose == .run)
  }

  @Test(
    "accepts an option's value in each documented form",
    arguments: [
      ["list", "--top", "3"], ["list", "--top=3"], ["list", "-n", "3"], ["list", "-n3"], ["list", "-n=3"],
      ["list", "-rn", "3"], ["list", "-rn3"], ["list", "-jvrn=3"],
    ]
  )
  func valueSpellings(arguments: [String]) throws {
    #expect(try parser.parse(arguments)[Sample.top] == 3)
  }

  @Test(
    "accepts the program's options before and after every command",
    arguments: [
      ["--json", "flags", "set", "a", "on"], ["flags", "--json", "set", "a", "on"], ["flags", "set", "-j", "a", "on"],
      ["flags", "set", "a", "on", "--json"],
    ]
  )
  func globalOptionsEverywhere(arguments: [String]) throws {
    let invocation = try parser.parse(arguments)
    #expect(invocation[Sample.json])
    #expect(invocation.commandPath == ["flags", "set"])
    #expect(invocation[argument: Sample.flagName] == "a")
    #expect(invocation[argument: Sample.flagValue] == "on")
  }

  @Test("returns values with the declared types, in command-line order")
  func typedValues() throws {
    // Given: a command line with a value of each type
    let line = [
      "--service-url", "http://127.0.0.1:8000/a", "list", "--tag=x", "--sort", "price", "--timeout", "1m30s",
      "--tag", "=y", "--data-dir", "/tmp/a b", "--days", "-3",
    ]
    // When: the command line is parsed
    let invocation = try parser.parse(line)
    // Then: each declaration returns its value
    #expect(invocation[Sample.address] == URL(string: "http://127.0.0.1:8000/a"))
    #expect(invocation[Sample.tag] == ["x", "=y"])
    #expect(invocation[Sample.sort] == .price)
    #expect(invocation[Sample.timeout] == .seconds(90))
    #expect(invocation[Sample.folder] == "/tmp/a b")
    #expect(invocation[Sample.days] == -3)
    #expect(invocation.understands(Sample.top))
    #expect(!invocation.understands(Sample.insured))
  }

  @Test("returns the default value or nil for missing options")
  func absentValues() throws {
    let invocation = try parser.parse(["list"])
    #expect(invocation[Sample.json] == false)
    #expect(invocation[Sample.profile] == "sample")
    #expect(invocation[Sample.sort] == .name)
    #expect(invocation[Sample.timeout] == nil)
    #expect(invocation[Sample.top] == nil)
    #expect(invocation[Sample.tag] == [])
  }

  @Test(
    "returns true, false or nil for a negatable flag",
    arguments: [
      (["--insured"], true), (["--no-insured"], false), ([], nil),
    ] as [([String], Bool?)]
  )
  func negatableFlags(words: [String], expected: Bool?) throws {
    #expect(try parser.parse(["send", "me", "1", "--by", "post"] + words)[Sample.insured] == expected)
  }

  @Test("assigns arguments in order, and all remaining words to the last argument")
  func positionalArguments() throws {
    let invocation = try parser.parse(["send", "me", "0.10", "a", "--by=pigeon", "b c", "-"])
    #expect(invocation[argument: Sample.recipient] == "me")
    #expect(invocation[argument: Sample.weight] == Decimal(string: "0.1"))
    #expect(invocation[argument: Sample.notes] == ["a", "b c", "-"])
    #expect(invocation[Sample.by] == .pigeon)
  }

  @Test("allows an optional argument to be omitted")
  func optionalArgument() throws {
    #expect(try parser.parse(["flags", "show"])[argument: Sample.optionalFlagName] == nil)
    #expect(try parser.parse(["flags", "show", "x"])[argument: Sample.optionalFlagName] == "x")
  }

  @Test("treats only the first double dash as the end of the options")
  func endOfOptions() throws {
    let line = ["send", "--by", "post", "--", "--json", "1", "--", "-v", "--help"]
    let invocation = try parser.parse(line)
    #expect(invocation.purpose == .run)
    #expect(invocation[argument: Sample.recipient] == "--json")
    #expect(invocation[argument: Sample.notes] == ["--", "-v", "--help"])
    #expect(!invocation[Sample.json])
  }

  @Test("accepts a single dash and negative numbers as operands and option values")
  func dashesThatAreNoOptions() throws {
    #expect(try parser.parse(["--data-dir", "-"])[Sample.folder] == "-")
    #expect(
      try parser.parse(["send", "-", "1", "--by", "post", "-5", "-.5"])[argument: Sample.notes] == ["-5", "-.5"]
    )
  }

  @Test("accepts any option value after an equals sign, even one that begins with dashes")
  func attachedValues() throws {
    #expect(try parser.parse(["list", "--tag=--json", "--tag=a=b", "--tag=-"])[Sample.tag] == ["--json", "a=b", "-"])
  }

  @Test(
    "recognizes help requests at every level, despite other errors",
    arguments: [
      (["--help"], []), (["-h"], []), (["help"], []), (["list", "-h"], ["list"]), (["--help", "list"], ["list"]),
      (["help", "list"], ["list"]), (["help", "flags", "set"], ["flags", "set"]), (["flags", "help"], ["flags"]),
      (["flags", "help", "set"], ["flags", "set"]), (["flags", "set", "--help"], ["flags", "set"]),
      (["flags", "--help"], ["flags"]), (["list", "--bogus", "--help"], ["list"]),
      (["list", "--top", "--help"], ["list"]), (["list", "--top", "x", "-h"], ["list"]),
      (["list", "a", "b", "-vh"], ["list"]), (["lits", "-h"], []), (["send", "-h"], ["send"]),
      (["--top", "3", "list", "--help"], ["list"]), (["--json", "--json", "-h"], []), (["--help=x"], []),
      (["--version", "--help"], []), (["help", "lits", "--help"], []), (["help", "help"], ["help"]),
      (["list", "-h", "--", "x"], ["list"]), (["--json=1", "list", "-h"], ["list"]), (["-h", "-h"], []),
    ] as [([String], [String])]
  )
  func help(arguments: [String], path: [String]) throws {
    let invocation = try parser.parse(arguments)
    #expect(invocation.purpose == .help)
    #expect(invocation.commandPath == path)
  }

  @Test("doesn't treat a help option as a request if it is a value or follows a double dash")
  func helpAsValue() throws {
    #expect(try parser.parse(["list", "--tag=--help"])[Sample.tag] == ["--help"])
    #expect(try parser.parse(["send", "help", "1", "--by", "post"])[argument: Sample.recipient] == "help")
  }

  @Test(
    "recognizes a version request despite other errors",
    arguments: [
      ["--version"], ["list", "--version"], ["--bogus", "--version"], ["nothing", "--version"], ["flags", "--version"],
      ["--version", "--version"], ["help", "--version"],
    ]
  )
  func version(arguments: [String]) throws {
    #expect(try parser.parse(arguments).purpose == .version)
  }

  @Test("traps when an undeclared option is read")
  func undeclaredValues() async {
    await #expect(processExitsWith: .failure) {
      _ = try SampleProgram.parser.parse(["list"])[Sample.insured]
    }
    await #expect(processExitsWith: .failure) {
      _ = try SampleProgram.parser.parse(["list"])[argument: Sample.recipient]
    }
  }

  @Test("keeps the valid parts of a command line when parsing leniently")
  func lenientReading() {
    // Given: command lines with an error before and after the flag
    let lines = [
      ["--bogus", "--json"], ["--json", "nothing"], ["list", "--top", "x", "-j"], ["--profile", "--json"],
    ]
    for line in lines {
      // When: the command lines are parsed leniently
      let invocation = parser.parseLeniently(line)
      // Then: the flag is set, and invalid options have their default values
      #expect(invocation[Sample.json], "\(line)")
      #expect(invocation[Sample.profile] == "sample", "\(line)")
    }
    #expect(!parser.parseLeniently(["--", "--json"])[Sample.json])
  }
}
