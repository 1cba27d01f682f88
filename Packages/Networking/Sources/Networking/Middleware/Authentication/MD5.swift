import NetworkingFoundation

/// MD5 (RFC 1321), used only for services that still require it for digest authentication.
enum MD5 {
  static func hexadecimalDigest(of text: String) -> String {
    var message = Array(text.utf8)
    let bitCount = UInt64(message.count) &* 8
    message.append(0x80)
    while message.count % 64 != 56 { message.append(0) }
    message += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (8 * UInt64($0))) }
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
    for start in stride(from: 0, to: message.count, by: 64) { compress(message[start..<(start + 64)], into: &state) }
    return state.map { word in
      (0..<4).map { hexadecimal(UInt8(truncatingIfNeeded: word >> (8 * UInt32($0)))) }.joined()
    }.joined()
  }

  private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    let words = (0..<16).map { index in
      (0..<4).reduce(UInt32(0)) { $0 | UInt32(block[block.startIndex + 4 * index + $1]) << (8 * UInt32($1)) }
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    for step in 0..<64 {
      let mixed: UInt32
      let word: Int
      switch step / 16 {
      case 0: (mixed, word) = ((b & c) | (~b & d), step)
      case 1: (mixed, word) = ((d & b) | (~d & c), (5 * step + 1) % 16)
      case 2: (mixed, word) = (b ^ c ^ d, (3 * step + 5) % 16)
      default: (mixed, word) = (c ^ (b | ~d), 7 * step % 16)
      }
      let sum = a &+ mixed &+ constants[step] &+ words[word]
      let shift = shifts[step / 16][step % 4]
      (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
  }

  private static let shifts: [[UInt32]] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]

  private static let constants = (0..<64).map { UInt32(abs(sin(Double($0 + 1))) * 4_294_967_296) }

  private static func hexadecimal(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}
