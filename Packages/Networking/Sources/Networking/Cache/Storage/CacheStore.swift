import NetworkingFoundation

/// A cache in memory and on disk, with a shared size limit and a shared order of last use.
///
/// Several processes may share the directory; each process verifies its index against the files where necessary.
final class CacheStore: Sendable {
  struct Limits: Sendable, Hashable {
    var total: Int
    /// The maximum total size of the entries in memory, in bytes.
    var memory: Int
    var entry: Int

    /// Creates limits, none of which exceeds the total limit.
    init(_ configuration: HTTPCache.Configuration) {
      total = configuration.sizeLimit
      memory = min(configuration.memoryLimit, configuration.sizeLimit)
      entry = min(configuration.entrySizeLimit, configuration.sizeLimit)
    }
  }

  struct Counters: Sendable, Hashable {
    var damaged = 0
    var evicted = 0
    var failures = 0
    var lastFailure: String?
  }

  /// A position in the order of changes; it prevents a response requested before a removal from being stored afterward.
  struct Ticket: Sendable, Hashable {
    let changeNumber: UInt64
  }

  struct Lookup: Sendable {
    var entry: StoredEntry?
    var isVaryMiss = false
  }

  /// The time, in seconds, for which a copy in memory is used without checking its file again.
  static let checkInterval: TimeInterval = 1
  /// The maximum delay before a file's time of last use is updated, in seconds.
  static let touchInterval: TimeInterval = 60

  private let disk: DiskTier?
  private let state: Locked<CacheState>

  /// Creates a store that doesn't read the directory until its first use.
  init(disk: DiskTier?, limits: Limits) {
    self.disk = disk
    state = Locked(CacheState(disk: disk, limits: limits))
  }

  func ticket() -> Ticket { state.withLock { $0.ticket } }

  var currentLimits: Limits { state.withLock { $0.limits } }

  func setLimits(_ limits: Limits) {
    state.withLock { $0.limits = limits }
    // Entries from other processes also count toward the limit.
    scan()
    // A file that is stored meanwhile under the name of an evicted entry may be removed, too, and then counts as a miss.
    removeFiles(
      state.withLock { state in
        defer { state.trimMemory() }
        return state.trimDisk()
      }
    )
  }

  /// Removes files without holding the lock, because there may be many.
  private func removeFiles(_ names: [EntryName]) {
    for name in names {
      do throws(CacheFileError) { try disk?.remove(name) } catch { report(error) }
    }
  }

  /// Records a disk failure; its only consequence is that an entry isn't stored.
  func report(_ error: CacheFileError) {
    state.withLock { $0.countFailure(error) }
  }

  func remove(_ key: SHA256.Digest) {
    state.withLock { $0.remove(key) }
  }

  func removeAll(_ selection: HTTPCache.Selection) {
    state.withLock { $0.forgetAll(where: selection.contains) }
    guard let disk else { return }
    do throws(CacheFileError) {
      let names = try disk.list().map(\.name).filter(selection.contains)
      removeFiles(names)
      // Lookups may have found files before they were removed.
      let removed = Set(names)
      state.withLock { $0.forgetAll(where: removed.contains) }
    } catch {
      report(error)
    }
  }

  func totals() -> (entries: Int, bytes: Int, memoryBytes: Int, counters: Counters) {
    scan()
    return state.withLock { ($0.index.count, $0.index.bytes, $0.index.memoryBytes, $0.counters) }
  }

  // MARK: Looking up

  func lookup(_ key: SHA256.Digest, request: HTTPFields, now: TimeInterval) -> Lookup {
    let (found, untouched, unchecked) = state.withLock { $0.inMemory(key, request, now) }
    if let found {
      if let unchecked, !confirm(unchecked, now: now) { return onDisk(key, request, now) }
      if let untouched { touch(untouched, now: now) }
      return Lookup(entry: found)
    }
    if disk != nil { return onDisk(key, request, now) }
    return Lookup(isVaryMiss: state.withLock { !$0.index.entries(of: key).isEmpty })
  }

  /// Returns whether the file is unchanged; another process may have changed or removed it.
  private func confirm(_ name: EntryName, now: TimeInterval) -> Bool {
    guard let disk else { return true }
    let status = disk.files.status(of: name.fileName)
    return state.withLock { $0.confirm(name, status, now: now) }
  }

