import Basics
import Components
import Foundation
import Portfolio

/// A form that records an entry of the ledger.
///
/// Price and total follow each other: the one that was typed last decides, the other is calculated.
struct EntryForm: Sendable {
  enum Field: Hashable, Sendable {
    case action, coin, amount, otherCoin, otherAmount, price, total, fee, date, note
  }

  private(set) var action: CoinAction
  /// The code of the currency of prices, in capital letters, fixed when the form was opened.
  let currency: String
  private(set) var state: FormState<Field>
  /// The problem of the whole form, such as a full disk.
  var problem: String?

  private let asksForCoin: Bool
  let timeZone: TimeZone
  let now: @Sendable () -> Date
  /// The entry that the form replaces.
  let original: LedgerEntry?
  /// Whether the total decides the price.
  private(set) var isTotalLeading = false

  /// Creates an empty form, which asks for action and coin if there is no action yet.
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

  /// Creates a form that replaces an entry; `nil` for a reversal.
  init?(replacing entry: LedgerEntry, currency: String, timeZone: TimeZone, now: @escaping @Sendable () -> Date) {
    guard let action = CoinAction(entry.action.kind) else { return nil }
    let values = ActivityFields(of: entry)
    var texts: [Field: String] = [.date: ChartDates.typed(timeZone: timeZone).string(of: entry.time)]
    texts[.amount] = values.amount?.description
    texts[.otherCoin] = values.toCoin?.symbol.uppercased()
    texts[.otherAmount] = values.toAmount?.description
    texts[.price] = values.price?.value.description
    texts[.fee] = values.fee.flatMap { $0 == 0 ? nil : $0.description }
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

  /// Whether a price is proposed; transfers only show it, because coins didn't cost what they are worth.
  var takesProposals: Bool { original == nil && (needsPrice || action == .swap) }

  // MARK: Filling in

  mutating func choose(_ action: CoinAction) {
    self.action = action
    let fields = Self.fields(of: action, asksForCoin: asksForCoin)
    state.show(fields[0], Array(fields.dropFirst()))
    // Otherwise a proposal for a purchase would become the cost of received coins.
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

  /// Shows the problem of a field when the person leaves it.
  private mutating func leave(_ move: (inout FormState<Field>) -> Void) {
    check(state.selected)
    move(&state)
    if !isTotalLeading { updateTotal() }
  }

  /// Shows what is wrong with the value of a field.
  private mutating func check(_ field: Field) { state.report(problem(of: field), at: field) }

  private mutating func didEdit() {
    let field = state.selected
    problem = nil
    if field == .total { isTotalLeading = !state.word(.total).isEmpty }
    if field == .price { isTotalLeading = false }
    // An emptied total stays empty for the person to type; it is calculated when the field is left.
    if isTotalLeading { updatePrice() } else if field != .total { updateTotal() }
    // A problem goes away as soon as it is solved, and a new one waits until the field is left.
    for field in state.problems.keys { check(field) }
  }

  /// Puts a known price into the field unless the person entered one; `nil` takes the last proposal away.
  mutating func propose(_ price: Decimal?) {
    // A trade needs a price. Without one, a swap moves the cost on, which a person may want.
    let isOpen = !state.isEntered(.price) || needsPrice && state.text(.price).isEmpty
    guard takesProposals, !isTotalLeading, isOpen else { return }
    state.suggest(price?.description ?? "", for: .price)
    updateTotal()
  }

  mutating func fill(_ field: Field, with text: String) {
    state.suggest(text, for: field)
    state.report(nil, at: field)
  }

  /// Shows the problem of a field, and moves there.
  mutating func refuse(_ problem: Problem) {
    guard state.fields.contains(problem.field) else {
      self.problem = problem.message
      return
    }
    state.report(problem.message, at: problem.field)
    state.select(problem.field)
  }

  private mutating func updateTotal() {
    guard state.fields.contains(.total) else { return }
    let total = number(.amount).flatMap { amount in number(.price).map { amount * $0 } }
    state.suggest(total.flatMap(Self.text) ?? "", for: .total)
  }

  private mutating func updatePrice() { state.suggest(priceOfTotal.flatMap(Self.text) ?? "", for: .price) }

  /// The price that the total comes to; the ledger keeps 18 decimals.
  var priceOfTotal: Decimal? {
    guard let total = number(.total), let amount = number(.amount), amount > 0 else { return nil }
    let price = (total / amount).rounded(toPlaces: LedgerLimits.decimalPlaces)
    return price.isNaN ? nil : price
  }

  /// A calculated number, to eight decimals; `nil` for one beyond all limits.
  private static func text(_ value: Decimal) -> String? {
    value.isNaN ? nil : value.rounded(toPlaces: 8, .plain).description
  }
}

/// An action that a form records in the ledger.
enum CoinAction: String, Sendable, CaseIterable {
  case buy, sell, swap, receive, send

  /// The action of a kind of entries; `nil` for reversals.
  init?(_ kind: LedgerKind) { self.init(rawValue: kind.rawValue) }
}
