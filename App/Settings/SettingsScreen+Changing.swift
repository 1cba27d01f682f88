import CommandLine
import Components
import Directory
import FeatureFlags
import Markets

// Changes with keys
extension SettingsScreen {
  /// Changes the selected setting to its next value, or opens its menu or text field; called for Enter and clicks.
  func activate() {
    let preferences = viewModel.preferences
    switch rows[selected] {
    case .cacheSize:
      guard isOpen(Settings.cacheSize) else { return }
      entry = TextFieldState(ByteText.word(preferences.cacheSize), maximumLength: 15, isDefaultSelected: true)
    case .locale:
      guard isOpen(Settings.locale) else { return }
      entry = TextFieldState(preferences.locale.word, maximumLength: 40, isDefaultSelected: true)
    case .theme:
      guard isOpen(Settings.theme) else { return }
      themeMenu = ThemeMenu(
        preferences: preferences,
        effects: effects,
        close: { [weak self] in self?.themeMenu = nil }
      )
    default: change(by: 1)
    }
  }

  /// Changes the selected setting to the next value (1) or the previous value (-1).
  func change(by step: Int) {
    do throws(CommandFailure) {
      try changeSelected(by: step)
    } catch {
      effects.show(StyledText(error.message), tone: .negative)
    }
  }

  private func changeSelected(by step: Int) throws(CommandFailure) {
    let preferences = viewModel.preferences
    switch rows[selected] {
    case .flag(let declaration): try toggle(declaration)
    case .currency:
      let codes = try viewModel.currencies().map { $0.code.lowercased() }
      let currency = Self.next(preferences.currency, in: codes, step)
      try apply(Settings.currency, "Currency: \(currency.uppercased()).", try preferences.chooseCurrency(currency).undo)
    case .locale:
      let locale = Self.next(preferences.locale, in: LocaleChoice.offered.map(\.choice), step)
      try apply(Settings.locale, "Locale: \(locale.word).", try preferences.setLocale(locale))
    case .theme:
      let theme = Self.next(preferences.theme, in: preferences.themes.choices, step)
      try apply(Settings.theme, "Theme: \(theme.word).", try preferences.setTheme(theme))
    case .automaticRefresh:
      let isOn = !preferences.refreshesAutomatically
      let text = "Auto-refresh \(OnOff(isOn).rawValue)."
      try apply(Settings.automaticRefresh, text, try preferences.setRefreshesAutomatically(isOn))
    case .refreshInterval:
      let intervals: [Duration] = [.seconds(10), .seconds(30), .seconds(60), .seconds(300), .seconds(900)]
      let interval = Self.next(preferences.refreshInterval, in: intervals, step)
      let text = "Refresh every \(DurationText.format(interval))."
      try apply(Settings.refreshInterval, text, try preferences.setRefreshInterval(interval))
    case .freshness:
      let freshness = Self.next(preferences.freshness, in: Self.freshnessSteps, step)
      let text = "Price freshness: \(Preferences.rawValue(of: freshness))."
      try apply(Settings.marketsFreshness, text, try viewModel.setFreshness(freshness))
    case .coinIcons:
      let isOn = !preferences.showsCoinIcons
      try apply(Settings.coinIcons, "Coin icons \(OnOff(isOn).rawValue).", try preferences.setShowsCoinIcons(isOn))
    case .directoryScenario:
      let scenario = Self.next(preferences.directoryScenario, in: DirectoryScenario.allCases, step)
      let text = "Directory scenario: \(scenario.rawValue)."
      try apply(Settings.directoryScenario, text, try preferences.setDirectoryScenario(scenario))
    case .mouse:
      let isOn = !preferences.usesMouse
      try apply(Settings.usesMouse, "Mouse \(OnOff(isOn).rawValue).", try preferences.setUsesMouse(isOn))
    case .cache: askToClearCache()
    case .cacheSize:
      guard let size = CacheSizeSteps.size(step, from: preferences.cacheSize) else { return }
      try setCacheSize(size)
    case .service: viewModel.refresh()
    }
  }

  /// Makes a change and reports it with its undo action, unless a source with higher precedence overrides the setting.
  private func apply<Value>(
    _ setting: Setting<Value>,
    _ text: String,
    _ change: @autoclosure () throws(CommandFailure) -> Preferences.Undo
  ) throws(CommandFailure) {
    guard isOpen(setting) else { return }
    effects.didChange(StyledText(text), undo: try change())
  }

