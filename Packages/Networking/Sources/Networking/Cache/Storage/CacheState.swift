import NetworkingFoundation

/// A ``CacheStore``'s state, for one thread at a time; if it disagrees with the directory, the files take precedence.
struct CacheState {
  var limits: CacheStore.Limits
  private(set) var index = CacheIndex()
  private(set) var counters = CacheStore.Counters()
  private(set) var isScanned = false
  private(set) var writtenSinceScan = 0

  private let disk: DiskTier?
  private var change: UInt64 = 0
  private var removals: [SHA256.Digest: UInt64] = [:]
  private var removalOfAll: UInt64 = 0

  init(disk: DiskTier?, limits: CacheStore.Limits) {
    self.disk = disk
    self.limits = limits
  }

  var ticket: CacheStore.Ticket { CacheStore.Ticket(changeNumber: change) }

  /// Returns whether no entry for the URL has been removed since the ticket was created.
  func isValid(_ ticket: CacheStore.Ticket, for key: SHA256.Digest) -> Bool {
    ticket.changeNumber >= max(removalOfAll, removals[key] ?? 0)
  }

  mutating func countFailure(_ error: CacheFileError) {
    counters.failures += 1
    counters.lastFailure = error.description
  }

  // MARK: Removing

  mutating func remove(_ key: SHA256.Digest) {
    change += 1
    if removals.count >= 4096 {
      removals.removeAll()
      removalOfAll = change
    }
    removals[key] = change
    for number in index.entries(of: key) { index.remove(number) }
    for slot in EntryName.slots { removeFile(EntryName(key: key, slot: slot)) }
  }

  /// Removes entries from the index; the caller removes their files.
  mutating func forgetAll(where isForgotten: (EntryName) -> Bool) {
    change += 1
    removals.removeAll()
    removalOfAll = change
    for name in index.names where isForgotten(name) {
      if let number = index.number(of: name) { index.remove(number) }
    }
  }

  mutating func removeDamaged(_ name: EntryName) {
    counters.damaged += 1
    if let number = index.number(of: name) { index.remove(number) }
    removeFile(name)
  }

  private mutating func removeFile(_ name: EntryName) {
    do throws(CacheFileError) { try disk?.remove(name) } catch { countFailure(error) }
  }

  // MARK: Looking up

  /// Returns the newest match in memory; also its name if the file must be checked or the file's last use is outdated.
  mutating func inMemory(
    _ key: SHA256.Digest,
    _ request: HTTPFields,
    _ now: TimeInterval
  ) -> (StoredEntry?, untouched: EntryName?, unchecked: EntryName?) {
    var best: (number: Int, entry: StoredEntry)?
    for number in index.entries(of: key) {
      guard let entry = index[number].entry, entry.response.isSelected(by: request) else { continue }
      if let current = best, current.entry.response.exchange.response >= entry.response.exchange.response { continue }
      best = (number, entry)
    }
    guard let best else { return (nil, nil, nil) }
    index.use(best.number)
    guard disk != nil else { return (best.entry, nil, nil) }
    let node = index[best.number]
    let isUntouched = abs(now - node.touched) > CacheStore.touchInterval
    let isUnchecked = abs(now - node.checked) > CacheStore.checkInterval
    return (best.entry, isUntouched ? node.name : nil, isUnchecked ? node.name : nil)
  }

  /// Records that the file matches the copy in memory; returns `false` if it no longer does.
  mutating func confirm(_ name: EntryName, _ status: CacheFileStatus?, now: TimeInterval) -> Bool {
    guard let status, let number = index.number(of: name), index[number].status == status else { return false }
    index.update(number) { $0.checked = now }
    return true
  }

  mutating func touched(_ name: EntryName, _ status: CacheFileStatus?, now: TimeInterval) {
    guard let number = index.number(of: name) else { return }
    let known = index[number].status
    index.update(number) { node in
      node.touched = now
      if let status, status.number == known?.number, status.size == known?.size { node.status = status }
    }
  }

