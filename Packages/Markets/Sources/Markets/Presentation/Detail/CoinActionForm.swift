import Components
import Foundation

struct CoinActionForm: Sendable {
  enum Field: Sendable, Hashable {
    case amount
    case price
    case otherCoin
    case otherAmount
  }

  struct Entry: Sendable, Hashable {
    let amount: Decimal
    /// The price of one coin; `nil` where the form has no price or it is left open.
    let price: Decimal?
    let otherCoin: String?
    let otherAmount: Decimal?
  }

  struct Problem: Error, Sendable, Hashable {
    let field: Field
    let message: String
  }

  let action: CoinAction
  let fields: [Field]
  /// The currency of prices, fixed when the form was opened.
  let currency: CurrencyCode
  private(set) var selected = 0
  var problem: String?

  private var texts: [Field: TextFieldState] = [:]
  private let initialPrice: String

  /// Whether something was entered that would be lost.
  var hasInput: Bool { fields.contains { text($0).text != ($0 == .price ? initialPrice : "") } }

  init(_ action: CoinAction, price: Decimal?, in currency: CurrencyCode) {
    self.action = action
    self.currency = currency
    fields =
      switch action {
      case .buy, .sell, .receive: [.amount, .price]
      case .swap: [.amount, .otherCoin, .otherAmount]
      case .send: [.amount]
      }
    initialPrice = action == .receive ? "" : price?.description ?? ""
    for field in fields { texts[field] = TextFieldState(maximumLength: 60) }
    if let price, action != .receive { texts[.price] = TextFieldState(price.description, maximumLength: 60) }
  }

  func text(_ field: Field) -> TextFieldState { texts[field] ?? TextFieldState() }

  mutating func handle(_ press: KeyPress) -> Bool {
    guard fields.indices.contains(selected) else { return false }
    problem = nil
    return texts[fields[selected]]?.handle(press) ?? false
  }

  mutating func paste(_ text: String) { texts[fields[selected]]?.paste(text) }

  mutating func move(by distance: Int) { selected = (selected + distance + fields.count) % fields.count }

  mutating func select(_ index: Int) {
    if fields.indices.contains(index) { selected = index }
  }

  func entry() throws(Problem) -> Entry {
    Entry(
      amount: try number(.amount, named: "amount"),
      price: fields.contains(.price) ? try optionalPrice() : nil,
      otherCoin: fields.contains(.otherCoin) ? try word(.otherCoin) : nil,
      otherAmount: fields.contains(.otherAmount) ? try number(.otherAmount, named: "amount") : nil
    )
  }

  private func optionalPrice() throws(Problem) -> Decimal? {
    // The cost of received coins may be unknown.
    if action == .receive, text(.price).isEmpty { return nil }
    return try number(.price, named: "price")
  }

  private func word(_ field: Field) throws(Problem) -> String {
    let word = text(field).text.trimmingCharacters(in: .whitespaces)
    guard !word.isEmpty else { throw Problem(field: field, message: "The other coin is missing.") }
    return word
  }

  private func number(_ field: Field, named name: String) throws(Problem) -> Decimal {
    let word = text(field).text.trimmingCharacters(in: .whitespaces)
    guard !word.isEmpty else { throw Problem(field: field, message: "The \(name) is missing.") }
    guard let number = TypedDecimal.number(word), number > 0 else {
      throw Problem(field: field, message: "The \(name) has to be a number above zero, such as 0.25.")
    }
    return number
  }
}

/// An action that a coin's page records in the ledger.
enum CoinAction: String, Sendable, CaseIterable {
  case buy
  case sell
  case swap
  case receive
  case send
}
