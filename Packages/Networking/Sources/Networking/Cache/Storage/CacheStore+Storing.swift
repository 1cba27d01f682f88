import Foundation

extension CacheStore {
  /// Stores a complete answer that is in memory.
  ///
  /// - Returns: Whether it is stored.
  @discardableResult
  func store(_ entry: StoredEntry, content: Data, for key: SHA256.Digest, options: StoreOptions) -> Bool {
    guard disk != nil else {
      let size = EntryHead.fixedLength + entry.response.encoded.count + content.count
      return place(entry.response, size: size, key, options) { _ in (nil, entry) }
    }
    do throws(CacheFileError) {
      guard let writer = try makeWriter(entry.response) else { return false }
      try writer.append(content)
      return try publish(writer, entry.response, content: content, for: key, options: options)
    } catch {
      report(error)
      return false
    }
  }

  /// Starts an answer that is written as it arrives; `nil` without a disk.
  func makeWriter(_ response: StoredResponse) throws(CacheFileError) -> EntryWriter? {
    guard let disk else { return nil }
    return try disk.write(response)
  }

  /// Makes an answer that is written completely visible to everybody.
  ///
  /// - Parameters:
  ///   - writer: The writer with all of the content.
  ///   - response: The head.
  ///   - content: The content, where it is small enough to be in memory.
  ///   - key: Whose answer it is.
  ///   - options: How it is stored.
  /// - Returns: Whether it is stored.
  /// - Throws: Why the disk did not take it.
  func publish(
    _ writer: EntryWriter,
    _ response: StoredResponse,
    content: Data?,
    for key: SHA256.Digest,
    options: StoreOptions
  ) throws(CacheFileError) -> Bool {
    try writer.finish(key: key, lastUse: options.now)
    scanIfNeeded(adding: writer.fileLength)
    var failure: CacheFileError?
    let isStored = place(response, size: writer.fileLength, key, options) { name in
      do throws(CacheFileError) {
        try writer.rename(to: name.fileName)
        let status = try writer.status()
        return (status, content.map { StoredEntry(response: response, content: .bytes($0)) })
      } catch {
        failure = error
        return nil
      }
    }
    if let failure { throw failure }
    return isStored
  }

  /// Makes room, puts an entry into its slot and keeps the index.
  private func place(
    _ response: StoredResponse,
    size: Int,
    _ key: SHA256.Digest,
    _ options: StoreOptions,
    _ publish: (EntryName) -> (CacheFileStatus?, StoredEntry?)?
  ) -> Bool {
    lock.withLock {
      guard size <= limits.entry, isValid(options.ticket, for: key) else { return false }
      let (name, superseded) = slot(for: response.selection, key, isPinned: options.isPinned)
      let replaced = index.number(of: name).map { index[$0].size } ?? 0
      guard makeRoom(size - replaced, keeping: name), let (status, entry) = publish(name) else { return false }
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
      // By name: making room may have removed them and given their numbers to others.
      for name in superseded {
        if let number = index.number(of: name) { drop(number) }
      }
      writtenSinceScan += size
      trimMemory()
      return true
    }
  }

  /// Where an answer goes: over the one for the same requests, else into a free slot, else over the one that was used longest ago.
  private func slot(
    for selection: Selection,
    _ key: SHA256.Digest,
    isPinned: Bool
  ) -> (EntryName, superseded: [EntryName]) {
    let known = index.entries(of: key)
    let same = known.filter { index[$0].selection == selection }
    // What is pinned stays pinned until it is removed.
    let pins = isPinned || same.contains { index[$0].name.isPinned }
    let range = pins ? EntryName.pinnedSlots : EntryName.evictableSlots
    let superseded = same.map { index[$0].name }.filter { $0.isPinned != pins }
    if let own = same.first(where: { index[$0].name.isPinned == pins }) { return (index[own].name, superseded) }
    let taken = known.filter { index[$0].name.isPinned == pins }
    let free = range.first { slot in !taken.contains { index[$0].name.slot == slot } }
    let oldest = taken.min { index[$0].use < index[$1].use }.map { index[$0].name.slot }
    return (EntryName(key: key, slot: free ?? oldest ?? range.lowerBound), superseded)
  }

  /// Removes entries, the ones used longest ago first, until there is room; under the lock.
  private func makeRoom(_ size: Int, keeping kept: EntryName?) -> Bool {
    // What another process used meanwhile gets one more chance.
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
      drop(number)
      counters.evicted += 1
    }
    return true
  }

  /// Removes what is above the limit, what is pinned after everything else; under the lock.
  func trimDisk() {
    guard !makeRoom(0, keeping: nil) else { return }
    // Only what is pinned is left. What this process has not used goes by its files.
    let pinned = index.names.compactMap { index.number(of: $0) }.map { (number: $0, node: index[$0]) }
    let byUse = pinned.sorted {
      ($0.node.use, $0.node.status?.lastUse ?? 0) < ($1.node.use, $1.node.status?.lastUse ?? 0)
    }
    for (number, _) in byUse where index.bytes > limits.total {
      drop(number)
      counters.evicted += 1
    }
  }

  /// Whether the file's time of last use is newer than this process made it; under the lock.
  private func wasUsedByOthers(_ node: CacheIndex.Node) -> Bool {
    guard let disk, let known = node.status, let number = index.number(of: node.name),
      let status = disk.files.status(of: node.name.fileName), status.lastUse > known.lastUse
    else { return false }
    index.update(number) { $0.status = status }
    return true
  }

  /// Removes an entry from index and disk; under the lock.
  private func drop(_ number: Int) {
    let name = index[number].name
    index.remove(number)
    removeFile(name)
  }

  /// Whether an entry may be kept in memory.
  func fitsMemory(_ entry: StoredEntry) -> Bool {
    guard disk != nil else { return true }
    guard case .bytes(let bytes) = entry.content else { return false }
    return bytes.count <= min(DiskTier.wholeReadLimit, limits.memory / 4)
  }

  /// Drops what is too much from memory, not from the disk; under the lock.
  func trimMemory() {
    guard disk != nil else { return }
    while index.memoryBytes > limits.memory, let number = index.leastRecentInMemory {
      index.update(number) { $0.entry = nil }
    }
  }

  /// Whether nothing has happened to an entry since the ticket was made.
  func isOlder(_ node: CacheIndex.Node, than ticket: Ticket) -> Bool { node.change <= ticket.changeNumber }
}

/// How an answer is stored.
struct StoreOptions: Sendable, Hashable {
  /// Whether it stays when room is made.
  var isPinned: Bool
  /// When it was asked for, in the order of changes.
  var ticket: CacheStore.Ticket
  /// The time, in seconds since 1970.
  var now: TimeInterval
}

extension CacheStore {
  /// Stores newer fields with the content of an entry.
  ///
  /// - Returns: Whether they are stored.
  @discardableResult
  func replace(
    _ entry: StoredEntry,
    with response: StoredResponse,
    for key: SHA256.Digest,
    options: StoreOptions
  ) -> Bool {
    switch entry.content {
    case .bytes(let bytes):
      return store(StoredEntry(response: response, content: entry.content), content: bytes, for: key, options: options)
    case .file(let file):
      do throws(CacheFileError) {
        guard let writer = try makeWriter(response) else { return false }
        while writer.contentLength < file.contentLength {
          try writer.append(file.read(FileBodySource.pieceLength, at: writer.contentLength))
        }
        return try publish(writer, response, content: nil, for: key, options: options)
      } catch {
        report(error)
        return false
      }
    }
  }
}
