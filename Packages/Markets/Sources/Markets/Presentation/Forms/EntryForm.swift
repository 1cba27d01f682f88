import Basics
import Components
import Foundation
import Portfolio

/// A form that records an entry in the ledger.
///
/// The price and the total determine each other: the value that the user typed last determines the other one.
struct EntryForm: Sendable {
  enum Field: Hashable, Sendable {
    case action, coin, amount, otherCoin, otherAmount, price, total, fee, date, note
  }

  private(set) var action: CoinAction
  /// The price currency's code in uppercase, which is fixed when the form opens.
  let currency: String
  private(set) var state: FormState<Field>
  /// A problem that affects the whole form, such as a full disk.
  var problem: String?

  private let asksForCoin: Bool
  let timeZone: TimeZone
  let now: @Sendable () -> Date
  let original: LedgerEntry?
  /// Whether the price is calculated from the total.
  private(set) var isTotalLeading = false

  /// Creates an empty form, which asks for the action and the coin if no action is given.
  init(
    _ action: CoinAction? = nil,
    currency: String,
    timeZone: TimeZone,
    now: @escaping @Sendable () -> Date
  ) {
    self.action = action ?? .buy
    asksForCoin = action == nil
    self.currency = currency.uppercased()
    self.timeZone = timeZone
    self.now = now
    original = nil
    let fields = Self.fields(of: self.action, asksForCoin: asksForCoin)
    state = FormState(fields[0], Array(fields.dropFirst()))
    if asksForCoin { state.select(.coin) }
  }

  /// Creates a form for replacing an entry; `nil` if the entry is a reversal.
  init?(replacing entry: LedgerEntry, currency: String, timeZone: TimeZone, now: @escaping @Sendable () -> Date) {
    guard let action = CoinAction(entry.action.kind) else { return nil }
    let values = ActivityFields(of: entry)
    var texts: [Field: String] = [.date: ChartDates.moment(timeZone: timeZone).string(of: entry.time)]
    texts[.amount] = values.amount.map(TypedDecimal.text)
    texts[.otherCoin] = values.toCoin?.symbol.uppercased()
    texts[.otherAmount] = values.toAmount.map(TypedDecimal.text)
    texts[.price] = (values.price?.value).map(TypedDecimal.text)
    texts[.fee] = values.fee.flatMap { $0 == 0 ? nil : TypedDecimal.text($0) }
    texts[.note] = entry.note
    self.action = action
    asksForCoin = false
    self.currency = (values.price?.currency ?? currency).uppercased()
    self.timeZone = timeZone
    self.now = now
    original = entry
    let fields = Self.fields(of: action, asksForCoin: false)
    state = FormState(fields[0], Array(fields.dropFirst()), texts: texts)
    updateTotal()
  }

  private static func fields(of action: CoinAction, asksForCoin: Bool) -> [Field] {
    let fields: [Field] =
      switch action {
      case .buy, .sell, .receive: [.amount, .price, .total, .fee, .date, .note]
      case .swap: [.amount, .otherCoin, .otherAmount, .price, .fee, .date, .note]
      case .send: [.amount, .price, .fee, .date, .note]
      }
    return (asksForCoin ? [.action, .coin] : []) + fields
  }

  var title: String { original == nil ? action.rawValue.capitalized : "Edit" }

  var isReplacing: Bool { original != nil }

  /// Whether the form fills in a suggested price.
  ///
  /// Transfers only show the price, because the current price isn't the cost of the coins.
  var takesProposals: Bool { original == nil && (needsPrice || action == .swap) }

  // MARK: Filling in

  mutating func choose(_ action: CoinAction) {
    self.action = action
    let fields = Self.fields(of: action, asksForCoin: asksForCoin)
    state.show(fields[0], Array(fields.dropFirst()))
    // Otherwise a price suggested for a purchase would become the cost of received coins.
    if !takesProposals, !isTotalLeading, !state.isEntered(.price) { state.suggest("", for: .price) }
    if !isTotalLeading { updateTotal() }
  }

