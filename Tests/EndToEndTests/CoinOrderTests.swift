import Foundation
import Testing

@Suite("Coin order")
struct CoinOrderTests {
  @Test(
    "sorts coins by any column in descending order, or in ascending order with --reverse",
    arguments: [
      ("price", "price", false), ("price", "price", true), ("eur", "eur", false),
      ("change", "change_24h_percent", true),
      ("cap", "market_cap", true), ("volume", "volume", false),
    ]
  )
  func order(option: String, member: String, isReversed: Bool) async throws {
    // Given
    let program = ProgramUnderTest(in: try TemporaryFolder())

    // When
    let arguments = ["markets", "list", "--top", "250", "--json", "--flag", "supportEUR=on", "--sort", option]
    let document = try await program.start(arguments + (isReversed ? ["--reverse"] : [])).outcome().document()

    // Then
    let coins = try #require(document["coins"] as? [[String: Any]])
    let found = coins.compactMap { coin in
      let prices = coin["prices"] as? [String: Any]
      return ((member == "eur" ? prices?["eur"] : coin[member]) as? NSNumber)?.decimalValue
    }
    #expect(found.count > 5)
    #expect(Set(found).count > 5)
    #expect(found == (isReversed ? found.sorted() : found.sorted(by: >)))
  }
}
