import Components
import FeatureFlags
import Foundation
import Networking
import Observation

/// The settings: flags, preferences, the cache and the services.
@MainActor
@Observable
final class SettingsScreen: Screen {
  /// A line that can be chosen.
  private enum Row {
    case flag(FlagDeclaration)
    case currency
    case theme
    case refreshInterval
    case mouse
    case cache
    case services
  }

  let title = "Settings"

  @ObservationIgnored private let model: SettingsModel
  @ObservationIgnored private let effects: any ScreenEffects
  private var selected = 0
  /// The currency while it is typed.
  private var currencyField: TextFieldState?
  private var scroll = ScrollState()

  init(model: SettingsModel, effects: any ScreenEffects) {
    self.model = model
    self.effects = effects
  }

  private var rows: [Row] {
    model.declarations.map { .flag($0) } + [.currency, .theme, .refreshInterval, .mouse, .cache, .services]
  }

  func appear() { model.appear() }

  func disappear() { model.disappear() }

  var isEnteringText: Bool { currencyField != nil }

  var isAnimating: Bool { model.services.contains { $0.health == .looking } }

  // MARK: Keys

  var keyMap: KeyMap {
    if currencyField != nil {
      return KeyMap(
        "Currency",
        [
          KeyBinding(KeyPress(.enter), label: "take") { [self] in takeCurrency() },
          KeyBinding(KeyPress(.escape), label: "leave as it was") { [self] in currencyField = nil },
        ]
      )
    }
    let isFlag = if case .flag = rows[selected] { true } else { false }
    return KeyMap(
      "Settings",
      [
        KeyBinding(KeyPress(.enter), .character(" "), label: "change", explanation: "Changes the setting") { [self] in
          change(by: 1)
        },
        KeyBinding(KeyPress(.right), label: "next value", prominence: .help) { [self] in change(by: 1) },
        KeyBinding(KeyPress(.left), label: "previous value", prominence: .help) { [self] in change(by: -1) },
        KeyBinding(.character("u"), label: "unset", explanation: "Forgets what was set for the flag", isEnabled: isFlag)
        {
          [self] in unset()
        },
        KeyBinding(
          .control("r"),
          .character("r"),
          label: "look again",
          explanation: "Looks at the cache and the services"
        ) {
          [self] in model.look()
        },
        KeyBinding(KeyPress(.up), .character("k"), KeyPress(.tab, .shift), label: "up", prominence: .help) { [self] in
          selected = max(selected - 1, 0)
        },
        KeyBinding(KeyPress(.down), .character("j"), KeyPress(.tab), label: "down", prominence: .help) { [self] in
          selected = min(selected + 1, rows.count - 1)
        },
      ]
    )
  }

  func handle(_ event: ScreenEvent) -> Bool {
    switch event {
    case .key(let press): return currencyField?.handle(press) ?? false
    case .paste(let text):
      currencyField?.paste(text)
      return currencyField != nil
    case .click(Self.target, let index?, _, _):
      guard rows.indices.contains(index) else { return false }
      selected = index
      change(by: 1)
      return true
    case .scroll(_, _, let rows):
      selected = min(max(selected + rows.signum(), 0), self.rows.count - 1)
      return true
    case .click, .drag: return false
    }
  }

  private static let target = "settings.row"

  // MARK: Changing

  private func change(by step: Int) {
    do throws(CommandFailure) {
      switch rows[selected] {
      case .flag(let declaration): try toggle(declaration)
      case .currency:
        guard isOpen(Settings.currency.specification) else { return }
        currencyField = TextFieldState(model.preferences.currency, maximumLength: 10)
      case .theme:
        guard isOpen(Settings.theme.specification) else { return }
        try model.preferences.setTheme(Self.next(model.preferences.theme, in: ThemeChoice.allCases, step))
      case .refreshInterval:
        guard isOpen(Settings.refreshInterval.specification) else { return }
        let intervals: [Duration] = [.seconds(10), .seconds(30), .seconds(60), .seconds(300), .seconds(900)]
        try model.preferences.setRefreshInterval(Self.next(model.preferences.refreshInterval, in: intervals, step))
      case .mouse:
        guard isOpen(Settings.usesMouse.specification) else { return }
        try model.preferences.setUsesMouse(!model.preferences.usesMouse)
      case .cache:
        Task {
          await model.clearCache()
          effects.show("The cache is empty.", tone: .positive)
        }
      case .services: model.look()
      }
    } catch {
      effects.show(StyledText(error.message), tone: .negative)
    }
  }

  private func toggle(_ declaration: FlagDeclaration) throws(CommandFailure) {
    do throws(FlagOverrideError) {
      try model.toggle(declaration)
    } catch {
      throw CommandFailure(error)
    }
    if let deciding = model.flags.explanation(ofKey: declaration.key)?.deciding, deciding.layer < .persisted {
      effects.show(StyledText("Stored, but \(deciding.spelling) decides."), tone: .warning)
    }
  }

  private func unset() {
    guard case .flag(let declaration) = rows[selected] else { return }
    do throws(FlagOverrideError) {
      try model.unset(declaration)
    } catch {
      effects.show(StyledText("\(error)"), tone: .negative)
    }
  }

  private func takeCurrency() {
    guard let field = currencyField else { return }
    do throws(ValueProblem) {
      let currency = try Settings.currency.rule.parse(field.text)
      currencyField = nil
      do throws(CommandFailure) {
        try model.preferences.setCurrency(currency)
      } catch {
        effects.show(StyledText(error.message), tone: .negative)
      }
    } catch {
      effects.show(StyledText("That can't be a currency: \(error.reason)."), tone: .warning)
    }
  }

