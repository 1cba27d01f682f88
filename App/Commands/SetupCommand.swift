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
  // The value that Enter accepts, and the reason why it replaces the current value.
  private typealias Offer = (word: String?, problem: CommandFailure?)

  private static let own = "own"
  private static let addresses = ConfiguredService.allCases.map(\.setting.specification)
  private static let others = [
    Settings.currency.specification, Settings.theme.specification, Settings.coingeckoKey.specification,
  ]

  let context: CommandContext

  private var configuration: Configuration { context.root.configuration }

  func run() throws(CommandFailure) {
    let path = try context.root.configuration.filePath()
    // Report a file with mistakes before asking the first question.
    let file = try ConfigurationFile.read(path, isRequired: false)
    let given = try optionValues()
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
    for change in changes { context.reportHigherOrigin(of: change.setting) }
  }

  private func optionValues() throws(CommandFailure) -> [Change] {
    var changes: [Change] = []
    for setting in [Settings.profile.specification] + Self.addresses {
      guard let word = context.invocation.lastWord(ofOption: setting.optionName) else { continue }
      try context.root.configuration.check(word, for: setting)
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
    let configuration = configuration(after: changes)
    for setting in Self.others {
      if let change = try answer(setting, in: file, configuration) { changes.append(change) }
    }
    return changes
  }

  /// Asks for a profile, which removes the file's addresses, or for addresses, which override the file's profile.
  private func services(in file: ConfigurationFile) throws(CommandFailure) -> [Change] {
    let stored = Self.addresses.filter { file.words[$0.key] != nil }
    let profile = Settings.profile.specification
    let isOwn = !stored.isEmpty
    var offer = try offer(of: profile, context.root.configuration)
    if isOwn { offer.word = Self.own }
    let change = try answer(profile, in: file, offer)
    guard change?.value == Self.own || change == nil && isOwn else {
      guard let change else { return [] }
      return [change] + stored.map { ($0, nil) }
    }
    let isKnown = ListedProfile.all(in: file).contains { $0.name == file.words[profile.key] ?? $0.name }
    var changes: [Change] = isKnown ? [] : [(profile, nil)]
    let configuration = configuration(after: changes)
    for setting in Self.addresses {
      if let change = try answer(setting, in: file, configuration) { changes.append(change) }
    }
    let markets = Settings.marketsURL.specification.key
    if changes.contains(where: { $0.setting.key == markets && $0.value != nil }),
      let change = try answer(Settings.marketsSource.specification, in: file, configuration)
    {
      changes.append(change)
    }
    return changes
  }

  // The other questions offer the values of the profile that was just chosen.
  private func configuration(after changes: [Change]) -> Configuration {
    let profile = Settings.profile.specification
    let configuration = context.root.configuration
    guard let change = changes.first(where: { $0.setting.key == profile.key }) else { return configuration }
    var environment = configuration.environment
    environment[profile.environmentVariable] = change.value ?? profile.defaultWord
    return Configuration(context.invocation, environment: environment) { _ in }
  }

  private func answer(
    _ setting: SettingSpecification,
    in file: ConfigurationFile,
    _ configuration: Configuration
  ) throws(CommandFailure) -> Change? {
    try answer(setting, in: file, offer(of: setting, configuration))
  }

  // Asks until the user's input is valid, and returns the change, or `nil` to keep the current value.
  private func answer(
    _ setting: SettingSpecification,
    in file: ConfigurationFile,
    _ offer: Offer
  ) throws(CommandFailure) -> Change? {
    let prompt = TerminalPrompt(console: context.console)
    let choices = setting.key == Settings.profile.specification.key ? [Self.own] : []
    if let problem = offer.problem { show(problem) }
    while true {
      let question = Self.question(setting, present: offer.word)
      guard let answer = setting.isSecret ? prompt.askSecretly(question) : prompt.ask(question) else {
        throw CommandFailure(
          exitCode: .failure,
          kind: "declined",
          message: "Setup ended before the last answer. Nothing was written."
        )
      }
      if answer.isEmpty || answer == offer.word {
        return offer.problem != nil && file.words[setting.key] != nil ? (setting, offer.word) : nil
      }
      do throws(CommandFailure) {
        try configuration.check(answer, for: setting, orAnyOf: choices)
        return (setting, answer)
      } catch {
        show(error)
      }
    }
  }

  private func show(_ problem: CommandFailure) {
    let text = [problem.message, problem.hint].compactMap { $0 }.joined(separator: " ")
    try? context.console.messages.write("  \(text.sanitized())\n")
  }

  // An invalid value isn't offered.
  private func offer(of setting: SettingSpecification, _ configuration: Configuration) throws(CommandFailure) -> Offer {
    do throws(CommandFailure) {
      let word = try presentValue(of: setting, configuration)
      if let word { try configuration.checkName(word, for: setting) }
      return (word, nil)
    } catch {
      // Enter must not remove a key.
      guard !setting.isSecret else { throw error }
      return (setting.defaultWord, error)
    }
  }

  /// Returns the effective value, without reading an explicitly specified file that doesn't exist yet.
  private func presentValue(
    of setting: SettingSpecification,
    _ configuration: Configuration
  ) throws(CommandFailure) -> String? {
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