  mutating func forget(_ key: SHA256.Digest, besides present: Set<EntryName>, _ ticket: CacheStore.Ticket) {
    for number in index.entries(of: key) {
      let node = index[number]
      if !present.contains(node.name), isOlder(node, than: ticket) { index.remove(number) }
    }
  }

  mutating func remember(
    _ name: EntryName,
    _ entry: StoredEntry,
    _ status: CacheFileStatus,
    isUsed: Bool,
    _ ticket: CacheStore.Ticket,
    _ now: TimeInterval
  ) {
    // The entry was stored after the scan started and is therefore newer.
    if let number = index.number(of: name), !isOlder(index[number], than: ticket) { return }
    var node = CacheIndex.Node(
      name: name,
      size: status.size,
      status: status,
      selection: entry.response.selection,
      entry: nil,
      checked: now,
      touched: status.lastUse,
      change: index.number(of: name).map { index[$0].change } ?? 0
    )
    if isUsed, fitsMemory(entry) {
      node.entry = entry
    } else if let number = index.number(of: name), index[number].status == status {
      node.entry = index[number].entry
    }
    index.put(node, isRecent: isUsed)
    trimMemory()
  }

  // MARK: Storing

  mutating func place(
    _ response: StoredResponse,
    size: Int,
    _ key: SHA256.Digest,
    _ options: StoreOptions,
    _ publish: (EntryName) -> (CacheFileStatus?, StoredEntry?)?
  ) -> Bool {
    guard size <= limits.entry, isValid(options.ticket, for: key) else { return false }
    let (name, superseded) = slot(for: response.selection, key, isPinned: options.isPinned)
    let replaced = index.number(of: name).map { index[$0].size } ?? 0
    var evicted: [EntryName] = []
    let hasRoom = makeRoom(size - replaced, keeping: name, &evicted)
    for name in evicted { removeFile(name) }
    guard hasRoom, let (status, entry) = publish(name) else { return false }
    change += 1
    var node = CacheIndex.Node(
      name: name,
      size: size,
      status: status,
      selection: response.selection,
      entry: nil,
      checked: options.now,
      touched: options.now,
      change: change
    )
    if let entry, fitsMemory(entry) { node.entry = entry }
    index.put(node)
    // Names are used because making room may have removed entries and reassigned their numbers.
    for name in superseded {
      if let number = index.number(of: name) { drop(number) }
    }
    writtenSinceScan += size
    trimMemory()
    return true
  }

  /// Selects the slot of an entry for the same requests, or else a free slot, or else the least recently used slot.
  private func slot(
    for selection: Selection,
    _ key: SHA256.Digest,
    isPinned: Bool
  ) -> (EntryName, superseded: [EntryName]) {
    let known = index.entries(of: key)
    let same = known.filter { index[$0].selection == selection }
    // A pinned entry stays pinned until it is removed.
    let pins = isPinned || same.contains { index[$0].name.isPinned }
    let range = pins ? EntryName.pinnedSlots : EntryName.evictableSlots
    let superseded = same.map { index[$0].name }.filter { $0.isPinned != pins }
    if let own = same.first(where: { index[$0].name.isPinned == pins }) { return (index[own].name, superseded) }
    let taken = known.filter { index[$0].name.isPinned == pins }
    let free = range.first { slot in !taken.contains { index[$0].name.slot == slot } }
    let oldest = taken.min { index[$0].use < index[$1].use }.map { index[$0].name.slot }
    return (EntryName(key: key, slot: free ?? oldest ?? range.lowerBound), superseded)
  }

  /// Evicts entries from the index until there is room; the caller removes their files.
  private mutating func makeRoom(_ size: Int, keeping kept: EntryName?, _ evicted: inout [EntryName]) -> Bool {
    // An entry that another process has used more recently is evicted only if room is still needed later.
    var chances = index.count
    var isKeptSeen = false
    while index.bytes + size > limits.total {
      guard let number = index.leastRecent else { return false }
      let node = index[number]
      if node.name == kept {
        guard !isKeptSeen else { return false }
        isKeptSeen = true
        index.use(number)
        continue
      }
      if chances > 0, wasUsedByOthers(node) {
        chances -= 1
        index.use(number)
        continue
      }
      evicted.append(node.name)
      index.remove(number)
      counters.evicted += 1
    }
    return true
  }