  /// Whether a setting can be changed here; says who decides it otherwise.
  private func isOpen(_ setting: SettingSpecification) -> Bool {
    guard let origin = model.preferences.higherOrigin(of: setting) else { return true }
    effects.show(StyledText("\(origin.description) decides that.".capitalizedSentence), tone: .warning)
    return false
  }

  private static func next<Value: Equatable>(_ value: Value, in values: [Value], _ step: Int) -> Value {
    let index = values.firstIndex(of: value) ?? 0
    return values[(index + step + values.count) % values.count]
  }

  // MARK: Drawing

  func body(size: Size, in environment: RenderEnvironment) -> any Widget {
    let typography = environment.theme.typography
    var widgets: [any Widget] = []
    var selectedWidget = 0
    for (index, row) in rows.enumerated() {
      if let heading = heading(before: row, index) {
        if index > 0 { widgets.append(Text("").framed(height: 1)) }
        widgets.append(Text(StyledText(heading, typography.heading)))
      }
      let isSelected = index == selected
      let (label, control, footer) = parts(of: row, isSelected: isSelected)
      let style: TextStyle = isSelected ? .bold : .plain
      let mark = isSelected ? environment.glyphs.selectionMark : " "
      var line: [any Widget] = [
        HStack(
          spacing: 1,
          children: [
            Text(StyledText(mark)).framed(width: 1),
            Text(StyledText(label, style)).framed(width: min(24, size.width / 2)),
            control,
          ]
        )
      ]
      if !footer.isEmpty { line.append(Text(StyledText(footer, typography.caption)).padded(Insets(leading: 2))) }
      if isSelected { selectedWidget = widgets.count }
      widgets.append(Targeted(VStack(spacing: 0, children: line), name: Self.target, index: index))
    }
    let content = VStack(spacing: 0, children: widgets)
    return ScrollArea(content, state: revealed(selectedWidget, of: widgets, content, size: size, in: environment))
  }

  /// The selected setting is kept in sight, with its heading.
  private func revealed(
    _ selectedWidget: Int,
    of widgets: [any Widget],
    _ content: VStack,
    size: Size,
    in environment: RenderEnvironment
  ) -> ScrollState {
    func height(_ widget: any Widget) -> Int { widget.heightRange(width: size.width, in: environment).ideal }
    let first = widgets[..<selectedWidget].reduce(0) { $0 + height($1) }
    var state = ScrollState()
    state.reveal(
      Rectangle(x: 0, y: max(first - 1, 0), width: 1, height: height(widgets[selectedWidget]) + min(first, 1)),
      content: Size(width: size.width, height: height(content)),
      viewport: size
    )
    return state
  }

  private func heading(before row: Row, _ index: Int) -> String? {
    switch row {
    case .flag: index == 0 ? "Feature flags" : nil
    case .currency: "Preferences"
    case .cache: "Cache"
    case .services: "Services"
    default: nil
    }
  }

  private func parts(of row: Row, isSelected: Bool) -> (label: String, control: any Widget, footer: String) {
    let preferences = model.preferences
    let state: ControlState = isSelected ? .focused : .normal
    switch row {
    case .flag(let declaration):
      let explanation = model.flags.explanation(ofKey: declaration.key)
      let decider = explanation?.deciding.map { "Decided by \($0.layer): \($0.spelling)." } ?? "The default holds."
      let footer = "\(declaration.description) \(decider)"
      if let value = explanation?.value, case .boolean(let isOn) = value {
        return (declaration.key, Toggle("", isOn: isOn, state: state), footer)
      }
      return (declaration.key, Text("\(explanation?.value ?? declaration.defaultContent)"), footer)
    case .currency:
      let control: any Widget =
        currencyField.map { TextField($0, state: .focused) } ?? Text(preferences.currency.uppercased())
      return ("Currency", control, footer(Settings.currency.specification))
    case .theme: return ("Theme", Text(preferences.theme.rawValue), footer(Settings.theme.specification))
    case .refreshInterval:
      let text = DurationText.format(preferences.refreshInterval)
      return ("Refresh every", Text(text), footer(Settings.refreshInterval.specification))
    case .mouse:
      return ("Mouse", Toggle("", isOn: preferences.usesMouse, state: state), footer(Settings.usesMouse.specification))
    case .cache:
      let usage = model.cacheStatistics.map { statistics in
        "\(ByteText.text(statistics.bytes)) of \(ByteText.text(model.cacheLimit)) in \(statistics.entries) answers"
      }
      return ("Usage", Text(usage ?? "…"), "Enter clears it.")
    case .services:
      let lines = model.services.map { service -> any Widget in Text(line(for: service)) }
      return ("Health", VStack(spacing: 0, children: lines), "")
    }
  }

  private func line(for service: ServiceStatus) -> String {
    guard let url = service.url else { return "\(service.name): inside the program" }
    switch service.health {
    case .unknown: return "\(service.name): \(url.absoluteString)"
    case .looking: return "\(service.name): \(url.absoluteString) …"
    case .answers(let status): return "\(service.name): \(url.absoluteString) answers (\(status))"
    case .fails(let reason): return "\(service.name): \(reason)"
    }
  }

  private func footer(_ setting: SettingSpecification) -> String {
    guard let origin = model.preferences.higherOrigin(of: setting) else { return setting.summary }
    return "\(setting.summary) Decided by \(origin.description)."
  }
}

extension String {
  /// The text with its first letter in upper case.
  fileprivate var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() }
}
