import Components

struct CoinColumnContext {
  let cells: CoinCells
  let favorites: Set<CoinID>
  let environment: RenderEnvironment
}

@MainActor
struct CoinColumnLayout {
  let column: TableColumn
  let sorts: CoinColumn?
  let cell: @MainActor (Coin, CoinColumnContext) -> StyledText

  /// The minimum width for cells with units and full tag names, in columns.
  static let roomyWidth = 100

  /// Returns the column gap: 1, enough for the favorite mark, in narrow lists; otherwise `nil` (the theme's gap).
  static func gap(width: Int) -> Int? { width < 60 ? 1 : nil }

  /// The properties of a list's content that determine its columns.
  struct Content {
    let currency: CurrencyCode
    let hasFigures: Bool
    let includesEUR: Bool
    let hasTags: Bool
    let hasIcons: Bool
    /// The width of the widest price, which is never truncated.
    var priceWidth = 10
  }

  /// Returns the columns that fit the given width, in order; columns with the lowest priority are dropped first.
  ///
  /// Icons share the first column with the favorite mark. The currency is in the heading rather than in the prices.
  static func columns(of content: Content, width: Int) -> [CoinColumnLayout] {
    let isRoomy = width >= roomyWidth
    var columns = [mark(width: content.hasIcons ? CoinIcons.cellWidth : 1)]
    if content.hasFigures { columns.append(number("#", 3, 3, 5, priority: 5, sorts: .rank) { $1.cells.rank($0) }) }
    // Figures are omitted before names are truncated.
    let least = width < 40 ? 10 : width < 60 ? 13 : 14
    let name = TableColumn("Coin", width: LengthRange(minimum: least, ideal: 20, maximum: 30), priority: 9)
    columns.append(CoinColumnLayout(column: name, sorts: .name) { $1.cells.name($0) })
    columns.append(
      number(
        "\(content.currency)",
        content.priceWidth,
        content.priceWidth,
        content.priceWidth,
        priority: 8,
        sorts: .price
      ) {
        $1.cells.plainPrice($0)
      }
    )
    if content.includesEUR { columns.append(number("EUR", 10, 10, 14, priority: 6, sorts: .eur) { $1.cells.eur($0) }) }
    if content.hasFigures {
      columns.append(
        isRoomy
          ? number("24 h", 9, 10, 12, priority: 7, sorts: .change) { $1.cells.change($0.figures.change24h) }
          : number("24 h %", 7, 7, 9, priority: 7, sorts: .change) { $1.cells.shortChange($0.figures.change24h) }
      )
      if isRoomy {
        columns += [
          number("Cap", 8, 9, 12, priority: 3, sorts: .cap) { $1.cells.compact($0.figures.marketCap) },
          number("Volume", 8, 9, 12, priority: 2, sorts: .volume) { $1.cells.compact($0.figures.volume) },
        ]
      }
      let days = isRoomy ? 12 : width < 60 ? 6 : 8
      columns.append(
        CoinColumnLayout(column: TableColumn("7 days", width: .fixed(days), priority: 4), sorts: nil) {
          $1.cells.sparkline($0.sparkline, width: days)
        }
      )
      if !isRoomy {
        columns.append(number("Cap", 8, 9, 12, priority: 2, sorts: .cap) { $1.cells.compact($0.figures.marketCap) })
        columns.append(number("Volume", 8, 9, 12, priority: 1, sorts: .volume) { $1.cells.compact($0.figures.volume) })
      }
    }
    if content.hasTags { columns.append(tags(isRoomy: isRoomy)) }
    return columns
  }

  /// Returns the tag column, with full tag names if there is enough room and first letters otherwise.
  private static func tags(isRoomy: Bool) -> CoinColumnLayout {
    let width = isRoomy ? LengthRange(minimum: 18, ideal: 18, maximum: 24) : LengthRange.fixed(4)
    let column = TableColumn("Tags", width: width, priority: 3)
    return CoinColumnLayout(column: column, sorts: nil) { coin, context in
      let words = context.cells.tags(coin)
      let fits = isRoomy && context.environment.width(of: words) <= width.minimum
      return fits ? words : context.cells.shortTags(coin)
    }
  }

  private static func mark(width: Int) -> CoinColumnLayout {
    CoinColumnLayout(column: TableColumn("", width: .fixed(width), priority: 6), sorts: nil) { coin, context in
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
