import Foundation

/// What coins of the sample market cost at any moment: the same for the same seed, on every machine.
///
/// A price is the one at ``reference`` times noise of six wave lengths, from minutes to a year, so that each range of a chart has something to
/// show, and prices of one moment agree wherever they are asked for.
struct SamplePriceModel: Sendable {
  /// The moment at which prices are those of the table: 2026-01-31 12:00 UTC.
  static let reference = 1_769_860_800.0

  /// What one US dollar costs.
  static let rates: [String: Double] = [
    "usd": 1, "eur": 0.9, "aud": 1.5, "gbp": 0.78, "jpy": 152, "chf": 0.84, "cad": 1.38, "nzd": 1.66, "inr": 88,
  ]

  private static let waves: [(length: Double, height: Double)] = [
    (340 * 86_400, 0.7), (52 * 86_400, 0.22), (8 * 86_400, 0.07), (1.2 * 86_400, 0.025), (4 * 3_600, 0.008),
    (1_200, 0.002),
  ]

  let seed: UInt64

  /// The price in US dollars.
  func price(of coin: SampleCoin, at time: Double) -> Double {
    // A coin that stands for a dollar stays near it.
    let strength = coin.price == 1 ? 0.002 : 1.0
    return coin.price * exp(strength * (noise(coin, time) - noise(coin, Self.reference)))
  }

  private func noise(_ coin: SampleCoin, _ time: Double) -> Double {
    var sum = 0.0
    let name = coin.id.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    for (number, wave) in Self.waves.enumerated() {
      let place = time / wave.length
      let cell = place.rounded(.down)
      let fraction = place - cell
      let weight = fraction * fraction * (3 - 2 * fraction)
      let salt = name &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15 &+ seed
      let left = value(salt, Int64(cell))
      let right = value(salt, Int64(cell) + 1)
      sum += wave.height * (left + (right - left) * weight)
    }
    return sum
  }

  /// A number from -1 to 1 for a cell of a wave (the finalizer of splitmix64).
  private func value(_ salt: UInt64, _ cell: Int64) -> Double {
    var bits = salt ^ (UInt64(bitPattern: cell) &* 0xD6E8_FEB8_6659_FD93)
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    return Double(bits >> 11) / Double(1 << 52) - 1
  }
}
