import Basics
import CommandLine
import Components
import Directory
import FeatureFlags
import Foundation
import Markets
import Networking

// Drawing
extension SettingsScreen {
  private struct Group {
    let title: String
    let rows: Range<Int>
  }

  /// The minimum width for showing the groups beside the selected group's rows, in columns.
  private static let wideWidth = 100
  private static let groupsWidth = 22
  /// The maximum width of a row, which keeps the row's parts close together.
  private static let rowWidth = 90

  func body(size: Size, in environment: RenderEnvironment) -> any Widget {
    let rows = rows
    let groups = groups(of: rows)
    let isWide = size.width >= Self.wideWidth
    let width = min(isWide ? size.width - Self.groupsWidth - 3 : size.width, Self.rowWidth)
    let text = Text(StyledText(parts(of: rows[selected], isSelected: true, in: environment).description, .plain))
    let textWidth = min(size.width, Self.rowWidth)
    // A service's error can be long; it must be readable completely.
    let textHeight = min(max(text.heightRange(width: textWidth, in: environment).ideal, 2), max(size.height - 4, 2))
    let description = text.framed(width: textWidth, height: textHeight)
    let height = max(size.height - 1 - textHeight, 1)
    let list = scrolled(
      isWide ? groups.filter { $0.rows.contains(selected) } : groups,
      size: Size(width: width, height: height),
      in: environment
    )
    let content: any Widget =
      isWide
      ? HStack(
        spacing: 3,
        children: [index(of: groups, in: environment).framed(width: Self.groupsWidth), list.framed(width: width)]
      ) : list
    let page = VStack(spacing: 0, children: [content.framed(height: height), Divider(), description])
    // Don't dim the page, because the preview shows the page's colors.
    guard let themeMenu else { return page }
    return Overlay(page, top: themeMenu.body(size: size, in: environment), isModal: true)
  }

  private func groups(of rows: [Row]) -> [Group] {
    let starts = rows.indices.filter { heading(before: rows[$0], $0) != nil } + [rows.count]
    return zip(starts, starts.dropFirst()).map { start, end in
      Group(title: heading(before: rows[start], start) ?? "", rows: start..<end)
    }
  }

  /// Returns the groups, each with its number of rows.
  ///
  /// Clicking a group selects its first row.
  private func index(of groups: [Group], in environment: RenderEnvironment) -> any Widget {
    let typography = environment.theme.typography
    let lines = groups.map { group -> any Widget in
      let isSelected = group.rows.contains(selected)
      let title = StyledText(group.title, isSelected ? typography.title : typography.body)
      return HStack(
        spacing: 0,
        children: [Text(title), Spacer(), Text(StyledText("\(group.rows.count)", typography.caption))]
      ).targeted(Self.groupTarget, index: group.rows.lowerBound)
    }
    return VStack(spacing: 0, children: lines)
  }

  /// Returns the groups' rows under their headings, scrolled to the selected row.
  private func scrolled(_ groups: [Group], size: Size, in environment: RenderEnvironment) -> any Widget {
    let typography = environment.theme.typography
    var widgets: [any Widget] = []
    var selectedWidget = 0
    for group in groups {
      if !widgets.isEmpty { widgets.append(Text("").framed(height: 1)) }
      widgets.append(Text(StyledText(group.title, typography.heading)))
      for index in group.rows {
        if index == selected { selectedWidget = widgets.count }
        widgets.append(line(index, width: size.width, in: environment))
      }
    }
    let content = VStack(spacing: 0, children: widgets)
    return ScrollArea(content, state: revealed(selectedWidget, of: widgets, content, size: size, in: environment))
  }

  private func line(_ index: Int, width: Int, in environment: RenderEnvironment) -> any Widget {
    let isSelected = index == selected
    let parts = parts(of: rows[index], isSelected: isSelected, in: environment)
    let mark = isSelected ? environment.glyphs.selectionMark : " "
    var children: [any Widget] = [
      Text(StyledText(mark, environment.theme.typography.title)).framed(width: 1),
      Text(StyledText(parts.label, isSelected ? .bold : .plain)).framed(width: min(24, width / 2)),
      parts.control,
    ]
    if let origin = parts.origin {
      children += [Spacer(), Text(StyledText(origin, environment.theme.typography.caption))]
    }
    return HStack(spacing: 1, children: children).targeted(Self.target, index: index)
  }

