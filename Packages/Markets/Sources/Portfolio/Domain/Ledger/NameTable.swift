/// Numbers for names, so that a ledger of many entries holds every name once and compares numbers.
///
/// Made for bytes that are being parsed: looking up a name that is known allocates nothing.
struct NameTable: Sendable {
  /// The names, by their number.
  private(set) var names: [String] = []
  private var hashes: [UInt64] = []
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// Open addressing: the number of a name plus one, or 0; at most half of the slots are taken.
  private var slots = [Int32](repeating: 0, count: 32)

  /// The number of a name, which is a new one for a new name; `nil` when the bytes are not UTF-8.
  mutating func number(of name: UnsafeBufferPointer<UInt8>) -> Int32? {
    let hash = NameTable.hash(name)
    if let known = find(name, hash) { return known }
    guard let text = String(validating: name, as: UTF8.self) else { return nil }
    let number = Int32(names.count)
    names.append(text)
    hashes.append(hash)
    bytes.append(contentsOf: name)
    ends.append(bytes.count)
    if names.count * 2 > slots.count { grow() } else { place(number) }
    return number
  }

  /// The number of a name, which is a new one for a new name.
  mutating func number(of name: String) -> Int32 {
    var name = name
    // A string's own UTF-8 is always valid.
    return name.withUTF8 { number(of: $0) } ?? 0
  }

  /// The number of a name that is there.
  func existing(_ name: String) -> Int32? {
    var name = name
    return name.withUTF8 { find($0, NameTable.hash($0)) }
  }

  subscript(number: Int32) -> String { names[Int(number)] }

  private func find(_ name: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> Int32? {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if hashes[number] == hash, isEqual(name, number) { return Int32(number) }
      slot = (slot + 1) & mask
    }
    return nil
  }

  private func isEqual(_ name: UnsafeBufferPointer<UInt8>, _ number: Int) -> Bool {
    let start = number == 0 ? 0 : ends[number - 1]
    guard ends[number] - start == name.count else { return false }
    for index in 0..<name.count where bytes[start + index] != name[index] { return false }
    return true
  }

  private mutating func place(_ number: Int32) {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hashes[Int(number)]) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = number + 1
  }

  private mutating func grow() {
    slots = [Int32](repeating: 0, count: slots.count * 4)
    for number in names.indices { place(Int32(number)) }
  }

  /// Chosen anew in every process, so that nobody can prepare names that all fall into one slot.
  private static let seed = UInt64.random(in: .min ... .max)

  private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash = seed
    for byte in name {
      hash = (hash ^ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    return hash
  }
}

/// The names that the records of a ledger refer to by number.
struct LedgerNames: Sendable {
  var coins = NameTable()
  var symbols = NameTable()
  var currencies = NameTable()
  /// Every note once for every entry that has one.
  var notes: [String] = []

  /// The coin of two numbers.
  func coin(_ coin: Int32, _ symbol: Int32) -> CoinReference {
    CoinReference(id: coins[coin], symbol: symbols[symbol])
  }
}
