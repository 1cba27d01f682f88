/// SHA-256 (FIPS 180-4), for file names that don't reveal URLs, and for digest authentication.
///
/// Foundation on Linux has no implementation. This implementation isn't hardened against timing attacks, because the
/// time that hashing takes reveals no secret here.
enum SHA256 {
  /// A digest of 32 bytes, stored as four big-endian numbers.
  struct Digest: Sendable, Hashable {
    let first: UInt64
    let second: UInt64
    let third: UInt64
    let fourth: UInt64

    var words: [UInt64] { [first, second, third, fourth] }

    /// The digest as 64 hexadecimal digits in lower case.
    var hexadecimal: String {
      String(unsafeUninitializedCapacity: 64) { buffer in
        for (index, word) in [first, second, third, fourth].enumerated() {
          for position in 0..<16 {
            let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - position * 4)) & 0xF
            buffer[index * 16 + position] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit
          }
        }
        return 64
      }
    }

    /// Parses 64 hexadecimal digits in lower case.
    init?(hexadecimal text: some StringProtocol) {
      guard text.utf8.count == 64 else { return nil }
      var words: [UInt64] = []
      var word: UInt64 = 0
      for (index, byte) in text.utf8.enumerated() {
        let digit: UInt8
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
        default: return nil
        }
        word = word << 4 | UInt64(digit)
        if index % 16 == 15 { words.append(word) }
      }
      self.init(words)
    }

    init(_ words: [UInt64]) {
      precondition(words.count == 4, "a digest has four words")
      (first, second, third, fourth) = (words[0], words[1], words[2], words[3])
    }

    /// Hashes only part of the digest, because that part is as evenly distributed as the whole digest.
    func hash(into hasher: inout Hasher) { hasher.combine(first) }
  }

  static func digest(of text: String) -> Digest {
    var text = text
    return text.withUTF8 { digest(of: UnsafeRawBufferPointer($0)) }
  }

  static func digest(of bytes: UnsafeRawBufferPointer) -> Digest {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
      var state = initialState
      var offset = 0
      while offset + 64 <= bytes.count {
        compress(UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + 64)]), into: &state, schedule)
        offset += 64
      }
      // The remaining bytes, a 1 bit, zeros and the length in bits fill one or two blocks (section 5.1.1).
      let rest = bytes.count - offset
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 128) { block in
        block.initialize(repeating: 0)
        for index in 0..<rest { block[index] = bytes[offset + index] }
        block[rest] = 0x80
        let length = rest < 56 ? 64 : 128
        let bits = UInt64(bytes.count) * 8
        for index in 0..<8 { block[length - 1 - index] = UInt8(truncatingIfNeeded: bits >> UInt64(index * 8)) }
        for start in stride(from: 0, to: length, by: 64) {
          compress(
            UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(block)[start..<(start + 64)]),
            into: &state,
            schedule
          )
        }
      }
      func word(_ high: UInt32, _ low: UInt32) -> UInt64 { UInt64(high) << 32 | UInt64(low) }
      return Digest([
        word(state.0, state.1), word(state.2, state.3), word(state.4, state.5), word(state.6, state.7),
      ])
    }
  }

  private typealias State = (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)

  /// The fractional parts of the square roots of the first eight primes (section 5.3.3).
  private static let initialState: State = (
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19
  )

  /// Processes one block (section 6.2.2).
  private static func compress(
    _ block: UnsafeRawBufferPointer,
    into state: inout State,
    _ schedule: UnsafeMutableBufferPointer<UInt32>
  ) {
    for index in 0..<16 {
      schedule[index] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
    }
    for index in 16..<64 {
      let early = schedule[index - 15]
      let late = schedule[index - 2]
      let small0 = rotated(early, 7) ^ rotated(early, 18) ^ (early >> 3)
      let small1 = rotated(late, 17) ^ rotated(late, 19) ^ (late >> 10)
      schedule[index] = schedule[index - 16] &+ small0 &+ schedule[index - 7] &+ small1
    }
    var (a, b, c, d, e, f, g, h) = state
    constants.withUnsafeBufferPointer { constants in
      for index in 0..<64 {
        let big1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
        let first = h &+ big1 &+ ((e & f) ^ (~e & g)) &+ constants[index] &+ schedule[index]
        let big0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
        let second = big0 &+ ((a & b) ^ (a & c) ^ (b & c))
        (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
      }
    }
    state = (
      state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e, state.5 &+ f, state.6 &+ g, state.7 &+ h
    )
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

  /// The fractional parts of the cube roots of the first 64 primes (section 4.2.2).
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
