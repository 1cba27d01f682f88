import Components

/// The rows: filtered, sorted and marked.
extension CoinListViewModel {
  var ordering: ListOrdering<Row> {
    let positions = listing.positions
    return ListOrdering(by: { positions.indices.contains($0.index) ? positions[$0.index] : nil })
  }

  var filter: ListFilter<CoinID> { listing.filter.isOpen ? .all : .indices(listing.rows) }

  func show(_ filter: CoinFilter) {
    listing.show(filter)
    table.setFilter(self.filter)
  }

  func applyFavorites() {
    var filter = listing.filter
    filter.ids = showsOnlyFavorites ? favorites : nil
    show(filter)
  }

  func loadFavorites() {
    guard let favoritesStore else { return }
    do {
      favorites = try favoritesStore.load()
      applyFavorites()
    } catch {
      onTrouble?("The marks can't be read: \(error)")
    }
  }
}
