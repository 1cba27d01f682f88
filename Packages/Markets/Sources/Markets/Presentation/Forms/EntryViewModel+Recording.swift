import Basics
import Components
import Foundation
import Portfolio

extension EntryViewModel {
  /// Records the entry.
  ///
  /// If the store refuses it, the form stays open and shows the reason.
  ///
  /// - Returns: The change; `nil` if the form stays open.
  func submit() async -> LedgerChange? {
    // Ignore a second Enter while the coin is being looked up or the entry is being written.
    guard !isSubmitting, form != nil else { return nil }
    isSubmitting = true
    defer { isSubmitting = false }
    for field in form?.state.fields ?? [] where field.isCoin && coins[field] == nil {
      guard form?.state.word(field).isEmpty == false else { continue }
      guard await lookUp(field) else { return nil }
    }
    guard let form else { return nil }
    if case .loading = proposal, form.takesProposals, form.state.word(.price).isEmpty, form.needsPrice {
      // The error disappears when the price arrives, so the focus stays in the user's field.
      self.form?.report(EntryForm.Problem(field: .price, message: Self.priceIsLoading))
      return nil
    }
    do throws(EntryForm.Problem) {
      let values = try form.values()
      return await record(try action(form, values), values, form)
    } catch {
      self.form?.refuse(error)
      return nil
    }
  }

  private func action(_ form: EntryForm, _ values: EntryForm.Values) throws(EntryForm.Problem) -> LedgerAction {
    guard let coin = coins[.coin]?.reference else {
      throw EntryForm.Problem(field: .coin, message: "Choose a coin.")
    }
    let (amount, fee) = (values.amount, values.fee)
    let price = values.price.map { UnitPrice($0, form.currency) }
    switch form.action {
    case .buy, .sell:
      guard let price else { throw EntryForm.Problem(field: .price, message: "Enter the price of one coin.") }
      let trade = Trade(coin: coin, amount: amount, price: price, fee: fee)
      return form.action == .buy ? .buy(trade) : .sell(trade)
    case .swap:
      guard let other = coins[.otherCoin]?.reference else {
        throw EntryForm.Problem(field: .otherCoin, message: "Choose a coin.")
      }
      return .swap(
        Swap(
          given: coin,
          givenAmount: amount,
          received: other,
          receivedAmount: values.otherAmount,
          price: price,
          fee: fee
        )
      )
    case .send: return .send(Transfer(coin: coin, amount: amount, price: price, fee: fee))
    case .receive: return .receive(Transfer(coin: coin, amount: amount, price: price, fee: fee))
    }
  }

  private func record(
    _ action: LedgerAction,
    _ values: EntryForm.Values,
    _ form: EntryForm
  ) async -> LedgerChange? {
    let (ledger, number) = (ledger, number)
    var snapshot: LedgerSnapshot?
    let recorded: UUID
    do throws(LedgerError) {
      (snapshot, recorded) = try await performBlocking { () throws(LedgerError) -> (LedgerSnapshot?, UUID) in
        if let original = form.original {
          let now = form.now()
          let entry = try ledger.replace(
            original.id,
            with: action,
            note: values.note,
            at: values.time ?? now,
            now: now
          )
          return (nil, entry.id)
        }
        let recording = try ledger.record(action, note: values.note, at: values.time)
        return (recording.snapshot, recording.entry.id)
      }
    } catch {
      // Close the form, because the entry is in the ledger. An open form would invite the user to record it again.
      if case .notConfirmed = error {
        if number == self.number { close() }
        return LedgerChange(message: error.description, tone: .warning)
      }
      if number == self.number { self.form?.refuse(error) }
      return nil
    }
    if number == self.number { close() }
    return LedgerChange(message: form.recordedText, tone: .positive, snapshot: snapshot) { () throws(LedgerError) in
      let current = try ledger.currentIDs(of: [recorded])
      if let original = form.original {
        try ledger.replace(
          current[0],
          with: original.action,
          note: original.note,
          at: original.time,
          now: form.now()
        )
      } else {
        try ledger.reverse(current)
      }
    }
  }
}

extension EntryForm.Field {
  var isCoin: Bool { self == .coin || self == .otherCoin }
}

extension EntryForm {
  fileprivate var recordedText: String {
    guard !isReplacing else { return "Entry changed." }
    return switch action {
    case .buy: "Purchase recorded."
    case .sell: "Sale recorded."
    case .swap: "Swap recorded."
    case .receive: "Receipt recorded."
    case .send: "Transfer recorded."
    }
  }

  /// Shows the ledger's refusal next to the field that caused it.
  fileprivate mutating func refuse(_ error: LedgerError) {
    guard case .refused(let refusal) = error else {
      problem = error.description
      return
    }
    switch refusal {
    case .invalid(let reason): refuse(Problem(field: reason.formField, message: "\(reason)"))
    case .insufficient, .insufficientThen: refuse(Problem(field: .amount, message: "\(refusal)"))
    default: problem = "\(refusal)"
    }
  }
}

extension InvalidEntry {
  fileprivate var formField: EntryForm.Field {
    switch self {
    case .notPositive(let field), .negative(let field), .outOfRange(let field), .empty(let field),
      .malformed(let field),
      .tooLong(let field, _):
      switch field {
      case .amount: .amount
      case .receivedAmount: .otherAmount
      case .price, .currency: .price
      case .fee: .fee
      case .coin, .symbol: .coin
      case .note: .note
      case .time: .date
      }
    case .feeWithoutPrice: .fee
    case .sameCoin: .otherCoin
    case .future, .impossibleTime: .date
    }
  }
}
