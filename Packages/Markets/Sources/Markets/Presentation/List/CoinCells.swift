import Components
import Foundation

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

  /// Returns the symbol, followed by the name if it differs.
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

  /// Returns a change without a sign or unit.
  ///
  /// A mark shows the direction, and the heading shows the unit.
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

  /// Returns the price without its currency, which the heading shows.
  func plainPrice(_ coin: Coin) -> StyledText {
    StyledText(formatter.plainPrice(coin.prices[formatter.currency]), .bold)
  }

  func tags(_ coin: Coin) -> StyledText {
    StyledText(coin.tags.map(\.shownName).joined(separator: " "), theme.typography.caption)
  }

  /// Returns the tags' first letters, such as `D W`.
  func shortTags(_ coin: Coin) -> StyledText {
    let letters = coin.tags.map { $0.shownName.prefix(1).uppercased() }
    return StyledText(letters.joined(separator: " "), theme.typography.caption)
  }

  /// The changes, relative to the first price, at which the sparkline moves by one block.
  ///
  /// All coins have the same thresholds, so a stable coin looks stable. The distances between thresholds increase, so
  /// both calm and volatile weeks have a visible shape.
  static let sparklineSteps = [0.005, 0.025, 0.075, 0.2]

  /// Returns a sparkline for the prices over seven days, colored by their direction.
  ///
  /// The first price is at middle height, and each block represents the last price in its period.
  func sparkline(_ prices: [Double], width: Int) -> StyledText {
    let finite = prices.filter(\.isFinite)
    guard let first = finite.first, let last = finite.last else { return StyledText() }
    // If there is no first price, the average is in the middle.
    let middle = first == 0 ? finite.reduce(0) { $0 + $1 / Double(finite.count) } : first
    let count = min(max(width, 0), prices.count)
    let levels = (0..<count).map { column -> Double in
      let part = prices[(column * prices.count / count)..<((column + 1) * prices.count / count)]
      guard let price = part.last(where: \.isFinite) else { return .nan }
      let change = middle == 0 ? 0 : (price - middle) / abs(middle)
      // The difference between two finite prices can be infinite.
      guard !change.isNaN else { return .nan }
      return Double(change.sign == .minus ? -1 : 1) * Double(Self.sparklineSteps.count { abs(change) >= $0 })
    }
    return Sparkline(levels, range: -4...3, tone: last < first ? .negative : .positive)
      .text(width: width, glyphs: glyphs, palette: theme.palette)
  }
}

/// Names from services, sanitized for a single terminal line. JSON documents contain the original names.
extension Coin {
  var shownName: String { name.sanitized(.singleLine) }

  var shownSymbol: String { symbol.sanitized(.singleLine) }
}

extension CoinTag {
  var shownName: String { name.sanitized(.singleLine) }
}
