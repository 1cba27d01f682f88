import Components
import Foundation
import Navigation
import Terminal

extension Shell {
  var globalKeys: KeyMap {
    let canCancel = screen?.canCancelLoading == true
    return KeyMap(
      "Everywhere",
      [
        KeyBinding(.character("?"), KeyPress(.function(1)), label: "Help", explanation: "Show all keys") { [self] in
          goInTab(.popup(HelpDestination()))
        },
        KeyBinding(.character(":"), .control("p"), label: "Commands", explanation: "Search all commands") { [self] in
          openPalette()
        },
        KeyBinding(.character("q"), .control("c"), label: "Quit") { [self] in quit() },
        KeyBinding(.character("u"), label: "Undo", explanation: "Undo the last change", prominence: .help) { [self] in
          effects.undo()
        },
        KeyBinding(.character("]"), label: "Next tab", explanation: "Show the next tab", prominence: .help) { [self] in
          select((selectedTab + 1) % tabs.count)
        },
        KeyBinding(.character("["), label: "Previous tab", explanation: "Show the previous tab", prominence: .help) {
          [self] in select((selectedTab + tabs.count - 1) % tabs.count)
        },
        KeyBinding(
          KeyPress(.escape),
          KeyPress(.backspace),
          label: canCancel ? "Cancel" : "Back",
          explanation: "Cancel loading, or go back",
          prominence: canCancel ? .hint : .help
        ) { [self] in goBack() },
        KeyBinding(.character("H"), label: "Home", explanation: "Go to the tab's first screen", prominence: .help) {
          [self] in goInTab(.home)
        },
        KeyBinding(
          .control("z"),
          label: "Suspend",
          explanation: "Suspend the program; fg resumes it",
          prominence: .help
        ) {
          [self] in effects.runtime?.suspend()
        },
      ]
        + paneKeys
        + tabs.indices.prefix(9).map { index in
          KeyBinding(
            .character(tabs[index].key(at: index)),
            label: tabs[index].title,
            explanation: "Show \(tabs[index].title)",
            prominence: .help
          ) { [self] in select(index) }
        }
    )
  }

  /// The keys of the topmost question, palette or menu; `nil` if no overlay is open.
  var overlayKeys: KeyMap? {
    func binding(_ key: Key, _ label: String) -> KeyBinding {
      KeyBinding(KeyPress(key), label: label) { [self] in handle(KeyPress(key)) }
    }
    if questions.pending != nil {
      return KeyMap("Question", [binding(.enter, "Choose"), binding(.tab, "Next answer"), binding(.escape, "Cancel")])
    }
    if palette != nil { return KeyMap("Commands", [binding(.enter, "Run"), binding(.escape, "Close")]) }
    if menu != nil { return KeyMap("Menu", [binding(.enter, "Choose"), binding(.escape, "Close")]) }
    return nil
  }

  private var paneKeys: [KeyBinding] {
    guard let panes = tab.panes, screen === panes.list || screen === panes.page else { return [] }
    return [
      KeyBinding(KeyPress(.tab), label: "Switch pane", explanation: "Go to the other pane", prominence: .help) {
        [self] in
        if panes.focusesPage { goInTab(.back()) } else { panes.list.openPreview() }
      }
    ]
  }

  private func unfocusedScreen(at position: Point, over frame: RenderedFrame) -> (any Screen)? {
    let width = frame.buffer.size.width
    guard let panes = tab.panes(width: width), tab.presentation?.popups.isEmpty == true else { return nil }
    let isInList = position.x < ShellPanes.listWidth(of: width)
    guard isInList == panes.focusesPage, position.y > 0, position.y < frame.buffer.size.height - 1 else { return nil }
    return isInList ? panes.list : panes.page
  }

  /// Moves the focus to a screen's pane, and returns whether the screen can handle the click.
  ///
  /// Only a list that regains the focus can handle the click.
  private func moveFocus(to screen: any Screen) -> Bool {
    guard let panes = tab.panes else { return false }
    guard panes.focusesPage else {
      panes.list.openPreview()
      return false
    }
    goInTab(.back())
    return self.screen === screen
  }

  func handle(_ event: InputEvent, over frame: RenderedFrame) {
    ShellEffects.$actionScreen.withValue(screen?.title) {
      switch event {
      case .key(let press):
        let closesWelcome = !welcome.isEmpty && [.enter, .escape].contains(press.key)
        welcome = []
        // A question couldn't be read in such a small window.
        if press == .control("c"), !Self.canDraw(in: frame.buffer.size) {
          effects.runtime?.quit()
        } else if !closesWelcome {
          handle(press)
        }
      case .paste(let text): paste(text)
      case .mouse(let mouse): handle(mouse, over: frame)
      case .focus, .resize: break
      }
    }
  }

  private func handle(_ press: KeyPress) {
    if press == .control("c") {
      quit()
    } else if press == .control("z") {
      effects.runtime?.suspend()
    } else if questions.pending != nil {
      questions.handle(press)
    } else if palette != nil {
      handlePalette(press)
    } else if menu != nil {
      handleMenu(press)
    } else {
      forward(press)
    }
  }

  /// Closes the topmost menu, question or popup, as Escape does, even if the user assigned that action to another key.
  private func close() {
    let press = KeyPress(.escape)
    if questions.pending == nil, palette == nil, menu == nil { forward(press, for: press) } else { handle(press) }
  }

  private func forward(_ press: KeyPress) {
    let isQuestion = screen?.keyMap.isQuestion == true
    forward(press, for: isQuestion ? press : keyAssignments.translated(press))
  }

