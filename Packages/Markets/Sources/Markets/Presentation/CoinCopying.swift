import Components

extension ScreenEffects {
  /// Offers text about coins for copying: individual values for one coin, or one line per coin for several coins.
  func copy(from coins: [Coin], _ currency: CurrencyCode) {
    func price(_ coin: Coin) -> String? { coin.prices[currency].map { "\($0)" } }
    guard coins.count != 1 else {
      let coin = coins[0]
      return copy(from: [
        ("Price", price(coin)), ("Name", coin.name), ("Symbol", coin.symbol), ("ID", coin.id.description),
      ])
    }
    let lines = coins.map { "\($0.symbol)\t\($0.name)\t\(price($0) ?? "")\t\(currency.code)" }
    let columns: [(String, [String])] = [
      ("Symbols, names and prices", lines), ("Prices", coins.map { price($0) ?? "" }), ("Names", coins.map(\.name)),
      ("Symbols", coins.map(\.symbol)), ("IDs", coins.map(\.id.description)),
    ]
    choose(
      "Copy \(coins.count) coins",
      among: columns.map { title, texts in
        KeyChoice(title) { [weak self] in self?.copy(texts.joined(separator: "\n")) }
      }
    )
  }

  func copy(from texts: [(title: String, text: String?)]) {
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
