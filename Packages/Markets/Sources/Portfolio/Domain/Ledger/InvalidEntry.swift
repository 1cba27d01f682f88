/// Why an entry cannot be entered, whatever the ledger holds.
public enum InvalidEntry: Error, Sendable, Hashable {
  /// A part of an entry.
  public enum Field: String, Sendable, Hashable {
    /// The amount of coins.
    case amount
    /// The amount of coins that a swap brings.
    case receivedAmount = "received amount"
    /// The price of one coin.
    case price
    /// The fee.
    case fee
    /// The currency's code.
    case currency
    /// The coin's identifier.
    case coin
    /// The coin's symbol.
    case symbol
    /// The note.
    case note
    /// The time.
    case time
  }

  /// A number that must be more than zero is not.
  case notPositive(Field)
  /// A number that must not be negative is, or it is no number at all.
  case negative(Field)
  /// A number has more than 18 decimal places, or more than 18 digits before the point, or comes with others to more
  /// than 10²⁰.
  case outOfRange(Field)
  /// A text is empty.
  case empty(Field)
  /// A text is longer than so many bytes.
  case tooLong(Field, limit: Int)
  /// A text holds control characters, or a currency's code something else than 2 to 12 letters or digits.
  case malformed(Field)
  /// There is a fee but no price, so that the fee's currency is unknown.
  case feeWithoutPrice
  /// A swap of a coin for itself.
  case sameCoin
  /// A time that has not come yet.
  case future
  /// A time before 1970 or after 9999, or more than a day ahead.
  case impossibleTime
}

extension InvalidEntry: CustomStringConvertible {
  /// A sentence that says what is wrong and how it should be.
  public var description: String {
    switch self {
    case .notPositive(let field): "The \(field.rawValue) has to be more than zero."
    case .negative(let field): "The \(field.rawValue) has to be zero or more."
    case .outOfRange(let field):
      "The \(field.rawValue) is too large or too fine: at most 18 digits before and 18 after the decimal point."
    case .empty(let field): "The \(field.rawValue) is missing."
    case .tooLong(let field, let limit): "The \(field.rawValue) is too long: at most \(limit) bytes."
    case .malformed(.currency): "The currency has to be a code of 2 to 12 letters or digits, such as aud."
    case .malformed(let field): "The \(field.rawValue) must not hold control characters."
    case .feeWithoutPrice: "A fee needs a price, which says in which currency it is."
    case .sameCoin: "A swap needs two different coins."
    case .future: "The time has not come yet: it has to be now or before."
    case .impossibleTime: "The time has to be between 1970 and tomorrow."
    }
  }
}

extension InvalidEntry {
  /// The description as a part of a sentence: without a capital at its beginning and a stop at its end.
  var clause: String {
    let text = description
    return text.prefix(1).lowercased() + text.dropFirst().dropLast()
  }
}
