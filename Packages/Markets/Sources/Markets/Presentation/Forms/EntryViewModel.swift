import Basics
import Components
import Foundation
import Observation
import Portfolio

/// The state and actions for the form that records a ledger entry.
///
/// The form suggests the current price or, for a past date, the price from the coin's chart. Only the latest load's
/// result is used.
@MainActor
@Observable
final class EntryViewModel {
  struct ChosenCoin: Sendable {
    let reference: CoinReference
    /// The current price in the form's currency, if known, and its time.
    var price: Decimal?
    var asOf: Date?

    init(reference: CoinReference) { self.reference = reference }

    init(_ coin: Coin, _ currency: CurrencyCode, asOf: Date) {
      reference = CoinReference(coin)
      price = coin.prices[currency]
      self.asOf = coin.prices.quote(in: currency)?.time ?? asOf
    }
  }

  enum Proposal: Sendable {
    case none
    case loading
    case current(Decimal, asOf: Date)
    case past(HistoricalPrice)
    case missing(String)
  }

  var form: EntryForm?
  var suggestions = CoinSuggestions()
  var proposal = Proposal.none
  var isSubmitting = false
  private(set) var coins: [EntryForm.Field: ChosenCoin] = [:]
  private var snapshot: LedgerSnapshot?

  @ObservationIgnored let source: String
  @ObservationIgnored let timeZone: TimeZone
  @ObservationIgnored let now: @Sendable () -> Date

  @ObservationIgnored let ledger: any LedgerStoring
  @ObservationIgnored let repository: any MarketsRepository
  @ObservationIgnored private var candidates: [Coin] = []
  @ObservationIgnored private var candidatesAsOf = Date.distantPast
  /// The number of the open form, increased whenever a form opens.
  @ObservationIgnored private(set) var number = 0
  /// The coin and the time for which a price was suggested.
  @ObservationIgnored var proposed: (coin: String, time: Date?)?
  @ObservationIgnored let latestPrice = LatestLoad()
  @ObservationIgnored private let latestCandidates = LatestLoad()
  @ObservationIgnored private let latestSnapshot = LatestLoad()

  init(
    ledger: any LedgerStoring,
    repository: any MarketsRepository,
    timeZone: TimeZone,
    now: @escaping @Sendable () -> Date
  ) {
    self.ledger = ledger
    self.repository = repository
    self.timeZone = timeZone
    self.now = now
    source = repository.capabilities.name
  }

  var hasInput: Bool {
    guard let form else { return false }
    let hasChosen = !form.isReplacing && form.state.fields.contains { $0.isCoin && coins[$0] != nil }
    return hasChosen || form.state.hasInput
  }

  /// The held amount of the form's coin; `nil` until the ledger is read.
  var held: Decimal? {
    guard let coin = coins[.coin]?.reference else { return nil }
    return snapshot?.amount(ofCoin: coin.id)
  }

  // MARK: Opening

  /// Opens the form for an action with a coin, and fills in the past price and its time if given.
  func open(
    _ action: CoinAction,
    _ coin: Coin,
    asOf: Date,
    currency: CurrencyCode,
    at past: HistoricalPrice? = nil
  ) {
    begin(EntryForm(action, currency: currency.code, timeZone: timeZone, now: now))
    coins[.coin] = ChosenCoin(coin, currency, asOf: asOf)
    if let past { propose(past) } else { updateProposal() }
  }

  /// Opens the form for an action with a held coin; `price` is `nil` if the current price is unknown.
  func open(_ action: CoinAction, _ coin: CoinReference, price: Decimal?, asOf: Date?, currency: CurrencyCode) {
    begin(EntryForm(action, currency: currency.code, timeZone: timeZone, now: now))
    var chosen = ChosenCoin(reference: coin)
    (chosen.price, chosen.asOf) = (price, asOf)
    coins[.coin] = chosen
    updateProposal()
  }

  func open(currency: CurrencyCode) { begin(EntryForm(currency: currency.code, timeZone: timeZone, now: now)) }

  func edit(_ entry: LedgerEntry, currency: CurrencyCode) {
    guard let form = EntryForm(replacing: entry, currency: currency.code, timeZone: timeZone, now: now) else { return }
    begin(form)
    let fields = ActivityFields(of: entry)
    coins[.coin] = fields.coin.map { ChosenCoin(reference: $0) }
    coins[.otherCoin] = fields.toCoin.map { ChosenCoin(reference: $0) }
    updateProposal()
  }

  func close() {
    number += 1
    form = nil
    suggestions = CoinSuggestions()
    coins = [:]
    proposal = .none
    proposed = nil
    latestPrice.cancel()
    latestCandidates.cancel()
  }

