import NetworkingFoundation

/// A process's index of the entries, in order of last use; if it disagrees with the files, the files take precedence.
struct CacheIndex {
  struct Node {
    let name: EntryName
    /// The size in bytes, measured in the same way as the size limit.
    var size: Int
    /// The file's last known status; `nil` without a directory.
    var status: CacheFileStatus?
    /// The criteria for requests that can use the entry; `nil` until the file has been read.
    var selection: Selection?
    var entry: StoredEntry?
    /// The time when the file was last found to match the copy in memory, in seconds since 1970.
    var checked: TimeInterval
    /// The time of last use that this process most recently stored in the file, in seconds since 1970.
    var touched: TimeInterval
    var change: UInt64
    var use: UInt64 = 0

    var memorySize: Int { entry == nil ? 0 : size }
  }

  private(set) var bytes = 0
  private(set) var memoryBytes = 0

  private var nodes: [Node?] = []
  private var free: [Int] = []
  private var numbers: [SHA256.Digest: [Int]] = [:]
  private var evictable = RecencyList()
  private var inMemory = RecencyList()
  private var uses: UInt64 = 0

  var count: Int { nodes.count - free.count }

  func entries(of key: SHA256.Digest) -> [Int] { numbers[key] ?? [] }

  func number(of name: EntryName) -> Int? {
    numbers[name.key]?.first { nodes[$0]?.name == name }
  }

  var names: [EntryName] { nodes.compactMap { $0?.name } }

  subscript(number: Int) -> Node {
    guard let node = nodes[number] else { preconditionFailure("there is no entry \(number) in the index") }
    return node
  }

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

  /// Adds or replaces an entry as the most or least recently used one, and returns its number.
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

  mutating func use(_ number: Int) {
    uses += 1
    nodes[number]?.use = uses
    if evictable.contains(number) { evictable.use(number) }
    if inMemory.contains(number) { inMemory.use(number) }
  }

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

  /// The next entry to evict; `nil` if only pinned entries are left.
  var leastRecent: Int? { evictable.leastRecent }

  var leastRecentInMemory: Int? { inMemory.leastRecent }
}

/// A set of small numbers in order of last use, with constant-time operations.
struct RecencyList: Sendable {
  private static let none = -1

  private var newer: [Int] = []
  private var older: [Int] = []
  private var isMember: [Bool] = []
  private var newest = none
  private var oldest = none

  var leastRecent: Int? { oldest == Self.none ? nil : oldest }

  func contains(_ number: Int) -> Bool { number < isMember.count && isMember[number] }

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

  mutating func addOldest(_ number: Int) {
    remove(number)
    grow(to: number)
    isMember[number] = true
    newer[number] = oldest
    older[number] = Self.none
    if oldest != Self.none { older[oldest] = number } else { newest = number }
    oldest = number
  }

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
