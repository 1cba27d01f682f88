import Components
import Foundation
import Portfolio

struct CoinFigures {
  private let coin: Coin
  private let currency: CurrencyCode
  private let hasEUR: Bool
  private let theme: Theme
  private let glyphs: GlyphSet

  init(_ coin: Coin, currency: CurrencyCode, hasEUR: Bool, theme: Theme, glyphs: GlyphSet = .unicode) {
    self.coin = coin
    self.currency = currency
    self.hasEUR = hasEUR
    self.theme = theme
    self.glyphs = glyphs
  }

  /// Returns the figures.
  ///
  /// A price in another currency is shown with its own age if its time differs from the main price's time.
  func group(hasName: Bool, provenance: Provenance, now: Date) -> DescribedTextGroup {
    DescribedTextGroup(items(hasName: hasName, provenance: provenance, now: now))
  }

  /// Returns the figures in as many side-by-side columns as the width allows.
  func grid(width: Int, provenance: Provenance, now: Date) -> any Widget {
    let count = width >= 96 ? 3 : width >= 58 ? 2 : 1
    let all = items(hasName: false, isShort: count > 1, provenance: provenance, now: now)
    guard count > 1 else { return DescribedTextGroup(all) }
    let gap = 2
    let rows = (all.count + count - 1) / count
    let columns = (0..<count).map { column -> any Widget in
      let items = all[min(column * rows, all.count)..<min((column + 1) * rows, all.count)]
      return DescribedTextGroup(Array(items)).framed(width: (width - gap * (count - 1)) / count)
    }
    return HStack(spacing: gap, children: columns)
  }

  private func items(hasName: Bool, isShort: Bool = false, provenance: Provenance, now: Date) -> [DescribedText] {
    let asOf = coin.prices.quote(in: currency)?.time ?? provenance.asOf
    let age = RelativeAge.text(of: asOf, now: now)
    func dated(_ price: StyledText, in currency: CurrencyCode) -> StyledText {
      guard let time = coin.prices.quote(in: currency)?.time else { return price }
      let other = RelativeAge.text(of: time, now: now)
      return other == age || isShort ? price : price + StyledText(" (\(other))", theme.typography.caption)
    }
    let formatter = PriceFormatter(currency)
    let cells = CoinCells(currency, theme: theme, glyphs: glyphs)
    let figures = coin.figures
    var items: [DescribedText] = []
    func add(_ title: String, _ value: StyledText?) {
      if let value { items.append(DescribedText(title, value)) }
    }
    func amount(_ title: String, _ value: Decimal?) { add(title, value.map { StyledText(formatter.compact($0)) }) }
    func price(_ title: String, _ value: Decimal?) { add(title, value.map { StyledText(formatter.price($0)) }) }
    func change(_ title: String, _ value: Decimal?) { add(title, value.map { cells.change($0) }) }
    func count(_ title: String, _ value: Decimal?) {
      add(title, value.map { StyledText("\(formatter.compactCount($0)) \(coin.shownSymbol)") })
    }
    if hasName {
      add("Coin", StyledText("\(coin.shownName) (\(coin.shownSymbol))", .bold))
      add("Price (\(currency))", cells.price(coin))
    }
    if currency != .usd, let usd = coin.prices[.usd] {
      add("Price (USD)", dated(StyledText(PriceFormatter(.usd).price(usd)), in: .usd))
    }
    if hasEUR, currency != .eur {
      add(
        "Price (EUR)",
        coin.prices[.eur].map { dated(StyledText(PriceFormatter(.eur).price($0)), in: .eur) } ?? Self.noEUR
      )
    }
    if hasName { change("Change 24 h", figures.change24h) }
    change("Change 1 h", figures.change1h)
    change("Change 7 d", figures.change7d)
    add("Rank", coin.rank.map { StyledText("\($0)") })
    amount("Market cap", figures.marketCap)
    amount("Fully diluted", figures.fullyDilutedValuation)
    amount("Volume 24 h", figures.volume)
    price("High 24 h", figures.high24h)
    price("Low 24 h", figures.low24h)
    count("In circulation", figures.circulatingSupply)
    count("Total supply", figures.totalSupply)
    count("Maximum supply", figures.maximumSupply)
    add("All-time high", figures.allTimeHigh.map { extreme($0, formatter, hasDate: !isShort) })
    add("All-time low", figures.allTimeLow.map { extreme($0, formatter, hasDate: !isShort) })
    if !coin.tags.isEmpty {
      add("Tags", StyledText(coin.tags.map(\.shownName).joined(separator: ", ")))
    }
    let isStale = provenance.isStale(asOf, at: now)
    // Omit the age of current figures in a grid: the page's header shows it, and a grid has less room.
    if isStale || !isShort { add("As of", isStale ? StyledText(age, theme.typography.warning) : StyledText(age)) }
    return items
  }

  static let noEUR: StyledText = "no price in euros"

  private func extreme(_ extreme: MarketFigures.Extreme, _ formatter: PriceFormatter, hasDate: Bool) -> StyledText {
    guard hasDate else { return StyledText(formatter.price(extreme.price)) }
    return StyledText(
      formatter.price(extreme.price) + (extreme.date.map { " (\(ChartDates.day.string(of: $0)))" } ?? "")
    )
  }
}
