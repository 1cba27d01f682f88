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

  func rank(_ coin: Coin) -> StyledText { StyledText(coin.rank.map { "\($0)" } ?? "", theme.typography.caption) }

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

  /// The tags as small labels, blue behind them, or in brackets where there is no color.
  func tags(_ coin: Coin, hasColor: Bool) -> StyledText {
    guard hasColor else {
      return StyledText(coin.tags.map { "[\($0.shownName)]" }.joined(separator: " "))
    }
    let style = TextStyle(foreground: .hex(0xFFFFFF), background: .hex(0x1F5FBF))
    return coin.tags.map { StyledText(" \($0.shownName) ", style) }.joined(separator: " ")
  }

  /// The prices of seven days as blocks of different heights, in the color of their direction.
  func sparkline(_ prices: [Double], width: Int) -> StyledText {
    let finite = prices.filter(\.isFinite)
    guard let low = finite.min(), let high = finite.max(), width > 0 else { return StyledText() }
    let blocks = Array(glyphs == .unicode ? "▁▂▃▄▅▆▇█" : "_.:-=+*#")
    let columns = min(width, prices.count)
    var text = ""
    for column in 0..<columns {
      let value = prices[column * prices.count / columns]
      guard value.isFinite else {
        text += " "
        continue
      }
      // Finite prices may be infinitely far apart.
      let span = high - low
      let height = span > 0 && span.isFinite ? (value - low) / span : 0.5
      text.append(blocks[min(Int(height * Double(blocks.count)), blocks.count - 1)])
    }
    let isFalling = (finite.last ?? 0) < (finite.first ?? 0)
    return StyledText(text, isFalling ? theme.typography.negative : theme.typography.positive)
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
