import Foundation
import Testing

@Suite("Coin order", .timeLimit(.minutes(3)))
struct CoinOrderTests {
  @Test(
    "sorts coins by any column in descending order, or in ascending order with --reverse",
    arguments: [
      ("price", "price"), ("eur", "eur"), ("change", "change_24h_percent"), ("cap", "market_cap"), ("volume", "volume"),
    ]
  )
  func order(option: String, member: String) async throws {
    // Given
    let program = ProgramUnderTest(in: try TemporaryFolder())

    // When
    var found: [[Decimal]] = []
    for reverse in [[], ["--reverse"]] {
      let arguments = ["markets", "list", "--top", "250", "--json", "--flag", "supportEUR=on", "--sort", option]
      let document = try await program.start(arguments + reverse).outcome().document()
      let coins = try #require(document["coins"] as? [[String: Any]])
      found.append(
        coins.compactMap { coin in
          let prices = coin["prices"] as? [String: Any]
          return ((member == "eur" ? prices?["eur"] : coin[member]) as? NSNumber)?.decimalValue
        }
      )
    }

    // Then
    #expect(found[0].count > 5)
    #expect(found[0] == found[0].sorted(by: >))
    #expect(found[1] == found[0].sorted())
  }
}
