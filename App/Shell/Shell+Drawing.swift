import Components
import Navigation

extension Shell {
  func body(size: Size, in environment: RenderEnvironment) -> any Widget {
    _ = ageing
    // Nothing is readable in such a small window, and wrapping text after each letter would be slow.
    guard Self.canDraw(in: size) else {
      return Text(StyledText(tab.title), wrapping: .truncated(.end))
    }
    var environment = environment
    environment.assignedKeys = keyReplacements
    var content = pages(size: size, in: environment)
    if !welcome.isEmpty { content = overlay(content, welcome: size, in: environment) }
    if let menu { content = menu.menu.over(content, size: size) }
    if let palette { content = overlay(content, palette.body(in: environment)) }
    if let question = questions.pending { content = overlay(content, question.body) }
    if !effects.toasts.messages.isEmpty {
      let column = VStack(
        alignment: .trailing,
        spacing: 0,
        children: effects.toasts.messages.enumerated().map { index, message in
          Toast(message.text, tone: message.tone).targeted(ShellTarget.toasts, index: index)
        }
      )
      content = Overlay(content, top: column.padded(Insets(bottom: 1)), alignment: .bottomTrailing)
    }
    return content
  }

  func didShow(_ frame: RenderedFrame) {
    afterFrame()
    guard let presentation = tab.presentation else { return }
    let width = frame.buffer.size.width
    tab.didShow(width: width)
    if let panes = tab.panes(width: width) {
      panes.list.didShow(frame)
      panes.page?.didShow(frame)
    } else {
      presentation.page.didShow(frame)
    }
    for popup in presentation.popups { popup.didShow(frame) }
  }

  /// The minimum window size for drawing screens.
  ///
  /// Screens are usable at 40 × 12 and above.
  private static let smallest = Size(width: 12, height: 3)

  static func canDraw(in size: Size) -> Bool { size.width >= smallest.width && size.height >= smallest.height }

  private func overlay(_ base: any Widget, _ top: any Widget) -> any Widget {
    Overlay(base, top: top, alignment: .center, dimsBase: true, isModal: true)
  }

  /// Draws the welcome message above the footer, where it covers little content.
  ///
  /// In a small window, only the last paragraph is shown, because the whole message would hide the screen.
  private func overlay(_ base: any Widget, welcome size: Size, in environment: RenderEnvironment) -> any Widget {
    let width = min(70, max(size.width - 6, 1))
    let whole = VStack(spacing: 1, children: welcome.map { Text($0) })
    let fits = whole.heightRange(width: width, in: environment).ideal + 2 <= size.height * 2 / 3
    let text = fits ? whole : VStack(children: welcome.suffix(1).map { Text($0) })
    let box = Panel(text.framed(width: width), title: "Welcome")
    return Overlay(base, top: box.padded(Insets(bottom: 1)), alignment: .bottom)
  }

  private func pages(size: Size, in environment: RenderEnvironment) -> any Widget {
    let panes = tab.panes(width: size.width)
    // The panes' frames separate the header from the content.
    let isRoomy = size.height >= 16 && panes == nil
    let spacing = environment.theme.spacing
    let margin = size.width >= 60 && panes == nil ? spacing.small : 0
    // Header and footer are aligned with the content, which has a frame if there are panes.
    let edge = panes == nil ? margin : 1 + spacing.small
    let chrome = isRoomy ? 3 : 2
    let inner = Size(width: max(size.width - 2 * margin, 0), height: max(size.height - chrome, 0))
    var content: any Widget = Text("").framed(height: 1)
    if let presentation = tab.presentation {
      content =
        panes.map { draw($0, size: inner, in: environment) } ?? presentation.page.body(size: inner, in: environment)
      // A popup is clipped to the page below it.
      if !presentation.popups.isEmpty { content = content.framed(width: inner.width, height: inner.height) }
      for popup in presentation.popups {
        let available = Size(width: max(inner.width - 4, 0), height: max(inner.height - 2, 0))
        let box = Panel(popup.body(size: available, in: environment), title: popup.title)
        content = Overlay(content, top: box, alignment: .center, dimsBase: true, isModal: true)
      }
    }
    var rows: [any Widget] = [
      header(width: size.width - edge - max(edge - 1, 0), in: environment)
        .padded(Insets(leading: max(edge - 1, 0), trailing: edge)).priority(2)
    ]
    if isRoomy { rows.append(Divider().priority(1)) }
    rows.append(content.padded(horizontal: margin).filling())
    let hints = self.hints.map { KeyHintBar.Hint($0.key.description, $0.binding.label) }
    rows.append(KeyHintBar(hints, target: ShellTarget.hints).padded(horizontal: edge).priority(2))
    return VStack(spacing: 0, children: rows)
  }

