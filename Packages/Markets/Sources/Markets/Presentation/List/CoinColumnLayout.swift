import Components

struct CoinColumnContext {
  let cells: CoinCells
  let favorites: Set<CoinID>
  let environment: RenderEnvironment
}

@MainActor
struct CoinColumnLayout {
  let column: TableColumn
  /// The sort order of a click on the heading.
  let sorts: CoinColumn?
  let cell: @MainActor (Coin, CoinColumnContext) -> StyledText

  /// The columns in order; narrow screens drop those of the lowest priority first.
  ///
  /// Icons share the first column with the mark of favorites.
  static func columns(
    hasIcons: Bool,
    currency: CurrencyCode,
    hasFigures: Bool,
    includesEUR: Bool,
    hasTags: Bool
  ) -> [CoinColumnLayout] {
    var columns = [mark(width: hasIcons ? CoinIcons.cellWidth : 1)]
    if hasFigures { columns.append(number("#", 2, 3, 4, priority: 2, sorts: .rank) { $1.cells.rank($0) }) }
    let name = TableColumn("Coin", width: LengthRange(minimum: 8, ideal: 22, maximum: 32), priority: 9)
    columns.append(CoinColumnLayout(column: name, sorts: .name) { $1.cells.name($0) })
    columns.append(number("Price \(currency)", 11, 13, 18, priority: 8, sorts: .price) { $1.cells.price($0) })
    if includesEUR { columns.append(number("EUR", 10, 12, 18, priority: 6, sorts: .eur) { $1.cells.eur($0) }) }
    if hasFigures {
      columns += [
        number("24 h", 9, 10, 12, priority: 7, sorts: .change) { $1.cells.change($0.figures.change24h) },
        number("Cap", 8, 9, 14, priority: 5, sorts: .cap) { $1.cells.compact($0.figures.marketCap) },
        number("Volume", 8, 9, 14, priority: 3, sorts: .volume) { $1.cells.compact($0.figures.volume) },
        CoinColumnLayout(column: TableColumn("7 days", width: .fixed(10), priority: 4), sorts: nil) {
          $1.cells.sparkline($0.sparkline, width: 10)
        },
      ]
    }
    if hasTags {
      let tags = TableColumn("Tags", width: LengthRange(minimum: 9, ideal: 23, maximum: 26), priority: 1)
      columns.append(
        CoinColumnLayout(column: tags, sorts: nil) { $1.cells.tags($0, hasColor: $1.environment.hasColor) }
      )
    }
    return columns
  }

  private static func mark(width: Int) -> CoinColumnLayout {
    CoinColumnLayout(column: TableColumn("", width: .fixed(width), priority: 3), sorts: nil) { coin, context in
      guard context.favorites.contains(coin.id) else { return StyledText() }
      let mark = context.environment.glyphs == .ascii ? "*" : "★"
      return StyledText(mark, context.environment.theme.typography.warning)
    }
  }

  private static func number(
    _ title: String,
    _ minimum: Int,
    _ ideal: Int,
    _ maximum: Int,
    priority: Int,
    sorts: CoinColumn,
    cell: @escaping @MainActor (Coin, CoinColumnContext) -> StyledText
  ) -> CoinColumnLayout {
    let width = LengthRange(minimum: minimum, ideal: ideal, maximum: maximum)
    let column = TableColumn(title, width: width, alignment: .trailing, priority: priority)
    return CoinColumnLayout(column: column, sorts: sorts, cell: cell)
  }
}
