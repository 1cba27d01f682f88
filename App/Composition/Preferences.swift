import Components
import Foundation
import Observation

/// The settings that can be changed while the interactive program runs, and who decides them.
@MainActor
@Observable
final class Preferences {
  /// The currency of prices, in lower case.
  private(set) var currency: String
  /// The colours.
  private(set) var theme: ThemeChoice
  /// How often features look for news.
  private(set) var refreshInterval: Duration
  /// Whether the mouse is listened to.
  private(set) var usesMouse: Bool
  /// How many bytes the cache of answers may take.
  private(set) var cacheSize: Int

  @ObservationIgnored private let configuration: Configuration

  /// Reads what is set.
  init(_ configuration: Configuration) throws(CommandFailure) {
    self.configuration = configuration
    currency = try configuration.value(Settings.currency)
    theme = try configuration.value(Settings.theme)
    refreshInterval = try configuration.value(Settings.refreshInterval)
    usesMouse = try configuration.value(Settings.usesMouse) == .on
    cacheSize = try configuration.value(Settings.cacheSize)
  }

  /// The theme that was chosen; nil for the one that suits the terminal.
  var chosenTheme: Theme? {
    switch theme {
    case .auto: nil
    case .dark: Theme.standard(for: .dark)
    case .light: Theme.standard(for: .light)
    }
  }

  /// Who decides a setting, if that is no stored choice nor the default: then it can't be changed here.
  func higherOrigin(of setting: SettingSpecification) -> SettingOrigin? {
    // What can't be used decides nothing; where it matters it is an error of its own.
    guard let origin = try? configuration.shown(setting)?.origin else { return nil }
    switch origin {
    case .stored, .builtInProfile, .programDefault: return nil
    case .commandLine, .environment, .file, .fileProfile: return origin
    }
  }

  func setCurrency(_ currency: String) throws(CommandFailure) {
    try store(currency, for: Settings.currency.specification)
    self.currency = currency
  }

  func setTheme(_ theme: ThemeChoice) throws(CommandFailure) {
    try store(theme.rawValue, for: Settings.theme.specification)
    self.theme = theme
  }

  func setRefreshInterval(_ interval: Duration) throws(CommandFailure) {
    try store(DurationText.format(interval), for: Settings.refreshInterval.specification)
    refreshInterval = interval
  }

  func setUsesMouse(_ usesMouse: Bool) throws(CommandFailure) {
    try store((usesMouse ? OnOff.on : .off).rawValue, for: Settings.usesMouse.specification)
    self.usesMouse = usesMouse
  }

  /// Stores how large the cache may become; the cache itself is told by ``SettingsModel``.
  func setCacheSize(_ bytes: Int) throws(CommandFailure) {
    try store(ByteText.word(bytes), for: Settings.cacheSize.specification)
    cacheSize = bytes
  }

  private func store(_ word: String, for setting: SettingSpecification) throws(CommandFailure) {
    let preferences = try configuration.storedPreferences()
    do {
      try preferences.set(word, for: setting)
    } catch {
      throw CommandFailure(error)
    }
  }
}
