public import Components
public import Foundation

/// What a person enters to buy, sell, swap, receive or send a coin.
public struct CoinActionForm: Sendable {
  /// A field.
  public enum Field: Sendable, Hashable {
    /// How much of the coin.
    case amount
    /// What one costs.
    case price
    /// Which coin comes for it.
    case otherCoin
    /// How much of that.
    case otherAmount
  }

  /// What a person has entered, read.
  public struct Entry: Sendable, Hashable {
    /// How much of the coin.
    public let amount: Decimal
    /// What one costs; `nil` where it is not asked for or left open.
    public let price: Decimal?
    /// Which coin comes for it.
    public let otherCoin: String?
    /// How much of that.
    public let otherAmount: Decimal?
  }

  /// Why a form can't be taken yet.
  public struct Problem: Error, Sendable, Hashable {
    /// Where.
    public let field: Field
    /// What is wrong, as a sentence.
    public let message: String
  }

  /// What is to be done.
  public let action: CoinAction
  /// The fields in order.
  public let fields: [Field]
  /// What the price is in: that of when the form was opened, whatever is chosen in the settings meanwhile.
  public let currency: CurrencyCode
  /// The field that has the keyboard.
  public private(set) var selected = 0
  /// Why the last try was refused.
  public var problem: String?

  private var texts: [Field: TextFieldState] = [:]
  private let initialPrice: String

  /// Whether something was entered that would be lost.
  public var hasInput: Bool { fields.contains { text($0).text != ($0 == .price ? initialPrice : "") } }

  /// Makes a form.
  ///
  /// - Parameters:
  ///   - action: What is to be done.
  ///   - price: What the coin costs now, filled in where a price is asked for.
  ///   - currency: What the price is in.
  public init(_ action: CoinAction, price: Decimal?, in currency: CurrencyCode) {
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

  /// The text of a field.
  public func text(_ field: Field) -> TextFieldState { texts[field] ?? TextFieldState() }

  /// Edits the field that has the keyboard.
  ///
  /// - Returns: Whether the press is one of editing.
  public mutating func handle(_ press: KeyPress) -> Bool {
    guard fields.indices.contains(selected) else { return false }
    problem = nil
    return texts[fields[selected]]?.handle(press) ?? false
  }

  /// Pastes into the field that has the keyboard.
  public mutating func paste(_ text: String) { texts[fields[selected]]?.paste(text) }

  /// Gives the keyboard to another field.
  public mutating func move(by distance: Int) { selected = (selected + distance + fields.count) % fields.count }

  /// Gives the keyboard to a field.
  public mutating func select(_ index: Int) {
    if fields.indices.contains(index) { selected = index }
  }

  /// Reads the fields.
  ///
  /// - Returns: What they say.
  /// - Throws: The first field that can't be read.
  public func entry() throws(Problem) -> Entry {
    Entry(
      amount: try number(.amount, named: "amount"),
      price: fields.contains(.price) ? try optionalPrice() : nil,
      otherCoin: fields.contains(.otherCoin) ? try word(.otherCoin) : nil,
      otherAmount: fields.contains(.otherAmount) ? try number(.otherAmount, named: "amount") : nil
    )
  }

  private func optionalPrice() throws(Problem) -> Decimal? {
    // What is received need not have cost anything that is known.
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
