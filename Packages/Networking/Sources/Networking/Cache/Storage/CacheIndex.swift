import Foundation

/// What a process knows of the entries: their sizes, the order of their last use, and those that are in memory.
///
/// It is only knowledge: what is on the disk decides.
struct CacheIndex {
  /// One entry.
  struct Node {
    /// Its file.
    let name: EntryName
    /// Its size in bytes, as the limit counts it.
    var size: Int
    /// The file as it was seen last; `nil` without a disk.
    var status: CacheFileStatus?
    /// Which requests it is for; `nil` as long as the file has not been read.
    var selection: Selection?
    /// The entry, where it is in memory.
    var entry: StoredEntry?
    /// When the file was last seen to be the one in memory, in seconds since 1970.
    var checked: TimeInterval
    /// When the file's time of last use was last set, in seconds since 1970.
    var touched: TimeInterval
    /// The number of the change that made it so.
    var change: UInt64
    /// The number of its last use in this process.
    var use: UInt64 = 0

    /// What it takes in memory.
    var memorySize: Int { entry == nil ? 0 : size }
  }

  /// The sizes of all entries together.
  private(set) var bytes = 0
  /// The sizes of those in memory together.
  private(set) var memoryBytes = 0

  private var nodes: [Node?] = []
  private var free: [Int] = []
  private var numbers: [SHA256.Digest: [Int]] = [:]
  private var evictable = RecencyList()
  private var inMemory = RecencyList()
  private var uses: UInt64 = 0

  /// How many entries there are.
  var count: Int { nodes.count - free.count }

  /// The numbers of a URL's entries.
  func entries(of key: SHA256.Digest) -> [Int] { numbers[key] ?? [] }

  /// The number of a file's entry.
  func number(of name: EntryName) -> Int? {
    numbers[name.key]?.first { nodes[$0]?.name == name }
  }

  /// All names.
  var names: [EntryName] { nodes.compactMap { $0?.name } }

  /// The entry with a number; it has to be one that is there.
  subscript(number: Int) -> Node {
    guard let node = nodes[number] else { preconditionFailure("there is no entry \(number) in the index") }
    return node
  }

  /// Changes an entry and keeps the sums.
  mutating func update(_ number: Int, _ change: (inout Node) -> Void) {
    var node = self[number]
    bytes -= node.size
    memoryBytes -= node.memorySize
    change(&node)
    bytes += node.size
    memoryBytes += node.memorySize
    if node.entry == nil { inMemory.remove(number) } else if !inMemory.contains(number) { inMemory.use(number) }
    nodes[number] = node
  }

  /// Puts an entry in the place of the one with its name.
  ///
  /// - Parameters:
  ///   - node: The entry.
  ///   - isRecent: Whether it counts as used now, or longest ago of all.
  /// - Returns: Its number.
  @discardableResult
  mutating func put(_ node: Node, isRecent: Bool = true) -> Int {
    if let known = number(of: node.name) {
      let lastUse = self[known].use
      update(known) { own in
        own = node
        own.use = lastUse
      }
      if isRecent { use(known) }
      return known
    }
    let number = free.popLast() ?? nodes.count
    if number == nodes.count { nodes.append(node) } else { nodes[number] = node }
    numbers[node.name.key, default: []].append(number)
    bytes += node.size
    memoryBytes += node.memorySize
    if node.entry != nil { inMemory.use(number) }
    if !node.name.isPinned {
      if isRecent { evictable.use(number) } else { evictable.addOldest(number) }
    }
    if isRecent { use(number) }
    return number
  }

  /// Makes an entry the last used one.
  mutating func use(_ number: Int) {
    uses += 1
    nodes[number]?.use = uses
    if evictable.contains(number) { evictable.use(number) }
    if inMemory.contains(number) { inMemory.use(number) }
  }

  /// Takes an entry out.
  mutating func remove(_ number: Int) {
    let node = self[number]
    bytes -= node.size
    memoryBytes -= node.memorySize
    evictable.remove(number)
    inMemory.remove(number)
    nodes[number] = nil
    free.append(number)
    let others = entries(of: node.name.key).filter { $0 != number }
    numbers[node.name.key] = others.isEmpty ? nil : others
  }

  /// The entry to remove next to make room; `nil` where only pinned ones are left.
  var leastRecent: Int? { evictable.leastRecent }

  /// The entry to drop next from memory.
  var leastRecentInMemory: Int? { inMemory.leastRecent }
}

/// Small numbers in the order of their last use; every operation takes constant time.
struct RecencyList: Sendable {
  private static let none = -1

  private var newer: [Int] = []
  private var older: [Int] = []
  private var isMember: [Bool] = []
  private var newest = none
  private var oldest = none

  /// The number that was used longest ago.
  var leastRecent: Int? { oldest == Self.none ? nil : oldest }

  /// Whether the number is in the list.
  func contains(_ number: Int) -> Bool { number < isMember.count && isMember[number] }

  /// Makes the number the last used one, adding it where it is missing.
  mutating func use(_ number: Int) {
    if newest == number { return }
    remove(number)
    grow(to: number)
    isMember[number] = true
    older[number] = newest
    newer[number] = Self.none
    if newest != Self.none { newer[newest] = number } else { oldest = number }
    newest = number
  }

  /// Adds a number behind all others, as the one that was used longest ago.
  mutating func addOldest(_ number: Int) {
    remove(number)
    grow(to: number)
    isMember[number] = true
    newer[number] = oldest
    older[number] = Self.none
    if oldest != Self.none { older[oldest] = number } else { newest = number }
    oldest = number
  }

  /// Takes the number out.
  mutating func remove(_ number: Int) {
    guard contains(number) else { return }
    let (before, behind) = (newer[number], older[number])
    if before != Self.none { older[before] = behind } else { newest = behind }
    if behind != Self.none { newer[behind] = before } else { oldest = before }
    isMember[number] = false
  }

  private mutating func grow(to number: Int) {
    while isMember.count <= number {
      isMember.append(false)
      newer.append(Self.none)
      older.append(Self.none)
    }
  }
}
