import Basics
import CommandLine
import Components

extension Configuration {
  // Checks a new value for the configuration file, including whether a theme or a profile with this name exists.
  func check(
    _ word: String,
    for setting: SettingSpecification,
    orAnyOf choices: [String] = []
  ) throws(CommandFailure) {
    do throws(ValidationError) {
      try setting.value.check(word)
    } catch {
      throw CommandFailure(
        exitCode: .usage,
        kind: "usage",
        message: "Couldn't set \(setting.key): \(error.reason).",
        hint: "Use \(setting.value.expectation)."
      )
    }
    try checkName(word, for: setting, orAnyOf: choices)
  }

  func checkName(
    _ name: String,
    for setting: SettingSpecification,
    orAnyOf choices: [String] = []
  ) throws(CommandFailure) {
    switch setting.key {
    case Settings.theme.specification.key:
      if let theme = ThemeChoice(name) { _ = try themes().theme(theme) }
    case Settings.profile.specification.key:
      let file = try ConfigurationFile.read(try filePath(), isRequired: false)
      let names = ListedProfile.all(in: file).map(\.name) + choices
      guard !names.contains(name) else { return }
      throw CommandFailure(
        exitCode: .usage,
        kind: "usage",
        message: "There is no profile \(name.quoted()).",
        hint: Spelling.suggestion(for: name, among: names) ?? "The profiles are \(names.joined(separator: ", "))."
      )
    default: break
    }
  }

  // The result is `nil` for the theme that matches the terminal's background.
  func chosenTheme() throws(CommandFailure) -> Theme? {
    guard let (choice, origin) = try resolved(Settings.theme).map({ ($0.value, $0.origin) }) else { return nil }
    do throws(CommandFailure) {
      return try themes().theme(choice)
    } catch {
      var failure = error
      failure.message += " It is set by \(origin.description)."
      let fix = origin.fix(of: Settings.theme.specification, with: ThemeChoice.auto.word)
      failure.hint = [error.hint, fix].compactMap { $0 }.joined(separator: " ")
      throw failure
    }
  }
}

extension SettingOrigin {
  // The result is `nil` if only an edit of the file can replace the name.
  func fix(of setting: SettingSpecification, with name: String) -> String? {
    switch self {
    case .environment(let variable): "To use another \(setting.key), run 'unset \(variable)'."
    case .file, .stored: "To use another \(setting.key), run 'fetch-counter config set \(setting.key) \(name)'."
    case .commandLine, .fileProfile, .builtInProfile, .programDefault: nil
    }
  }
}
