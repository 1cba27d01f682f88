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
      case .rises: "rises"
      case .falls: "falls"
      }
    }

    /// Whether the threshold is a change in percent instead of a price.
    var isChange: Bool { self == .rises || self == .falls }

    static func parts(of condition: AlertCondition) -> (kind: Kind, limit: Decimal) {
      switch condition {
      case .above(let price): (.above, price)
      case .below(let price): (.below, price)
      case .rises(let percent, _): (.rises, percent)
      case .falls(let percent, _): (.falls, percent)
      }
    }
  }

  struct Request: Hashable, Sendable {
    let coin: String
    let condition: AlertCondition
    let currency: CurrencyCode
    let repetition: AlertRepetition
  }

  /// A coin's latest price in the form's currency.
  struct LatestPrice: Sendable {
    let quote: Quote
    /// The origin of the price, which determines how long the price counts as current.
    let provenance: Provenance

    func isCurrent(at now: Date) -> Bool {
      !provenance.isStale(quote.time, at: now)
    }
  }

  struct Problem: Error, Hashable {
    let field: Field
    let message: String
  }

  private(set) var state: FormState<Field>
  private(set) var kind = Kind.above
  private(set) var isOnce = false
  /// The ID of the coin chosen from the suggestions; `nil` once the coin's text is edited.
  private(set) var chosenCoin: String?
  /// The latest price of the form's coin, if known.
  private(set) var price: LatestPrice?
  /// The price currency, which is fixed when the form opens.
  let currency: CurrencyCode
  /// The alert that the form replaces; `nil` for a new alert.
  let original: PriceAlert?

  init(coin: String? = nil, currency: CurrencyCode) {
    self.currency = currency
    original = nil
    state = FormState(.coin, [.condition, .limit, .repetition], texts: coin.map { [.coin: $0] } ?? [:])
    if coin != nil { state.select(.limit) }
  }

  /// Creates a form for replacing an alert; `nil` if the alert's currency isn't known.
  init?(replacing alert: PriceAlert) {
    guard let currency = CurrencyCode(alert.request.currency) else { return nil }
    self.currency = currency
    original = alert
    let limit: Decimal
    (kind, limit) = Kind.parts(of: alert.request.condition)
    isOnce = alert.request.repetition == .once
    state = FormState(
      .coin,
      [.condition, .limit, .repetition],
      texts: [.coin: alert.request.coin.id, .limit: TypedDecimal.text(limit)]
    )
    state.select(.limit)
  }

  /// The coin's ID or the typed text; `nil` if the field is empty.
  var coin: String? { chosenCoin ?? (state.word(.coin).isEmpty ? nil : state.word(.coin)) }

  /// Whether the form contains input that would be lost by closing it.
  var hasInput: Bool {
    guard let original else { return state.hasInput || chosenCoin != nil }
    return state.hasInput || kind != Kind.parts(of: original.request.condition).kind
      || isOnce != (original.request.repetition == .once)
  }

  /// Whether the selected field is a text field, which receives typed characters.
  var isInText: Bool { state.selected == .coin || state.selected == .limit }

  mutating func move(by distance: Int) {
    check(state.selected)
    state.move(by: distance)
  }

  mutating func choose(_ index: Int) {
    if Kind.allCases.indices.contains(index) { kind = Kind.allCases[index] }
    state.select(.condition)
  }

  /// Selects a field; selecting a choice field again chooses its next value.
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

  /// Fills in a suggested coin.
  mutating func choose(_ coin: Coin) {
    state.suggest(coin.shownName, for: .coin)
    state.report(nil, at: .coin)
    chosenCoin = coin.id.description
    price = nil
  }

  /// Moves to the threshold, the only field without a default.
  mutating func selectLimit() { state.select(.limit) }

  /// Shows the latest price of the coin in the form, unless the coin has been edited.
  mutating func show(_ price: LatestPrice, of coin: String) {
    if state.word(.coin) == coin || chosenCoin == coin { self.price = price }
  }

  /// Removes an error as soon as the user corrects it; a new error isn't shown until the user leaves the field.
  private mutating func didEdit() {
    if state.selected == .coin { (chosenCoin, price) = (nil, nil) }
    for field in state.problems.keys { check(field) }
  }

  private mutating func check(_ field: Field) {
    let isWrong = field == .limit && !state.word(.limit).isEmpty && limit == nil
    state.report(isWrong ? limitAdvice : nil, at: field)
  }

  /// The entered threshold; `nil` unless it is a number above zero.
  private var limit: Decimal? { TypedDecimal.number(state.word(.limit)).flatMap { $0 > 0 ? $0 : nil } }

  private var limitAdvice: String {
    TypedDecimal.problem(in: state.word(.limit))
      ?? "Enter a number above zero, such as \(TypedDecimal.example("0.25"))."
  }

  /// Returns the form's alert request; the store performs the remaining validation.
  func request() throws(Problem) -> Request {
    let word = state.word(.coin)
    guard !word.isEmpty else { throw Problem(field: .coin, message: "Enter a name, symbol or ID.") }
    guard let condition else { throw Problem(field: .limit, message: limitAdvice) }
    return Request(coin: chosenCoin ?? word, condition: condition, currency: currency, repetition: repetition)
  }

  /// The entered condition; `nil` without a valid threshold.
  private var condition: AlertCondition? {
    limit.map { limit in
      switch kind {
      case .above: .above(limit)
      case .below: .below(limit)
      case .rises: .rises(percent: limit, since: baseline)
      case .falls: .falls(percent: limit, since: baseline)
      }
    }
  }

  /// Whether the condition holds at the latest price, so that the alert would be triggered immediately.
  private var holdsAlready: Bool {
    guard let price, let condition else { return false }
    let coin = CoinReference(id: coin ?? "", symbol: "")
    let request = AlertRequest(coin: coin, condition: condition, currency: currency.code, repetition: repetition)
    return request.holds(at: price.quote) ?? false
  }

  /// The baseline for a price change; editing an alert keeps its baseline.
  private var baseline: AlertBaseline {
    switch original?.request.condition {
    case .rises(_, let baseline), .falls(_, let baseline): baseline
    case .above, .below, nil: .day
    }
  }

  /// Returns the explanation of the threshold: the baseline for a price change, the latest price if known, and a warning
  /// if the condition already holds.
  func limitNote(now: Date, _ glyphs: GlyphSet) -> String {
    let parts = [kind.isChange ? baselineText : nil, price.map { priceText($0, now: now) }].compactMap { $0 }
    let text = parts.joined(separator: "; ")
    let note = text.prefix(1).uppercased() + text.dropFirst()
    return holdsAlready ? "\(glyphs.warningMark) \(note): condition already met" : note
  }

  /// Returns a price with the word `now`, or with its age if the price is no longer fresh.
  private func priceText(_ price: LatestPrice, now: Date) -> String {
    let money = MoneyText.namedMoney(price.quote.price, currency.code)
    if price.isCurrent(at: now) { return "now \(money)" }
    let isKnown = price.quote.age(at: now).isFinite
    return "\(money) \(isKnown ? RelativeAge.text(of: price.quote.time, now: now) : "of unknown age")"
  }

  /// The baseline for a price change, as text.
  private var baselineText: String {
    if case .price(let price) = baseline { return "Since \(MoneyText.namedMoney(price, currency.code))" }
    return "Within 24 hours"
  }

  private var repetition: AlertRepetition {
    guard !isOnce else { return .once }
    if let kept = original?.request.repetition, kept != .once { return kept }
    return .recurring()
  }
}
