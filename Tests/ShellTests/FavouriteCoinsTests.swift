import Foundation
import Markets
import PersistenceTesting
import Portfolio
import Testing

@testable import fetch_counter

@Suite("Favorite coins across sources")
struct FavouriteCoinsTests {
  private let disk = InMemoryFileSystem()
  private let folder = FileManager.default.temporaryDirectory.appending(path: "favourites-\(UUID().uuidString)").path
  private let identities: CoinIdentityStore
  private let file: FavouriteCoinsFile

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    identities = CoinIdentityStore(path: folder + "/coins.json", writtenBy: "tests")
    file = FavouriteCoinsFile(folder: "/data", identities: identities, fileSystem: disk)
  }

  private func id(_ text: String) throws -> CoinID { try #require(CoinID(text)) }

  private func learnBitcoin() {
    identities.learn([SourceCoin(id: "btc", symbol: "btc", name: "btc")], from: "price list", isRepresentative: true)
    identities.learn(
      [SourceCoin(id: "bitcoin", symbol: "btc", name: "Bitcoin")],
      from: "CoinGecko",
      isRepresentative: true
    )
  }

  @Test("keeps a coin a favorite when the user switches to another source")
  func sameCoin() async throws {
    // Given
    _ = try await file.set(try id("btc"), isFavorite: true)
    #expect(try file.load() == [try id("btc")])

    // When the sources' lists link both IDs to the same coin
    learnBitcoin()

    // Then
    #expect(try file.load() == [try id("bitcoin")])
  }

  @Test("removes a favorite by any of its IDs, and never stores it twice")
  func removal() async throws {
    _ = try await file.set(try id("btc"), isFavorite: true)
    _ = try file.load()
    learnBitcoin()
    #expect(try await file.set(try id("bitcoin"), isFavorite: true) == [try id("bitcoin")])
    #expect(try await file.set(try id("bitcoin"), isFavorite: false).isEmpty)
    #expect(try file.load().isEmpty)
  }

  @Test("keeps favorite coins separate if their IDs haven't been linked")
  func otherCoins() async throws {
    _ = try await file.set(try id("btc"), isFavorite: true)
    #expect(try await file.set(try id("ethereum"), isFavorite: true).count == 2)
    #expect(try await file.set(try id("ethereum"), isFavorite: false) == [try id("btc")])
  }
}
