import Markets
import Persistence

/// Keeps the coins that are marked in `favourites.json` of the data folder.
struct FavouriteCoinsFile: FavoriteCoinsStoring {
  private let store: JSONFileStore<[String]>

  init(folder: String, fileSystem: any FileSystem = LiveFileSystem()) {
    store = JSONFileStore(
      path: folder + "/favourites.json",
      default: [],
      writtenBy: ProgramVersion.identification,
      fileSystem: fileSystem
    )
  }

  func load() throws -> Set<CoinID> { Set(try store.load().compactMap { CoinID($0) }) }

  func set(_ coin: CoinID, isFavorite: Bool) async throws -> Set<CoinID> {
    let id = coin.description
    let all = try await store.update { coins in
      coins.removeAll { $0 == id }
      if isFavorite { coins.append(id) }
      return coins
    }
    return Set(all.compactMap { CoinID($0) })
  }
}