  private func askToClearCache() {
    Task { [viewModel, effects] in
      guard
        await effects.confirm(
          "Clear the cache?",
          explanation: "Cached responses are deleted, and requested again when needed.",
          confirm: "Clear"
        )
      else { return }
      await viewModel.clearCache()
      effects.show("Cache cleared.", tone: .positive)
    }
  }

  private func toggle(_ declaration: FlagDeclaration) throws(CommandFailure) {
    do throws(FlagOverrideError) {
      let undo = try viewModel.toggle(declaration)
      effects.didChange(StyledText("\(declaration.key) changed."), undo: undo)
    } catch {
      throw CommandFailure(error)
    }
    if let deciding = viewModel.flags.explanation(ofKey: declaration.key)?.deciding, deciding.layer < .persisted {
      effects.show(StyledText("Stored, but \(deciding.spelling) overrides it."), tone: .warning)
    }
  }

  func askToUnset() {
    guard case .flag(let declaration) = rows[selected] else { return }
    Task { [viewModel, effects] in
      guard
        await effects.confirm(
          "Delete the stored value for \(declaration.key)?",
          explanation: "The flag then uses the environment, the configuration file or the default.",
          confirm: "Delete"
        )
      else { return }
      do throws(FlagOverrideError) {
        let undo = try viewModel.unset(declaration)
        effects.didChange(StyledText("Stored value for \(declaration.key) deleted."), undo: undo)
      } catch {
        effects.show(StyledText("\(error)"), tone: .negative)
      }
    }
  }

  /// Applies the typed value, or shows its validation error and keeps the field open.
  func takeEntry() {
    guard let entry else { return }
    do throws(CommandFailure) {
      if case .locale = rows[selected] {
        guard let locale = parsed(entry.text, Settings.locale, "the locale") else { return }
        if locale != viewModel.preferences.locale {
          try apply(Settings.locale, "Locale: \(locale.word).", try viewModel.preferences.setLocale(locale))
        }
      } else {
        guard let size = parsed(entry.text, Settings.cacheSize, "the cache size") else { return }
        if size != viewModel.preferences.cacheSize { try setCacheSize(size) }
      }
    } catch {
      effects.show(StyledText(error.message), tone: .negative)
    }
    self.entry = nil
  }

  /// Returns the typed value of a setting, or shows its validation error.
  private func parsed<Value>(_ text: String, _ setting: Setting<Value>, _ name: String) -> Value? {
    do throws(ValidationError) {
      return try setting.rule.parse(text)
    } catch {
      let message = "Couldn't set \(name): \(error.reason). Use \(setting.rule.expectation)."
      effects.show(StyledText(message), tone: .warning)
      return nil
    }
  }

  private func setCacheSize(_ bytes: Int) throws(CommandFailure) {
    guard isOpen(Settings.cacheSize) else { return }
    let (removed, undo) = try viewModel.setCacheSize(bytes)
    effects.didChange(StyledText("Cache limit: \(ByteText.text(bytes))."), undo: undo)
    Task {
      let count = await removed.value
      guard count > 0 else { return }
      let responses = count == 1 ? "1 response" : "\(count) responses"
      effects.show(StyledText("Deleted \(responses) from the cache."), tone: .neutral)
    }
  }

  /// Returns whether a setting can be changed here, and shows its origin if it can't.
  private func isOpen<Value>(_ setting: Setting<Value>) -> Bool {
    guard let origin = viewModel.preferences.higherOrigin(of: setting.specification) else { return true }
    effects.show(StyledText("\(origin.description) overrides this setting.".capitalizedSentence), tone: .warning)
    return false
  }

  /// The freshness rules to step through with keys; other durations can be set in the configuration file.
  private static let freshnessSteps: [Freshness.Rule] =
    [.automatic] + [60, 300, 900, 3_600, 86_400].map { .fixed(.seconds($0)) }

  private static func next<Value: Equatable>(_ value: Value, in values: [Value], _ step: Int) -> Value {
    let index = values.firstIndex(of: value) ?? 0
    return values[(index + step + values.count) % values.count]
  }
}

extension String {
  fileprivate var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() }
}
