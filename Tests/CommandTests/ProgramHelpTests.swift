import BasicsTesting
import CommandLine
import CommandLineTesting
import Foundation
import Testing

@testable import fetch_counter

/// Tests that compare the program's help with golden files, and fail for a new command until its help is reviewed.
@Suite("Program help")
struct ProgramHelpTests {
  private static let golden = Golden(
    folder: "Golden",
    besideFile: #filePath,
    rewriteVariable: "COMMANDLINE_REWRITE_GOLDEN"
  )

  static let paths = ProgramCommands.tree.all.map(\.path)

  private static func name(of path: [String]) -> String {
    (["fetch-counter"] + path).joined(separator: "-") + ".txt"
  }

  @Test("prints help pages that match their golden files", arguments: paths)
  func pages(path: [String]) throws {
    let page = HelpPage(ProgramCommands.tree, path: path).text()
    #expect(try Self.golden.difference(of: page, from: Self.name(of: path)) == nil)
  }

  @Test("prints error messages and suggestions that match the golden file")
  func errors() throws {
    let parser = CommandLineParser(ProgramCommands.tree)
    let lines = [
      "markts", "frobnicate", "markets lst", "markets", "help statsu", "status extra", "directory show",
      "--jsno", "--no-pagr help", "fetch --time 3", "markets list --curency eur", "status --times 3", "fetch -x",
      "directory export", "fetch --times", "status --json --json", "status --quiet --verbose",
      "markets chart btc --range 2w", "markets list --top 0", "markets list --currency eu-r", "fetch --timeout 15",
      "fetch --counter-url localhost:8000", "serve --fault clos:1", "serve --port http", "completions fsh",
      "markets alerts add btc abve 3", "markets portfolio buy btc 1,5", "directory export --format cvs",
      "help sevre", "help markts", "serve --prot 1", "serve --port 70000", "serve --port -1", "serve --fault xyz:0.1",
      "serve --fault close:0,5", "fetch --times 0", "fetch --timeout soon", "fetch --timeout 0s", "fetch --timeout -3s",
      "fetch --counter-url", "fetch --counter-url ftp://localhost", "fetch --counter-url http://",
      "fetch --counter-url http://host:99999", "fetch --counter-url http:///path", "--color sometimes",
      "markets list --currency HELLO", "markets portfolio buy btc 0", "markets portfolio buy btc -- -1",
      "markets portfolio buy btc 1e3", "markets portfolio buy btc abc", "markets portfolio buy btc ١",
      "markets portfolio buy btc 9999999999999999999",
    ]
    let texts = lines.map { line in
      do throws(UsageError) {
        _ = try parser.parse(line.split(separator: " ").map(String.init))
        return "$ fetch-counter \(line)\nnothing is wrong\n"
      } catch {
        return "$ fetch-counter \(line)\n\(error.message)\n  \(error.hint)\n"
      }
    }
    #expect(try Self.golden.difference(of: texts.joined(separator: "\n"), from: "errors.txt") == nil)
  }

  @Test("prints a manual page that matches the golden file")
  func manual() throws {
    let page = GeneratedText.man.text(for: ProgramCommands.tree, version: "0.0.0")
    #expect(try Self.golden.difference(of: page, from: "fetch-counter.1") == nil)
  }

  @Test("lists every environment variable once in the manual page")
  func variables() throws {
    let page = GeneratedText.man.text(for: ProgramCommands.tree, version: "0.0.0")
    let part = try #require(page.split(separator: ".SH ENVIRONMENT").last?.split(separator: ".SH FILES").first)
    let names = part.split(separator: "\n").filter { $0.hasPrefix("\\fB") }
    #expect(names.count == Set(names).count)
    for setting in Settings.all { #expect(names.contains("\\fB\(setting.environmentVariable)\\fR"), "\(setting.key)") }
  }

  @Test("explains every key of the interactive program in the manual page")
  func keys() throws {
    let page = GeneratedText.man.text(for: ProgramCommands.tree, version: "0.0.0").replacing("\\-", with: "-")
    let part = try #require(page.split(separator: ".SH \"INTERACTIVE KEYS\"").last?.split(separator: ".SH EXIT").first)
    for action in KeyGrammar.actions { #expect(part.contains("(\(action.name))"), "\(action.name)") }
  }

  @Test("has no leftover golden files for removed commands")
  func leftovers() throws {
    #expect(try Self.golden.names() == Set(Self.paths.map(Self.name) + ["fetch-counter.1", "errors.txt"]))
  }

  @Test("prints help pages with at most 80 columns", arguments: paths)
  func width(path: [String]) {
    #expect(HelpPage(ProgramCommands.tree, path: path).text().split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test("recognizes a help request for each command in all spellings", arguments: paths.filter { $0 != ["help"] })
  func spellings(path: [String]) throws {
    for words in [["help"] + path, path + ["--help"], path + ["-h"]] {
      guard case .help(let invocation) = try ProgramCommands.all.parse(words) else {
        Issue.record("\(words) isn't a help request")
        continue
      }
      #expect(invocation.commandPath == path, "\(words)")
    }
  }

  @Test(
    "starts help pages with a summary, usage and examples, and lists common options first"
  )
  func order() {
    for path in Self.paths where path != ["help"] {
      let page = HelpPage(ProgramCommands.tree, path: path).text()
      let titles = ["Usage:", "Examples:", "Common options:", "Arguments:", "Commands:", "Options:", "Exit status:"]
      let places = titles.compactMap { page.range(of: "\n\($0)\n")?.lowerBound }
      #expect(places == places.sorted(), "\(path)")
      #expect(page.contains("\nExamples:\n"), "\(path) has no example")
    }
  }

  @Test("generates text that ends with a line feed and mentions every command", arguments: GeneratedText.allCases)
  func printedTexts(text: GeneratedText) {
    // The manual page escapes hyphens.
    let printed = text.text(for: ProgramCommands.tree, version: "1.2.3").replacing("\\-", with: "-")
    for entry in ProgramCommands.tree.all.dropFirst() {
      #expect(printed.contains(entry.command.name), "\(entry.path)")
    }
    #expect(printed.hasSuffix("\n"))
  }

  @Test(
    "renders the manual page with groff without warnings",
    .enabled(if: ShellRunner.path(of: "groff") != nil, "groff is not installed")
  )
  func rendering() throws {
    try ShellRunner.withFolder { folder in
      let file = folder.appending(path: "page.1")
      try Data(GeneratedText.man.text(for: ProgramCommands.tree, version: "1.2.3").utf8).write(to: file)
      let outcome = try ShellRunner.run("groff", ["-man", "-Tutf8", "-P-cbou", "-ww", file.path()], in: folder)
      #expect(outcome.errors == "")
      #expect(outcome.status == 0)
    }
  }

  @Test("uses the same JSON keys for all commands' options")
  func documents() throws {
    var keys: Set<Set<String>> = []
    for path in Self.paths {
      let data = try JSONEncoder().encode(HelpDocument(ProgramCommands.tree, path: path))
      let document = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
      keys.formUnion((document["options"] as? [[String: Any]] ?? []).map { Set($0.keys) })
    }
    #expect(keys.count == 1)
  }
}
