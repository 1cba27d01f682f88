import Basics
import CommandLine
import Components
import Foundation

struct SetupCommand: ImmediateCommand {
  private struct Document: Encodable {
    struct Entry: Encodable {
      let key: String
      // A removed setting is `null` in the document.
      let value: String?

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(key, forKey: .key)
        try container.encode(value, forKey: .value)
      }

      enum CodingKeys: CodingKey { case key, value }
    }

    let path: String
    let settings: [Entry]
  }

  nonisolated static let declaration = CommandDeclaration(
    name: "setup",
    summary: "Choose services, currency, theme and API key step by step.",
    discussion: """
      Press Enter to keep the value in brackets. Each answer is checked immediately, and all answers are saved after the \
      last question. Press Ctrl-C to leave the configuration file unchanged. The API key isn't shown, and is stored only in \
      that file. To connect your own services, answer the first question with 'own', then enter their addresses. With \
      --counter-url, --directory-url, --markets-url or --profile, setup stores these values without asking questions.
      """,
    examples: [
      .init("fetch-counter setup", "Answer the questions, then review the new settings."),
      .init("fetch-counter setup --counter-url http://localhost:8000", "Always use your own counter service."),
    ]
  )

  private typealias Change = (setting: SettingSpecification, value: String?)

  private static let own = "own"
  private static let addresses = ConfiguredService.allCases.map(\.setting.specification)
  private static let others = [
    Settings.currency.specification, Settings.theme.specification, Settings.coingeckoKey.specification,
  ]

  let context: CommandContext

  func run() throws(CommandFailure) {
    let path = try context.root.configuration.filePath()
    // Report a file with mistakes before asking the first question.
    let file = try ConfigurationFile.read(path, isRequired: false)
    let given = try optionValues(in: file)
    let changes = given.isEmpty ? try answers(in: file) : given
    if !changes.isEmpty {
      let storesSecret = changes.contains { $0.setting.isSecret }
      try ConfigurationFileChange(path: path, storesSecret: storesSecret, console: context.console).edit { edit in
        for change in changes {
          if let value = change.value {
            try edit.set(change.setting.key, to: value)
          } else {
            _ = try edit.remove(change.setting.key)
          }
        }
        return true
      }
    }
    try report(changes.map { .init(key: $0.setting.key, value: $0.setting.isSecret ? "••••" : $0.value) }, path)
    guard given.isEmpty else { return }
    for change in changes { try context.reportHigherOrigin(of: change.setting) }
  }

  private func optionValues(in file: ConfigurationFile) throws(CommandFailure) -> [Change] {
    var changes: [Change] = []
    for setting in [Settings.profile.specification] + Self.addresses {
      guard let word = context.invocation.lastWord(ofOption: setting.optionName) else { continue }
      if let reason = problem(word, of: setting, in: file) {
        throw CommandFailure(exitCode: .usage, kind: "usage", message: reason)
      }
      changes.append((setting, word))
    }
    return changes
  }

  private func answers(in file: ConfigurationFile) throws(CommandFailure) -> [Change] {
    guard ConsolePrompt.isAvailable(on: context.console) else {
      throw CommandFailure(
        exitCode: .usage,
        kind: "usage",
        message: "setup needs a terminal for its questions.",
        hint: "In scripts, use options such as --counter-url, or 'fetch-counter config set KEY VALUE'."
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

    var changes = try services(in: file)
    for setting in Self.others {
      if let value = try answer(setting, in: file) { changes.append((setting, value)) }
    }
    return changes
  }

  /// Asks for a profile, which removes the file's addresses, or for addresses, which override the file's profile.
  private func services(in file: ConfigurationFile) throws(CommandFailure) -> [Change] {
    let stored = Self.addresses.filter { file.words[$0.key] != nil }
    let profile = Settings.profile.specification
    let isOwn = !stored.isEmpty
    let choice = try answer(profile, in: file, present: isOwn ? Self.own : try presentValue(of: profile))
    guard choice == Self.own || choice == nil && isOwn else {
      guard let choice else { return [] }
      return [(profile, choice)] + stored.map { ($0, nil) }
    }
    var changes: [Change] = []
    for setting in Self.addresses {
      if let value = try answer(setting, in: file) { changes.append((setting, value)) }
    }
    let markets = Settings.marketsURL.specification.key
    if changes.contains(where: { $0.setting.key == markets }),
      let value = try answer(Settings.marketsSource.specification, in: file)
    {
      changes.append((Settings.marketsSource.specification, value))
    }
    return changes
  }

  /// Asks until the user's input is valid, and returns the input, or `nil` to keep the current value.
  private func answer(
    _ setting: SettingSpecification,
    in file: ConfigurationFile
  ) throws(CommandFailure) -> String? {
    try answer(setting, in: file, present: presentValue(of: setting))
  }

  private func answer(
    _ setting: SettingSpecification,
    in file: ConfigurationFile,
    present: String?
  ) throws(CommandFailure) -> String? {
    let prompt = TerminalPrompt(console: context.console)
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
      let isOwn = setting.key == Settings.profile.specification.key && answer == Self.own
      guard !isOwn, let reason = problem(answer, of: setting, in: file) else { return answer }
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
      "Services: sample (inside the program), live, own (your addresses), or your profile [\(present ?? "")]:"
    case Settings.counterURL.specification.key: "Counter service, URL [\(present ?? "inside the program")]:"
    case Settings.directoryURL.specification.key: "Employee directory, URL [\(present ?? "inside the program")]:"
    case Settings.marketsURL.specification.key: "Markets service, URL [\(present ?? "inside the program")]:"
    case Settings.marketsSource.specification.key:
      "Markets service API, \(setting.value.expectation) [\(present ?? "")]:"
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
      rows: entries.map { [StyledText($0.key), StyledText($0.value ?? "removed")] }
    )
    context.console.inform(entries.isEmpty ? "Nothing changed in \(path)." : "Wrote \(path):")
    try context.write(Document(path: path, settings: entries)) { entries.isEmpty ? "" : table.rendered(for: $0) }
    if entries.contains(where: { entry in Self.addresses.contains { $0.key == entry.key } && entry.value != nil }) {
      context.console.inform("Run 'fetch-counter doctor' to check the services.")
    }
  }
}
