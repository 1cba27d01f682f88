/// XXH64 with seed 0, which detects corruption but not deliberate changes.
///
/// It processes several gigabytes per second, so every stored body can be verified before any of it is returned.
struct XXHash64 {
  private var lanes: (UInt64, UInt64, UInt64, UInt64)
  private var pending: [UInt8] = []
  private var count: UInt64 = 0

  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  init() {
    lanes = (Self.prime1 &+ Self.prime2, Self.prime2, 0, 0 &- Self.prime1)
  }

  static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = XXHash64()
    hash.update(bytes)
    return hash.value
  }

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    count &+= UInt64(bytes.count)
    var rest = bytes
    if !pending.isEmpty {
      let missing = min(32 - pending.count, rest.count)
      pending.append(contentsOf: rest[..<missing])
      rest = UnsafeRawBufferPointer(rebasing: rest[missing...])
      guard pending.count == 32 else { return }
      let block = pending
      block.withUnsafeBytes { consume($0) }
      pending.removeAll(keepingCapacity: true)
    }
    let whole = rest.count & ~31
    consume(UnsafeRawBufferPointer(rebasing: rest[..<whole]))
    pending.append(contentsOf: rest[whole...])
  }

  var value: UInt64 {
    var hash: UInt64
    if count >= 32 {
      hash =
        Self.rotated(lanes.0, 1) &+ Self.rotated(lanes.1, 7) &+ Self.rotated(lanes.2, 12) &+ Self.rotated(lanes.3, 18)
      for lane in [lanes.0, lanes.1, lanes.2, lanes.3] {
        hash = (hash ^ Self.round(0, lane)) &* Self.prime1 &+ Self.prime4
      }
    } else {
      hash = Self.prime5
    }
    hash &+= count
    pending.withUnsafeBytes { bytes in
      var offset = 0
      while offset + 8 <= bytes.count {
        hash = Self.rotated(hash ^ Self.round(0, Self.word(bytes, offset)), 27) &* Self.prime1 &+ Self.prime4
        offset += 8
      }
      if offset + 4 <= bytes.count {
        let word = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        hash = Self.rotated(hash ^ (UInt64(word) &* Self.prime1), 23) &* Self.prime2 &+ Self.prime3
        offset += 4
      }
      while offset < bytes.count {
        hash = Self.rotated(hash ^ (UInt64(bytes[offset]) &* Self.prime5), 11) &* Self.prime1
        offset += 1
      }
    }
    hash = (hash ^ (hash >> 33)) &* Self.prime2
    hash = (hash ^ (hash >> 29)) &* Self.prime3
    return hash ^ (hash >> 32)
  }

  /// Mixes whole 32-byte blocks into the lanes.
  private mutating func consume(_ bytes: UnsafeRawBufferPointer) {
    var (a, b, c, d) = lanes
    var offset = 0
    while offset < bytes.count {
      a = Self.round(a, Self.word(bytes, offset))
      b = Self.round(b, Self.word(bytes, offset + 8))
      c = Self.round(c, Self.word(bytes, offset + 16))
      d = Self.round(d, Self.word(bytes, offset + 24))
      offset += 32
    }
    lanes = (a, b, c, d)
  }

  private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
    rotated(lane &+ input &* prime2, 31) &* prime1
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private static func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 { word << count | word >> (64 - count) }
}