  /// Passes a key to a text field, the screen's key map, the screen and the program's key map, in this order.
  ///
  /// `translated` is the default key that the pressed key represents; `nil` for a key without an action.
  private func forward(_ press: KeyPress, for translated: KeyPress?) {
    guard let screen else {
      if let translated { _ = perform(translated, in: globalKeys) }
      return
    }
    let map = screen.keyMap
    // While text is being entered, a key isn't a command if it types text or replaces a key that types text.
    if screen.isEnteringText, press.typedText != nil || translated?.typedText != nil {
      _ = screen.handle(.key(press))
      return
    }
    // A key without an action can still edit text. For example, an arrow key does so after its action has been assigned
    // to another key.
    guard let translated = translated ?? (screen.isEnteringText ? press : nil) else { return }
    if perform(translated, in: map) || screen.handle(.key(translated)) { return }
    _ = perform(translated, in: globalKeys)
  }

  private func perform(_ press: KeyPress, in map: KeyMap) -> Bool {
    guard let binding = map.binding(for: press), !binding.choices.isEmpty else { return false }
    perform(binding)
    return true
  }

  /// Performs a binding's action, or opens a menu if several actions are enabled.
  func perform(_ binding: KeyBinding) {
    let choices = binding.enabledChoices
    // A command in the palette opens its screen first.
    ShellEffects.$actionScreen.withValue(screen?.title) {
      if choices.count > 1 { openMenu(binding.label, among: choices, selected: 0) } else { choices.first?.perform() }
    }
  }

  func openMenu(_ title: String, among choices: [KeyChoice], selected: Int) {
    let rows = choices.enumerated().map { ChoiceMenu.Choice($0, $1.label) }
    menu = (ChoiceMenu(title, rows, selected: selected), choices)
  }

  private func handleMenu(_ press: KeyPress) {
    switch press.key {
    case .escape: menu = nil
    case .enter: performMenuSelection()
    // Letters that don't move the selection are typed, regardless of the actions that the user assigned to them.
    default: handleMenu(.key(keyAssignments.translated(press) ?? press), typed: press)
    }
  }

  private func handleMenu(_ event: ScreenEvent, typed: KeyPress? = nil) {
    switch menu?.menu.handle(event, typed: typed) {
    case .chosen: performMenuSelection()
    case .closed: menu = nil
    case .handled, .ignored, nil: break
    }
  }

  private func performMenuSelection() {
    let choice = menu.flatMap { open in open.menu.selection.map { open.choices[$0] } }
    menu = nil
    choice?.perform()
  }

  /// Cancels loading on the screen, or goes back if nothing is loading.
  private func goBack() {
    if screen?.cancelLoading() == true {
      effects.show("Cancelled", tone: .information)
    } else {
      goInTab(.back())
    }
  }

  private func paste(_ text: String) {
    if palette != nil {
      palette?.paste(text)
    } else if questions.pending == nil, menu == nil {
      _ = screen?.handle(.paste(text))
    }
  }

  private func handle(_ mouse: MouseEvent, over frame: RenderedFrame) {
    let target = frame.target(at: mouse.position)
    switch mouse.action {
    case .press(.left):
      welcome = []
      let isAbove = target.map { [ShellTarget.toasts, ShellTarget.hints].contains($0.name) } ?? false
      if !isAbove, let modal = frame.modalArea, !modal.contains(mouse.position) {
        // A click outside an open menu or popup closes it, even if the click hits another target.
        close()
        return
      }
      if let target, target.name.hasPrefix(ShellTarget.prefix) {
        click(target, at: mouse.position)
        return
      }
      if menu != nil, let target {
        handleMenu(.click(target: target.name, index: target.index, at: mouse.position, count: 1))
      }
      guard questions.pending == nil, palette == nil, menu == nil else { return }
      if let other = unfocusedScreen(at: mouse.position, over: frame) {
        guard moveFocus(to: other) else { return }
      }
      guard let target else { return }
      dragTarget = (target.name, target.index)
      click(target, at: mouse.position)
    case .drag(.left):
      guard let dragTarget, questions.pending == nil, palette == nil, menu == nil else { return }
      _ = screen?.handle(.drag(target: dragTarget.name, index: dragTarget.index, at: mouse.position))
    case .release: dragTarget = nil
    case .scroll(_, let rows) where rows != 0:
      if palette != nil {
        palette?.scroll(by: rows)
      } else if menu != nil {
        handleMenu(.scroll(target: target?.name, index: target?.index, rows: rows))
      } else if questions.pending == nil {
        let screen = unfocusedScreen(at: mouse.position, over: frame) ?? screen
        _ = screen?.handle(.scroll(target: target?.name, index: target?.index, rows: rows))
      }
    default: break
    }
  }

  private func click(_ target: InteractionTarget, at place: Point) {
    switch (target.name, target.index) {
    case (ShellTarget.tabs, let index?): select(index)
    case (ShellTarget.path, _): goInTab(.back())
    case (ShellTarget.answers, let index?): questions.answer(index)
    case (ShellTarget.toasts, let index?):
      // A question, menu or palette must be closed before another screen opens.
      let canOpen = questions.pending == nil && palette == nil && menu == nil
      if let link = effects.toasts.dismiss(at: index), canOpen { go(.open(link: link)) }
    case (ShellTarget.hints, let index?):
      let hints = self.hints
      if hints.indices.contains(index) { perform(hints[index].binding) }
    case (ShellTarget.palette, let index?):
      palette?.select(index)
      performPaletteSelection()
    default:
      let time = now()
      var count = 1
      if let last = lastClick, last.target == target.name, last.index == target.index,
        // The clock may have been set back.
        (0..<0.5).contains(time.timeIntervalSince(last.time))
      {
        count = last.count + 1
      }
      lastClick = (target.name, target.index, time, count)
      _ = screen?.handle(.click(target: target.name, index: target.index, at: place, count: count))
    }
  }
}
