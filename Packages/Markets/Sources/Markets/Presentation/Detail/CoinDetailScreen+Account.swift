import Basics
import Components
import Foundation
import Navigation
import Portfolio

/// The holdings, the activities and the form of a coin's page.
extension CoinDetailScreen {
  static let formTarget = "markets.form"

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
      binding("b", .buy, "Notes that you bought some", .hint), binding("v", .sell, "Notes that you sold some", .hint),
      binding("w", .swap, "Notes that you gave some for another coin", .hint),
      binding("e", .receive, "Notes that you received some"), binding("n", .send, "Notes that you sent some"),
      KeyBinding(
        .character("u"),
        label: "undo",
        explanation: "Undoes the latest activity, after a question",
        prominence: .help,
        isEnabled: account?.undoable != nil
      ) { [self] in askToUndo() },
      KeyBinding(
        .character("A"),
        label: "alert",
        explanation: "Sets an alert for the coin",
        prominence: .help,
        isEnabled: hasCoin && openAlerts != nil
      ) { [self] in
        if let coin = model.content?.coin { openAlerts?(coin.id.description) }
      },
    ]
  }

  var formKeys: KeyMap {
    .form(
      form.map { "\($0.action.rawValue.capitalized) \(model.content?.coin.shownSymbol ?? "")" } ?? "",
      label: "enter",
      explanation: "Enters it into the ledger",
      submit: { [self] in await submit() },
      move: { [self] in form?.move(by: $0) },
      leave: { [self] in leaveForm() }
    )
  }

  func handleForm(_ event: ScreenEvent) -> Bool {
    switch event {
    case .key(let press): return form?.handle(press) ?? false
    case .paste(let text): form?.paste(text)
    case .click(Self.formTarget, let index?, _, _): form?.select(index)
    case .click, .scroll, .drag: return false
    }
    return true
  }

  private func open(_ action: CoinAction) {
    guard let content = model.content else { return }
    form = CoinActionForm(action, price: content.coin.prices[content.currency], in: content.currency)
  }

  /// Records the form in the ledger; after a refusal the form stays open with the reason.
  func submit() async {
    // A second Enter while the other coin is looked for is no second entry.
    guard !isSubmitting, let current = form, let account, let content = model.content else { return }
    isSubmitting = true
    defer { isSubmitting = false }
    let entry: CoinActionForm.Entry
    do throws(CoinActionForm.Problem) {
      entry = try current.entry()
    } catch {
      form?.problem = error.message
      current.fields.firstIndex(of: error.field).map { form?.select($0) }
      return
    }
    var other: Coin?
    if let word = entry.otherCoin {
      do throws(MarketsError) {
        other = try await model.find(word)
      } catch {
        form?.problem = MarketsProblem(error, now: model.now()).message
        return
      }
    }
    if let problem = await account.enter(entry, current.action, content.coin, for: other, in: current.currency) {
      form?.problem = problem
    } else {
      form = nil
      effects.show("It is in the ledger.", tone: .positive)
    }
  }

  private func askToUndo() {
    guard let account, let activity = account.undoable, let content = model.content else { return }
    question = .undoing(activity, content.currency) { [effects] in
      Task {
        let problem = await account.undo(activity, of: content.coin.id)
        effects.show(StyledText(problem ?? "It is undone."), tone: problem == nil ? .positive : .warning)
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

  func formPanel(_ form: CoinActionForm, in environment: RenderEnvironment) -> any Widget {
    let typography = environment.theme.typography
    var rows = form.fields.enumerated().map { index, field -> any Widget in
      let label = Text(StyledText(name(of: field), typography.label)).framed(width: 14)
      let state: ControlState = index == form.selected ? .focused : .normal
      return HStack(
        spacing: 1,
        children: [label, TextField(form.text(field), state: state, label: name(of: field)).framed(width: 24)]
      ).targeted(Self.formTarget, index: index)
    }
    if let problem = form.problem {
      rows.append(Text(StyledText(problem, typography.error)).framed(width: 39))
    }
    let title = "\(form.action.rawValue.capitalized) \(model.content?.coin.shownSymbol ?? "")"
    return Panel(VStack(spacing: 0, children: rows), title: title)
  }

  private func name(of field: CoinActionForm.Field) -> String {
    switch field {
    case .amount: "Amount"
    case .price: "Price (\(form?.currency.code ?? model.currency.code))"
    case .otherCoin: "For the coin"
    case .otherAmount: "Amount of it"
    }
  }
}

extension CoinDetailScreen: NavigationGuard {
  func canLeave(for command: NavigationCommand) async -> GuardDecision {
    form?.hasInput == true ? .confirm(Confirmation.leaveQuestion) : .allow
  }

  /// Closes the form, after a question if it has input.
  func leaveForm() {
    guard form?.hasInput == true else {
      form = nil
      return
    }
    question = .leavingForm { [weak self] in self?.form = nil }
  }
}