  private func begin(_ form: EntryForm) {
    close()
    self.form = form
    let (number, ledger) = (number, ledger)
    // Without a snapshot, the held amount isn't shown, and recording reports the failure.
    latestSnapshot.start {
      let snapshot = await performBlocking { try? ledger.snapshot() }
      if number == self.number { self.snapshot = snapshot }
    }
    guard let currency = CurrencyCode(form.currency) else { return }
    latestCandidates.start { await self.loadCandidates(currency) }
  }

  /// Loads the coins with the highest market cap; if that fails, a coin is looked up when the user leaves its field.
  private func loadCandidates(_ currency: CurrencyCode) async {
    let load = latestCandidates.begin()
    let page = try? await repository.coins(CoinQuery(currency: currency, pageSize: 250))
    guard let page, latestCandidates.isLatest(load) else { return }
    (candidates, candidatesAsOf) = (page.coins, page.provenance.asOf)
    updateMatches()
  }

  /// Waits until no price, coin list or ledger is loading.
  func settle() async {
    await latestSnapshot.settle()
    await latestPrice.settle()
    await latestCandidates.settle()
  }

  // MARK: Coins

  /// Finds coins for the text in the selected field, unless the field's coin has already been chosen.
  private func updateMatches() {
    guard let form, form.state.selected.isCoin, coins[form.state.selected] == nil else {
      suggestions = CoinSuggestions()
      return
    }
    suggestions = CoinSuggestions(form.state.word(form.state.selected), in: candidates)
  }

  func takeSuggestion() {
    guard let field = form?.state.selected, let coin = suggestions.choice else { return }
    choose(coin, for: field, asOf: candidatesAsOf)
    form?.move(by: 1)
    updateMatches()
  }

  private func choose(_ coin: Coin, for field: EntryForm.Field, asOf: Date) {
    guard let currency = form?.currency else { return }
    coins[field] = CurrencyCode(currency).map { ChosenCoin(coin, $0, asOf: asOf) }
    form?.fill(field, with: coin.shownName)
    // The coin that was looked up and the suggestions can belong to different fields.
    if form?.state.selected == field { suggestions = CoinSuggestions() }
    if field == .coin { updateProposal() }
  }

  /// Looks up a typed coin in the source, and returns whether the field's coin is known.
  ///
  /// On failure, the field shows the error and, in the foreground, gets the focus. Results for older text are ignored.
  func lookUp(_ field: EntryForm.Field, isInBackground: Bool = false) async -> Bool {
    guard let form, let currency = CurrencyCode(form.currency) else { return false }
    let (number, word) = (number, form.state.word(field))
    do throws(MarketsError) {
      let page = try await repository.coin(word, CoinQuery(currency: currency))
      guard needsCoin(field, word, number) else { return number == self.number && coins[field] != nil }
      guard let coin = page.coins.first else { throw .coinNotFound(word, suggestions: []) }
      choose(coin, for: field, asOf: page.provenance.asOf)
      return true
    } catch {
      guard needsCoin(field, word, number) else { return number == self.number && coins[field] != nil }
      let problem = MarketsProblem(error, now: now())
      let message = [problem.message, problem.hint].compactMap { $0 }.joined(separator: " ")
      if isInBackground {
        self.form?.report(EntryForm.Problem(field: field, message: message))
      } else {
        self.form?.refuse(EntryForm.Problem(field: field, message: message))
      }
      return false
    }
  }

  private func needsCoin(_ field: EntryForm.Field, _ word: String, _ number: Int) -> Bool {
    number == self.number && coins[field] == nil && form?.state.word(field) == word
  }

  // MARK: Typing

  func handle(_ press: KeyPress) -> Bool {
    // The form can't be edited while its entry is being recorded.
    guard !isSubmitting else { return true }
    guard form?.handle(press) == true else { return false }
    didEdit()
    return true
  }

  func paste(_ text: String) {
    guard !isSubmitting else { return }
    form?.paste(text)
    didEdit()
  }

  func choose(_ action: CoinAction) {
    guard !isSubmitting else { return }
    form?.choose(action)
    repeatProposal()
  }

  private func didEdit() {
    guard let field = form?.state.selected else { return }
    if field == .action { repeatProposal() }
    if field.isCoin { coins[field] = nil }
    updateMatches()
    updateProposal()
  }

  func move(by distance: Int) { leave { $0?.move(by: distance) } }

  func select(_ field: EntryForm.Field) { leave { $0?.select(field) } }

  /// Chooses the highlighted coin, or looks up the typed coin, before moving to another field.
  private func leave(_ move: (inout EntryForm?) -> Void) {
    guard !isSubmitting, let field = form?.state.selected else { return }
    if field.isCoin, coins[field] == nil, let coin = suggestions.choice {
      choose(coin, for: field, asOf: candidatesAsOf)
    }
    move(&form)
    updateMatches()
    guard field.isCoin, coins[field] == nil, form?.state.word(field).isEmpty == false else { return }
    Task { _ = await lookUp(field, isInBackground: true) }
  }
}
