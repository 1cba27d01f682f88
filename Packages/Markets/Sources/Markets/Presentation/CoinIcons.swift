import Components
import Portfolio

/// Coin icons, which the user can turn off; an icon's space stays empty until the icon is loaded.
@MainActor
struct CoinIcons {
  /// Returns the store, or `nil` while icons are off; called for every frame, so a changed setting takes effect at once.
  private let store: @MainActor () -> ImageStore?

  init(_ store: @escaping @MainActor () -> ImageStore? = { nil }) { self.store = store }

  var areOn: Bool { store() != nil }

  /// Returns whether icons are drawn; without color, they would only be distracting.
  func areShown(in environment: RenderEnvironment) -> Bool { environment.hasColor && store() != nil }

  /// Returns a coin's icon, or its initial if the icon isn't loaded yet or doesn't exist.
  func icon(of coin: Coin, in place: ImageStore.Place, rows: Int = 1) -> any Widget {
    icon(at: coin.image, name: coin.shownName, symbol: coin.symbol, in: place, rows: rows)
  }

  func icon(at address: String?, name: String, symbol: String, in place: ImageStore.Place, rows: Int = 1)
    -> any Widget
  {
    let address = address.map { Self.address($0, in: place) }
    guard let image = store()?.image(at: address, in: place) else { return Avatar(symbol, rows: rows) }
    return ImageView(image, description: "Icon of \(name)")
  }

  /// The width of a cell that contains a mark and an icon, in columns.
  static let cellWidth = 3

  func cell(of coin: Coin, mark: StyledText) -> any Widget {
    HStack(spacing: 0, children: [Text(mark).framed(width: 1), icon(of: coin, in: .coinRows).framed(width: 2)])
  }

  /// Loads icons for visible coins, and cancels all other loads.
  func show(_ coins: [Coin], in place: ImageStore.Place) { show(addresses: coins.compactMap(\.image), in: place) }

  func show(addresses: [String], in place: ImageStore.Place) {
    store()?.show(addresses.map { Self.address($0, in: place) }, in: place)
  }

  // CoinGecko offers each icon with 250 ("large") and 50 pixels ("small"). The small file is enough for a row, and is
  // much faster to transfer and decode.
  private static func address(_ address: String, in place: ImageStore.Place) -> String {
    place.side <= 50 ? address.replacing("/large/", with: "/small/", maxReplacements: 1) : address
  }
}

extension ImageStore.Place {
  // Icons are decoration, so prices always load first.
  static let coinRows = Self("markets.rows", side: 32, urgency: .decoration)
  static let holdingRows = Self("markets.holdings", side: 32, urgency: .decoration)
  static let coinPage = Self("markets.page", side: 128, urgency: .decoration)
}

extension CoinListScreen {
  func hasIcons(width: Int, in environment: RenderEnvironment) -> Bool {
    // If the source has no icons or the list is narrow, names use these columns.
    width >= 60 && icons.areShown(in: environment) && model.table.items.contains { $0.image != nil }
  }

  func showIcons(height: Int) {
    var table = model.table
    table.reveal(height: height)
    icons.show(table.visibleRows(height: height).compactMap { table.item(at: $0) }, in: .coinRows)
  }
}

extension CoinDetailScreen {
  static let iconSize = Size(width: 6, height: 3)

  func hasIcon(size: Size, in environment: RenderEnvironment) -> Bool {
    guard let coin = model.content?.coin, coin.image != nil else { return false }
    return size.width >= 60 && size.height >= 20 && icons.areShown(in: environment)
  }

  func withIcon(_ lines: [any Widget]) -> any Widget {
    let lines = VStack(spacing: 0, children: lines)
    guard let coin = model.content?.coin else { return lines }
    let icon = icons.icon(of: coin, in: .coinPage, rows: Self.iconSize.height)
    return HStack(
      spacing: 2,
      children: [icon.framed(width: Self.iconSize.width, height: Self.iconSize.height), lines.priority(1)]
    )
  }
}

extension PortfolioScreen {
  func hasIcons(width: Int, in environment: RenderEnvironment) -> Bool {
    // If the source has no icons, figures use the space.
    width >= 60 && icons.areShown(in: environment) && model.images.values.contains { $0 != nil }
  }

  func icon(of row: HoldingFigures) -> any Widget {
    let symbol = row.coin.symbol.uppercased().sanitized(.singleLine)
    return icons.icon(at: model.images[row.id] ?? nil, name: symbol, symbol: symbol, in: .holdingRows)
  }

  func showIcons() {
    guard icons.areOn, let rows = model.content?.rows, !rows.isEmpty else { return }
    model.loadImages()
    icons.show(addresses: rows.prefix(100).compactMap { model.images[$0.id] ?? nil }, in: .holdingRows)
  }
}
