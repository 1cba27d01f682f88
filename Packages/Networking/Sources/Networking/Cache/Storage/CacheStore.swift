import Foundation

/// Memory over disk, with one limit and one order of last use over everything.
///
/// Several processes may share the folder: each keeps its own index of it, which is checked against the files wherever it matters.
///
/// `@unchecked Sendable`: `limits`, `index`, `counters` and the change numbers are guarded by `lock`; the rest never changes.
final class CacheStore: @unchecked Sendable {
  /// The limits.
  struct Limits: Sendable, Hashable {
    /// The most bytes of all entries together.
    var total: Int
    /// The most bytes of entries that are also kept in memory.
    var memory: Int
    /// The most bytes of one entry.
    var entry: Int

    /// The limits that a configuration asks for; none is above that of everything.
    init(_ configuration: HTTPCache.Configuration) {
      total = configuration.sizeLimit
      memory = min(configuration.memoryLimit, configuration.sizeLimit)
      entry = min(configuration.entrySizeLimit, configuration.sizeLimit)
    }
  }

  /// Counts since the start.
  struct Counters: Sendable, Hashable {
    var damaged = 0
    var evicted = 0
    var failures = 0
    var lastFailure: String?
  }

  /// For how long a copy in memory is used without a look at its file, in seconds.
  static let checkInterval: TimeInterval = 1
  /// How far the time of last use in a file may be behind, in seconds.
  static let touchInterval: TimeInterval = 60

  let disk: DiskTier?
  let lock = Lock()
  private(set) var limits: Limits
  var index = CacheIndex()
  var counters = Counters()
  /// The number of the last change.
  var change: UInt64 = 0
  /// The numbers of the last removals by URL.
  var removals: [SHA256.Digest: UInt64] = [:]
  /// The number of the last removal that concerned everything.
  var removalOfAll: UInt64 = 0
  var isScanned = false
  var writtenSinceScan = 0

  /// Makes a store; nothing is read before it is needed.
  init(disk: DiskTier?, limits: Limits) {
    self.disk = disk
    self.limits = limits
  }

  /// A mark in the order of changes; what was begun before a removal may not be stored after it.
  struct Ticket: Sendable, Hashable {
    let changeNumber: UInt64
  }

  /// Marks the present.
  func ticket() -> Ticket { lock.withLock { Ticket(changeNumber: change) } }

  /// Whether nothing of a URL has been removed since the ticket was made; under the lock.
  func isValid(_ ticket: Ticket, for key: SHA256.Digest) -> Bool {
    ticket.changeNumber >= max(removalOfAll, removals[key] ?? 0)
  }

  /// The limits as they are now.
  var currentLimits: Limits { lock.withLock { limits } }

  /// Takes other limits, and removes what is too much for them.
  func setLimits(_ limits: Limits) {
    lock.withLock { self.limits = limits }
    // What other processes have stored counts, too.
    scan()
    lock.withLock {
      trimDisk()
      trimMemory()
    }
  }

  /// Counts a failure of the disk, which costs no more than what was to be stored.
  func report(_ error: CacheFileError) {
    lock.withLock { countFailure(error) }
  }

  /// Counts a failure; under the lock.
  func countFailure(_ error: CacheFileError) {
    counters.failures += 1
    counters.lastFailure = error.description
  }

  /// Removes everything that is stored for a URL, and what is on its way into the store.
  func remove(_ key: SHA256.Digest) {
    lock.withLock {
      change += 1
      if removals.count >= 4096 {
        removals.removeAll()
        removalOfAll = change
      }
      removals[key] = change
      for number in index.entries(of: key) { index.remove(number) }
      for slot in EntryName.slots { removeFile(EntryName(key: key, slot: slot)) }
    }
  }

  /// Removes all entries of a kind, and everything that is on its way into the store.
  func removeAll(_ selection: HTTPCache.Selection) {
    lock.withLock {
      change += 1
      removals.removeAll()
      removalOfAll = change
      for name in index.names where selection.contains(name) {
        if let number = index.number(of: name) { index.remove(number) }
      }
      guard let disk else { return }
      do throws(CacheFileError) {
        for (name, _) in try disk.list() where selection.contains(name) { removeFile(name) }
      } catch {
        countFailure(error)
      }
    }
  }

  /// Removes the file of an entry, if any; under the lock.
  func removeFile(_ name: EntryName) {
    guard let disk else { return }
    do throws(CacheFileError) {
      try disk.files.remove(name.fileName)
    } catch {
      if error.code != ENOENT && error.code != ENOTDIR { countFailure(error) }
    }
  }

  /// How much is stored, after a look at the folder.
  func totals() -> (entries: Int, bytes: Int, memoryBytes: Int, counters: Counters) {
    scan()
    return lock.withLock { (index.count, index.bytes, index.memoryBytes, counters) }
  }
}
