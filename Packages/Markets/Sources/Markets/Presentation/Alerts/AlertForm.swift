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

  private(set) var coin: TextFieldState
  private(set) var limit = TextFieldState(maximumLength: 40)
  private(set) var kind = Kind.above
  private(set) var isOnce = true
  private(set) var selected = Field.coin
  /// The reason why the last submission was refused.
  var problem: Problem?
  /// The currency of prices, fixed when the form was opened.
  let currency: CurrencyCode
  private let initialCoin: String

  init(coin: String? = nil, currency: CurrencyCode) {
    self.currency = currency
    initialCoin = coin ?? ""
    self.coin = TextFieldState(initialCoin, maximumLength: 60)
    if coin != nil { selected = .condition }
  }

  /// Whether something was entered that would be lost.
  var hasInput: Bool { coin.text != initialCoin || !limit.isEmpty }

  /// Whether what is typed goes into a text.
  var isInText: Bool { selected == .coin || selected == .limit }

  mutating func move(by distance: Int) {
    let all = Field.allCases
    let index = all.firstIndex(of: selected) ?? 0
    selected = all[(index + distance + all.count) % all.count]
  }

  mutating func select(_ index: Int) {
    guard Field.allCases.indices.contains(index) else { return }
    if selected == Field.allCases[index] { change(by: 1) }
    selected = Field.allCases[index]
  }

  mutating func handle(_ press: KeyPress) -> Bool {
    problem = nil
    switch selected {
    case .coin: return coin.handle(press)
    case .limit: return limit.handle(press)
    case .condition, .repetition:
      switch press.key {
      case .left: change(by: -1)
      case .right, .character(" "): change(by: 1)
      default: return false
      }
      return true
    }
  }

  mutating func paste(_ text: String) {
    problem = nil
    if selected == .coin { coin.paste(text) } else if selected == .limit { limit.paste(text) }
  }

  private mutating func change(by distance: Int) {
    let all = Kind.allCases
    if selected == .condition {
      kind = all[((all.firstIndex(of: kind) ?? 0) + distance + all.count) % all.count]
    } else if selected == .repetition {
      isOnce.toggle()
    }
  }

  /// Reads the fields; the store checks the rest.
  func request() throws(Problem) -> Request {
    let word = coin.text.trimmingCharacters(in: .whitespaces)
    guard !word.isEmpty else { throw Problem(field: .coin, message: "The coin is missing.") }
    guard let number = TypedDecimal.number(limit.text.trimmingCharacters(in: .whitespaces)), number > 0 else {
      throw Problem(field: .limit, message: "It has to be a number above zero, such as 0.25.")
    }
    let condition: AlertCondition =
      switch kind {
      case .above: .above(number)
      case .below: .below(number)
      case .rises: .rises(percent: number, since: .day)
      case .falls: .falls(percent: number, since: .day)
      }
    return Request(coin: word, condition: condition, currency: currency, isOnce: isOnce)
  }

  mutating func refuse(_ problem: Problem) {
    self.problem = problem
    selected = problem.field
  }
}
