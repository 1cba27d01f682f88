import Basics
import Components

extension CoinListViewModel {
  /// Shows coins whose name, symbol or ID contains the search text.
  ///
  /// All of the source's coins are searched once the user stops typing.
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

  /// Sorts by a column, or reverses the order if the list is already sorted by that column.
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

  /// Adds or removes a favorite, and shows the change once it is saved.
  ///
  /// If saving fails, the problem is returned.
  func setFavorite(_ id: CoinID, _ isFavorite: Bool) async -> String? {
    guard let favoritesStore else { return "Favorites can't be saved here." }
    do {
      favorites = try await favoritesStore.set(id, isFavorite: isFavorite)
      applyFavorites()
      return nil
    } catch {
      return "Couldn't save the favorite: \(error)"
    }
  }

  func loadFavorites() {
    guard let favoritesStore else { return }
    do {
      favorites = try favoritesStore.load()
      applyFavorites()
    } catch {
      onTrouble?("Couldn't read the favorites: \(error)")
    }
  }
}
