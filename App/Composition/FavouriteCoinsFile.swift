import Foundation
import Markets
import Persistence
import Portfolio

/// A store for favorite coins in `favourites.json` in the data directory.
struct FavouriteCoinsFile: FavoriteCoinsStoring {
  private let store: JSONFileStore<[String]>
  /// The coin identities; if `nil`, every ID is treated as a separate coin.
  private let identities: CoinIdentityStore?

  init(folder: String, identities: CoinIdentityStore? = nil, fileSystem: any FileSystem = LiveFileSystem()) {
    self.identities = identities
    store = JSONFileStore(
      path: folder + "/favourites.json",
      default: [],
      writtenBy: ProgramVersion.identification,
      fileSystem: fileSystem
    )
  }

  func load() throws -> Set<CoinID> {
    let ids = try store.load()
    identities?.adopt(ids.map { CoinReference(id: $0, symbol: "") })
    return coins(ids)
  }

  func set(_ coin: CoinID, isFavorite: Bool) async throws -> Set<CoinID> {
    let (id, identities) = (coin.description, identities?.known)
    return coins(
      try await store.update { coins in
        // The file may contain the coin under another source's ID.
        coins.removeAll { $0 == id || identities?.key(of: $0) == id }
        if isFavorite { coins.append(id) }
        return coins
      }
    )
  }

  private func coins(_ ids: [String]) -> Set<CoinID> {
    let identities = identities?.known
    return Set(ids.compactMap { CoinID(identities?.key(of: $0) ?? $0) })
  }
}
