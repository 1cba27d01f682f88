import Components
import Foundation

/// The cells of a coin in a table, on screen and printed alike.
struct CoinCells {
  private let formatter: PriceFormatter
  private let euro: PriceFormatter
  private let glyphs: GlyphSet
  private let theme: Theme

  init(_ currency: CurrencyCode, theme: Theme = .dark, glyphs: GlyphSet = .unicode) {
    formatter = PriceFormatter(currency)
    euro = PriceFormatter(.eur)
    self.glyphs = glyphs
    self.theme = theme
  }

  /// The symbol, and the name where it differs.
  func name(_ coin: Coin) -> StyledText {
    let symbol = StyledText(coin.shownSymbol, .bold)
    return coin.name == coin.symbol ? symbol : symbol + " " + StyledText(coin.shownName)
  }

  func rank(_ coin: Coin) -> StyledText { StyledText(coin.rank.map { "\($0)" } ?? "") }

  func price(_ coin: Coin) -> StyledText { StyledText(formatter.price(coin.prices[formatter.currency])) }

  func eur(_ coin: Coin) -> StyledText { StyledText(euro.price(coin.prices[.eur])) }

  func change(_ percent: Decimal?) -> StyledText {
    let text = formatter.percent(percent)
    // A change that rounds to zero has no direction.
    guard let percent, text.first == "+" || text.first == "-" else {
      return StyledText(text, theme.typography.caption)
    }
    let isRise = percent > 0
    let mark = isRise ? glyphs.upMark : glyphs.downMark
    return StyledText("\(mark) \(text)", isRise ? theme.typography.positive : theme.typography.negative)
  }

  func compact(_ amount: Decimal?) -> StyledText { StyledText(formatter.compact(amount)) }

  /// A change without sign and unit: the mark tells the direction, and a heading the unit.
  func shortChange(_ percent: Decimal?) -> StyledText {
    let text = formatter.percent(percent)
    guard let percent, let sign = text.first, sign == "+" || sign == "-" || sign == "−" else {
      return StyledText(formatter.number(percent), theme.typography.caption)
    }
    let isRise = percent > 0
    let number = formatter.number(abs(percent))
    return StyledText(
      "\(isRise ? glyphs.upMark : glyphs.downMark) \(number)",
      isRise ? theme.typography.positive : theme.typography.negative
    )
  }

  /// The price without its currency, which a heading names.
  func plainPrice(_ coin: Coin) -> StyledText {
    StyledText(formatter.plainPrice(coin.prices[formatter.currency]), .bold)
  }

  /// The tags as quiet words.
  func tags(_ coin: Coin) -> StyledText {
    StyledText(coin.tags.map(\.shownName).joined(separator: " "), theme.typography.caption)
  }

  /// The tags as their first letters, such as `D W`.
  func shortTags(_ coin: Coin) -> StyledText {
    let letters = coin.tags.map { $0.shownName.prefix(1).uppercased() }
    return StyledText(letters.joined(separator: " "), theme.typography.caption)
  }

  /// The changes since the first price, as shares of it, at which a sparkline is one block higher or lower.
  ///
  /// They are the same for every coin, so that a steady coin looks steady, and they grow, so that a calm week has a shape
  /// as well as a wild one.
  static let sparklineSteps = [0.005, 0.025, 0.075, 0.2]

  /// The prices of seven days as blocks, in the color of their direction; the first price is in the middle.
  ///
  /// A block stands for the last price of its part of the time.
  func sparkline(_ prices: [Double], width: Int) -> StyledText {
    let finite = prices.filter(\.isFinite)
    guard let first = finite.first, let last = finite.last else { return StyledText() }
    // Without a first price, the average is in the middle.
    let middle = first == 0 ? finite.reduce(0) { $0 + $1 / Double(finite.count) } : first
    let count = min(max(width, 0), prices.count)
    let levels = (0..<count).map { column -> Double in
      let part = prices[(column * prices.count / count)..<((column + 1) * prices.count / count)]
      guard let price = part.last(where: \.isFinite) else { return .nan }
      let change = middle == 0 ? 0 : (price - middle) / abs(middle)
      // Finite prices may be infinitely far apart.
      guard !change.isNaN else { return .nan }
      return Double(change.sign == .minus ? -1 : 1) * Double(Self.sparklineSteps.count { abs(change) >= $0 })
    }
    return Sparkline(levels, range: -4...3, tone: last < first ? .negative : .positive)
      .text(width: width, glyphs: glyphs, palette: theme.palette)
  }
}

/// Names from services, sanitized for one line of a terminal. JSON documents hold the originals.
extension Coin {
  var shownName: String { name.sanitized(.singleLine) }

  var shownSymbol: String { symbol.sanitized(.singleLine) }
}

extension CoinTag {
  var shownName: String { name.sanitized(.singleLine) }
}
