import Foundation

/// What is set, and by whom: command line > environment > configuration file (its profile first) > stored > built-in profile > default.
///
/// Each setting is found when it is needed, so that a command does not fail for what it has no use for, and files are
/// read only when something is looked for in them.
final class Configuration: Sendable {
  /// A setting's value and who decided it.
  struct Resolved<Value: Sendable>: Sendable {
    let value: Value
    let origin: SettingOrigin
  }

  private let invocation: Invocation
  let environment: [String: String]
  private let file: Once<ConfigurationFile>
  private let stored: Once<StoredPreferences.Reading>

  /// Creates a configuration; `warn` is told, once, what is odd in the environment and the file.
  ///
  /// The secrets of the file are added to `secrets` when it is read.
  init(
    _ invocation: Invocation,
    environment: [String: String],
    secrets: KnownSecrets = KnownSecrets(),
    warn: @escaping @Sendable (String) -> Void
  ) {
    self.invocation = invocation
    self.environment = environment
    let paths = ConfigurationPaths(invocation, environment: environment)
    let file = Once { () throws(CommandFailure) -> ConfigurationFile in
      EnvironmentCheck.unknownVariables(in: environment).forEach { warn(EnvironmentCheck.warning(about: $0)) }
      guard let (path, isRequired) = try paths.fileToRead() else { return .missing(at: "") }
      let file = try ConfigurationFile.read(path, isRequired: isRequired)
      secrets.add(file)
      file.warnings.forEach(warn)
      return file
    }
    self.file = file
    // Where they are kept can't itself be kept there.
    stored = Once { () throws(CommandFailure) -> StoredPreferences.Reading in
      let setting = Settings.dataFolder
      let fileWord = try Self.word(of: setting.specification, in: file.value(), profile: nil)?.word
      let given = invocation.value(of: setting.option) ?? environment.setWord(setting.specification.environmentVariable)
      return StoredPreferences(folder: try paths.dataFolder(given: given ?? fileWord)).reading()
    }
  }

  /// The value of a setting; nil when nobody says anything and there is no default.
  func resolved<Value>(_ setting: Setting<Value>) throws(CommandFailure) -> Resolved<Value>? {
    if let value = invocation.value(of: setting.option) {
      return Resolved(value: value, origin: .commandLine(option: setting.specification.optionName))
    }
    guard let (word, origin) = try word(of: setting.specification) else { return nil }
    do throws(ValidationError) {
      return Resolved(value: try setting.rule.parse(word), origin: origin)
    } catch {
      throw Self.failure(error, setting.specification, origin)
    }
  }

  /// The value of a setting that has a default.
  func value<Value>(_ setting: Setting<Value>) throws(CommandFailure) -> Value {
    guard let resolved = try resolved(setting) else {
      preconditionFailure("the setting \(setting.specification.key) has no default")
    }
    return resolved.value
  }

  /// A setting's word as it is shown, with its secrets redacted, and its origin; nil when nothing is set.
  func shown(_ setting: SettingSpecification) throws(CommandFailure) -> (word: String, origin: SettingOrigin)? {
    let found: (word: String, origin: SettingOrigin)?
    if let word = invocation.lastWord(ofOption: setting.optionName) {
      found = (word, .commandLine(option: setting.optionName))
    } else {
      found = try word(of: setting)
    }
    guard let (word, origin) = found else { return nil }
    do throws(ValidationError) { try setting.value.check(word) } catch { throw Self.failure(error, setting, origin) }
    if setting.isSecret { return ("••••", origin) }
    let isAddress = ConfiguredService.allCases.contains { $0.setting.specification.key == setting.key }
    return (isAddress ? ShownAddress(word).description : word, origin)
  }

  /// The configuration file's path; whether there is one is another question.
  func filePath() throws(CommandFailure) -> String {
    try ConfigurationPaths(invocation, environment: environment).configurationFile().path
  }

  /// The flags in the configuration file as JSON.
  func fileFlags() throws(CommandFailure) -> Data? { try file.value().flags }

  /// Reads the file now and says what is wrong with it.
  func checkFile() throws(CommandFailure) -> ConfigurationFile { try file.value() }

  /// Where data is kept.
  func dataFolder() throws(CommandFailure) -> String {
    try ConfigurationPaths(invocation, environment: environment).dataFolder(given: resolved(Settings.dataFolder)?.value)
  }