  /// Returns the scroll state that makes the selected setting and its heading visible.
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
    case .service(.counter): "Services"
    default: nil
    }
  }

  private struct RowParts {
    let label: String
    let control: any Widget
    /// The value's source, in one or two words; `nil` if the value can be changed on this screen.
    var origin: String?
    let description: String
  }

  private func parts(of row: Row, isSelected: Bool, in environment: RenderEnvironment) -> RowParts {
    let preferences = viewModel.preferences
    let state: ControlState = isSelected ? .focused : .normal
    func toggle(_ isOn: Bool) -> any Widget { Toggle("", isOn: isOn, state: state) }
    switch row {
    case .flag(let declaration): return parts(of: declaration, state: state)
    case .currency:
      return parts("Currency", oneLine(StyledText(preferences.currency.uppercased())), Settings.currency.specification)
    case .locale: return localeParts(isSelected: isSelected, in: environment)
    case .theme:
      return parts("Theme", oneLine(StyledText(preferences.theme.word)), Settings.theme.specification)
    case .automaticRefresh:
      let control = toggle(preferences.refreshesAutomatically)
      return parts("Auto-refresh", control, Settings.automaticRefresh.specification)
    case .refreshInterval:
      let control = oneLine(StyledText(refreshIntervalText(preferences.refreshInterval)))
      return parts("Refresh every", control, Settings.refreshInterval.specification)
    case .priceSource:
      let control = oneLine(StyledText(preferences.marketsSource.rawValue))
      let parts = parts("Price source", control, Settings.marketsSource.specification)
      return RowParts(
        label: parts.label,
        control: parts.control,
        origin: parts.origin,
        description: parts.description + " A change takes effect at the next start."
      )
    case .freshness:
      let control = oneLine(StyledText(freshnessText(preferences.freshness)))
      return parts("Freshness", control, Settings.marketsFreshness.specification)
    case .coinIcons: return parts("Coin icons", toggle(preferences.showsCoinIcons), Settings.coinIcons.specification)
    case .directoryScenario:
      let control = oneLine(StyledText(preferences.directoryScenario.rawValue))
      let parts = parts("Directory", control, Settings.directoryScenario.specification)
      return RowParts(
        label: parts.label,
        control: parts.control,
        origin: parts.origin,
        description: parts.description + " Press \(environment.key(.character("r"))) in the directory to load it."
      )
    case .mouse: return parts("Mouse", toggle(preferences.usesMouse), Settings.usesMouse.specification)
    case .cache:
      let usage = viewModel.cacheStatistics.map { statistics in
        let responses = statistics.entries == 1 ? "1 response" : "\(statistics.entries) responses"
        return "\(ByteText.text(statistics.bytes)) of \(ByteText.text(preferences.cacheSize)) in \(responses)"
      }
      return RowParts(
        label: "Usage",
        control: oneLine(StyledText(usage ?? "…")),
        description:
          "Service responses kept for reuse. Press \(environment.key(KeyPress(.enter))) to delete them."
      )
    case .cacheSize:
      let size = ByteText.text(preferences.cacheSize)
      let control = isSelected ? entryOr(StyledText(size)) : oneLine(StyledText(size))
      let parts = parts("Limit", control, Settings.cacheSize.specification)
      return RowParts(
        label: parts.label,
        control: parts.control,
        origin: parts.origin,
        description: parts.description + " Lowering the limit deletes responses immediately."
      )
    case .service(let service): return parts(of: service, in: environment)
    }
  }

  private func parts(of declaration: FlagDeclaration, state: ControlState) -> RowParts {
    let explanation = viewModel.flags.explanation(ofKey: declaration.key)
    let deciding = explanation?.deciding
    let decider = deciding.map { "Set by \($0.spelling) (\($0.layer))." } ?? "The default applies."
    let control: any Widget
    if let value = explanation?.value, case .boolean(let isOn) = value {
      control = Toggle("", isOn: isOn, state: state)
    } else {
      control = oneLine(StyledText("\(explanation?.value ?? declaration.defaultContent)"))
    }
    return RowParts(
      label: declaration.title,
      control: control,
      origin: deciding.map { "\($0.layer)" },
      description: "\(declaration.description) \(decider) Flag: \(declaration.key)"
    )
  }

  private func parts(of service: ConfiguredService, in environment: RenderEnvironment) -> RowParts {
    let status = viewModel.services.first { $0.service == service }
    let text = status.map(Self.text) ?? ""
    let reason = if case .fails(let reason)? = status?.health { "\(reason) " } else { "" }
    let key = environment.key(KeyPress(.enter))
    return RowParts(
      label: Self.name(of: service),
      control: oneLine(StyledText(text)),
      description: status?.url == nil
        ? "This service is built in, and its data is invented. To use your own, run 'fetch-counter setup'."
        : "\(reason)Press \(key) to check all services."
    )
  }

  private func parts(_ label: String, _ control: any Widget, _ setting: SettingSpecification) -> RowParts {
    let origin = viewModel.preferences.higherOrigin(of: setting)
    let decider = origin.map { " Set by \($0.description)." } ?? ""
    return RowParts(
      label: label,
      control: control,
      origin: origin.map { $0.layer.replacing("_", with: " ") },
      description: setting.summary + decider
    )
  }

  /// Returns the row for the locale, with an amount and a date in its format.
  private func localeParts(isSelected: Bool, in environment: RenderEnvironment) -> RowParts {
    let currency = CurrencyCode(viewModel.preferences.currency) ?? .aud
    let date = RegionalFormat.current.dates.text(year: 2026, month: 1, day: 31)
    let example = "\(PriceFormatter(currency).price(1_234.5))  \(date)"
    let value = StyledText("\(viewModel.preferences.locale.word)  \(example)")
    let parts = parts("Locale", isSelected ? entryOr(value) : oneLine(value), Settings.locale.specification)
    return RowParts(
      label: parts.label,
      control: parts.control,
      origin: parts.origin,
      description: parts.description + " Press \(environment.key(KeyPress(.enter))) to type any locale, such as de_DE."
    )
  }

  private func entryOr(_ text: StyledText) -> any Widget {
    entry.map { TextField($0, state: .focused) } ?? oneLine(text)
  }

  private func oneLine(_ text: StyledText) -> any Widget { Text(text, wrapping: .truncated(.end)) }

  /// Returns the chosen interval, along with the effective interval if the source's prices stay fresh longer.
  private func refreshIntervalText(_ interval: Duration) -> String {
    let text = DurationText.format(interval)
    guard let freshness = viewModel.freshness(), freshness > interval else { return text }
    return "\(text) (every \(DurationText.format(freshness)) with this source)"
  }

  /// Returns the chosen rule, along with the effective duration if the source's plan or call budget determines it.
  private func freshnessText(_ rule: Freshness.Rule) -> String {
    let text = Preferences.rawValue(of: rule)
    guard let freshness = viewModel.freshness() else { return text }
    let effective = DurationText.format(freshness)
    return effective == text ? text : "\(text) (now \(effective))"
  }

  private static func name(of service: ConfiguredService) -> String {
    switch service {
    case .counter: "Counter service"
    case .directory: "Employee directory"
    case .markets: "Markets service"
    }
  }

  private static func text(of service: ServiceStatus) -> String {
    guard let url = service.url else { return "built in" }
    return switch service.health {
    case .unknown: "\(ShownAddress(url))"
    case .checking: "\(ShownAddress(url)) …"
    case .skippedOffline: "\(ShownAddress(url)) isn't checked while offline"
    case .responds: "\(ShownAddress(url)) responds"
    case .fails(let reason): reason
    }
  }
}
