import Components
import Foundation
import Portfolio

extension EntryViewModel {
  private static let target = "markets.entry"
  private static let suggestionTarget = "markets.entry.suggestions"
  private static let actionTarget = "markets.entry.actions"

  var title: String {
    guard let form else { return "" }
    let asksForCoin = form.state.fields.contains(.coin)
    let symbol = asksForCoin ? "" : coins[.coin]?.reference.symbol.uppercased().sanitized(.singleLine) ?? ""
    return [asksForCoin ? "Add an entry" : form.title, symbol].filter { !$0.isEmpty }.joined(separator: " ")
  }

  func keyMap(submit: @escaping @MainActor () -> Void, leave: @escaping @MainActor () -> Void) -> KeyMap {
    let hasSuggestions = !suggestions.isEmpty
    var choose: (@MainActor (Int) -> Void)?
    if hasSuggestions { choose = { [self] in suggestions.move(by: $0) } }
    return KeyMap.form(
      title,
      label: hasSuggestions ? "Choose" : form?.isReplacing == true ? "Save" : "Record",
      explanation: hasSuggestions ? "Choose the coin" : "Record the entry in the ledger",
      submit: { [self] in
        if suggestions.isEmpty { submit() } else { takeSuggestion() }
      },
      move: { [self] in move(by: $0) },
      choose: choose,
      leave: leave
    )
  }

  /// Handles an event in the form; the form's buttons call `submit` and `leave`.
  func handle(_ event: ScreenEvent, submit: @MainActor () -> Void, leave: @MainActor () -> Void) -> Bool {
    switch event {
    case .key(let press): return handle(press)
    case .paste(let text): paste(text)
    case .click(FormPanel.buttonTarget(Self.target), let index, _, _): if index == 0 { submit() } else { leave() }
    case .click(Self.suggestionTarget, let index?, _, _):
      suggestions.highlight(index)
      takeSuggestion()
    case .click(Self.actionTarget, let index?, _, _):
      select(.action)
      if CoinAction.allCases.indices.contains(index) { choose(CoinAction.allCases[index]) }
    case .click(Self.target, let index?, _, _):
      if let fields = form?.state.fields, fields.indices.contains(index) { select(fields[index]) }
    case .click, .scroll, .drag: return false
    }
    return true
  }

  func over(_ page: any Widget, size: Size, in environment: RenderEnvironment) -> any Widget {
    guard let form else { return page }
    let fields = form.state.fields
    let panel = FormPanel(
      title: title,
      target: Self.target,
      fields: fields.enumerated().map { field($1, index: $0, form, in: environment) },
      problem: form.problem,
      submitLabel: form.isReplacing ? "Save" : "Record",
      isSubmitting: isSubmitting
    )
    let widget = panel.widget(in: size, environment)
    return Overlay(page, top: widget, alignment: .center, dimsBase: true, isModal: true)
  }

  private func field(
    _ field: EntryForm.Field,
    index: Int,
    _ form: EntryForm,
    in environment: RenderEnvironment
  ) -> Form.Field {
    let isFocused = field == form.state.selected
    let state: ControlState = isFocused ? .focused : .normal
    let typography = environment.theme.typography
    var rows: [any Widget] = []
    if field == .action {
      let selected = CoinAction.allCases.firstIndex(of: form.action) ?? 0
      let titles = CoinAction.allCases.map(\.rawValue.capitalized)
      rows.append(TabBar(titles, selected: selected, isFocused: isFocused, target: Self.actionTarget))
    } else {
      let text = TextField(form.state.text(field), prompt: prompt(of: field, form), state: state)
      rows.append(text.targeted(Self.target, index: index))
    }
    if isFocused, field.isCoin {
      rows += suggestions.lines(target: Self.suggestionTarget, in: environment)
    }
    if field == .price, let caption = caption(form) {
      let isMissing: Bool = if case .missing = proposal { true } else { false }
      rows.append(Text(StyledText(caption, isMissing ? typography.warning : typography.caption)))
    }
    return Form.Field(
      label(of: field, form),
      control: VStack(spacing: 0, children: rows),
      note: note(of: field, form, in: environment),
      error: form.state.problems[field] ?? "",
      isFocused: isFocused
    )
  }

  private func label(of field: EntryForm.Field, _ form: EntryForm) -> String {
    switch field {
    case .action: "Action"
    case .coin: "Coin"
    case .amount: "Amount"
    case .otherCoin: "For"
    case .otherAmount: "Received"
    case .price: "Price (\(form.currency))"
    case .total: "Total (\(form.currency))"
    case .fee: "Fee (\(form.currency))"
    case .date: "Date"
    case .note: "Note"
    }
  }

  private func prompt(of field: EntryForm.Field, _ form: EntryForm) -> String {
    switch field {
    case .coin, .otherCoin: "Name, symbol or ID"
    case .price: form.needsPrice ? "" : form.action == .swap ? "None" : "Unknown"
    case .fee: "0"
    case .date: "Now"
    case .action, .amount, .otherAmount, .total, .note: ""
    }
  }

  private func note(of field: EntryForm.Field, _ form: EntryForm, in environment: RenderEnvironment) -> String {
    switch field {
    case .action: "\(environment.key(KeyPress(.left))) and \(environment.key(KeyPress(.right))) choose another action"
    case .amount:
      held.map { "\(MoneyText.amount($0)) \(coins[.coin]?.reference.symbol.uppercased() ?? "") held" } ?? ""
    case .price where form.action == .swap: "Without a price, cost and age carry over to the other coin"
    case .price where !form.needsPrice: "Price of one coin, if known"
    case .total: "Excludes the fee; sets the price"
    case .date: "Such as \(EntryForm.exampleDay) 14:30, last week or -7d"
    case .coin, .otherCoin, .otherAmount, .price, .fee, .note: ""
    }
  }

  /// Returns the suggested price's source, along with the price unless the field already shows it.
  private func caption(_ form: EntryForm) -> String? {
    let (price, origin): (Decimal, String)
    switch proposal {
    case .none: return nil
    case .loading: return "Loading the price for that date…"
    case .missing(let reason): return reason
    case .current(let value, let asOf):
      (price, origin) = (value, "\(source), \(RelativeAge.text(of: asOf, now: now()))")
    case .past(let found): (price, origin) = (found.price, found.origin(source, timeZone: timeZone))
    }
    return form.number(.price) == price ? origin : "\(MoneyText.money(price, form.currency)): \(origin)"
  }
}
