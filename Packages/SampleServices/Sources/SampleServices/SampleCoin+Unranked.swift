extension SampleCoin {
  /// The coins that clients can search for and request by ID, but that are missing from the ranked list.
  ///
  /// Two of them share the symbol GEM, and one has the same symbol as a ranked coin, GRT.
  static let unranked: [SampleCoin] = [
    SampleCoin(id: "golden-ratio-token", symbol: "grt", name: "Golden Ratio Token", price: 0.0382, supply: 16_180_000),
    SampleCoin(id: "gem-finance", symbol: "gem", name: "Gem Finance", price: 0.914, supply: 5_250_000),
    SampleCoin(id: "gemcoin", symbol: "gem", name: "Gemcoin", price: 0.00021, supply: 8_800_000_000),
    SampleCoin(id: "harbour-token", symbol: "hbr", name: "Harbour Token", price: 1.27, supply: 3_100_000),
    SampleCoin(id: "wombat-coin", symbol: "womb", name: "Wombat Coin", price: 0.000047, supply: 91_000_000_000),
    SampleCoin(id: "southern-cross", symbol: "sxc", name: "Southern Cross", price: 0.2231, supply: 47_000_000),
    SampleCoin(id: "bitcoin-heirloom", symbol: "btch", name: "Bitcoin Heirloom", price: 0.0791, supply: 21_000_000),
    SampleCoin(id: "quoll", symbol: "quo", name: "Quoll", price: 0.00619, supply: 640_000_000),
  ]

  /// The ranked coins, followed by the unranked coins.
  static let every = all + unranked

  static func coin(withID id: String) -> SampleCoin? { every.first { $0.id == id } }
}
