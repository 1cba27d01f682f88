import Foundation
import Testing

@testable import fetch_counter

/// What the program says about itself, each text as a person has read it.
///
/// The commands are those of the declaration: a new one has no golden file, and fails here until its text has been read.
@Suite("The program's help")
struct ProgramHelpTests {
  /// The paths of all commands, as they are typed.
  static let paths = ProgramCommands.tree.all.map(\.path)

  private static func name(of path: [String]) -> String {
    (["fetch-counter"] + path).joined(separator: "-") + ".txt"
  }

  @Test("Every page is the one that was read", arguments: paths)
  func pages(path: [String]) throws {
    try Golden.expect(HelpPage(ProgramCommands.tree, path: path).text(), matches: Self.name(of: path))
  }

  @Test("What is wrong with a command line reads as it was read, with what is probably meant")
  func errors() throws {
    let parser = CommandLineParser(ProgramCommands.tree)
    let lines = [
      "markts", "frobnicate", "markets lst", "markets", "help statsu", "status extra", "directory show",
      "--jsno", "--no-pagr help", "fetch --time 3", "markets list --curency eur", "status --times 3", "fetch -x",
      "directory export", "fetch --times", "status --json --json", "status --quiet --verbose",
      "markets chart btc --range 2w", "markets list --top 0", "markets list --currency eu-r", "fetch --timeout 15",
      "fetch --counter-url localhost:8000", "serve --fault clos:1", "serve --port http", "completions fsh",
      "markets alerts add btc abve 3", "markets portfolio buy btc 1,5", "directory export --format cvs",
    ]
    let texts = lines.map { line in
      do throws(UsageError) {
        _ = try parser.parse(line.split(separator: " ").map(String.init))
        return "$ fetch-counter \(line)\nnothing is wrong\n"
      } catch {
        return "$ fetch-counter \(line)\n\(error.message)\n  \(error.hint)\n"
      }
    }
    try Golden.expect(texts.joined(separator: "\n"), matches: "errors.txt")
  }

  @Test("The manual page is the one that was read")
  func manual() throws {
    let page = GeneratedText.man.text(for: ProgramCommands.tree, version: "0.0.0")
    try Golden.expect(page, matches: "fetch-counter.1")
  }

  @Test("The manual page tells every environment variable once")
  func variables() throws {
    let page = GeneratedText.man.text(for: ProgramCommands.tree, version: "0.0.0")
    let part = try #require(page.split(separator: ".SH ENVIRONMENT").last?.split(separator: ".SH FILES").first)
    let names = part.split(separator: "\n").filter { $0.hasPrefix("\\fB") }
    #expect(names.count == Set(names).count)
    for setting in Settings.all { #expect(names.contains("\\fB\(setting.environmentVariable)\\fR"), "\(setting.key)") }
  }

  @Test("No page is kept of a command that is gone")
  func leftovers() throws {
    #expect(try Golden.names() == Set(Self.paths.map(Self.name) + ["fetch-counter.1", "errors.txt"]))
  }

  @Test(
    "A page begins with what the command does, its usage and examples; its most used options come before the others"
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
}
