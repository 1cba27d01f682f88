import BasicsTesting
import Foundation
import Testing

@testable import CommandLine

@Suite("Usage errors")
struct UsageErrorTests {
  private let parser = SampleProgram.parser

  struct Row: Sendable, CustomTestStringConvertible {
    var line: [String]
    var message: String
    var hint: String
    var testDescription: String { line.description }

    init(_ line: [String], _ message: String, _ hint: String) {
      self.line = line
      self.message = message
      self.hint = hint
    }
  }

  private static let commandRows: [Row] = [
    Row(["lits"], #"There is no command 'lits'."#, #"Did you mean 'list'?"#),
    Row(["xyzzy"], #"There is no command 'xyzzy'."#, #"'tool help' lists the commands."#),
    Row(["help", "sned"], #"There is no command 'sned'."#, #"Did you mean 'send'?"#),
    Row(
      ["flags"],
      #"A command is missing after 'tool flags'."#,
      #"Choose one of: set, show. 'tool help flags' explains them."#
    ),
    Row(["flags", "sett"], #"'tool flags' has no command 'sett'."#, #"Did you mean 'set'?"#),
    Row(["help", "list", "x"], #"'tool list' has no command 'x'."#, #"'tool help list' lists the commands."#),
    Row([""], #"There is no command ''."#, #"'tool help' lists the commands."#),
    Row(["\u{1b}[2J"], #"There is no command '\u{1b}[2J'."#, #"'tool help' lists the commands."#),
  ]

  private static let optionRows: [Row] = [
    Row(["--jsno"], #"'tool' has no option '--jsno'."#, "Did you mean --json?"),
    Row(["list", "--revers"], #"'tool list' has no option '--revers'."#, "Did you mean --reverse?"),
    Row(["--js"], #"'tool' has no option '--js'."#, "Did you mean --json?"),
    Row(["-json"], #"'tool' has no option '-json'."#, "Did you mean --json?"),
    Row(["list", "-top", "3"], #"'tool list' has no option '-top'."#, "Did you mean --top?"),
    Row(
      ["-x"],
      #"'tool' has no option '-x'."#,
      #"'tool help' lists the options. To pass the word as an argument, write -- before it."#
    ),
    Row(
      ["--top", "3", "list"],
      #"'tool' has no option '--top'."#,
      #"It is an option for 'tool list' and belongs after that command."#
    ),
    Row(
      ["send", "--sort=name"],
      #"'tool send' has no option '--sort'."#,
      #"It is an option for 'tool list' and belongs after that command."#
    ),
    Row(["--no-json"], #"'tool' has no option '--no-json'."#, ""),
    Row(["--=x"], #"'tool' has no option '--'."#, ""),
    Row(["list", "--top"], "--top needs a value.", "Use a whole number from 1 to 250. Example: --top 1"),
    Row(
      ["list", "--tag", "--json"],
      #"--tag needs a value; '--json' isn't read as its value."#,
      "Use non-empty text. Example: --tag word. To pass a value that begins with a dash, write --tag=--json"
    ),
    Row(
      ["list", "-n", "--", "3"],
      #"-n needs a value; '--' isn't read as its value."#,
      "Use a whole number from 1 to 250. Example: -n 1"
    ),
    Row(["--json=yes"], #"--json takes no value, but got 'yes'."#, "Write --json without a value."),
    Row(["-j=yes"], #"-j takes no value, but got 'yes'."#, "Write -j without a value."),
    Row(
      ["send", "--no-insured=1"],
      #"--no-insured takes no value, but got '1'."#,
      "Write --no-insured without a value."
    ),
    Row(["--json", "--json"], "--json can be used only once.", "Leave one of them out."),
    Row(
      ["-t", "1s", "list", "--timeout=2s"],
      "Use either -t or --timeout, and only once.",
      "Leave --timeout or -t out."
    ),
    Row(
      ["send", "--insured", "--no-insured"],
      "Use either --insured or --no-insured, and only once.",
      "Leave --no-insured or --insured out."
    ),
    Row(
      ["list", "--days", "3", "--range", "1d"],
      "--range and --days can't be combined.",
      "Leave --range or --days out."
    ),
  ]

  private static let valueRows: [Row] = [
    Row(
      ["list", "--top", "0"],
      #"'0' isn't a valid value for --top: it is too small."#,
      "Use a whole number from 1 to 250. Example: --top 1"
    ),
    Row(
      ["list", "-n3x"],
      #"'3x' isn't a valid value for -n: it is not a whole number."#,
      "Use a whole number from 1 to 250. Example: -n 1"
    ),
    Row(
      ["list", "--sort", "prise"],
      #"'prise' isn't a valid value for --sort: unknown choice."#,
      "Did you mean price? Use one of name, price, weight. Example: --sort name"
    ),
    Row(["list", "--tag="], #"'' isn't a valid value for --tag: it is empty."#, ""),
    Row(
      ["--timeout", "15"],
      #"'15' isn't a valid value for --timeout: the unit is missing."#,
      "Did you mean 15s? Use a duration from 1ms to 1h, such as 500ms, 15s or 2m. Example: --timeout 15s"
    ),
    Row(
      ["--service-url", "http://me:secret@host/"],
      #"'http://…@host/' isn't a valid value for --service-url: it contains a user name or a password."#,
      "Use an address that begins with http:// or https://. Example: --service-url http://127.0.0.1:8000"
    ),
    Row(
      ["send", "me", "-5", "--by", "post"],
      #"'-5' isn't a valid value for WEIGHT: it is too small."#,
      "Use a decimal number, more than 0. Example: 1"
    ),
    Row(
      ["flags", "set", "a", "no"],
      #"'no' isn't a valid value for VALUE: unknown choice."#,
      "Did you mean on? Use one of on, off. Example: on"
    ),
  ]

  private static let countRows: [Row] = [
    Row(
      ["send", "--by", "post"],
      #"'tool send' needs WHO."#,
      "WHO: The recipient. Usage: tool send --by CARRIER WHO WEIGHT [NOTE...] [options]"
    ),
    Row(["send", "me", "1"], #"'tool send' needs the option --by."#, "Parcel carrier. Example: --by post"),
    Row(
      ["list", "extra"],
      #"'tool list' doesn't accept the argument 'extra'."#,
      "Usage: tool list [options]. Put text that contains spaces in quotation marks."
    ),
    Row(
      ["flags", "show", "a", "b\n"],
      #"'tool flags show' doesn't accept the argument 'b\u{a}'."#,
      "Usage: tool flags show [FLAG] [options]. Put text that contains spaces in quotation marks."
    ),
  ]

  @Test(
    "explains an invalid command line with a message and a recovery suggestion",
    arguments: commandRows + optionRows + valueRows + countRows
  )
  func messages(row: Row) {
    // When: the command line is parsed. Then: it is rejected with these sentences.
    let error = #expect(throws: UsageError.self) { try parser.parse(row.line) }
    #expect(error?.message == row.message)
    if !row.hint.isEmpty { #expect(error?.hint == row.hint) }
    #expect(error?.hint.isEmpty == false)
  }

  @Test("reports the first of several command-line errors")
  func firstMistake() {
    #expect(throws: UsageError.unknownOption("--bogus", command: ["tool"], suggestion: nil, owner: nil)) {
      try parser.parse(["--bogus", "--json=1", "nothing"])
    }
  }

  @Test(
    "escapes and truncates untrusted text in usage errors",
    arguments: [
      "\u{1b}]0;title\u{7}", "a\r\nb", "\u{202e}evil", "\u{200b}", "\u{9b}31m", "\u{2028}", "\0",
      String(repeating: "x", count: 100_000),
    ]
  )
  func harmlessMessages(word: String) {
    for line in [[word], ["--" + word], ["list", "--top", word], ["list", word], ["--json=" + word], ["-n" + word]] {
      let error = #expect(throws: UsageError.self) { try parser.parse(line) }
      let text = (error?.message ?? "") + (error?.hint ?? "")
      #expect(text.count < 1_000)
      let harmful = text.unicodeScalars.filter { scalar in
        [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
      }
      #expect(harmful.isEmpty, "\(line)")
    }
  }

  @Test("parses random command lines, or explains the error")
  func arbitraryLines() {
    // Given: words assembled from fragments that are meaningful to the parser
    let pieces = [
      "-", "--", "=", "j", "v", "n", "json", "top", "tag", "no-", "insured", "list", "send", "flags", "set", "help",
      "h", "version", "3", "-5", "0.5", "s", "15s", "", " ", "\u{1b}", "é", "👩‍👩‍👧", "\u{301}", "--by", "post", "--tag=",
      "--timeout", "http://", "@", "--range", "1d", "--sort", "--data-dir", "\0", "١",
    ]
    var random = SeededGenerator(seed: 20_260_131)
    for _ in 0..<LongTests.rounds(byDay: 4_000, byNight: 40_000) {
      let line = (0..<Int.random(in: 0...7, using: &random)).map { _ in
        (0..<Int.random(in: 1...3, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      }
      // When: the words are parsed. Then: the result is an existing command or an error message.
      do {
        let invocation = try parser.parse(line)
        #expect(SampleProgram.tree.commands(along: invocation.commandPath) != nil)
        _ = (
          invocation[Sample.json], invocation[Sample.timeout], invocation[Sample.profile], invocation[Sample.address]
        )
      } catch {
        #expect(!error.message.isEmpty)
        #expect(!error.hint.isEmpty)
        #expect(!(error.message + error.hint).unicodeScalars.contains { $0.value < 32 || $0.value == 127 })
      }
      _ = parser.parseLeniently(line)[Sample.json]
    }
  }
}
