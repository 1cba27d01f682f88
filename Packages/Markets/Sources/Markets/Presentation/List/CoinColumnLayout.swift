import Components

/// What the cells of a table are made with.
struct CoinColumnContext {
  let cells: CoinCells
  let favorites: Set<CoinID>
  let environment: RenderEnvironment
}

/// A column of the list of coins: how wide it is, what it sorts by, what is in it.
@MainActor
struct CoinColumnLayout {
  let column: TableColumn
  /// What a click on the heading sorts by.
  let sorts: CoinColumn?
  let cell: @MainActor (Coin, CoinColumnContext) -> StyledText

  /// The columns; where there is little room the last ones of the lowest priority go first.
  static func columns(
    currency: CurrencyCode,
    hasFigures: Bool,
    includesEUR: Bool,
    hasTags: Bool
  ) -> [CoinColumnLayout] {
    var columns = [mark]
    if hasFigures { columns.append(rank) }
    columns += [name, price(currency)]
    if includesEUR { columns.append(eur) }
    if hasFigures { columns += [change, cap, volume, week] }
    if hasTags { columns.append(tags) }
    return columns
  }

  private static var mark: CoinColumnLayout {
    CoinColumnLayout(column: TableColumn("", width: .fixed(1), priority: 3), sorts: nil) { coin, context in
      guard context.favorites.contains(coin.id) else { return StyledText() }
      let sign = context.environment.glyphs == .ascii ? "*" : "★"
      return StyledText(sign, context.environment.theme.typography.warning)
    }
  }

  private static var rank: CoinColumnLayout {
    let column = TableColumn(
      "#",
      width: LengthRange(minimum: 2, ideal: 3, maximum: 4),
      alignment: .trailing,
      priority: 2
    )
    return CoinColumnLayout(column: column, sorts: .rank) { coin, context in context.cells.rank(coin) }
  }

  private static var name: CoinColumnLayout {
    let column = TableColumn("Coin", width: LengthRange(minimum: 8, ideal: 22, maximum: 32), priority: 9)
    return CoinColumnLayout(column: column, sorts: .name) { coin, context in context.cells.name(coin) }
  }

  private static func price(_ currency: CurrencyCode) -> CoinColumnLayout {
    let width = LengthRange(minimum: 11, ideal: 13, maximum: 18)
    let column = TableColumn("Price \(currency)", width: width, alignment: .trailing, priority: 8)
    return CoinColumnLayout(column: column, sorts: .price) { coin, context in context.cells.price(coin) }
  }

  private static var eur: CoinColumnLayout {
    let width = LengthRange(minimum: 10, ideal: 12, maximum: 18)
    let column = TableColumn("EUR", width: width, alignment: .trailing, priority: 6)
    return CoinColumnLayout(column: column, sorts: .eur) { coin, context in context.cells.eur(coin) }
  }

  private static var change: CoinColumnLayout {
    let column = TableColumn(
      "24 h",
      width: LengthRange(minimum: 9, ideal: 10, maximum: 12),
      alignment: .trailing,
      priority: 7
    )
    return CoinColumnLayout(column: column, sorts: .change) { coin, context in
      context.cells.change(coin.figures.change24h)
    }
  }

  private static var cap: CoinColumnLayout {
    let column = TableColumn(
      "Cap",
      width: LengthRange(minimum: 8, ideal: 9, maximum: 14),
      alignment: .trailing,
      priority: 5
    )
    return CoinColumnLayout(column: column, sorts: .cap) { coin, context in
      context.cells.compact(coin.figures.marketCap)
    }
  }

  private static var volume: CoinColumnLayout {
    let column = TableColumn(
      "Volume",
      width: LengthRange(minimum: 8, ideal: 9, maximum: 14),
      alignment: .trailing,
      priority: 3
    )
    return CoinColumnLayout(column: column, sorts: .volume) { coin, context in
      context.cells.compact(coin.figures.volume)
    }
  }

  private static var week: CoinColumnLayout {
    let column = TableColumn("7 days", width: .fixed(10), priority: 4)
    return CoinColumnLayout(column: column, sorts: nil) { coin, context in
      context.cells.sparkline(coin.sparkline, width: 10)
    }
  }

  private static var tags: CoinColumnLayout {
    let column = TableColumn("Tags", width: LengthRange(minimum: 9, ideal: 23, maximum: 26), priority: 1)
    return CoinColumnLayout(column: column, sorts: nil) { coin, context in
      context.cells.tags(coin, hasColor: context.environment.hasColor)
    }
  }
}
