import Basics
import CommandLine
import Components
import Foundation
import Networking
import Persistence

/// The settings with their origins, in order of precedence: command line > environment > configuration file (its
/// profile first) > stored > built-in profile > default.
///
/// Each setting is read when it is needed. Therefore, a command reads only the files it needs, and fails only because
/// of settings it uses.
final class Configuration: Sendable {
  struct Resolved<Value: Sendable>: Sendable {
    let value: Value
    let origin: SettingOrigin
  }

  private let invocation: Invocation
  let environment: [String: String]
  private let file: Lazy<Result<ConfigurationFile, CommandFailure>, Never>
  private let stored: Lazy<Result<StoredPreferences.Reading, CommandFailure>, Never>
  private let warn: @Sendable (String) -> Void
  /// The keys of stored values that have already been reported as unusable.
  private let reported = Locked<Set<String>>([])

  /// Creates a configuration; `warn` receives each warning about the environment and the file once.
  init(
    _ invocation: Invocation,
    environment: [String: String],
    secrets: KnownSecrets = KnownSecrets(),
    warn: @escaping @Sendable (String) -> Void
  ) {
    self.invocation = invocation
    self.environment = environment
    self.warn = warn
    let paths = ConfigurationPaths(invocation, environment: environment)
    @Sendable func readFile() throws(CommandFailure) -> ConfigurationFile {
      EnvironmentCheck.unknownVariables(in: environment).forEach { warn(EnvironmentCheck.warning(about: $0)) }
      guard let (path, isRequired) = try paths.fileToRead() else { return .missing(at: "") }
      let file = try ConfigurationFile.read(path, isRequired: isRequired)
      secrets.add(file)
      file.warnings.forEach(warn)
      return file
    }
    let file = Lazy { Result { () throws(CommandFailure) in try readFile() } }
    // The data folder's own location can't be stored in the data folder.
    @Sendable func readPreferences() throws(CommandFailure) -> StoredPreferences.Reading {
      let setting = Settings.dataFolder
      let fileWord = try Self.word(of: setting.specification, in: file.value().get(), profile: nil)?.word
      let given = invocation.value(of: setting.option) ?? environment.setWord(setting.specification.environmentVariable)
      return StoredPreferences(folder: try paths.dataFolder(given: given ?? fileWord)).reading()
    }
    self.file = file
    stored = Lazy { Result { () throws(CommandFailure) in try readPreferences() } }
  }

  /// Returns a setting's value; `nil` if the setting isn't set and has no default.
  func resolved<Value>(_ setting: Setting<Value>) throws(CommandFailure) -> Resolved<Value>? {
    if let value = invocation.value(of: setting.option) {
      return Resolved(value: value, origin: .commandLine(option: setting.specification.optionName))
    }
    return try configured(setting)
  }

  /// Returns a setting's value from all sources except the command line.
  private func configured<Value>(_ setting: Setting<Value>) throws(CommandFailure) -> Resolved<Value>? {
    guard let (word, origin) = try word(of: setting.specification) else { return nil }
    do throws(ValidationError) {
      return Resolved(value: try setting.rule.parse(word), origin: origin)
    } catch {
      throw Self.failure(error, setting.specification, origin)
    }
  }

  func value<Value>(_ setting: Setting<Value>) throws(CommandFailure) -> Value {
    guard let resolved = try resolved(setting) else {
      preconditionFailure("the setting \(setting.specification.key) has no default")
    }
    return resolved.value
  }

  /// Returns a setting's raw value with secrets redacted, and the value's origin; `nil` if the setting isn't set.
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

  /// Returns the path of the configuration file, which may not exist.
  func filePath() throws(CommandFailure) -> String {
    try ConfigurationPaths(invocation, environment: environment).configurationFile().path
  }

  func fileFlags() throws(CommandFailure) -> Data? { try file.value().get().flags }

  func keyAssignments() throws(CommandFailure) -> KeyAssignments { try file.value().get().keys }

