import Components

/// A menu of the currencies of a source, over a screen.
struct CurrencyMenu {
  enum Reaction {
    case ignored, handled, closed
    case chosen(CurrencyCode)
  }

  static let target = "markets.currencies"

  private let currencies: [CurrencyCode]
  private var list: ListState

  init(_ currencies: [CurrencyCode], selected: CurrencyCode) {
    self.currencies = currencies
    list = ListState(selection: currencies.firstIndex(of: selected))
  }

  var selection: CurrencyCode? {
    list.selection.flatMap { currencies.indices.contains($0) ? currencies[$0] : nil }
  }

  mutating func handle(_ event: ScreenEvent) -> Reaction {
    let count = currencies.count
    switch event {
    case .key(let press): return list.handle(press, count: count, page: count) ? .handled : .ignored
    case .click(Self.target, let row?, _, _):
      list.selection = row
      return selection.map { .chosen($0) } ?? .handled
    case .scroll(_, _, let rows):
      list.moveSelection(by: rows.signum(), count: count)
      return .handled
    case .click: return .closed
    case .paste, .drag: return .ignored
    }
  }

  func over(_ page: any Widget, height: Int) -> any Widget {
    let menu = SectionedList(count: currencies.count, state: list, target: Self.target) { row in
      ListRow(StyledText(currencies[row].code))
    }
    let box = Panel(menu.framed(width: 16, height: min(currencies.count, max(height - 4, 1))), title: "Currency")
    return Overlay(page, top: box, alignment: .center, dimsBase: true, isModal: true)
  }
}

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
  var currencyMenu: CurrencyMenu? { get set }
  var currencyModel: any CurrencyShowing { get }
  /// Stores the choice and applies it to all screens; `nil` where there is only this one.
  var chooseCurrency: (@MainActor (CurrencyCode) -> Void)? { get }
}

extension CurrencyChoosing {
  var currencyKey: KeyBinding {
    KeyBinding(.character("c"), label: "currency", explanation: "Choose the currency of all screens") { [self] in
      currencyMenu = CurrencyMenu(currencyModel.capabilities.currencies, selected: currencyModel.currency)
    }
  }

  var currencyMenuKeys: KeyMap {
    KeyMap(
      "Currency",
      [
        KeyBinding(KeyPress(.enter), label: "choose", explanation: "Show all amounts in this currency") { [self] in
          if let selection = currencyMenu?.selection { take(selection) }
        },
        KeyBinding(KeyPress(.escape), label: "cancel", explanation: "Keep the currency") { [self] in
          currencyMenu = nil
        },
      ]
    )
  }

  func handleCurrencyMenu(_ event: ScreenEvent) -> Bool {
    switch currencyMenu?.handle(event) ?? .ignored {
    case .ignored: return false
    case .handled: break
    case .closed: currencyMenu = nil
    case .chosen(let currency): take(currency)
    }
    return true
  }

  private func take(_ currency: CurrencyCode) {
    currencyMenu = nil
    if let chooseCurrency { chooseCurrency(currency) } else { currencyModel.setCurrency(currency) }
  }
}

extension CoinListViewModel: CurrencyShowing {}
extension CoinDetailViewModel: CurrencyShowing {}
extension PortfolioViewModel: CurrencyShowing {}
extension AlertsViewModel: CurrencyShowing {}
