import Terminal

/// Short ways to decode.
enum Decoding {
  static func of(_ text: String) -> [TerminalInput] { of([Array(text.utf8)]) }

  static func of(_ bytes: [UInt8], timeOut: Bool = false) -> [TerminalInput] { of([bytes], timeOut: timeOut) }

  /// Decodes pieces that come one after another, before there is nothing to read for a moment.
  static func of(_ pieces: [[UInt8]], timeOut: Bool = false) -> [TerminalInput] {
    var decoder = InputDecoder()
    var input: [TerminalInput] = []
    for piece in pieces { decoder.feed(piece, into: &input) }
    decoder.endBatch(into: &input)
    if timeOut { decoder.timeOut(into: &input) }
    return input
  }
}

/// The same numbers for the same seed (SplitMix64, public domain algorithm of Sebastiano Vigna).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
