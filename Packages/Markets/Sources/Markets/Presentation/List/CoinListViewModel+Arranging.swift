import Basics
import Components

/// The filter, the order and the favorites of the list.
extension CoinListViewModel {
  /// Shows coins with a text in their name, symbol or id, and searches all coins of the source once typing pauses.
  func search(_ text: String) {
    filter.text = text
    applyFilter()
    loadOthers(after: Self.typingPause)
  }

  func show(tags: Set<CoinTag>) {
    filter.tags = tags
    applyFilter()
  }

  func toggleOnlyFavorites() {
    showsOnlyFavorites.toggle()
    applyFavorites()
    loadOthers()
  }

  /// Sorts by a column, or reverses the order of the column that the list is sorted by.
  public func sort(by column: CoinColumn) {
    sort(sort.column == column ? CoinSort(column, isAscending: !sort.isAscending) : CoinSort(column))
  }

  func sort(_ sort: CoinSort) {
    guard sort != self.sort else { return }
    self.sort = sort
    table.setOrdering(ordering)
  }

  private var ordering: ListOrdering<Coin> { sort.ordering(in: content?.currency ?? currency) }

  func applyFilter() { table.setFilter(filter.matches(in: table.items, &texts)) }

  private func applyFavorites() {
    filter.ids = showsOnlyFavorites ? favorites : nil
    applyFilter()
  }

  // MARK: Favorites

  /// Adds or removes a favorite; the list shows it once it is saved.
  func toggleFavorite(_ id: CoinID) async {
    guard let favoritesStore else {
      onTrouble?("Marks can't be kept here.")
      return
    }
    do {
      favorites = try await favoritesStore.set(id, isFavorite: !favorites.contains(id))
      applyFavorites()
    } catch {
      onTrouble?("The mark could not be kept: \(error)")
    }
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
