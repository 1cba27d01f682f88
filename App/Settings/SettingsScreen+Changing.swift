import CommandLine
import Components
import Directory
import FeatureFlags
import Markets

// Changes with keys
extension SettingsScreen {
  /// Opens a menu, text field or question for the selected setting; called for Enter and clicks.
  ///
  /// No setting changes before the user has confirmed the new value.
  func activate() {
    let preferences = viewModel.preferences
    switch rows[selected] {
    case .flag(let declaration): chooseFlag(declaration)
    case .currency: chooseCurrency()
    case .locale:
      guard isOpen(Settings.locale.specification) else { return }
      entry = TextFieldState(preferences.locale.word, maximumLength: 40, isDefaultSelected: true)
    case .theme:
      guard isOpen(Settings.theme.specification) else { return }
      themeMenu = ThemeMenu(
        preferences: preferences,
        effects: effects,
        close: { [weak self] in self?.themeMenu = nil }
      )
    case .automaticRefresh:
      chooseOnOff(Settings.automaticRefresh.specification, "Auto-refresh", preferences.refreshesAutomatically) {
        isOn throws(CommandFailure) in try preferences.setRefreshesAutomatically(isOn)
      }
    case .refreshInterval:
      let intervals: [Duration] = [.seconds(10), .seconds(30), .seconds(60), .seconds(300), .seconds(900)]
      let texts = intervals.map { ($0, DurationText.format($0)) }
      choose(Settings.refreshInterval.specification, "Refresh interval", texts, preferences.refreshInterval) {
        interval throws(CommandFailure) in try preferences.setRefreshInterval(interval)
      }
    case .priceSource:
      let texts = MarketsSource.allCases.map { ($0, $0.rawValue) }
      choose(Settings.marketsSource.specification, "Price source at the next start", texts, preferences.marketsSource) {
        source throws(CommandFailure) in try preferences.setMarketsSource(source)
      }
    case .freshness:
      let texts = Self.freshnessSteps.map { ($0, Preferences.rawValue(of: $0)) }
      choose(Settings.marketsFreshness.specification, "Price freshness", texts, preferences.freshness) {
        [viewModel] freshness throws(CommandFailure) in try viewModel.setFreshness(freshness)
      }
    case .coinIcons:
      chooseOnOff(Settings.coinIcons.specification, "Coin icons", preferences.showsCoinIcons) {
        isOn throws(CommandFailure) in try preferences.setShowsCoinIcons(isOn)
      }
    case .directoryScenario:
      let texts = DirectoryScenario.allCases.map { ($0, $0.rawValue) }
      let scenario = preferences.directoryScenario
      choose(Settings.directoryScenario.specification, "Directory scenario", texts, scenario) {
        scenario throws(CommandFailure) in try preferences.setDirectoryScenario(scenario)
      }
    case .mouse:
      chooseOnOff(Settings.usesMouse.specification, "Mouse", preferences.usesMouse) {
        isOn throws(CommandFailure) in try preferences.setUsesMouse(isOn)
      }
    case .cache: askToClearCache()
    case .cacheSize:
      guard isOpen(Settings.cacheSize.specification) else { return }
      entry = TextFieldState(ByteText.word(preferences.cacheSize), maximumLength: 15, isDefaultSelected: true)
    case .service: viewModel.refresh()
    }
  }

  /// Offers values in a menu, and reports the chosen value with its undo action.
  ///
  /// A source with higher precedence than this screen prevents the change.
  private func choose<Value: Equatable>(
    _ setting: SettingSpecification,
    _ title: String,
    _ values: [(value: Value, text: String)],
    _ current: Value,
    change: @escaping @MainActor (Value) throws(CommandFailure) -> Preferences.Undo
  ) {
    guard isOpen(setting) else { return }
    let choices = values.map { value, text in
      KeyChoice(text) { [effects] in
        guard value != current else { return }
        do throws(CommandFailure) {
          effects.didChange(StyledText("\(title): \(text)."), undo: try change(value))
        } catch {
          effects.show(StyledText(error.message), tone: .negative)
        }
      }
    }
    effects.choose(title, among: choices, selected: values.firstIndex { $0.value == current } ?? 0)
  }

  private func chooseOnOff(
    _ setting: SettingSpecification,
    _ title: String,
    _ current: Bool,
    change: @escaping @MainActor (Bool) throws(CommandFailure) -> Preferences.Undo
  ) {
    choose(setting, title, Self.onOff, current, change: change)
  }

  private func chooseCurrency() {
    do throws(CommandFailure) {
      let preferences = viewModel.preferences
      let texts = try viewModel.currencies().map { ($0.code.lowercased(), $0.code) }
      choose(Settings.currency.specification, "Currency", texts, preferences.currency) {
        code throws(CommandFailure) in try preferences.chooseCurrency(code).undo
      }
    } catch {
      effects.show(StyledText(error.message), tone: .negative)
    }
  }

  private func chooseFlag(_ declaration: FlagDeclaration) {
    let isOn = viewModel.isOn(declaration)
    let choices = Self.onOff.map { value, text in
      KeyChoice(text) { [self] in if value != isOn { set(declaration, to: value) } }
    }
    effects.choose(declaration.title, among: choices, selected: isOn ? 0 : 1)
  }

  private static let onOff = [(value: true, text: "On"), (value: false, text: "Off")]

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

  private func set(_ declaration: FlagDeclaration, to isOn: Bool) {
    do throws(FlagOverrideError) {
      let undo = try viewModel.set(declaration, to: isOn)
      effects.didChange(StyledText("\(declaration.title): \(isOn ? "On" : "Off")."), undo: undo)
    } catch {
      effects.show(StyledText(CommandFailure(error).message), tone: .negative)
      return
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
          "Delete the stored value for “\(declaration.title)”?",
          explanation: "The flag then uses the environment, the configuration file or the default.",
          confirm: "Delete"
        )
      else { return }
      do throws(FlagOverrideError) {
        let undo = try viewModel.unset(declaration)
        effects.didChange(StyledText("Stored value for “\(declaration.title)” deleted."), undo: undo)
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
          let undo = try viewModel.preferences.setLocale(locale)
          effects.didChange(StyledText("Locale: \(locale.word)."), undo: undo)
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
  private func isOpen(_ setting: SettingSpecification) -> Bool {
    guard let origin = viewModel.preferences.higherOrigin(of: setting) else { return true }
    effects.show(StyledText("\(origin.description) overrides this setting.".capitalizedSentence), tone: .warning)
    return false
  }

  /// The freshness rules in the menu; other durations can be set in the configuration file.
  private static let freshnessSteps: [Freshness.Rule] =
    [.automatic] + [60, 300, 900, 3_600, 86_400].map { .fixed(.seconds($0)) }
}

extension String {
  fileprivate var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() }
}