  private func draw(_ panes: ShellPanes, size: Size, in environment: RenderEnvironment) -> any Widget {
    let listWidth = ShellPanes.listWidth(of: size.width)
    func pane(_ screen: (any Screen)?, width: Int, isFocused: Bool) -> any Widget {
      let margin = environment.theme.spacing.small
      let inner = Size(width: max(width - 2 - 2 * margin, 0), height: max(size.height - 2, 0))
      let body = screen?.body(size: inner, in: environment) ?? Text("")
      return body.framed(width: inner.width, height: inner.height).padded(horizontal: margin).bordered(
        title: StyledText(screen?.title ?? ""),
        caption: screen?.caption(in: environment) ?? StyledText(),
        isFocused: isFocused
      )
    }
    return HStack(
      spacing: 0,
      children: [
        pane(panes.list, width: listWidth, isFocused: !panes.focusesPage),
        pane(panes.page, width: size.width - listWidth, isFocused: panes.focusesPage),
      ]
    )
  }

  private func header(width available: Int, in environment: RenderEnvironment) -> any Widget {
    func tabBar(hasAllTitles: Bool) -> TabBar {
      let titles = tabs.enumerated().map { index, tab in
        hasAllTitles || index == selectedTab ? "\(tab.key(at: index)) \(tab.title)" : "\(tab.key(at: index))"
      }
      return TabBar(titles, selected: selectedTab, target: ShellTarget.tabs)
    }
    func width(_ text: StyledText) -> Int { environment.width(of: text) }
    let mark = isSample ? [Text(StyledText("SAMPLE", environment.theme.typography.warning)).priority(2)] : []
    let available = available - (isSample ? "SAMPLE".count + 2 : 0)
    func room(beside bar: TabBar) -> Int { available - bar.widthRange(in: environment).ideal - 2 }
    let paths = available >= 66 ? paths(in: environment) : []
    var bar = tabBar(hasAllTitles: true)
    // In a narrow window, the path is more important than the titles of other tabs. Their keys are always shown.
    if room(beside: bar) < (paths.last.map(width) ?? -2) { bar = tabBar(hasAllTitles: false) }
    let free = room(beside: bar)
    let shortPathWidth = paths.last.map { width($0) + 4 } ?? 0
    let status = headerStatus?.texts(in: environment).first { width($0) + shortPathWidth <= free }
    let pathWidth = free - (status.map { width($0) + 4 } ?? 0)
    var parts: [any Widget] = []
    if let path = paths.first(where: { width($0) <= pathWidth }) ?? paths.last {
      parts.append(Text(path, wrapping: .truncated(.end)).targeted(ShellTarget.path))
    }
    if let status { parts.append(Text(status).priority(1)) }
    guard parts.count + mark.count > 0 else { return bar }
    let left: any Widget = mark.isEmpty ? bar.priority(1) : HStack(spacing: 2, children: [bar.priority(1)] + mark)
    return HStack(spacing: parts.count > 1 ? 2 : 1, children: [left.priority(1), Spacer()] + parts)
  }

  // Returns the path to the page, and a shorter path without the tab's title, which the tab bar also shows.
  private func paths(in environment: RenderEnvironment) -> [StyledText] {
    let path = tab.path
    guard let page = path.last, path.count > 1 else { return [] }
    let separator = environment.glyphs == .ascii ? ">" : "›"
    return [path.joined(separator: " \(separator) "), "\(separator) \(page)"].map {
      StyledText($0, environment.theme.typography.caption)
    }
  }

  /// Returns the keys to show below the screen.
  ///
  /// A question, a menu or the help has only its own keys, which can't be reassigned. The key that cancels a load comes
  /// first. The help key follows the screen's first key, because the last keys may not fit.
  var hints: [(key: KeyPress, binding: KeyBinding)] {
    let map = screen?.keyMap
    if let only = overlayKeys ?? (map?.isQuestion == true || screen is HelpScreen ? map : nil) {
      return only.bindings.compactMap { binding in
        guard binding.prominence == .hint, binding.isEnabled else { return nil }
        return binding.keys.first.map { ($0, binding) }
      }
    }
    let own = hints(of: map)
    var global = hints(of: globalKeys)
    let escape = KeyPress(.escape)
    let cancel = global.firstIndex { $0.binding.keys.contains(escape) }.map { [global.remove(at: $0)] } ?? []
    // If the screen uses the key itself, the screen's binding takes precedence.
    let first = map?.binding(for: escape) == nil ? cancel : []
    return first + own.prefix(1) + global.prefix(1) + own.dropFirst() + global.dropFirst()
  }

  /// Returns a key map's hints; while the user is entering text, keys that would type text are omitted.
  private func hints(of map: KeyMap?) -> [(key: KeyPress, binding: KeyBinding)] {
    let isTyping = screen?.isEnteringText == true
    return (map?.bindings ?? []).compactMap { binding in
      guard binding.prominence == .hint, binding.isEnabled else { return nil }
      return keyAssignments.shown(binding.keys).first { !isTyping || $0.typedText == nil }.map { ($0, binding) }
    }
  }

  var helpSections: [KeyMap] { [screen?.keyMap, globalKeys].compactMap { $0 } }
}