  /// Where answers of services are kept; nil where there is no place, so that they are kept in memory only.
  func cacheFolder() throws(CommandFailure) -> String? {
    try ConfigurationPaths(invocation, environment: environment).cacheFolder(
      given: resolved(Settings.cacheFolder)?.value
    )
  }

  /// The path of a file with the home folder in the place of `~` at its beginning.
  func expanded(_ path: String) throws(CommandFailure) -> String {
    try ConfigurationPaths(invocation, environment: environment).expanded(path)
  }

  /// What the program has stored itself.
  func storedPreferences() throws(CommandFailure) -> StoredPreferences { StoredPreferences(folder: try dataFolder()) }

  // MARK: Layers

  /// The word for a setting below the command line.
  private func word(of setting: SettingSpecification) throws(CommandFailure) -> (word: String, origin: SettingOrigin)? {
    let variable = setting.environmentVariable
    if let word = setting.isEmptyAllowed ? environment[variable] : environment.setWord(variable) {
      return (word, .environment(variable: setting.environmentVariable))
    }
    let file = try file.value()
    let profile = setting.key == Settings.profile.specification.key ? nil : try profileName(in: file)
    if let found = try Self.word(of: setting, in: file, profile: profile) { return found }
    if setting.isStorable {
      let reading = try stored.value()
      if let word = reading.words[setting.key] { return (word, .stored(path: reading.path)) }
    }
    if let profile, let word = BuiltInProfile(rawValue: profile)?.words[setting.key] {
      return (word, .builtInProfile(name: profile))
    }
    return setting.defaultWord.map { ($0, .programDefault) }
  }

  private static func word(
    of setting: SettingSpecification,
    in file: ConfigurationFile,
    profile: String?
  ) throws(CommandFailure) -> (word: String, origin: SettingOrigin)? {
    let found: (word: String, origin: SettingOrigin)?
    if let profile, let word = file.profiles[profile]?[setting.key] {
      found = (word, .fileProfile(name: profile, path: file.path))
    } else {
      found = file.words[setting.key].map { ($0, .file(path: file.path)) }
    }
    if found != nil, setting.isSecret, file.isOpenToOthers {
      throw CommandFailure(
        exitCode: .usage,
        kind: "configuration",
        message: "The configuration file \(file.path) holds the secret '\(setting.key)' and others can read it.",
        hint: "Run 'chmod 600 \(file.path)', or give the secret as \(setting.environmentVariable)."
      )
    }
    return found
  }

  /// The profile, which must be one that there is.
  private func profileName(in file: ConfigurationFile) throws(CommandFailure) -> String {
    let setting = Settings.profile.specification
    let name: String
    let origin: SettingOrigin
    if let given = invocation.value(of: Settings.profile.option) {
      (name, origin) = (given, .commandLine(option: setting.optionName))
    } else {
      (name, origin) = try word(of: setting) ?? ("sample", .programDefault)
    }
    let known = BuiltInProfile.allCases.map(\.rawValue) + file.profiles.keys.sorted()
    guard known.contains(name) else {
      let nearest = Spelling.nearest(to: name, among: known)
      throw CommandFailure(
        exitCode: .usage,
        kind: "configuration",
        message: "There is no profile '\(name)', which \(origin.description) asks for.",
        hint: nearest.map { "Did you mean '\($0)'?" } ?? "There are: \(known.joined(separator: ", "))."
      )
    }
    return name
  }

  private static func failure(
    _ problem: ValidationError,
    _ setting: SettingSpecification,
    _ origin: SettingOrigin
  ) -> CommandFailure {
    var hint = "Give \(setting.value.expectation)"
    if let suggestion = problem.suggestion { hint += "; did you mean '\(suggestion)'?" } else { hint += "." }
    let place = origin.description.prefix(1).uppercased() + origin.description.dropFirst()
    return CommandFailure(
      exitCode: .usage,
      kind: "configuration",
      message: "\(place) gives no usable \(setting.key): \(problem.reason).",
      hint: hint
    )
  }
}

extension [String: String] {
  /// A variable's value unless it is unset or empty.
  func setWord(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }
}

extension Invocation {
  /// The value of an option; nil also when the command does not know the option.
  func value<Value>(of option: Option<Value?>) -> Value? { understands(option) ? self[option] : nil }
}
