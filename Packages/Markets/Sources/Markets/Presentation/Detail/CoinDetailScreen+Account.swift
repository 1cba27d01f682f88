import Basics
import Components
import Foundation
import Navigation
import Portfolio

extension CoinDetailScreen {
  func loadAccount() async {
    guard let account else { return }
    await model.settle()
    openPurchase()
    if let content = model.content { await account.load(content.coin.id, in: content.currency) }
  }

  /// Opens the purchase form if the destination requests it and the coin is known.
  func openPurchase() {
    guard opensPurchase, model.content != nil else { return }
    opensPurchase = false
    open(.buy)
  }

  /// Reads the ledger for the coin and the currency that the page shows.
  private func reloadAccount() async {
    if let account, let content = model.content { await account.load(content.coin.id, in: content.currency) }
  }

  func reloadAccountInNewCurrency() {
    guard let loaded = account?.currency, let content = model.content, loaded != content.currency else { return }
    Task { await reloadAccount() }
  }

  var accountKeys: [KeyBinding] {
    guard account != nil else { return [] }
    let hasCoin = model.content != nil
    let hasEntry = account?.undoable != nil
    return [
      KeyBinding(
        .character("b"),
        label: "Buy",
        explanation: "Record a purchase, on the date selected in the chart, if any",
        isEnabled: hasCoin
      ) { [self] in
        open(.buy)
      },
      KeyBinding(
        .character("v"),
        label: "Sell",
        explanation: "Record a sale, on the date selected in the chart, if any",
        isEnabled: hasCoin
      ) { [self] in
        open(.sell)
      },
      KeyBinding(
        .character("a"),
        label: "Add alert",
        explanation: "Add an alert for the coin",
        isEnabled: hasCoin && openAlerts != nil
      ) { [self] in
        if let coin = model.content?.coin { openAlerts?(coin.id.description) }
      },
      KeyBinding(
        .character("m"),
        label: "More…",
        explanation: "Record a swap, receipt or transfer",
        isEnabled: hasCoin
      ) { [self] in showMore() },
      KeyBinding(
        .character("e"),
        label: "Edit",
        explanation: "Edit the latest activity (undo it and record it again)",
        prominence: .help,
        isEnabled: hasEntry
      ) { [self] in edit() },
      KeyBinding(
        .character("d"),
        KeyPress(.delete),
        label: "Delete",
        explanation: "Delete the latest entry, after confirmation",
        prominence: .help,
        isEnabled: hasEntry
      ) { [self] in askToUndo() },
    ]
  }

  private func showMore() {
    let actions: [(CoinAction, String)] = [
      (.swap, "Swap for another coin"), (.receive, "Receive from another wallet"), (.send, "Send to another wallet"),
    ]
    effects.choose(
      "Record",
      among: actions.map { action, label in KeyChoice(label) { [weak self] in self?.open(action) } }
    )
  }

  func formKeys(_ entry: EntryViewModel) -> KeyMap {
    entry.keyMap(submit: { [self] in Task { await submit(entry) } }, leave: { [self] in leaveForm() })
  }

  func handleForm(_ event: ScreenEvent, _ entry: EntryViewModel) -> Bool {
    entry.handle(event, submit: { Task { await submit(entry) } }, leave: leaveForm)
  }

  /// Opens the form, filling in the date and the price at the chart's cursor if there is a cursor.
  private func open(_ action: CoinAction) {
    guard let content = model.content else { return }
    entry?.open(
      action,
      content.coin,
      asOf: content.provenance.asOf,
      currency: content.currency,
      at: model.priceAtCursor
    )
  }

  private func edit() {
    guard let activity = account?.undoable, let content = model.content else { return }
    entry?.edit(activity.entry, currency: content.currency)
  }

  private func submit(_ entry: EntryViewModel) async {
    guard let result = await entry.submit() else { return }
    guard let account, let content = model.content else { return }
    result.report(to: effects) { [weak self] in await self?.reloadAccount() }
    if let snapshot = result.snapshot {
      await account.showNewest(snapshot, content.coin.id, in: content.currency)
    } else {
      await account.load(content.coin.id, in: content.currency)
    }
  }

