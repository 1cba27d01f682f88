import Foundation

/// A table that stores each name once and assigns it a number; looking up a known name allocates nothing.
struct NameTable: Sendable {
  private(set) var names: [String] = []
  private var hashes: [UInt64] = []
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// The slots of a hash table with open addressing: a name's number plus one, or 0 for an empty slot.
  ///
  /// At most half of the slots are used.
  private var slots = [Int32](repeating: 0, count: 32)

  /// Returns a name's number, and adds the name if it is new; `nil` if the bytes aren't UTF-8.
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

  mutating func number(of name: String) -> Int32 {
    var name = name
    // The UTF-8 of a string is always valid.
    return name.withUTF8 { number(of: $0) } ?? 0
  }

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

  /// A random seed per process, so crafted names can't all collide in one slot.
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

struct LedgerNames: Sendable {
  /// The coins' IDs as written in the file, and the coins' keys.
  private(set) var coins = NameTable()
  var symbols = NameTable()
  var currencies = NameTable()
  /// All entries' notes, including repeated notes.
  var notes: [String] = []
  /// The key for each alias.
  let aliases: [String: String]
  /// The numbers assigned to the IDs' keys, indexed by the IDs' own numbers.
  private var keys: [Int32] = []
  /// The numbers assigned to the most recently written symbols, indexed by the IDs' numbers.
  private var writtenSymbols: [Int32] = []

  init(aliases: [String: String] = [:]) { self.aliases = aliases }

  /// The coins' IDs as written in the file, each with its latest symbol.
  var writtenCoins: [CoinReference] {
    writtenSymbols.indices.filter { writtenSymbols[$0] != LedgerRecord.none }
      .map { coin(Int32($0), writtenSymbols[$0]) }
  }

  /// Returns the number assigned to an ID; `nil` if the bytes aren't UTF-8.
  mutating func id(_ id: UnsafeBufferPointer<UInt8>) -> Int32? {
    let number = coins.number(of: id)
    if coins.names.count > keys.count { addKey() }
    return number
  }

  mutating func id(_ id: String) -> Int32 {
    var id = id
    // The UTF-8 of a string is always valid.
    return id.withUTF8 { self.id($0) } ?? 0
  }

  /// Returns the number assigned to an ID's key, and stores the symbol that was written with the ID.
  mutating func key(of id: Int32, writtenWith symbol: Int32) -> Int32 {
    writtenSymbols[Int(id)] = symbol
    return keys[Int(id)]
  }

  /// Returns the number assigned to an ID's key; `nil` if the ledger doesn't contain the coin.
  func existingKey(of id: String) -> Int32? { coins.existing(aliases[id] ?? id) }

  private mutating func addKey() {
    let number = keys.count
    keys.append(Int32(number))
    writtenSymbols.append(LedgerRecord.none)
    if let key = aliases[coins.names[number]], key != coins.names[number] { keys[number] = self.id(key) }
  }

  func coin(_ coin: Int32, _ symbol: Int32) -> CoinReference {
    CoinReference(id: coins[coin], symbol: symbols[symbol])
  }
}

/// An index of records by identifier; filling a dictionary would take longer than all other steps of reading a ledger.
struct IdentifierIndex: Sendable {
  /// The slots of a hash table with open addressing; 0 is an empty slot.
  ///
  /// The upper half of a slot is the record's position plus one, and the lower half is its hash. At most half of the
  /// slots are used. The stored hashes let a search access only a few records, and let the table grow without accessing
  /// any records.
  private var slots = [UInt64](repeating: 0, count: 64)
  private var count = 0
  /// Random seeds per index, so crafted identifiers can't all collide in one slot.
  ///
  /// Each half of an identifier is XORed with its own seed; a half equal to a known seed would make every product 0.
  private let seed = UInt64.random(in: .min ... .max)
  private let otherSeed = UInt64.random(in: .min ... .max)

  func position(of id: UUID, in records: [LedgerRecord]) -> Int? {
    let hash = hash(id)
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] != 0 {
      if UInt32(truncatingIfNeeded: slots[slot]) == hash {
        let position = Int(slots[slot] &>> 32) - 1
        if records[position].id == id { return position }
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  mutating func add(_ id: UUID, at position: Int) {
    count += 1
    if count * 2 > slots.count { grow() }
    place(UInt64(position + 1) &<< 32 | UInt64(hash(id)))
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: old.count * 4)
    for entry in old where entry != 0 { place(entry) }
  }

  private mutating func place(_ entry: UInt64) {
    let mask = slots.count - 1
    var slot = Int(UInt32(truncatingIfNeeded: entry)) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = entry
  }

  private func hash(_ id: UUID) -> UInt32 {
    let (high, low) = withUnsafeBytes(of: id.uuid) {
      ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
    let mixed = (high ^ seed).multipliedFullWidth(by: low ^ otherSeed)
    return UInt32(truncatingIfNeeded: mixed.high ^ mixed.low)
  }
}
