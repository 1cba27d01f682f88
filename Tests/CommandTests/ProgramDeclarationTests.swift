import CommandLine
import Testing

@testable import fetch_counter

@Suite("Command declarations")
struct ProgramDeclarationTests {
  @Test("declares only valid commands")
  func soundDeclaration() {
    #expect(ProgramCommands.tree.validate(internalCommand: CompletionWords.command) == [])
  }

  @Test("gives every setting a valid default value", arguments: Settings.all.map(\.key))
  func settingDefaults(key: String) throws {
    let setting = try #require(Settings.all.first { $0.key == key })
    if let word = setting.defaultWord { try setting.value.check(word) }
  }

  @Test("keeps help pages within 80 columns")
  func helpPages() {
    for entry in ProgramCommands.tree.all {
      let examples = entry.command.examples.map { "  " + $0.commandLine }
      let lines = HelpPage(ProgramCommands.tree, path: entry.path).text().split(separator: "\n").map(String.init)
      #expect(lines.filter { $0.count > 80 && !examples.contains($0) } == [])
    }
  }

  @Test("fails without a command line, which must not run the default command")
  @MainActor
  func unreadableCommandLine() {
    guard case .ended(.usage) = Program(commandLine: [], environment: [:]).start() else {
      Issue.record("The program ran a command.")
      return
    }
  }
}