  private func askToUndo() {
    guard let account, let activity = account.undoable, let content = model.content else { return }
    question = .deleting([activity], content.currency) { [effects, weak self] in
      Task {
        if let problem = await account.undo(activity, of: content.coin.id, in: content.currency) {
          effects.show(StyledText(problem), tone: .warning)
          return
        }
        let (ledger, copy) = (account.ledger, activity.entry.copy())
        LedgerChange(message: "Entry deleted.", tone: .positive) { () throws(LedgerError) in
          try ledger.restore([copy])
        }
        .report(to: effects) { [weak self] in
          await self?.reloadAccount()
        }
      }
    }
  }

  func answer(_ isYes: Bool) {
    let action = question?.action
    question = nil
    if isYes { action?() }
  }

  /// Returns the user's holding with its value and gain on one line; `nil` if there is no ledger.
  ///
  /// The line takes up space even before the ledger is read. In a narrow window, the gain amount is omitted.
  func holdingLine(width: Int, in environment: RenderEnvironment) -> (any Widget)? {
    guard let account else { return nil }
    // Reserve the line before the coin is loaded, so the layout doesn't change.
    guard let content = model.content else { return Text(" ") }
    guard let held = account.state.value, held.amount != 0 else {
      let text = account.state.value == nil ? " " : "No holding"
      return Text(StyledText(text, environment.theme.typography.caption))
    }
    let typography = environment.theme.typography
    let formatter = PriceFormatter(content.currency)
    let cells = HoldingCells(content.currency.code, theme: environment.theme, glyphs: environment.glyphs)
    var line =
      StyledText("Holding ", typography.label)
      + StyledText("\(formatter.quantity(held.amount)) \(content.coin.shownSymbol)", typography.heading)
    if let price = content.coin.prices[content.currency], !price.isNaN {
      let value = held.amount * price
      line += StyledText("  \(formatter.price(value))", .bold)
      if let cost = held.cost, held.currency == content.currency {
        let gain = value - cost
        let money = StyledText("  ") + cells.markedGain(gain)
        let percent = GainPercent.percent(gain, of: cost).map { "  " + cells.percent($0) } ?? StyledText()
        let hasRoom = percent.isEmpty || environment.width(of: line + money + percent) <= width
        line += hasRoom ? money + percent : percent
      }
    }
    return Text(line, wrapping: .truncated(.end))
  }

  func activityLines(in environment: RenderEnvironment) -> [any Widget] {
    guard let account, let content = model.content else { return [] }
    let typography = environment.theme.typography
    switch account.state {
    case .initial, .loading: return []
    case .failed(let problem, _): return [Text(StyledText(problem, typography.error))]
    case .loaded(let held):
      let heading = Text(StyledText("Activities", typography.heading))
      guard !held.activities.isEmpty else {
        return [
          heading,
          Text(
            StyledText("None yet. Press \(environment.key(.character("b"))) to record a purchase.", typography.caption)
          ),
        ]
      }
      let words = ActivityText(content.currency, theme: environment.theme)
      let days = ChartDates.day(timeZone: timeZone)
      let lines = held.activities.map { activity -> any Widget in
        let day = StyledText("\(days.string(of: activity.entry.time))  ", typography.caption)
        return Text(day + words.text(activity), wrapping: .truncated(.end))
      }
      return [heading] + lines
    }
  }
}

extension CoinDetailScreen: NavigationGuard {
  func canLeave(for command: NavigationCommand) async -> GuardDecision {
    entry?.hasInput == true ? .confirm(Confirmation.leaveQuestion) : .allow
  }

  /// Closes the form, but asks for confirmation first if the form has input.
  private func leaveForm() {
    guard entry?.hasInput == true else {
      entry?.close()
      return
    }
    question = .leavingForm { [weak self] in self?.entry?.close() }
  }
}