  mutating func handle(_ press: KeyPress) -> Bool {
    if state.selected == .action { return handleAction(press) }
    guard state.handle(press) else { return false }
    didEdit()
    return true
  }

  private mutating func handleAction(_ press: KeyPress) -> Bool {
    let all = CoinAction.allCases
    let index = all.firstIndex(of: action) ?? 0
    switch press.key {
    case .left: choose(all[(index + all.count - 1) % all.count])
    case .right, .character(" "): choose(all[(index + 1) % all.count])
    default: return false
    }
    return true
  }

  mutating func paste(_ text: String) {
    guard state.selected != .action else { return }
    state.paste(text)
    didEdit()
  }

  mutating func move(by distance: Int) { leave { $0.move(by: distance) } }

  mutating func select(_ field: Field) { leave { $0.select(field) } }

  private mutating func leave(_ move: (inout FormState<Field>) -> Void) {
    check(state.selected)
    move(&state)
    if !isTotalLeading { updateTotal() }
  }

  private mutating func check(_ field: Field) { state.report(problem(of: field), at: field) }

  private mutating func didEdit() {
    let field = state.selected
    problem = nil
    if field == .total { isTotalLeading = !state.word(.total).isEmpty }
    if field == .price { isTotalLeading = false }
    // A cleared total stays empty while the user types. It is calculated when the user leaves the field.
    if isTotalLeading { updatePrice() } else if field != .total { updateTotal() }
    // An error is removed as soon as it is corrected. A new error isn't shown until the user leaves the field.
    for field in state.problems.keys { check(field) }
  }

  /// Fills in a suggested price unless the user entered one; `nil` removes the previous suggestion.
  mutating func propose(_ price: Decimal?) {
    // A trade needs a price. A swap doesn't: without a price, it transfers the cost, which may be what the user wants.
    let isOpen = !state.isEntered(.price) || needsPrice && state.text(.price).isEmpty
    guard takesProposals, !isTotalLeading, isOpen else { return }
    state.suggest(price.map(TypedDecimal.text) ?? "", for: .price)
    updateTotal()
  }

  mutating func fill(_ field: Field, with text: String) {
    state.suggest(text, for: field)
    state.report(nil, at: field)
  }

  mutating func refuse(_ problem: Problem) {
    report(problem)
    state.select(problem.field)
  }

  /// Shows a field's error, or the form's error if the field is hidden.
  mutating func report(_ problem: Problem) {
    guard state.fields.contains(problem.field) else {
      self.problem = problem.message
      return
    }
    state.report(problem.message, at: problem.field)
  }

  /// Removes a field's error.
  mutating func removeProblem(of field: Field) { state.report(nil, at: field) }

  private mutating func updateTotal() {
    guard state.fields.contains(.total) else { return }
    let total = number(.amount).flatMap { amount in number(.price).map { amount * $0 } }
    state.suggest(total.flatMap(Self.text) ?? "", for: .total)
  }

  private mutating func updatePrice() { state.suggest(priceOfTotal.flatMap(Self.text) ?? "", for: .price) }

  /// The price calculated from the total, with the ledger's 18 decimal places.
  var priceOfTotal: Decimal? {
    guard let total = number(.total), let amount = number(.amount), amount > 0 else { return nil }
    let price = (total / amount).rounded(toPlaces: LedgerLimits.decimalPlaces)
    return price.isNaN ? nil : price
  }

  /// Returns a calculated number with eight decimal places; `nil` if the number is too large.
  private static func text(_ value: Decimal) -> String? {
    value.isNaN ? nil : TypedDecimal.text(value.rounded(toPlaces: 8, .plain))
  }
}

enum CoinAction: String, Sendable, CaseIterable {
  case buy, sell, swap, receive, send

  /// Creates the action for a kind of entry; `nil` for reversals.
  init?(_ kind: LedgerKind) { self.init(rawValue: kind.rawValue) }
}
