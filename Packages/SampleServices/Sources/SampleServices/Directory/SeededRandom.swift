/// Numbers that follow from a seed, the same on every machine: SplitMix64 (Steele, Lea and Flood, 2014).
struct SeededRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// Numbers for one of many, independent of those for the others.
  init(seed: UInt64, number: Int) {
    self.init(seed: seed &+ UInt64(truncatingIfNeeded: number) &* 0xD129_0D3B_32F5_8C1D)
    _ = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A number below another one; the bias of the remainder does not matter here.
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(limit, 1))) }

  /// Whether something with this many chances in a hundred happens.
  mutating func happens(percent: Int) -> Bool { below(100) < percent }

  /// One of several.
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// A number from 0 up to, but not including, 1.
  mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }
}
