import Components

/// A view model whose amounts are in one currency.
@MainActor
protocol CurrencyShowing: AnyObject {
  var capabilities: MarketsCapabilities { get }
  var currency: CurrencyCode { get }

  func setCurrency(_ currency: CurrencyCode)
}

/// A screen with a key for the currency of all screens.
@MainActor
protocol CurrencyChoosing: AnyObject {
  var effects: any ScreenEffects { get }
  var currencyModel: any CurrencyShowing { get }
  /// Stores the choice and applies it to all screens; `nil` where there is only this one.
  var chooseCurrency: (@MainActor (CurrencyCode) -> Void)? { get }
}

extension CurrencyChoosing {
  var currencyKey: KeyBinding {
    KeyBinding(.character("c"), label: "Currency", explanation: "Choose the currency of all screens") { [self] in
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
extension AlertsViewModel: CurrencyShowing {}