  /// Evicts entries until the remaining entries are within the limit; pinned entries are evicted last.
  ///
  /// - Returns: The evicted entries, whose files the caller removes.
  mutating func trimDisk() -> [EntryName] {
    var evicted: [EntryName] = []
    guard !makeRoom(0, keeping: nil, &evicted) else { return evicted }
    // Only pinned entries are left. For entries that this process hasn't used, the files' times determine the order.
    let pinned = index.names.compactMap { index.number(of: $0) }.map { (number: $0, node: index[$0]) }
    let byUse = pinned.sorted {
      ($0.node.use, $0.node.status?.lastUse ?? 0) < ($1.node.use, $1.node.status?.lastUse ?? 0)
    }
    for (number, node) in byUse where index.bytes > limits.total {
      evicted.append(node.name)
      index.remove(number)
      counters.evicted += 1
    }
    return evicted
  }

  /// Returns whether another process has used the file more recently than this process.
  private mutating func wasUsedByOthers(_ node: CacheIndex.Node) -> Bool {
    guard let disk, let known = node.status, let number = index.number(of: node.name),
      let status = disk.files.status(of: node.name.fileName), status.lastUse > known.lastUse
    else { return false }
    index.update(number) { $0.status = status }
    return true
  }

  private mutating func drop(_ number: Int) {
    let name = index[number].name
    index.remove(number)
    removeFile(name)
  }

  func fitsMemory(_ entry: StoredEntry) -> Bool {
    guard disk != nil else { return true }
    guard case .bytes(let bytes) = entry.content else { return false }
    return bytes.count <= min(DiskTier.wholeReadLimit, limits.memory / 4)
  }

  mutating func trimMemory() {
    guard disk != nil else { return }
    while index.memoryBytes > limits.memory, let number = index.leastRecentInMemory {
      index.update(number) { $0.entry = nil }
    }
  }

  /// Returns whether the entry hasn't changed since the ticket was created.
  func isOlder(_ node: CacheIndex.Node, than ticket: CacheStore.Ticket) -> Bool { node.change <= ticket.changeNumber }

  // MARK: Scanning

  mutating func take(_ listed: [(name: EntryName, status: CacheFileStatus)], _ ticket: CacheStore.Ticket) {
    let present = Set(listed.map(\.name))
    for name in index.names where !present.contains(name) {
      if let number = index.number(of: name), isOlder(index[number], than: ticket) { index.remove(number) }
    }
    // In the first scan, unknown entries count as older than the entries that this process has used. In later scans,
    // they count as newer.
    let ordered = listed.sorted {
      isScanned ? $0.status.lastUse < $1.status.lastUse : $0.status.lastUse > $1.status.lastUse
    }
    for (name, status) in ordered where isValid(ticket, for: name.key) { note(name, status, ticket) }
    isScanned = true
    writtenSinceScan = 0
  }

  private mutating func note(_ name: EntryName, _ status: CacheFileStatus, _ ticket: CacheStore.Ticket) {
    guard let number = index.number(of: name) else {
      let node = CacheIndex.Node(
        name: name,
        size: status.size,
        status: status,
        selection: nil,
        entry: nil,
        checked: 0,
        touched: status.lastUse,
        change: ticket.changeNumber
      )
      index.put(node, isRecent: isScanned)
      return
    }
    let node = index[number]
    guard isOlder(node, than: ticket), node.status != status else { return }
    // Another process has used the entry. The list is sorted by last use.
    if status.lastUse > node.status?.lastUse ?? 0 { index.use(number) }
    index.update(number) { node in
      if node.status?.number != status.number || node.status?.size != status.size {
        node.entry = nil
        node.selection = nil
      }
      node.size = status.size
      node.status = status
    }
  }
}
