import Foundation

extension CacheStore {
  /// What is stored for a request.
  struct Lookup: Sendable {
    /// The newest entry that the request selects.
    var entry: StoredEntry?
    /// Whether there are entries, but none that it selects.
    var isVaryMiss = false
  }

  /// Looks in memory, then on the disk.
  ///
  /// - Parameters:
  ///   - key: Whose answers.
  ///   - request: The fields that select among them.
  ///   - now: The time, in seconds since 1970.
  /// - Returns: What there is.
  func lookup(_ key: SHA256.Digest, request: HTTPFields, now: TimeInterval) -> Lookup {
    let (found, untouched, unchecked) = lock.withLock { inMemory(key, request, now) }
    if let found {
      if let unchecked, !confirm(unchecked, now: now) { return onDisk(key, request, now) }
      if let untouched { touch(untouched, now: now) }
      return Lookup(entry: found)
    }
    if disk != nil { return onDisk(key, request, now) }
    return Lookup(isVaryMiss: lock.withLock { !index.entries(of: key).isEmpty })
  }

  /// The newest match in memory; under the lock.
  private func inMemory(
    _ key: SHA256.Digest,
    _ request: HTTPFields,
    _ now: TimeInterval
  ) -> (StoredEntry?, untouched: EntryName?, unchecked: EntryName?) {
    var best: (number: Int, entry: StoredEntry)?
    for number in index.entries(of: key) {
      guard let entry = index[number].entry, entry.response.selection.matches(request) else { continue }
      if let current = best, current.entry.response.exchange.response >= entry.response.exchange.response { continue }
      best = (number, entry)
    }
    guard let best else { return (nil, nil, nil) }
    index.use(best.number)
    guard disk != nil else { return (best.entry, nil, nil) }
    let node = index[best.number]
    let isUntouched = abs(now - node.touched) > Self.touchInterval
    let isUnchecked = abs(now - node.checked) > Self.checkInterval
    return (best.entry, isUntouched ? node.name : nil, isUnchecked ? node.name : nil)
  }

  /// Whether the file is still the one that is in memory; another process may have changed or removed it.
  private func confirm(_ name: EntryName, now: TimeInterval) -> Bool {
    guard let disk else { return true }
    let status = disk.files.status(of: name.fileName)
    return lock.withLock {
      guard let number = index.number(of: name), let status, index[number].status == status else { return false }
      index.update(number) { $0.checked = now }
      return true
    }
  }

  /// Writes the time of use to the file, so that other processes and later ones know it.
  private func touch(_ name: EntryName, now: TimeInterval) {
    guard let disk else { return }
    // Where it can't be set, the order of use is less exact after a restart; nothing else depends on it.
    try? disk.files.setLastUse(of: name.fileName, to: now)
    let status = disk.files.status(of: name.fileName)
    lock.withLock {
      guard let number = index.number(of: name) else { return }
      let known = index[number].status
      index.update(number) { node in
        node.touched = now
        if let status, status.number == known?.number, status.size == known?.size { node.status = status }
      }
    }
  }

  private func onDisk(_ key: SHA256.Digest, _ request: HTTPFields, _ now: TimeInterval) -> Lookup {
    guard let disk else { return Lookup() }
    let ticket = ticket()
    var found: [(name: EntryName, entry: StoredEntry, status: CacheFileStatus)] = []
    var damaged: [EntryName] = []
    let known = lock.withLock { index.entries(of: key).map { index[$0].name.slot } }
    for range in [EntryName.evictableSlots, EntryName.pinnedSlots] {
      for slot in range {
        let name = EntryName(key: key, slot: slot)
        var isPresent = true
        do throws(CacheFileError) {
          switch try disk.read(name) {
          case .absent: isPresent = false
          case .damaged: damaged.append(name)
          case .entry(let entry, let status): found.append((name, entry, status))
          }
        } catch {
          if error.code != ENOTDIR { report(error) }
          isPresent = false
        }
        // Slots are filled in order, so that a miss costs two looks. One behind a gap is found by those who know of it.
        if !isPresent, !known.contains(where: { $0 > slot && range.contains($0) }) { break }
      }
    }
    let matching = found.filter { $0.entry.response.selection.matches(request) }
    let best = matching.max { $0.entry.response.exchange.response < $1.entry.response.exchange.response }
    let lookup = lock.withLock { () -> Lookup in
      for name in damaged {
        counters.damaged += 1
        if let number = index.number(of: name) { index.remove(number) }
        removeFile(name)
      }
      // What was removed while it was being read is gone.
      guard isValid(ticket, for: key) else { return Lookup() }
      forget(key, besides: Set(found.map(\.name)), ticket)
      for (name, entry, status) in found { remember(name, entry, status, isUsed: name == best?.name, ticket, now) }
      return Lookup(entry: best?.entry, isVaryMiss: best == nil && !found.isEmpty)
    }
    if let best, abs(now - best.status.lastUse) > Self.touchInterval { touch(best.name, now: now) }
    return lookup
  }

  /// Forgets entries whose files are gone; under the lock.
  private func forget(_ key: SHA256.Digest, besides present: Set<EntryName>, _ ticket: Ticket) {
    for number in index.entries(of: key) {
      let node = index[number]
      if !present.contains(node.name), isOlder(node, than: ticket) { index.remove(number) }
    }
  }

  /// Puts an entry that was read into the index; under the lock.
  private func remember(
    _ name: EntryName,
    _ entry: StoredEntry,
    _ status: CacheFileStatus,
    isUsed: Bool,
    _ ticket: Ticket,
    _ now: TimeInterval
  ) {
    // A store that finished meanwhile knows better.
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
}
