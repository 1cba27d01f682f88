import CommandLine
import Components
import Directory
import FeatureFlags
import Markets

// Changes with keys
extension SettingsScreen {
  /// Changes the selected setting to its next value or opens its text field, on Enter or a click.
  func activate() {
    switch rows[selected] {
    case .cacheSize:
      guard isOpen(Settings.cacheSize.specification) else { return }
      entry = TextFieldState(ByteText.word(viewModel.preferences.cacheSize), maximumLength: 15)
    case .theme:
      guard isOpen(Settings.theme.specification) else { return }
      themeMenu = ThemeMenu(
        preferences: viewModel.preferences,
        effects: effects,
        close: { [weak self] in self?.themeMenu = nil }
      )
    default: change(by: 1)
    }
  }

  func change(by step: Int) {
    do throws(CommandFailure) {
      switch rows[selected] {
      case .flag(let declaration): try toggle(declaration)
      case .currency:
        guard isOpen(Settings.currency.specification) else { return }
        let codes = try viewModel.currencies().map { $0.code.lowercased() }
        let currency = Self.next(viewModel.preferences.currency, in: codes, step)
        let undo = try viewModel.preferences.chooseCurrency(currency).undo
        effects.didChange(StyledText("Currency: \(currency.uppercased())."), undo: undo)
      case .theme:
        guard isOpen(Settings.theme.specification) else { return }
        let choices = viewModel.preferences.themes.choices
        let theme = Self.next(viewModel.preferences.theme, in: choices, step)
        let undo = try viewModel.preferences.setTheme(theme)
        effects.didChange(StyledText("Theme: \(theme.word)."), undo: undo)
      case .automaticRefresh:
        guard isOpen(Settings.automaticRefresh.specification) else { return }
        let isOn = !viewModel.preferences.refreshesAutomatically
        let undo = try viewModel.preferences.setRefreshesAutomatically(isOn)
        effects.didChange(StyledText("Auto-refresh \(OnOff(isOn).rawValue)."), undo: undo)
      case .refreshInterval:
        guard isOpen(Settings.refreshInterval.specification) else { return }
        let intervals: [Duration] = [.seconds(10), .seconds(30), .seconds(60), .seconds(300), .seconds(900)]
        let interval = Self.next(viewModel.preferences.refreshInterval, in: intervals, step)
        let undo = try viewModel.preferences.setRefreshInterval(interval)
        effects.didChange(StyledText("Refresh every \(DurationText.format(interval))."), undo: undo)
      case .freshness:
        guard isOpen(Settings.marketsFreshness.specification) else { return }
        let freshness = Self.next(viewModel.preferences.freshness, in: Self.freshnessSteps, step)
        let undo = try viewModel.setFreshness(freshness)
        effects.didChange(StyledText("Freshness of prices: \(Preferences.rawValue(of: freshness))."), undo: undo)
      case .coinIcons:
        guard isOpen(Settings.coinIcons.specification) else { return }
        let isOn = !viewModel.preferences.showsCoinIcons
        let undo = try viewModel.preferences.setShowsCoinIcons(isOn)
        effects.didChange(StyledText("Coin icons \(OnOff(isOn).rawValue)."), undo: undo)
      case .directoryScenario:
        guard isOpen(Settings.directoryScenario.specification) else { return }
        let scenario = Self.next(viewModel.preferences.directoryScenario, in: DirectoryScenario.allCases, step)
        let undo = try viewModel.preferences.setDirectoryScenario(scenario)
        effects.didChange(StyledText("Directory scenario: \(scenario.rawValue)."), undo: undo)
      case .mouse:
        guard isOpen(Settings.usesMouse.specification) else { return }
        let isOn = !viewModel.preferences.usesMouse
        let undo = try viewModel.preferences.setUsesMouse(isOn)
        effects.didChange(StyledText("Mouse \(OnOff(isOn).rawValue)."), undo: undo)
      case .cache: askToClearCache()
      case .cacheSize:
        guard isOpen(Settings.cacheSize.specification) else { return }
        guard let size = CacheSizeSteps.size(step, from: viewModel.preferences.cacheSize) else { return }
        try setCacheSize(size)
      case .services: viewModel.refresh()
      }
    } catch {
      effects.show(StyledText(error.message), tone: .negative)
    }
  }

  private func askToClearCache() {
    Task { [viewModel, effects] in
      guard
        await effects.confirm(
          "Clear the cache?",
          explanation: "Cached responses are deleted, and requested again when they are needed.",
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
      effects.show(StyledText("Stored, but \(deciding.spelling) decides."), tone: .warning)
    }
  }

  /// Removes the stored value of the selected flag after confirmation.
  func askToUnset() {
    guard case .flag(let declaration) = rows[selected] else { return }
    Task { [viewModel, effects] in
      guard
        await effects.confirm(
          "Delete the stored value of \(declaration.key)?",
          explanation: "The flag then has its default, or the value of the environment or the configuration file.",
          confirm: "Delete"
        )
      else { return }
      do throws(FlagOverrideError) {
        let undo = try viewModel.unset(declaration)
        effects.didChange(StyledText("Value of \(declaration.key) deleted."), undo: undo)
      } catch {
        effects.show(StyledText("\(error)"), tone: .negative)
      }
    }
  }

  /// Applies the typed cache size, or shows the validation error and keeps the field open.
  func takeEntry() {
    guard let entry else { return }
    let size: Int
    do throws(ValidationError) {
      size = try Settings.cacheSize.rule.parse(entry.text)
    } catch {
      let text = "Couldn't set the cache size: \(error.reason). Use \(Settings.cacheSize.rule.expectation)."
      effects.show(StyledText(text), tone: .warning)
      return
    }
    self.entry = nil
    do throws(CommandFailure) {
      try setCacheSize(size)
    } catch {
      effects.show(StyledText(error.message), tone: .negative)
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

  /// Returns whether a setting can be changed here; otherwise shows the setting's origin.
  private func isOpen(_ setting: SettingSpecification) -> Bool {
    guard let origin = viewModel.preferences.higherOrigin(of: setting) else { return true }
    effects.show(StyledText("\(origin.description) decides that.".capitalizedSentence), tone: .warning)
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
