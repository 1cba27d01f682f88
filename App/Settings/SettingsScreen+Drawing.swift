import CommandLine
import Components
import FeatureFlags
import Foundation
import Networking

// Drawing.
extension SettingsScreen {
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
      widgets.append(VStack(spacing: 0, children: line).targeted(Self.target, index: index))
    }
    let content = VStack(spacing: 0, children: widgets)
    return ScrollArea(content, state: revealed(selectedWidget, of: widgets, content, size: size, in: environment))
  }

  /// Returns the scroll state that shows the selected setting and its heading.
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
    let preferences = viewModel.preferences
    let state: ControlState = isSelected ? .focused : .normal
    switch row {
    case .flag(let declaration):
      let explanation = viewModel.flags.explanation(ofKey: declaration.key)
      let decider = explanation?.deciding.map { "Decided by \($0.layer): \($0.spelling)." } ?? "The default holds."
      let footer = "\(declaration.description) \(decider)"
      if let value = explanation?.value, case .boolean(let isOn) = value {
        return (declaration.key, Toggle("", isOn: isOn, state: state), footer)
      }
      return (declaration.key, Text("\(explanation?.value ?? declaration.defaultContent)"), footer)
    case .currency:
      let control = Text(StyledText(preferences.currency.uppercased()))
      return ("Currency", control, footer(Settings.currency.specification))
    case .theme: return ("Theme", Text(preferences.theme.rawValue), footer(Settings.theme.specification))
    case .automaticRefresh:
      let toggle = Toggle("", isOn: preferences.refreshesAutomatically, state: state)
      return ("Auto-refresh", toggle, footer(Settings.automaticRefresh.specification))
    case .refreshInterval:
      let text = refreshIntervalText(preferences.refreshInterval)
      return ("Refresh every", Text(text), footer(Settings.refreshInterval.specification))
    case .coinIcons:
      let toggle = Toggle("", isOn: preferences.showsCoinIcons, state: state)
      return ("Icons of coins", toggle, footer(Settings.coinIcons.specification))
    case .mouse:
      return ("Mouse", Toggle("", isOn: preferences.usesMouse, state: state), footer(Settings.usesMouse.specification))
    case .cache:
      let usage = viewModel.cacheStatistics.map { statistics in
        "\(ByteText.text(statistics.bytes)) of \(ByteText.text(preferences.cacheSize)) in \(statistics.entries) answers"
      }
      return ("Usage", Text(usage ?? "…"), "Enter clears it.")
    case .cacheSize:
      let size = ByteText.text(preferences.cacheSize)
      let control: any Widget = entry.map { TextField($0, state: .focused) } ?? Text(StyledText(size))
      return ("Limit", control, footer(Settings.cacheSize.specification) + " A lower limit makes room at once.")
    case .services:
      let lines = viewModel.services.map { service -> any Widget in Text(line(for: service)) }
      return ("Health", VStack(spacing: 0, children: lines), "")
    }
  }

  /// Returns the chosen interval, and the effective one where the source's freshness is longer.
  private func refreshIntervalText(_ interval: Duration) -> String {
    let text = DurationText.format(interval)
    guard let freshness = viewModel.freshness(), freshness > interval else { return text }
    return "\(text) (with this source every \(DurationText.format(freshness)))"
  }

  private func line(for service: ServiceStatus) -> String {
    guard let url = service.url else { return "\(service.name): inside the program" }
    switch service.health {
    case .unknown: return "\(service.name): \(ShownAddress(url))"
    case .checking: return "\(service.name): \(ShownAddress(url)) …"
    case .responds(let status): return "\(service.name): \(ShownAddress(url)) answers (\(status))"
    case .fails(let reason): return "\(service.name): \(reason)"
    }
  }

  private func footer(_ setting: SettingSpecification) -> String {
    guard let origin = viewModel.preferences.higherOrigin(of: setting) else { return setting.summary }
    return "\(setting.summary) Decided by \(origin.description)."
  }
}
