import Basics
import CommandLine
import Components
import Foundation

struct ConfigSetCommand: ImmediateCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "set",
    summary: "Change a setting in the configuration file.",
    discussion: """
      The rest of the file stays unchanged. If the file doesn't exist, it is created so that only you can read it. \
      Other users can see command lines, so for secrets, use '-' as the value and pass the secret through standard input.
      """,
    examples: [
      .init("fetch-counter config set currency eur", "Show prices in euros."),
      .init("fetch-counter config set counter_url http://localhost:8000", "Use your own counter service."),
      .init("fetch-counter config set coingecko_api_key - < key.txt", "Store an API key for CoinGecko."),
    ],
    arguments: [Argument.settingKey, Argument.settingValue]
  )

  let context: CommandContext

  func run() throws(CommandFailure) {
    let setting = try SettingSpecification.named(context[argument: .settingKey])
    let value = try value(of: setting)
    try context.root.configuration.check(value, for: setting)
    let change = ConfigurationChange(context: context, setting: setting)
    try change.edit { edit in
      try edit.set(setting.key, to: value)
      return true
    }
    try change.report(value: setting.isSecret ? "••••" : value)
  }

  /// Returns the value from the command line.
  ///
  /// A secret is read from standard input, because command lines are visible to all users.
  private func value(of setting: SettingSpecification) throws(CommandFailure) -> String {
    let given = context[argument: .settingValue]
    guard setting.isSecret else { return given }
    guard given == "-" else {
      throw CommandFailure(
        exitCode: .usage,
        kind: "usage",
        message: "\(setting.key) is a secret, and other users can see command lines.",
        hint: "Use '-' as the value, and pass the secret through standard input."
      )
    }
    guard let line = try StandardInput.line(), !line.isEmpty else {
      throw CommandFailure(
        exitCode: .usage,
        kind: "usage",
        message: "Standard input contains no value for \(setting.key).",
        hint: "Pass it as one line: fetch-counter config set \(setting.key) - < FILE"
      )
    }
    return line
  }
}

struct ConfigUnsetCommand: ImmediateCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "unset",
    summary: "Remove a setting from the configuration file.",
    examples: [.init("fetch-counter config unset currency", "Use the default currency.")],
    arguments: [Argument.settingKey]
  )

  let context: CommandContext

  func run() throws(CommandFailure) {
    let setting = try SettingSpecification.named(context[argument: .settingKey])
    let change = ConfigurationChange(context: context, setting: setting)
    let isRemoved = try change.edit { try $0.remove(setting.key) }
    try change.report(value: nil, isChanged: isRemoved)
  }
}

private struct ConfigurationChange {
  private struct Document: Encodable {
    let key: String
    let value: String?
    let path: String

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(key, forKey: .key)
      try container.encode(value, forKey: .value)
      try container.encode(path, forKey: .path)
    }

    enum CodingKeys: CodingKey { case key, value, path }
  }

  let context: CommandContext
  let setting: SettingSpecification

  /// Edits the file with a closure that returns whether to write the result; returns whether the file was written.
  @discardableResult
  func edit(_ change: (inout ConfigurationEdit) throws -> Bool) throws(CommandFailure) -> Bool {
    let path = try context.root.configuration.filePath()
    let file = ConfigurationFileChange(path: path, storesSecret: setting.isSecret, console: context.console)
    return try file.edit(change)
  }

  /// Reports the change and, if another source overrides the setting, that source.
  func report(value: String?, isChanged: Bool = true) throws(CommandFailure) {
    let console = context.console
    let path = try context.root.configuration.filePath()
    if console.isJSON {
      try console.write(json: Document(key: setting.key, value: value, path: path))
    } else {
      let shown = value.map { "Set \(setting.key) to “\($0)” in \(path)." }
      let removed =
        isChanged ? "Removed \(setting.key) from \(path)." : "\(setting.key) isn't set in \(path)."
      console.inform(shown ?? removed)
    }
    context.reportHigherOrigin(of: setting)
  }
}

extension CommandContext {
  /// Reports the source that overrides the configuration file's value for a setting, or any other obstacle to its use.
  func reportHigherOrigin(of setting: SettingSpecification) {
    let configuration = Configuration(invocation, environment: root.configuration.environment) { _ in }
    let found: SettingOrigin?
    do throws(CommandFailure) {
      found = try configuration.shown(setting)?.origin
    } catch {
      console.inform("Warning: " + [error.message, error.hint].compactMap { $0 }.joined(separator: " "))
      return
    }
    guard let origin = found else { return }
    switch origin {
    case .commandLine, .environment, .fileProfile:
      let place = origin.description.prefix(1).uppercased() + origin.description.dropFirst()
      console.inform("\(place) still overrides \(setting.key).")
    case .file, .stored, .builtInProfile, .programDefault: break
    }
  }
}

extension SettingSpecification {
  fileprivate static func named(_ key: String) throws(CommandFailure) -> SettingSpecification {
    let wanted = key.replacing("-", with: "_").lowercased()
    if let setting = Settings.all.first(where: { $0.key == wanted }) { return setting }
    let keys = Settings.all.map(\.key)
    throw CommandFailure(
      exitCode: .usage,
      kind: "usage",
      message: "There is no setting “\(key)”.",
      hint: Spelling.suggestion(for: wanted, among: keys) ?? "The settings are \(keys.joined(separator: ", "))."
    )
  }
}

extension Argument where Value == String {
  fileprivate static var settingKey: Self {
    let choices = Settings.all.map { Choice($0.key, $0.summary) }
    return .required("KEY", .text.suggesting(choices), summary: "Name of the setting.")
  }

  fileprivate static var settingValue: Self {
    // The setting's own rule determines whether an empty value is valid.
    let anything = ValueRule<String>(expectation: "text", example: "eur") { $0 }
    return .required(
      "VALUE",
      anything.suggesting(of: .values),
      summary: "New value; '-' reads a secret from standard input."
    )
  }
}
