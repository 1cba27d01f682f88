import Components

extension ScreenEffects {
  /// Offers the texts of a coin that can be copied.
  func copy(from coin: Coin, _ currency: CurrencyCode) {
    let price = coin.prices[currency].map { "\($0)" }
    let texts = [("Price", price), ("Name", coin.name), ("Symbol", coin.symbol), ("Id", coin.id.description)]
    choose(
      "Copy",
      among: texts.compactMap { title, text in
        text.map { text in
          KeyChoice("\(title)  \(text.sanitized(.singleLine))") { [weak self] in self?.copy(text) }
        }
      }
    )
  }
}
