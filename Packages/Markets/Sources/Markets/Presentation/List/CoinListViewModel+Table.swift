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

  func applyFavourites() {
    var filter = listing.filter
    filter.ids = showsOnlyFavourites ? favourites : nil
    show(filter)
  }

  func loadFavourites() {
    guard let favouritesStore else { return }
    do {
      favourites = try favouritesStore.load()
      applyFavourites()
    } catch {
      onTrouble?("The marks can't be read: \(error)")
    }
  }
}
