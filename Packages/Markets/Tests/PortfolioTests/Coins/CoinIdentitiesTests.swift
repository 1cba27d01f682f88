import Foundation
import Testing

@testable import Portfolio

@Suite("Coins are the same in every source")
struct CoinIdentitiesTests {
  private let market = "CoinGecko"
  private let list = "price list"
  private let listedBitcoin = SourceCoin(id: "bitcoin", symbol: "BTC", name: "Bitcoin")
  private let pricedBitcoin = SourceCoin(id: "btc", symbol: "BTC", name: "BTC")
  private let batcat = SourceCoin(id: "batcat", symbol: "BTC", name: "batcat")

  private func identities(_ coins: (id: String, symbol: String)...) -> CoinIdentities {
    var identities = CoinIdentities()
    identities.adopt(coins.map { CoinReference(id: $0.id, symbol: $0.symbol) })
    return identities
  }

  @Test("finds a coin of the price list by its symbol in the market's list")
  func fromPriceList() throws {
    // Given
    var identities = identities(("btc", "btc"))
    #expect(identities.lookUp("btc", in: market) == .unresolved(try #require(identities["btc"])))

    // When
    identities.learn([listedBitcoin], from: market, isRepresentative: true)

    // Then
    #expect(identities.lookUp("btc", in: market) == .id("bitcoin"))
    #expect(identities.key(of: "btc") == "bitcoin")
    #expect(identities.aliases == ["btc": "bitcoin"])
    #expect(identities["btc"]?.name == "Bitcoin")
  }

  @Test("finds a coin of the market in the price list, and keeps its key")
  func fromMarket() {
    var identities = identities(("bitcoin", "btc"))
    identities.learn([pricedBitcoin], from: list, isRepresentative: true)
    #expect(identities.lookUp("bitcoin", in: list) == .id("btc"))
    #expect(identities.keys(in: list)["btc"] == "bitcoin")
    #expect(identities.key(of: "bitcoin") == "bitcoin")
  }

  @Test("joins coins that were entered under both sources", arguments: [true, false])
  func both(isMarket: Bool) {
    // Given
    var identities = identities(("btc", "btc"), ("bitcoin", "btc"))

    // When
    if isMarket {
      identities.learn([listedBitcoin], from: market, isRepresentative: true)
    } else {
      identities.learn([pricedBitcoin], from: list, isRepresentative: true)
    }

    // Then
    #expect(identities.coins.map(\.key) == ["bitcoin"])
    #expect(identities.key(of: "btc") == "bitcoin")
  }

  @Test("asks when several coins of the source share the symbol, and keeps the choice")
  func sharedSymbol() throws {
    // Given
    var identities = identities(("btc", "btc"))

    // When
    identities.learn([listedBitcoin, batcat], from: market, isRepresentative: true)

    // Then
    let coin = try #require(identities["btc"])
    #expect(identities.lookUp("btc", in: market) == .ambiguous(coin, choices: [listedBitcoin, batcat]))
    identities.learn([listedBitcoin], from: market, isRepresentative: true)
    #expect(identities["btc"]?.ids[market] == nil)

    // When a person chooses
    try identities.link("btc", to: listedBitcoin, in: market)

    // Then
    #expect(identities.lookUp("btc", in: market) == .id("bitcoin"))
    identities.learn([listedBitcoin, batcat], from: market, isRepresentative: true)
    #expect(identities.lookUp("btc", in: market) == .id("bitcoin"))
    #expect(identities.lookUp("batcat", in: market) == .unknown)
  }

  @Test("asks when several coins of the ledger share the symbol of one in the source")
  func severalKept() throws {
    var identities = identities(("bitcoin", "btc"), ("batcat", "btc"))
    identities.learn([pricedBitcoin], from: list, isRepresentative: true)
    #expect(identities["bitcoin"]?.choices[list] == [pricedBitcoin])
    #expect(identities["batcat"]?.choices[list] == [pricedBitcoin])

    // When one of them is chosen
    try identities.link("bitcoin", to: pricedBitcoin, in: list)
    try identities.separate("batcat", from: list)

    // Then
    #expect(identities.lookUp("bitcoin", in: list) == .id("btc"))
    #expect(identities.lookUp("batcat", in: list) == .absent(try #require(identities["batcat"])))
    identities.learn([pricedBitcoin], from: list, isRepresentative: true)
    #expect(identities["batcat"]?.choices.isEmpty == true)
  }