  /// Records the last use in the file, for other processes and later runs.
  private func touch(_ name: EntryName, now: TimeInterval) {
    guard let disk else { return }
    // If this fails, the only consequence is a less exact order of last use after a restart.
    try? disk.files.setLastUse(of: name.fileName, to: now)
    let status = disk.files.status(of: name.fileName)
    state.withLock { $0.touched(name, status, now: now) }
  }

  private func onDisk(_ key: SHA256.Digest, _ request: HTTPFields, _ now: TimeInterval) -> Lookup {
    guard let disk else { return Lookup() }
    let ticket = ticket()
    var found: [(name: EntryName, entry: StoredEntry, status: CacheFileStatus)] = []
    var damaged: [EntryName] = []
    let known = state.withLock { state in state.index.entries(of: key).map { state.index[$0].name.slot } }
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
        // Slots are filled in order, so a miss takes two lookups. A slot after a gap is read only if the index contains
        // it.
        if !isPresent, !known.contains(where: { $0 > slot && range.contains($0) }) { break }
      }
    }
    let matching = found.filter { $0.entry.response.isSelected(by: request) }
    let best = matching.max { $0.entry.response.exchange.response < $1.entry.response.exchange.response }
    let lookup = state.withLock { state -> Lookup in
      for name in damaged { state.removeDamaged(name) }
      // If entries were removed during the lookup, its result must not be used.
      guard state.isValid(ticket, for: key) else { return Lookup() }
      state.forget(key, besides: Set(found.map(\.name)), ticket)
      for (name, entry, status) in found {
        state.remember(name, entry, status, isUsed: name == best?.name, ticket, now)
      }
      return Lookup(entry: best?.entry, isVaryMiss: best == nil && !found.isEmpty)
    }
    if let best, abs(now - best.status.lastUse) > Self.touchInterval { touch(best.name, now: now) }
    return lookup
  }

  // MARK: Storing

  /// Stores a complete response; returns whether it was stored.
  @discardableResult
  func store(_ entry: StoredEntry, content: Data, for key: SHA256.Digest, options: StoreOptions) -> Bool {
    guard disk != nil else {
      let size = EntryHead.fixedLength + entry.response.encoded.count + content.count
      return state.withLock { $0.place(entry.response, size: size, key, options) { _ in (nil, entry) } }
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

  /// Creates a writer for content that is stored as it arrives; `nil` without a directory.
  func makeWriter(_ response: StoredResponse) throws(CacheFileError) -> EntryWriter? {
    guard let disk else { return nil }
    return try disk.write(response)
  }

  /// Makes a completely written entry visible to all processes; returns whether it was stored.
  ///
  /// `content` is `nil` if it is too large to keep in memory.
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
    let isStored = state.withLock { state in
      state.place(response, size: writer.fileLength, key, options) { name in
        do throws(CacheFileError) {
          try writer.rename(to: name.fileName)
          let status = try writer.status()
          return (status, content.map { StoredEntry(response: response, content: .bytes($0)) })
        } catch {
          failure = error
          return nil
        }
      }
    }
    if let failure { throw failure }
    return isStored
  }

  /// Stores newer header fields with existing content; returns whether they were stored.
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

  // MARK: Scanning

  /// Scans the shared directory before the first store, and each time a sixteenth of the limit has been written.
  ///
  /// Each additional process can therefore exceed the limit by at most a sixteenth.
  private func scanIfNeeded(adding size: Int) {
    let isNeeded = state.withLock { !$0.isScanned || $0.writtenSinceScan + size > $0.limits.total / 16 }
    if isNeeded { scan() }
  }

  private func scan() {
    guard let disk else { return }
    let ticket = ticket()
    let listed: [(name: EntryName, status: CacheFileStatus)]
    do throws(CacheFileError) {
      listed = try disk.list()
    } catch {
      report(error)
      return
    }
    state.withLock { $0.take(listed, ticket) }
  }
}

struct StoreOptions: Sendable, Hashable {
  var isPinned: Bool
  var ticket: CacheStore.Ticket
  var now: TimeInterval
}
