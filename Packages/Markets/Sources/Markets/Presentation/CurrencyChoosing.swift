import Components

@MainActor
protocol CurrencyShowing: AnyObject {
  var capabilities: MarketsCapabilities { get }
  var currency: CurrencyCode { get }

  /// Switches back to the currency of the visible amounts, without loading, after a load in another one was cancelled.
  ///
  /// - Returns: The currency; `nil` if nothing changed.
  func restoreShownCurrency() -> CurrencyCode?

  func setCurrency(_ currency: CurrencyCode)
}

@MainActor
protocol CurrencyChoosing: AnyObject {
  var effects: any ScreenEffects { get }
  var currencyModel: any CurrencyShowing { get }
  /// The action that stores a currency for all screens; if `nil`, the currency changes only on this screen.
  var chooseCurrency: (@MainActor (CurrencyCode) -> Void)? { get }
}

extension CurrencyChoosing {
  /// Reverts a currency change whose load was cancelled.
  func restoreShownCurrency() {
    if let currency = currencyModel.restoreShownCurrency() { chooseCurrency?(currency) }
  }

  var currencyKey: KeyBinding {
    KeyBinding(.character("c"), label: "Currency", explanation: "Choose the currency") { [self] in
      let (model, chooseCurrency) = (currencyModel, chooseCurrency)
      let currencies = model.capabilities.currencies
      effects.choose(
        "Currency",
        among: currencies.map { currency in
          KeyChoice(currency.code) {
            if let chooseCurrency { chooseCurrency(currency) } else { model.setCurrency(currency) }
          }
        },
        selected: currencies.firstIndex(of: model.currency) ?? 0
      )
    }
  }
}

extension CoinListViewModel: CurrencyShowing {}
extension CoinDetailViewModel: CurrencyShowing {}
extension PortfolioViewModel: CurrencyShowing {}

extension AlertsViewModel: CurrencyShowing {
  /// Does nothing, because changing the currency doesn't start a load that could be cancelled.
  func restoreShownCurrency() -> CurrencyCode? { nil }
}