  func checkFile() throws(CommandFailure) -> ConfigurationFile { try file.value().get() }

  func dataFolder() throws(CommandFailure) -> String {
    try ConfigurationPaths(invocation, environment: environment).dataFolder(given: resolved(Settings.dataFolder)?.value)
  }

  /// Returns the directory for cached responses; if `nil`, responses stay in memory only.
  func cacheFolder() throws(CommandFailure) -> String? {
    try ConfigurationPaths(invocation, environment: environment).cacheFolder(
      given: resolved(Settings.cacheFolder)?.value
    )
  }

  func expanded(_ path: String) throws(CommandFailure) -> String {
    try ConfigurationPaths(invocation, environment: environment).expanded(path)
  }

  /// Returns the folder for a feature's data; data from the services inside the program is kept apart from real data.
  func dataFolder(of service: ConfiguredService) throws(CommandFailure) -> String {
    try dataFolder() + (isSample(service) ? "/sample" : "")
  }

  /// Returns whether a service runs inside the program, so that its data is invented.
  func isSample(_ service: ConfiguredService) throws(CommandFailure) -> Bool { try resolved(service.setting) == nil }

  /// Returns whether the user chose a profile, even if it is the default one.
  func isProfileChosen() throws(CommandFailure) -> Bool {
    try resolved(Settings.profile).map { $0.origin != .programDefault } ?? false
  }

  /// Fails if a service's data is invented and the user hasn't chosen that, because scripts act on the result.
  func requireChosenProfile(for service: ConfiguredService, _ command: String) throws(CommandFailure) {
    guard try isSample(service), try !isProfileChosen() else { return }
    throw CommandFailure(
      exitCode: .usage,
      kind: "sample_data",
      message: "Without a chosen profile, all prices are invented, so '\(command)' doesn't act on them.",
      hint: "Add --profile live for real prices, or --profile sample for the sample data."
    )
  }

  func dataStorage() throws(CommandFailure) -> PersistedStorage {
    PersistedStorage(folder: try dataFolder(), writtenBy: ProgramVersion.identification)
  }

  func storedPreferences() throws(CommandFailure) -> StoredPreferences { StoredPreferences(in: try dataStorage()) }

  // MARK: Sources

  private func word(of setting: SettingSpecification) throws(CommandFailure) -> (word: String, origin: SettingOrigin)? {
    let variable = setting.environmentVariable
    if let word = setting.isEmptyAllowed ? environment[variable] : environment.setWord(variable) {
      return (word, .environment(variable: setting.environmentVariable))
    }
    let file = try file.value().get()
    let profile = setting.key == Settings.profile.specification.key ? nil : try profileName(in: file)
    if let found = try Self.word(of: setting, in: file, profile: profile) { return found }
    if setting.isStorable {
      let reading = try stored.value().get()
      if let word = reading.words[setting.key], isUsable(word, for: setting) {
        return (word, .stored(path: reading.path))
      }
    }
    if let profile, let word = BuiltInProfile(rawValue: profile)?.words[setting.key] {
      return (word, .builtInProfile(name: profile))
    }
    return setting.defaultWord.map { ($0, .programDefault) }
  }

