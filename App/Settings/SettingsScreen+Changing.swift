import CommandLine
import Components
import Directory
import FeatureFlags
import Markets

// Changes by keys.
extension SettingsScreen {
  /// Changes the selected setting to its next value, or opens its text field; on Enter and clicks.
  func activate() {
    switch rows[selected] {
    case .cacheSize:
      guard isOpen(Settings.cacheSize.specification) else { return }
      entry = TextFieldState(ByteText.word(viewModel.preferences.cacheSize), maximumLength: 15)
    case .theme:
      guard isOpen(Settings.theme.specification) else { return }
      themeMenu = ThemeMenu(
        preferences: viewModel.preferences,
        report: { [effects] in effects.show(StyledText($0.message), tone: .negative) },
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
        _ = try viewModel.preferences.chooseCurrency(Self.next(viewModel.preferences.currency, in: codes, step))
      case .theme:
        guard isOpen(Settings.theme.specification) else { return }
        let choices = viewModel.preferences.themes.choices
        try viewModel.preferences.setTheme(Self.next(viewModel.preferences.theme, in: choices, step))
      case .automaticRefresh:
        guard isOpen(Settings.automaticRefresh.specification) else { return }
        try viewModel.preferences.setRefreshesAutomatically(!viewModel.preferences.refreshesAutomatically)
      case .refreshInterval:
        guard isOpen(Settings.refreshInterval.specification) else { return }
        let intervals: [Duration] = [.seconds(10), .seconds(30), .seconds(60), .seconds(300), .seconds(900)]
        try viewModel.preferences.setRefreshInterval(
          Self.next(viewModel.preferences.refreshInterval, in: intervals, step)
        )
      case .freshness:
        guard isOpen(Settings.marketsFreshness.specification) else { return }
        try viewModel.setFreshness(Self.next(viewModel.preferences.freshness, in: Self.freshnessSteps, step))
      case .coinIcons:
        guard isOpen(Settings.coinIcons.specification) else { return }
        try viewModel.preferences.setShowsCoinIcons(!viewModel.preferences.showsCoinIcons)
      case .directoryScenario:
        guard isOpen(Settings.directoryScenario.specification) else { return }
        let scenario = viewModel.preferences.directoryScenario
        try viewModel.preferences.setDirectoryScenario(Self.next(scenario, in: DirectoryScenario.allCases, step))
      case .mouse:
        guard isOpen(Settings.usesMouse.specification) else { return }
        try viewModel.preferences.setUsesMouse(!viewModel.preferences.usesMouse)
      case .cache:
        Task {
          await viewModel.clearCache()
          effects.show("Cache cleared.", tone: .positive)
        }
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

  private func toggle(_ declaration: FlagDeclaration) throws(CommandFailure) {
    do throws(FlagOverrideError) {
      try viewModel.toggle(declaration)
    } catch {
      throw CommandFailure(error)
    }
    if let deciding = viewModel.flags.explanation(ofKey: declaration.key)?.deciding, deciding.layer < .persisted {
      effects.show(StyledText("Stored, but \(deciding.spelling) decides."), tone: .warning)
    }
  }

  func unset() {
    guard case .flag(let declaration) = rows[selected] else { return }
    do throws(FlagOverrideError) {
      try viewModel.unset(declaration)
    } catch {
      effects.show(StyledText("\(error)"), tone: .negative)
    }
  }

  /// Applies the typed cache size, or shows its validation error and keeps the field open.
  func takeEntry() {
    guard let entry else { return }
    let size: Int
    do throws(ValidationError) {
      size = try Settings.cacheSize.rule.parse(entry.text)
    } catch {
      let text = "Couldn't set the cache size: \(error.reason). Give \(Settings.cacheSize.rule.expectation)."
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
    let resizing = try viewModel.setCacheSize(bytes)
    Task {
      let count = await resizing.value
      guard count > 0 else { return }
      let responses = count == 1 ? "1 response" : "\(count) responses"
      effects.show(StyledText("Deleted \(responses) from the cache."), tone: .neutral)
    }
  }

  /// Returns whether a setting can be changed here, and otherwise shows its origin.
  private func isOpen(_ setting: SettingSpecification) -> Bool {
    guard let origin = viewModel.preferences.higherOrigin(of: setting) else { return true }
    effects.show(StyledText("\(origin.description) decides that.".capitalizedSentence), tone: .warning)
    return false
  }

  /// The freshness rules for stepping with keys; other durations can be set in the configuration file.
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
