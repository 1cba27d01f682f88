import Basics
import CommandLine
import Components
import Directory
import Foundation
import Markets
import Observation
import Persistence

@MainActor
@Observable
final class Preferences {
  /// The currency code in lower case.
  private(set) var currency: String
  private(set) var theme: ThemeChoice
  /// The visible theme, which is chosen or previewed; `nil` for the theme that matches the terminal's background.
  private(set) var shownTheme: Theme?
  private(set) var refreshesAutomatically: Bool
  private(set) var refreshInterval: Duration
  private(set) var freshness: Freshness.Rule
  /// The price source for the next start of the program.
  private(set) var marketsSource: MarketsSource
  private(set) var usesMouse: Bool
  private(set) var showsCoinIcons: Bool
  private(set) var directoryScenario: DirectoryScenario
  private(set) var locale: LocaleChoice
  /// The maximum size of the cache, in bytes.
  private(set) var cacheSize: Int

  @ObservationIgnored let themes: ThemeLibrary
  @ObservationIgnored private let configuration: Configuration

  init(_ configuration: Configuration) throws(CommandFailure) {
    self.configuration = configuration
    currency = try configuration.value(Settings.currency)
    let theme = try configuration.value(Settings.theme)
    self.theme = theme
    themes = configuration.themes()
    shownTheme = try configuration.chosenTheme()
    refreshesAutomatically = try configuration.value(Settings.automaticRefresh) == .on
    refreshInterval = try configuration.value(Settings.refreshInterval)
    freshness = try configuration.value(Settings.marketsFreshness)
    marketsSource = try configuration.value(Settings.marketsSource)
    showsCoinIcons = try configuration.value(Settings.coinIcons) == .on
    directoryScenario = try configuration.value(Settings.directoryScenario)
    usesMouse = try configuration.value(Settings.usesMouse) == .on
    locale = try configuration.value(Settings.locale)
    cacheSize = try configuration.value(Settings.cacheSize)
  }

  /// Returns the origin that overrides a stored setting and therefore prevents changing it; `nil` if no origin does.
  func higherOrigin(of setting: SettingSpecification) -> SettingOrigin? {
    // An invalid value doesn't override the setting. Commands that need the value report the error.
    guard let origin = try? configuration.shown(setting)?.origin else { return nil }
    switch origin {
    case .stored, .builtInProfile, .programDefault: return nil
    case .commandLine, .environment, .file, .fileProfile: return origin
    }
  }

  /// A function that reverts a change in memory and in the file, and returns an error message if that fails.
  typealias Undo = @MainActor () async -> String?

  /// Applies a currency immediately, and stores it unless an origin with higher precedence overrides the setting.
  ///
  /// - Returns: The overriding origin, or `nil` if the currency was stored, and the action that undoes the change.
  func chooseCurrency(_ currency: String) throws(CommandFailure) -> (origin: SettingOrigin?, undo: Undo) {
    let setting = Settings.currency.specification
    if let origin = higherOrigin(of: setting) {
      let previous = self.currency
      self.currency = currency
      return (
        origin,
        { [self] in
          self.currency = previous
          return nil
        }
      )
    }
    return (nil, try change(\.currency, to: currency, currency, setting))
  }

  @discardableResult
  func setTheme(_ theme: ThemeChoice) throws(CommandFailure) -> Undo {
    let shown = try themes.theme(theme)
    let undo = try change(\.theme, to: theme, theme.word, Settings.theme.specification)
    shownTheme = shown
    return { [self] in
      let problem = await undo()
      endThemePreview()
      return problem
    }
  }

  func previewTheme(_ theme: ThemeChoice) throws(CommandFailure) { shownTheme = try themes.theme(theme) }

  func endThemePreview() {
    // The theme's file may have been removed in the meantime. The terminal's theme is always usable.
    shownTheme = (try? themes.theme(theme)) ?? nil
  }

  @discardableResult
  func setRefreshesAutomatically(_ isOn: Bool) throws(CommandFailure) -> Undo {
    try change(\.refreshesAutomatically, to: isOn, OnOff(isOn).rawValue, Settings.automaticRefresh.specification)
  }

  @discardableResult
  func setRefreshInterval(_ interval: Duration) throws(CommandFailure) -> Undo {
    try change(\.refreshInterval, to: interval, DurationText.format(interval), Settings.refreshInterval.specification)
  }

