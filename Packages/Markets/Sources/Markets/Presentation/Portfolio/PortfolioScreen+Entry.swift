import Components
import Navigation
import Portfolio

extension PortfolioScreen {
  var entryKeys: [KeyBinding] {
    func trade(_ key: Character, _ action: CoinAction, _ label: String, _ explanation: String) -> KeyBinding {
      KeyBinding(
        .character(key),
        label: label,
        explanation: explanation,
        prominence: .help,
        isEnabled: model.holdings.selectedItem != nil
      ) { [self] in
        if let coin = model.holdings.selectedItem { open(action, coin) }
      }
    }
    return [
      KeyBinding(.character("a"), label: "Add", explanation: "Add a purchase, a sale or another entry for any coin") {
        [self] in entry.open(currency: model.currency)
      },
      trade("b", .buy, "Buy", "Record a purchase of the selected coin"),
      trade("v", .sell, "Sell", "Record a sale of the selected coin"),
      KeyBinding(
        .character("e"),
        label: "Edit",
        explanation: "Edit the activity (undo it and record it again)",
        isEnabled: undoable != nil
      ) { [self] in
        if let undoable { entry.edit(undoable.entry, currency: model.currency) }
      },
      KeyBinding(
        .character("d"),
        KeyPress(.delete),
        label: "Delete",
        explanation: "Delete the marked or selected activities, after confirmation",
        prominence: deletable.isEmpty ? .help : .hint,
        isEnabled: model.content.map { !$0.activities.isEmpty } ?? false
      ) { [self] in askToDelete() },
      KeyBinding(
        .character("I"),
        label: "Import CSV…",
        explanation: "Import entries from a file",
        prominence: .help,
        isEnabled: importing.isAvailable
      ) { [self] in importing.open() },
    ]
  }

  private func open(_ action: CoinAction, _ holding: HoldingFigures) {
    entry.open(
      action,
      holding.coin,
      price: holding.price,
      asOf: model.content?.quotes.provenance?.asOf,
      currency: model.currency
    )
  }

  var importKeys: KeyMap {
    importing.keyMap(submit: { [self] in Task { await submitImport() } }, leave: { [self] in importing.close() })
  }

  func handleImport(_ event: ScreenEvent) -> Bool {
    importing.handle(event, submit: { Task { await submitImport() } }, leave: { importing.close() })
  }

  private func submitImport() async {
    guard let result = await importing.submit() else { return }
    result.report(to: effects) { [model] in model.reload() }
    model.reload()
  }

  var formKeys: KeyMap { entry.keyMap(submit: { [self] in Task { await submit() } }, leave: { [self] in leaveForm() }) }

  func handleForm(_ event: ScreenEvent) -> Bool {
    entry.handle(event, submit: { Task { await submit() } }, leave: leaveForm)
  }

  private func submit() async {
    guard let result = await entry.submit() else { return }
    result.report(to: effects) { [model] in model.reload() }
    model.reload()
  }

  /// Closes the form, but asks for confirmation first if the form has input.
  private func leaveForm() {
    guard entry.hasInput else {
      entry.close()
      return
    }
    question = .leavingForm { [weak self] in self?.entry.close() }
  }
}

extension PortfolioScreen: NavigationGuard {
  func canLeave(for command: NavigationCommand) async -> GuardDecision {
    entry.hasInput ? .confirm(Confirmation.leaveQuestion) : .allow
  }
}
