/// A coin with a real name and invented figures.
struct SampleCoin: Sendable {
  let id: String
  let symbol: String
  let name: String
  /// The price in US dollars at ``SamplePriceModel/reference``.
  let price: Double
  let supply: Double
  var maximumSupply: Double?
  var tags = ["withdrawal", "deposit"]

  /// The ranked coins, in price-list order.
  static let all: [SampleCoin] = [
    SampleCoin(
      id: "bitcoin",
      symbol: "btc",
      name: "Bitcoin",
      price: 88_047.57,
      supply: 19_976_540,
      maximumSupply: 21e6
    ),
    SampleCoin(id: "ethereum", symbol: "eth", name: "Ethereum", price: 2_961.18, supply: 120_690_000),
    SampleCoin(id: "tether", symbol: "usdt", name: "Tether", price: 1, supply: 186_700_000_000, tags: ["deposit"]),
    SampleCoin(id: "binancecoin", symbol: "bnb", name: "BNB", price: 861.4, supply: 137_730_000, maximumSupply: 2e8),
    SampleCoin(id: "ripple", symbol: "xrp", name: "XRP", price: 1.87, supply: 60_600_000_000, maximumSupply: 1e11),
    SampleCoin(id: "usd-coin", symbol: "usdc", name: "USDC", price: 1, supply: 76_400_000_000),
    SampleCoin(
      id: "solana",
      symbol: "sol",
      name: "Solana",
      price: 124.52,
      supply: 562_300_000,
      tags: ["deposit", "withdrawal"]
    ),
    SampleCoin(id: "tron", symbol: "trx", name: "TRON", price: 0.2841, supply: 94_680_000_000),
    SampleCoin(id: "dogecoin", symbol: "doge", name: "Dogecoin", price: 0.1236, supply: 152_900_000_000),
    SampleCoin(
      id: "cardano",
      symbol: "ada",
      name: "Cardano",
      price: 0.3574,
      supply: 35_930_000_000,
      maximumSupply: 4.5e10
    ),
    SampleCoin(
      id: "bitcoin-cash",
      symbol: "bch",
      name: "Bitcoin Cash",
      price: 598.3,
      supply: 19_970_000,
      maximumSupply: 21e6
    ),
    SampleCoin(
      id: "chainlink",
      symbol: "link",
      name: "Chainlink",
      price: 12.41,
      supply: 708_100_000,
      maximumSupply: 1e9
    ),
    SampleCoin(
      id: "stellar",
      symbol: "xlm",
      name: "Stellar",
      price: 0.2147,
      supply: 32_200_000_000,
      maximumSupply: 5e10
    ),
    SampleCoin(id: "monero", symbol: "xmr", name: "Monero", price: 437.9, supply: 18_450_000, tags: ["withdrawal"]),
    SampleCoin(id: "zcash", symbol: "zec", name: "Zcash", price: 446.2, supply: 16_480_000, maximumSupply: 21e6),
    SampleCoin(id: "litecoin", symbol: "ltc", name: "Litecoin", price: 77.15, supply: 76_690_000, maximumSupply: 84e6),
    SampleCoin(id: "sui", symbol: "sui", name: "Sui", price: 1.43, supply: 3_736_000_000, maximumSupply: 1e10),
    SampleCoin(
      id: "avalanche-2",
      symbol: "avax",
      name: "Avalanche",
      price: 12.18,
      supply: 429_500_000,
      maximumSupply: 715.7e6
    ),
    SampleCoin(
      id: "hedera-hashgraph",
      symbol: "hbar",
      name: "Hedera",
      price: 0.1118,
      supply: 42_770_000_000,
      maximumSupply: 5e10
    ),
    SampleCoin(id: "shiba-inu", symbol: "shib", name: "Shiba Inu", price: 0.00000718, supply: 589_240_000_000_000),
    SampleCoin(id: "the-open-network", symbol: "ton", name: "Toncoin", price: 1.57, supply: 2_440_000_000),
    SampleCoin(id: "dai", symbol: "dai", name: "Dai", price: 1, supply: 4_500_000_000, tags: []),
    SampleCoin(id: "polkadot", symbol: "dot", name: "Polkadot", price: 1.76, supply: 1_650_000_000),
    SampleCoin(id: "uniswap", symbol: "uni", name: "Uniswap", price: 5.69, supply: 630_200_000, maximumSupply: 1e9),
    SampleCoin(id: "mantle", symbol: "mnt", name: "Mantle", price: 1.04, supply: 3_250_000_000),
    SampleCoin(id: "aave", symbol: "aave", name: "Aave", price: 151.7, supply: 15_180_000, maximumSupply: 16e6),
    SampleCoin(
      id: "bittensor",
      symbol: "tao",
      name: "Bittensor",
      price: 221.4,
      supply: 10_520_000,
      maximumSupply: 21e6
    ),
    SampleCoin(id: "near", symbol: "near", name: "NEAR Protocol", price: 1.51, supply: 1_282_000_000),
    SampleCoin(
      id: "ethereum-classic",
      symbol: "etc",
      name: "Ethereum Classic",
      price: 11.92,
      supply: 154_800_000,
      maximumSupply: 210.7e6
    ),
    SampleCoin(id: "internet-computer", symbol: "icp", name: "Internet Computer", price: 3.02, supply: 547_100_000),
    SampleCoin(
      id: "pepe",
      symbol: "pepe",
      name: "Pepe",
      price: 0.00000402,
      supply: 420_690_000_000_000,
      maximumSupply: 4.2069e14
    ),
    SampleCoin(id: "okb", symbol: "okb", name: "OKB", price: 107.6, supply: 21_000_000, maximumSupply: 21e6),
    SampleCoin(
      id: "ondo-finance",
      symbol: "ondo",
      name: "Ondo",
      price: 0.3914,
      supply: 3_159_000_000,
      maximumSupply: 1e10
    ),
    SampleCoin(id: "aptos", symbol: "apt", name: "Aptos", price: 1.68, supply: 751_600_000),
    SampleCoin(
      id: "kaspa",
      symbol: "kas",
      name: "Kaspa",
      price: 0.04426,
      supply: 26_980_000_000,
      maximumSupply: 2.87e10
    ),
    SampleCoin(id: "cosmos", symbol: "atom", name: "Cosmos Hub", price: 2.07, supply: 483_600_000),
    SampleCoin(
      id: "algorand",
      symbol: "algo",
      name: "Algorand",
      price: 0.1134,
      supply: 8_810_000_000,
      maximumSupply: 1e10
    ),
    SampleCoin(
      id: "filecoin",
      symbol: "fil",
      name: "Filecoin",
      price: 1.31,
      supply: 724_100_000,
      maximumSupply: 1.96e9
    ),
    SampleCoin(
      id: "vechain",
      symbol: "vet",
      name: "VeChain",
      price: 0.01061,
      supply: 85_990_000_000,
      maximumSupply: 8.67e10
    ),
    SampleCoin(
      id: "arbitrum",
      symbol: "arb",
      name: "Arbitrum",
      price: 0.1913,
      supply: 5_690_000_000,
      maximumSupply: 1e10
    ),
    SampleCoin(
      id: "render-token",
      symbol: "render",
      name: "Render",
      price: 1.34,
      supply: 518_700_000,
      maximumSupply: 533.2e6
    ),
    SampleCoin(
      id: "worldcoin-wld",
      symbol: "wld",
      name: "Worldcoin",
      price: 0.4996,
      supply: 2_490_000_000,
      maximumSupply: 1e10
    ),
    SampleCoin(id: "bonk", symbol: "bonk", name: "Bonk", price: 0.00000764, supply: 82_760_000_000_000),
    SampleCoin(
      id: "quant-network",
      symbol: "qnt",
      name: "Quant",
      price: 73.8,
      supply: 14_540_000,
      maximumSupply: 14.88e6
    ),
    SampleCoin(
      id: "optimism",
      symbol: "op",
      name: "Optimism",
      price: 0.2718,
      supply: 1_940_000_000,
      maximumSupply: 4.294e9
    ),
    SampleCoin(id: "injective-protocol", symbol: "inj", name: "Injective", price: 4.63, supply: 99_970_000),
    SampleCoin(id: "stacks", symbol: "stx", name: "Stacks", price: 0.2467, supply: 1_810_000_000),
    SampleCoin(id: "tezos", symbol: "xtz", name: "Tezos", price: 0.4781, supply: 1_064_000_000),
    SampleCoin(
      id: "the-graph",
      symbol: "grt",
      name: "The Graph",
      price: 0.03642,
      supply: 10_730_000_000,
      tags: ["deposit"]
    ),
    SampleCoin(id: "iota", symbol: "iota", name: "IOTA", price: 0.08443, supply: 4_170_000_000, tags: []),
  ]

  /// The coins with a euro price in version 2 of the price list.
  static let symbolsWithEUR: Set<String> = ["btc", "eth", "usdt", "bnb", "xrp", "usdc", "sol", "doge", "ltc", "shib"]

  /// The coins missing from version 2 of the price list.
  static let symbolsOnlyInV1: Set<String> = ["iota", "xtz", "grt", "stx", "xmr"]
}
