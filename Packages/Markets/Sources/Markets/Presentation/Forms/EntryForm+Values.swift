import Basics
import Foundation
import Portfolio

extension EntryForm {
  struct Values: Hashable, Sendable {
    let amount: Decimal
    /// The amount of the second coin in a swap; 0 for other actions.
    let otherAmount: Decimal
    /// The price of one coin; `nil` if the field was left empty.
    let price: Decimal?
    let fee: Decimal
    /// The time of the entry; `nil` for the current time.
    let time: Date?
    let note: String?
  }

  struct Problem: Error, Hashable, Sendable {
    let field: Field
    /// A sentence that describes the expected value.
    let message: String
  }

  var needsPrice: Bool { action == .buy || action == .sell }

  /// Returns the values, or throws the first invalid field's error.
  func values() throws(Problem) -> Values {
    for field in state.fields {
      if let message = problem(of: field) ?? missing(field) { throw Problem(field: field, message: message) }
    }
    let note = state.word(.note)
    return Values(
      amount: number(.amount) ?? 0,
      otherAmount: action == .swap ? number(.otherAmount) ?? 0 : 0,
      price: isTotalLeading ? priceOfTotal : number(.price),
      fee: number(.fee) ?? 0,
      time: try enteredTime(),
      note: note.isEmpty ? nil : note
    )
  }

  func number(_ field: Field) -> Decimal? { TypedDecimal.number(state.word(field)) }

  /// Returns the advice for a field with an invalid number, with an example such as `1250.50`.
  private func advice(_ field: Field, _ fallback: String) -> String {
    TypedDecimal.problem(in: state.word(field)) ?? fallback
  }

  private static var amountAdvice: String { "Enter a number above zero, such as \(TypedDecimal.example("0.25"))." }

  /// Returns a field's error as a sentence that describes the expected value; `nil` for valid and empty fields.
  func problem(of field: Field) -> String? {
    if field == .date {
      do throws(Problem) {
        _ = try enteredTime()
        return nil
      } catch {
        return error.message
      }
    }
    guard !state.word(field).isEmpty else { return nil }
    switch field {
    case .amount, .otherAmount: return (number(field) ?? 0) > 0 ? nil : advice(field, Self.amountAdvice)
    case .total, .price:
      let isCalculated = isTotalLeading == (field == .price)
      let example = TypedDecimal.example("1250.50")
      return isCalculated || number(field) != nil ? nil : advice(field, "Enter a number such as \(example).")
    case .fee:
      return number(.fee) == nil ? advice(.fee, "Enter a number such as \(TypedDecimal.example("1.50")).") : nil
    case .action, .coin, .otherCoin, .date, .note: return nil
    }
  }

  private func missing(_ field: Field) -> String? {
    let isEmpty = state.word(field).isEmpty
    switch field {
    case .coin, .otherCoin: return isEmpty ? "Enter a name, symbol or ID." : nil
    case .amount, .otherAmount: return isEmpty ? Self.amountAdvice : nil
    case .price: return isEmpty && needsPrice ? "Enter the price of one coin." : nil
    case .fee:
      let needsCurrency = (number(.fee) ?? 0) > 0 && state.word(.price).isEmpty
      return needsCurrency ? "Also enter a price: the fee uses its currency." : nil
    case .action, .total, .date, .note: return nil
    }
  }

  /// Returns the entered time; `nil` for the current time.
  func enteredTime() throws(Problem) -> Date? {
    // The text has no seconds, so keep the entry's exact time as long as the text stays the same.
    if let original, !state.isEntered(.date) { return original.time }
    let word = state.word(.date)
    guard !word.isEmpty else { return nil }
    let now = now()
    let text: DateText
    do throws(DateText.ParsingError) {
      text = try DateText(RegionalFormat.current.dates.isoText(of: word) ?? word, now: now)
    } catch {
      throw Problem(field: .date, message: Self.advice(error))
    }
    guard let time = text.date(in: timeZone, now: now) else {
      throw Problem(field: .date, message: "Enter a time that exists in your time zone.")
    }
    guard time <= now else { throw Problem(field: .date, message: "Enter a time that isn't in the future.") }
    return time
  }

  private static func advice(_ error: DateText.ParsingError) -> String {
    if let suggestion = error.suggestion { return "Enter the date as \(suggestion)." }
    let day = exampleDay
    return "Enter a date such as \(day), \(day) 14:30, yesterday or -7d; \(error.reason)."
  }

  /// An example of a date in the current locale's format, which forms accept in addition to ISO 8601.
  static var exampleDay: String { RegionalFormat.current.dates.text(year: 2026, month: 1, day: 31) }
}
