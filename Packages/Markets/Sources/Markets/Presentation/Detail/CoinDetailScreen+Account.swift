import Basics
import Components
import Foundation
import Navigation
import Portfolio

/// The holdings, the activities and the form of a coin's page.
extension CoinDetailScreen {
  /// Reads the ledger once the coin is known.
  func loadAccount() async {
    guard let account else { return }
    await model.settle()
    if let id = model.content?.coin.id { await account.load(id) }
  }

  var accountKeys: [KeyBinding] {
    guard account != nil else { return [] }
    let hasCoin = model.content != nil
    func binding(_ key: Character, _ action: CoinAction, _ words: String, _ prominence: KeyBinding.Prominence = .help)
      -> KeyBinding
    {
      KeyBinding(
        .character(key),
        label: action.rawValue,
        explanation: words,
        prominence: prominence,
        isEnabled: hasCoin
      ) { [self] in open(action) }
    }
    return [
      binding("b", .buy, "Record a purchase", .hint), binding("v", .sell, "Record a sale", .hint),
      binding("w", .swap, "Record a swap for another coin", .hint),
      binding("e", .receive, "Record a receipt"), binding("n", .send, "Record a transfer to another wallet"),
      KeyBinding(
        .character("u"),
        label: "undo",
        explanation: "Undo the latest activity, after a question",
        prominence: .help,
        isEnabled: account?.undoable != nil
      ) { [self] in askToUndo() },
      KeyBinding(
        .character("E"),
        label: "edit",
        explanation: "Edit the latest activity: undo it, and record it again",
        prominence: .help,
        isEnabled: account?.undoable != nil
      ) { [self] in edit() },
      KeyBinding(
        .character("A"),
        label: "alert",
        explanation: "Set an alert for the coin",
        prominence: .help,
        isEnabled: hasCoin && openAlerts != nil
      ) { [self] in
        if let coin = model.content?.coin { openAlerts?(coin.id.description) }
      },
    ]
  }

  func formKeys(_ entry: EntryViewModel) -> KeyMap {
    entry.keyMap(submit: { [self] in Task { await submit(entry) } }, leave: { [self] in leaveForm() })
  }

  func handleForm(_ event: ScreenEvent, _ entry: EntryViewModel) -> Bool {
    entry.handle(event, submit: { Task { await submit(entry) } }, leave: leaveForm)
  }

  private func open(_ action: CoinAction) {
    guard let content = model.content else { return }
    entry?.open(action, content.coin, asOf: content.provenance.asOf, currency: content.currency)
  }

  private func edit() {
    guard let activity = account?.undoable, let content = model.content else { return }
    entry?.edit(activity.entry, currency: content.currency)
  }

  /// Records the form in the ledger, and shows the coin's account with it.
  private func submit(_ entry: EntryViewModel) async {
    guard let result = await entry.submit() else { return }
    effects.show(StyledText(result.message), tone: result.tone)
    guard let account, let id = model.content?.coin.id else { return }
    if let snapshot = result.snapshot { account.showNewest(snapshot, id) } else { await account.load(id) }
  }

  private func askToUndo() {
    guard let account, let activity = account.undoable, let content = model.content else { return }
    question = .undoing(activity, content.currency) { [effects] in
      Task {
        let problem = await account.undo(activity, of: content.coin.id)
        effects.show(StyledText(problem ?? "Undone."), tone: problem == nil ? .positive : .warning)
      }
    }
  }

  func answer(_ isYes: Bool) {
    let action = question?.action
    question = nil
    if isYes { action?() }
  }

  func activityLines(in environment: RenderEnvironment) -> [any Widget] {
    guard let account, let content = model.content else { return [] }
    let typography = environment.theme.typography
    switch account.state {
    case .initial, .loading: return []
    case .failed(let problem, _): return [Text(" "), Text(StyledText(problem, typography.error))]
    case .loaded(let held):
      let (amount, activities) = (held.amount, held.activities)
      let words = ActivityText(content.currency, theme: environment.theme)
      let quantity = PriceFormatter(content.currency).quantity(amount)
      let value = content.coin.prices[content.currency].map { PriceFormatter(content.currency).price($0 * amount) }
      var heading = StyledText("You have \(quantity) \(content.coin.shownSymbol)", typography.heading)
      if let value, amount != 0 { heading += StyledText("  worth \(value)", typography.caption) }
      let lines = activities.map { activity -> any Widget in
        let day = StyledText(
          "\(ChartDates.day(timeZone: timeZone).string(of: activity.entry.time))  ",
          typography.caption
        )
        return Text(day + words.text(activity), wrapping: .truncated(.end))
      }
      let none = Text(StyledText("No activities yet", typography.caption))
      return [Text(" "), Text(heading)] + (lines.isEmpty ? [none] : lines)
    }
  }
}

extension CoinDetailScreen: NavigationGuard {
  func canLeave(for command: NavigationCommand) async -> GuardDecision {
    entry?.hasInput == true ? .confirm(Confirmation.leaveQuestion) : .allow
  }

  /// Closes the form, after a question if it has input.
  private func leaveForm() {
    guard entry?.hasInput == true else {
      entry?.close()
      return
    }
    question = .leavingForm { [weak self] in self?.entry?.close() }
  }
}