  /// Returns whether a stored value is valid.
  ///
  /// An invalid value from an earlier version is reported once and ignored.
  private func isUsable(_ word: String, for setting: SettingSpecification) -> Bool {
    do throws(ValidationError) {
      try setting.value.check(word)
      return true
    } catch {
      if reported.withLock({ $0.insert(setting.key).inserted }) {
        warn(
          """
          The stored \(setting.key) “\(word.sanitized(.singleLine))” can't be used: \(error.reason). The default is used instead. \
          To replace it, run 'fetch-counter config set \(setting.key) VALUE'.
          """
        )
      }
      return false
    }
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
        message:
          "The configuration file \(file.path) contains the secret '\(setting.key)', but other users can read it.",
        hint: "Run 'chmod 600 \(file.path)', or set \(setting.environmentVariable) instead."
      )
    }
    return found
  }

  /// Returns the name of the selected profile, which must exist.
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
      let nearest = Spelling.nearest(to: name, among: known, limit: 1).first
      throw CommandFailure(
        exitCode: .usage,
        kind: "configuration",
        message: "There is no profile '\(name)', set by \(origin.description).",
        hint: [
          nearest.map { "Did you mean '\($0)'?" } ?? "The profiles are \(known.joined(separator: ", ")).",
          origin.fix(of: setting, with: nearest ?? BuiltInProfile.sample.rawValue),
        ].compactMap { $0 }.joined(separator: " ")
      )
    }
    return name
  }

  private static func failure(
    _ problem: ValidationError,
    _ setting: SettingSpecification,
    _ origin: SettingOrigin
  ) -> CommandFailure {
    var hint = "Use \(setting.value.expectation)"
    if let suggestion = problem.suggestion { hint += "; did you mean '\(suggestion)'?" } else { hint += "." }
    let place = origin.description.prefix(1).uppercased() + origin.description.dropFirst()
    return CommandFailure(
      exitCode: .usage,
      kind: "configuration",
      message: "\(place) has an invalid \(setting.key): \(problem.reason).",
      hint: hint
    )
  }
}

extension [String: String] {
  /// Returns a variable's value; `nil` if it is unset or empty.
  func setWord(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }
}

extension Invocation {
  /// Returns an option's value; `nil` if the option isn't set or the command doesn't have it.
  func value<Value>(of option: Option<Value?>) -> Value? { understands(option) ? self[option] : nil }
}

extension Configuration {
  /// The error kind for a key that would be sent unencrypted.
  static let insecureKeyKind = "insecure_key"

  /// Returns the CoinGecko key for an address; `nil` if no key is set or the service doesn't use a key.
  ///
  /// - Throws: A failure with exit code 2 if the key would be sent unencrypted, or the reason why a setting can't be
  ///   used.
  func marketsKey(for address: URL) throws(CommandFailure) -> String? {
    guard try value(Settings.marketsSource) == .coingecko, let key = try resolved(Settings.coingeckoKey)?.value
    else { return nil }
    guard let origin = Origin(address), origin.scheme == "http", !origin.isLoopback,
      try value(Settings.allowsInsecureKey) == .off
    else { return key }
    let variable = Settings.allowsInsecureKey.specification.environmentVariable
    throw CommandFailure(
      exitCode: .usage,
      kind: Self.insecureKeyKind,
      message: "The CoinGecko key isn't sent to \(origin): the connection would not be encrypted.",
      hint: """
        Set markets_url to an address that begins with https://. To send the key anyway, readable by others on the network, \
        set \(variable)=on.
        """
    )
  }

  /// The configured pager, if any; configuration errors are ignored, because help works without a valid configuration.
  var pager: Pager? {
    let set: String?
    do throws(CommandFailure) { set = try resolved(Settings.pager)?.value } catch { set = nil }
    let command = set ?? usualPager.value
    let isNone = ["", "cat"].contains(command.trimmingCharacters(in: .whitespaces))
    return isNone ? nil : Pager(command: command, environment: environment)
  }

  var usualPager: Resolved<String> {
    guard let word = environment["PAGER"] else { return Resolved(value: "less", origin: .programDefault) }
    return Resolved(value: word, origin: .environment(variable: "PAGER"))
  }

  func timeouts() throws(CommandFailure) -> Timeouts {
    var timeout = try value(Settings.timeout)
    // In `markets watch`, the option limits the whole command, and a single request must not use up all of that time.
    if invocation.commandPath == MarketsWatchCommand.path, let limit = try configured(Settings.timeout) {
      timeout = min(timeout, limit.value)
    }
    return Timeouts(connect: timeout, firstByte: timeout, idle: timeout, total: timeout)
  }
}
