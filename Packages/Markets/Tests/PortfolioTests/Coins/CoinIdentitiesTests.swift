import Foundation
import Testing

@testable import Portfolio

@Suite("Coin identities")
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

  @Test("matches a coin from the price list with the market's coin by symbol")
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

  @Test("matches a coin from the market with the price list's coin, and keeps the stored coin's key")
  func fromMarket() {
    var identities = identities(("bitcoin", "btc"))
    identities.learn([pricedBitcoin], from: list, isRepresentative: true)
    #expect(identities.lookUp("bitcoin", in: list) == .id("btc"))
    #expect(identities.keys(in: list)["btc"] == "bitcoin")
    #expect(identities.key(of: "bitcoin") == "bitcoin")
  }

  @Test("merges coins that were recorded with IDs from both sources", arguments: [true, false])
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

  @Test("asks for a choice if several of the source's coins share the symbol, and keeps the choice")
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

    // When the user chooses
    try identities.link("btc", to: listedBitcoin, in: market)

    // Then
    #expect(identities.lookUp("btc", in: market) == .id("bitcoin"))
    identities.learn([listedBitcoin, batcat], from: market, isRepresentative: true)
    #expect(identities.lookUp("btc", in: market) == .id("bitcoin"))
    #expect(identities.lookUp("batcat", in: market) == .unknown)
  }

  @Test("asks for a choice if several coins in the ledger share a symbol with one of the source's coins")
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

  @Test("asks for a choice if the market lists another coin with a stored coin's symbol")
  func unrelatedNamesake() {
    // Given a coin that shares its symbol with a much larger coin
    var identities = identities(("batcat", "btc"))
    identities.learn([batcat], from: market, isRepresentative: false)
    identities.learn([listedBitcoin], from: market, isRepresentative: true)

    // When
    identities.learn([pricedBitcoin], from: list, isRepresentative: true)

    // Then
    #expect(identities["batcat"]?.ids[list] == nil)
    #expect(identities["batcat"]?.choices[list] == [pricedBitcoin])
  }

  @Test("asks for a choice before accepting a different ID, because it may belong to another coin")
  func vanishedID() {
    var identities = identities(("gone-coin", "btc"))
    identities.learn([listedBitcoin], from: market, isRepresentative: true)
    #expect(identities["gone-coin"]?.ids[market] == nil)
    #expect(identities["gone-coin"]?.choices[market] == [listedBitcoin])
  }

  @Test("never links a coin by its symbol alone if the source's list is incomplete")
  func fewCoins() {
    var identities = identities(("btc", "btc"))
    identities.learn([batcat], from: market, isRepresentative: false)
    #expect(identities["btc"]?.ids.isEmpty == true)
  }

  @Test(
    "adopts a source's new symbol or name for a coin, and asks whether it is the same coin if both change",
    arguments: [("POL", "Matic", true), ("matic", "Polygon", true), ("POL", "matic", true), ("POL", "Polygon", false)]
  )
  func changedSymbol(symbol: String, name: String, isAdopted: Bool) throws {
    // Given
    var identities = identities(("matic-network", "matic"))
    identities.learn(
      [SourceCoin(id: "matic-network", symbol: "matic", name: "Matic")],
      from: market,
      isRepresentative: true
    )

    // When
    let renamed = SourceCoin(id: "matic-network", symbol: symbol, name: name)
    identities.learn([renamed], from: market, isRepresentative: false)

    // Then
    if !isAdopted {
      let coin = try #require(identities["matic-network"])
      #expect(identities.lookUp("matic-network", in: market) == .ambiguous(coin, choices: [renamed]))
      // Until then, the source's coin isn't the user's coin.
      #expect(identities.keys(in: market) == ["matic-network": "coingecko:matic-network"])
      identities.learn([renamed], from: market, isRepresentative: true)
      #expect(identities.lookUp("matic-network", in: market) == .ambiguous(coin, choices: [renamed]))
      try identities.link("matic-network", to: renamed, in: market)
    }
    #expect(identities.lookUp("matic-network", in: market) == .id("matic-network"))
    #expect(identities["matic-network"]?.symbol == symbol.lowercased())
    #expect(identities["matic-network"]?.name == name)
  }

  @Test("keeps a coin's key when the user links the coin to the source's new ID")
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

  @Test("gives a source's coin a different key if its ID belongs to another coin")
  func collision() throws {
    // Given Uniswap from the price list, and a coin from the market whose ID equals Uniswap's symbol
    var identities = identities(("uni", "uni"))
    let uniswap = SourceCoin(id: "uniswap", symbol: "uni", name: "Uniswap")
    let namesake = SourceCoin(id: "uni", symbol: "xyz", name: "Uni Coin")
    identities.learn([uniswap, namesake], from: market, isRepresentative: true)
    #expect(identities.lookUp("uni", in: market) == .id("uniswap"))

    // Then
    #expect(identities.keys(in: market)["uni"] == "coingecko:uni")
    #expect(identities.lookUp("coingecko:uni", in: market) == .id("uni"))

    // When the coin is added to the files as well
    identities.adopt([CoinReference(id: "coingecko:uni", symbol: "xyz")])
    identities.learn([uniswap, namesake], from: market, isRepresentative: true)

    // Then
    #expect(identities.lookUp("coingecko:uni", in: market) == .id("uni"))
    #expect(identities.keys(in: market)["uni"] == "coingecko:uni")
  }

  @Test("refuses to link a coin to another coin's ID if a third source distinguishes the two coins")
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

  @Test("finds a favorite by its ID, even if the ID is only a symbol")
  func favorites() {
    var identities = identities(("btc", ""), ("ethereum", ""))
    let ether = SourceCoin(id: "ethereum", symbol: "eth", name: "Ethereum")
    identities.learn([listedBitcoin, ether], from: market, isRepresentative: true)
    #expect(identities.key(of: "btc") == "bitcoin")
    #expect(identities["ethereum"]?.symbol == "eth")
  }

  @Test("keeps both coins' links when they are merged, and forgets that one of them was missing from a source")
  func mergedLinks() throws {
    // Given bitcoin from the market, which the user marked as missing from the price list, and a coin from that list
    var identities = identities(("bitcoin", "btc"), ("xbt", "xbt"))
    identities.learn([listedBitcoin], from: market, isRepresentative: true)
    try identities.separate("bitcoin", from: list)
    try identities.separate("bitcoin", from: "other list")
    try identities.link("xbt", to: pricedBitcoin, in: list)

    // When
    try identities.link("xbt", to: listedBitcoin, in: market)

    // Then
    #expect(identities.coins.map(\.key) == ["bitcoin"])
    #expect(identities.aliases == ["xbt": "bitcoin"])
    #expect(identities.lookUp("xbt", in: list) == .id("btc"))
    #expect(identities.lookUp("xbt", in: market) == .id("bitcoin"))
    #expect(identities.lookUp("xbt", in: "other list") == .absent(try #require(identities["bitcoin"])))
    #expect(identities["bitcoin"]?.name == "Bitcoin")
    #expect(
      identities.keys(in: list) == ["btc": "bitcoin", "bitcoin": "price-list:bitcoin", "xbt": "price-list:xbt"]
    )
  }

  @Test("gives the merged coin the key that isn't only a symbol")
  func mergedKey() throws {
    var identities = identities(("btc", "btc"), ("bitcoin", "btc"))
    try identities.link("btc", to: pricedBitcoin, in: list)
    #expect(identities.key(of: "btc") == "btc")
    try identities.link("bitcoin", to: pricedBitcoin, in: list)
    #expect(identities.coins.map(\.key) == ["bitcoin"])
    #expect(identities.aliases == ["btc": "bitcoin"])
    #expect(identities.lookUp("btc", in: list) == .id("btc"))
  }

  @Test("restores a link and the other coins' choices after other changes, unless the link has changed since")
  func restoredLinks() throws {
    // Given two coins that share a symbol in the price list, one of which the user has linked
    var before = identities(("bitcoin", "btc"), ("batcat", "btc"))
    before.learn([pricedBitcoin], from: list, isRepresentative: true)
    var after = before
    try after.link("bitcoin", to: pricedBitcoin, in: list)
    #expect(after["batcat"]?.choices[list] == nil)

    // When another coin has been added since
    var current = after
    current.adopt([CoinReference(id: "ethereum", symbol: "eth")])

    // Then
    let isRestored = current.restoreLink(of: "bitcoin", in: list, from: before, changedTo: after)
    #expect(isRestored)
    #expect(current.coins == before.coins + [CoinIdentity(key: "ethereum", symbol: "eth")])

    // When the link has been removed, replaced, or never made since
    var removed = after
    try removed.separate("bitcoin", from: list)
    var replaced = after
    try replaced.link("bitcoin", to: SourceCoin(id: "xbt", symbol: "btc", name: "BTC"), in: list)
    for version in [removed, replaced, before] {
      // Then
      var current = version
      let isRestored = current.restoreLink(of: "bitcoin", in: list, from: before, changedTo: after)
      #expect(!isRestored)
      #expect(current == version)
    }
    var other = after
    let isOtherRestored = other.restoreLink(of: "nothing", in: list, from: before, changedTo: removed)
    #expect(!isOtherRestored)
  }

  @Test("restores a mark that a coin is missing from a source")
  func restoredMark() throws {
    var before = identities(("bitcoin", "btc"))
    try before.separate("bitcoin", from: list)
    var after = before
    try after.link("bitcoin", to: pricedBitcoin, in: list)
    var current = after
    current.adopt([CoinReference(id: "ethereum", symbol: "eth")])
    let isRestored = current.restoreLink(of: "bitcoin", in: list, from: before, changedTo: after)
    #expect(isRestored)
    #expect(current["bitcoin"] == before["bitcoin"])
    try current.separate("bitcoin", from: list)
    #expect(current["bitcoin"] == before["bitcoin"])
  }

  @Test("finds a coin by its key, an alias or a symbol that only one coin has, ignoring case")
  func named() {
    var identities = identities(("btc", "btc"), ("usd-coin", "usdc"), ("bridged-usdc", "usdc"))
    identities.learn([listedBitcoin], from: market, isRepresentative: true)
    #expect(identities.coin(named: "BTC")?.key == "bitcoin")
    #expect(identities.coin(named: "Bitcoin")?.key == "bitcoin")
    #expect(identities.coin(named: "usdc") == nil)
    #expect(identities.coin(named: "USD-coin")?.key == "usd-coin")
    #expect(identities.coin(named: "nothing") == nil)
    #expect(identities.key(of: "nothing") == "nothing")
  }

  @Test("keeps a known coin's symbol, and adopts the symbol of a coin whose symbol was unknown")
  func adopted() {
    var identities = identities(("bitcoin", "btc"), ("ethereum", ""))
    identities.adopt([CoinReference(id: "bitcoin", symbol: "XBT"), CoinReference(id: "ethereum", symbol: "ETH")])
    #expect(identities.coins.map(\.symbol) == ["btc", "eth"])
  }
}
