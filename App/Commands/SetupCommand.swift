import Basics
import CommandLine
import Components
import Foundation

struct SetupCommand: ImmediateCommand {
  private struct Document: Encodable {
    struct Entry: Encodable {
      let key: String
      let value: String
    }

    let path: String
    let settings: [Entry]
  }

  nonisolated static let declaration = CommandDeclaration(
    name: "setup",
    summary: "Choose profile, currency, theme and API key step by step.",
    discussion: """
      Press Enter to keep the value in brackets. Each answer is checked immediately, and all answers are saved after the \
      last question. Press Ctrl-C to leave the configuration file unchanged. The API key isn't shown, and is stored only in \
      that file.
      """,
    examples: [.init("fetch-counter setup", "Answer the questions, then review the new settings.")]
  )

  private static let settings = [
    Settings.profile.specification, Settings.currency.specification, Settings.theme.specification,
    Settings.coingeckoKey.specification,
  ]

  let context: CommandContext

  func run() throws(CommandFailure) {
    guard ConsolePrompt.isAvailable(on: context.console) else {
      throw CommandFailure(
        exitCode: .usage,
        kind: "usage",
        message: "setup needs a terminal for its questions.",
        hint: "In scripts, use 'fetch-counter config set KEY VALUE'."
      )
    }
    // A signal must not leave the terminal's echo turned off.
    let interruption = Locked<Interruption?>(nil)
    let listening = Interruption {
      TerminalEcho.shared.restore()
      try? context.console.messages.write("\nNothing was written.\n")
      interruption.withLock { $0 }?.takeCourse()
    }
    interruption.withLock { $0 = listening }

    let path = try context.root.configuration.filePath()
    // Report a file with mistakes before asking the first question.
    let file = try ConfigurationFile.read(path, isRequired: false)
    var changes: [(setting: SettingSpecification, value: String)] = []
    for setting in Self.settings {
      guard let value = try answer(setting, in: file) else { continue }
      changes.append((setting, value))
    }
    if !changes.isEmpty {
      let storesSecret = changes.contains { $0.setting.isSecret }
      try ConfigurationFileChange(path: path, storesSecret: storesSecret, console: context.console).edit { edit in
        for change in changes { try edit.set(change.setting.key, to: change.value) }
        return true
      }
    }
    try report(changes.map { .init(key: $0.setting.key, value: $0.setting.isSecret ? "••••" : $0.value) }, path)
  }

  /// Asks until the response is valid, and returns it; `nil` to keep the current value.
  private func answer(
    _ setting: SettingSpecification,
    in file: ConfigurationFile
  ) throws(CommandFailure) -> String? {
    let prompt = TerminalPrompt(console: context.console)
    let present = try presentValue(of: setting)
    while true {
      let question = Self.question(setting, present: present)
      guard let answer = setting.isSecret ? prompt.askSecretly(question) : prompt.ask(question) else {
        throw CommandFailure(
          exitCode: .failure,
          kind: "declined",
          message: "Setup ended before the last answer. Nothing was written."
        )
      }
      if answer.isEmpty || answer == present { return nil }
      guard let reason = problem(answer, of: setting, in: file) else { return answer }
      try? context.console.messages.write("  \(reason.sanitized())\n")
    }
  }

  /// Returns the effective value, without reading an explicitly specified file that doesn't exist yet.
  private func presentValue(of setting: SettingSpecification) throws(CommandFailure) -> String? {
    let configuration = context.root.configuration
    let (path, isNamed) = try ConfigurationPaths(context.invocation, environment: configuration.environment)
      .configurationFile()
    guard isNamed, !FileManager.default.fileExists(atPath: path) else { return try configuration.shown(setting)?.word }
    return setting.isSecret
      ? nil : configuration.environment.setWord(setting.environmentVariable) ?? setting.defaultWord
  }

  private static func question(_ setting: SettingSpecification, present: String?) -> String {
    switch setting.key {
    case Settings.profile.specification.key:
      "Services: sample (inside the program), live, or your profile [\(present ?? "")]:"
    case Settings.currency.specification.key: "Currency [\(present ?? "")]:"
    case Settings.theme.specification.key: "Theme, \(setting.value.expectation) [\(present ?? "")]:"
    default: "CoinGecko API key, not shown [\(present == nil ? "none" : "keep")]:"
    }
  }

  private func problem(_ answer: String, of setting: SettingSpecification, in file: ConfigurationFile) -> String? {
    do throws(ValidationError) {
      try setting.value.check(answer)
    } catch {
      return "\(error.reason.prefix(1).uppercased() + error.reason.dropFirst()). Enter \(setting.value.expectation)."
    }
    guard setting.key == Settings.profile.specification.key else { return nil }
    let names = ListedProfile.all(in: file).map(\.name)
    guard !names.contains(answer) else { return nil }
    let suggestion = Spelling.suggestion(for: answer, among: names) ?? "Enter \(names.joined(separator: ", "))."
    return "There is no profile “\(answer)”. \(suggestion)"
  }

  private func report(_ entries: [Document.Entry], _ path: String) throws(CommandFailure) {
    let table = TextTable(
      columns: [.init("Setting"), .init("Value", isFlexible: true, minimumWidth: 10)],
      rows: entries.map { [StyledText($0.key), StyledText($0.value)] }
    )
    context.console.inform(entries.isEmpty ? "Nothing changed in \(path)." : "Wrote \(path):")
    try context.write(Document(path: path, settings: entries)) { entries.isEmpty ? "" : table.rendered(for: $0) }
    for setting in Self.settings where entries.contains(where: { $0.key == setting.key }) {
      try context.reportHigherOrigin(of: setting)
    }
  }
}