  @Test("asks when the market lists another coin with the symbol of the one that is kept")
  func unrelatedNamesake() {
    // Given a coin whose symbol a much larger one has, too
    var identities = identities(("batcat", "btc"))
    identities.learn([batcat], from: market, isRepresentative: false)
    identities.learn([listedBitcoin], from: market, isRepresentative: true)

    // When
    identities.learn([pricedBitcoin], from: list, isRepresentative: true)

    // Then
    #expect(identities["batcat"]?.ids[list] == nil)
    #expect(identities["batcat"]?.choices[list] == [pricedBitcoin])
  }

  @Test("asks before it takes a coin with another id, which may be a different coin")
  func vanishedID() {
    var identities = identities(("gone-coin", "btc"))
    identities.learn([listedBitcoin], from: market, isRepresentative: true)
    #expect(identities["gone-coin"]?.ids[market] == nil)
    #expect(identities["gone-coin"]?.choices[market] == [listedBitcoin])
  }

  @Test("never links a coin by its symbol because of a list of few coins")
  func fewCoins() {
    var identities = identities(("btc", "btc"))
    identities.learn([batcat], from: market, isRepresentative: false)
    #expect(identities["btc"]?.ids.isEmpty == true)
  }

  @Test("follows a source that changes a coin's symbol or name")
  func changedSymbol() {
    // Given
    var identities = identities(("matic-network", "matic"))
    identities.learn(
      [SourceCoin(id: "matic-network", symbol: "matic", name: "Matic")],
      from: market,
      isRepresentative: true
    )

    // When
    let renamed = SourceCoin(id: "matic-network", symbol: "POL", name: "Polygon")
    identities.learn([renamed], from: market, isRepresentative: false)

    // Then
    #expect(identities.lookUp("matic-network", in: market) == .id("matic-network"))
    #expect(identities["matic-network"]?.symbol == "pol")
    #expect(identities["matic-network"]?.name == "Polygon")
  }

  @Test("keeps a coin under its key when a person links it to the source's new id")
  func changedID() throws {
    // Given
    var identities = identities(("matic-network", "matic"))
    identities.learn(
      [SourceCoin(id: "matic-network", symbol: "matic", name: "Matic")],
      from: market,
      isRepresentative: true
    )

    // When
    try identities.link(
      "matic-network",
      to: SourceCoin(id: "polygon-ecosystem-token", symbol: "pol", name: "Polygon"),
      in: market
    )

    // Then
    #expect(identities.lookUp("matic-network", in: market) == .id("polygon-ecosystem-token"))
    #expect(identities.keys(in: market)["polygon-ecosystem-token"] == "matic-network")
  }

  @Test("gives a source's coin another key if its id belongs to a different coin")
  func collision() throws {
    // Given Uniswap of the price list, and a coin of the market whose id is the same as that symbol
    var identities = identities(("uni", "uni"))
    let uniswap = SourceCoin(id: "uniswap", symbol: "uni", name: "Uniswap")
    let namesake = SourceCoin(id: "uni", symbol: "xyz", name: "Uni Coin")
    identities.learn([uniswap, namesake], from: market, isRepresentative: true)
    #expect(identities.lookUp("uni", in: market) == .id("uniswap"))

    // Then
    #expect(identities.keys(in: market)["uni"] == "coingecko:uni")
    #expect(identities.lookUp("coingecko:uni", in: market) == .id("uni"))

    // When it is kept, too
    identities.adopt([CoinReference(id: "coingecko:uni", symbol: "xyz")])
    identities.learn([uniswap, namesake], from: market, isRepresentative: true)

    // Then
    #expect(identities.lookUp("coingecko:uni", in: market) == .id("uni"))
    #expect(identities.keys(in: market)["uni"] == "coingecko:uni")
  }

  @Test("refuses to link a coin to an id that another one has, if a third source tells them apart")
  func differentCoins() throws {
    // Given
    var identities = identities(("bitcoin", "btc"), ("batcat", "btc"))
    identities.learn([listedBitcoin, batcat], from: market, isRepresentative: true)
    try identities.link("bitcoin", to: pricedBitcoin, in: list)

    // Then
    #expect(throws: CoinLinkError.self) { try identities.link("batcat", to: pricedBitcoin, in: list) }
    #expect(throws: CoinLinkError.unknownCoin("nothing")) {
      try identities.link("nothing", to: pricedBitcoin, in: list)
    }
  }

  @Test("finds a favorite, of which only the id is known, by that id or as a symbol")
  func favorites() {
    var identities = identities(("btc", ""), ("ethereum", ""))
    let ether = SourceCoin(id: "ethereum", symbol: "eth", name: "Ethereum")
    identities.learn([listedBitcoin, ether], from: market, isRepresentative: true)
    #expect(identities.key(of: "btc") == "bitcoin")
    #expect(identities["ethereum"]?.symbol == "eth")
  }
}
