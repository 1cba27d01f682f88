/// The sizes of the cache that keys step through; any other can be typed.
enum CacheSizeSteps {
  /// The steps in bytes, each twice the one before.
  static let sizes = [
    16_000_000, 32_000_000, 64_000_000, 128_000_000, 256_000_000, 512_000_000, 1_000_000_000, 2_000_000_000,
    4_000_000_000,
  ]

  /// The next step above a size, or with a negative direction below it; nil beyond the last one.
  ///
  /// It does not begin again at the other end: from the largest size to the smallest would empty the cache.
  static func size(_ direction: Int, from size: Int) -> Int? {
    direction > 0 ? sizes.first { $0 > size } : sizes.last { $0 < size }
  }
}