  /// Stores the user's setting for how long prices count as fresh; ``SettingsViewModel`` applies it.
  func setFreshness(_ freshness: Freshness.Rule) throws(CommandFailure) -> Undo {
    try change(\.freshness, to: freshness, Self.rawValue(of: freshness), Settings.marketsFreshness.specification)
  }

  func setMarketsSource(_ source: MarketsSource) throws(CommandFailure) -> Undo {
    try change(\.marketsSource, to: source, source.rawValue, Settings.marketsSource.specification)
  }

  static func rawValue(of freshness: Freshness.Rule) -> String {
    switch freshness {
    case .automatic: "auto"
    case .fixed(let duration): DurationText.format(duration)
    }
  }

  @discardableResult
  func setShowsCoinIcons(_ isOn: Bool) throws(CommandFailure) -> Undo {
    try change(\.showsCoinIcons, to: isOn, OnOff(isOn).rawValue, Settings.coinIcons.specification)
  }

  /// Stores the scenario, which takes effect at the next reload of the directory.
  @discardableResult
  func setDirectoryScenario(_ scenario: DirectoryScenario) throws(CommandFailure) -> Undo {
    try change(\.directoryScenario, to: scenario, scenario.rawValue, Settings.directoryScenario.specification)
  }

  /// Stores the locale, and immediately formats all numbers and dates in it.
  func setLocale(_ locale: LocaleChoice) throws(CommandFailure) -> Undo {
    let undo = try change(\.locale, to: locale, locale.word, Settings.locale.specification)
    applyLocale()
    return { [self] in
      let problem = await undo()
      applyLocale()
      return problem
    }
  }

  private func applyLocale() {
    RegionalFormat.change(to: locale.format(environment: configuration.environment))
  }

  @discardableResult
  func setUsesMouse(_ isOn: Bool) throws(CommandFailure) -> Undo {
    try change(\.usesMouse, to: isOn, OnOff(isOn).rawValue, Settings.usesMouse.specification)
  }

  /// Stores the maximum cache size; ``SettingsViewModel`` resizes the cache.
  @discardableResult
  func setCacheSize(_ bytes: Int) throws(CommandFailure) -> Undo {
    try change(\.cacheSize, to: bytes, ByteText.word(bytes), Settings.cacheSize.specification)
  }

  /// Stores a raw value, applies the value, and returns the action that restores the previous values.
  private func change<Value: Sendable>(
    _ property: ReferenceWritableKeyPath<Preferences, Value>,
    to value: Value,
    _ rawValue: String,
    _ setting: SettingSpecification
  ) throws(CommandFailure) -> Undo {
    let previous = self[keyPath: property]
    let stored = try configuration.storedPreferences()
    do throws(StoreError) {
      let previousRawValue = try stored.load()[setting.key]
      try stored.set(rawValue, for: setting)
      self[keyPath: property] = value
      return { [self] in
        do throws(StoreError) {
          try stored.set(previousRawValue, for: setting)
          self[keyPath: property] = previous
          return nil
        } catch {
          return error.message
        }
      }
    } catch {
      throw CommandFailure(error)
    }
  }
}

extension PersistedKey where Value == [String: String] {
  /// The key for the file `preferences.json`, which contains raw values by setting key.
  fileprivate static var preferences: Self { PersistedKey("preferences", default: [:]) }
}

/// The settings stored in `preferences.json` in the data directory.
struct StoredPreferences: Sendable {
  struct Reading: Sendable {
    let path: String
    let words: ConfigurationFile.Words
  }

  @Persisted private var rawValues: [String: String]

  init(in storage: PersistedStorage) {
    _rawValues = Persisted(.preferences, in: storage)
  }

  init(folder: String, fileSystem: any FileSystem = LiveFileSystem()) {
    self.init(
      in: PersistedStorage(folder: folder, writtenBy: ProgramVersion.identification, fileSystem: fileSystem)
    )
  }

  func reading() -> Reading { Reading(path: $rawValues.store.path, words: rawValues) }

  func load() throws(StoreError) -> [String: String] { try $rawValues.load() }

  /// Stores a setting's raw value, or removes it if the value is `nil`.
  func set(_ rawValue: String?, for setting: SettingSpecification) throws(StoreError) {
    precondition(setting.isStorable, "the setting \(setting.key) is not stored")
    try $rawValues.update { $0[setting.key] = rawValue }
  }
}
