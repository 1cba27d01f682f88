import Components
import Foundation
import Portfolio

struct AlertForm: Sendable {
  enum Field: CaseIterable, Sendable {
    case coin, condition, limit, repetition
  }

  enum Kind: CaseIterable, Sendable {
    case above, below, rises, falls

    var words: String {
      switch self {
      case .above: "is above"
      case .below: "is below"
      case .rises: "rises in a day by %"
      case .falls: "falls in a day by %"
      }
    }
  }

  struct Request: Hashable, Sendable {
    let coin: String
    let condition: AlertCondition
    let currency: CurrencyCode
    let isOnce: Bool
  }

  struct Problem: Error, Hashable {
    let field: Field
    let message: String
  }

  private(set) var state: FormState<Field>
  private(set) var kind = Kind.above
  private(set) var isOnce = true
  /// The currency of prices, fixed when the form was opened.
  let currency: CurrencyCode

  init(coin: String? = nil, currency: CurrencyCode) {
    self.currency = currency
    state = FormState(.coin, [.condition, .limit, .repetition], texts: coin.map { [.coin: $0] } ?? [:])
    if coin != nil { state.select(.condition) }
  }

  /// Whether something was entered that would be lost.
  var hasInput: Bool { state.hasInput }

  /// Whether typed characters go into a text.
  var isInText: Bool { state.selected == .coin || state.selected == .limit }

  mutating func move(by distance: Int) {
    check(state.selected)
    state.move(by: distance)
  }

  /// Selects a field; the selected one of a choice takes the next value.
  mutating func select(_ index: Int) {
    guard state.fields.indices.contains(index) else { return }
    if state.selected == state.fields[index] { change(by: 1) }
    check(state.selected)
    state.select(state.fields[index])
  }

  mutating func handle(_ press: KeyPress) -> Bool {
    guard !isInText else {
      guard state.handle(press) else { return false }
      didEdit()
      return true
    }
    switch press.key {
    case .left: change(by: -1)
    case .right, .character(" "): change(by: 1)
    default: return false
    }
    return true
  }

  mutating func paste(_ text: String) {
    guard isInText else { return }
    state.paste(text)
    didEdit()
  }

  mutating func refuse(_ problem: Problem) {
    state.report(problem.message, at: problem.field)
    state.select(problem.field)
  }

  private mutating func change(by distance: Int) {
    let all = Kind.allCases
    if state.selected == .condition {
      kind = all[((all.firstIndex(of: kind) ?? 0) + distance + all.count) % all.count]
    } else if state.selected == .repetition {
      isOnce.toggle()
    }
  }

  /// A problem goes away as soon as it is solved, and a new one waits until the field is left.
  private mutating func didEdit() {
    for field in state.problems.keys { check(field) }
  }

  private mutating func check(_ field: Field) {
    let isWrong = field == .limit && !state.word(.limit).isEmpty && limit == nil
    state.report(isWrong ? Self.limitAdvice : nil, at: field)
  }

  /// The entered limit; `nil` for anything but a number above zero.
  private var limit: Decimal? { TypedDecimal.number(state.word(.limit)).flatMap { $0 > 0 ? $0 : nil } }

  private static let limitAdvice = "Enter a number above zero, such as 0.25."

  /// Reads the fields; the store checks the rest.
  func request() throws(Problem) -> Request {
    let word = state.word(.coin)
    guard !word.isEmpty else { throw Problem(field: .coin, message: "Enter a name, symbol or id.") }
    guard let number = limit else { throw Problem(field: .limit, message: Self.limitAdvice) }
    let condition: AlertCondition =
      switch kind {
      case .above: .above(number)
      case .below: .below(number)
      case .rises: .rises(percent: number, since: .day)
      case .falls: .falls(percent: number, since: .day)
      }
    return Request(coin: word, condition: condition, currency: currency, isOnce: isOnce)
  }
}
