public import Foundation

/// A private HTTP cache (RFC 9111) in memory and, where it is given a folder, on disk.
///
/// ```swift
/// let cache = HTTPCache(configuration: .init(folder: cachesFolder))
/// let client = APIClient(api: api, transport: transport, middleware: [cache])
/// ```
///
/// Answers to GET are stored as the service allows and used for GET and HEAD. What a request wants beyond that is its ``CachePolicy``; what
/// happened is the answer's ``CacheStatus``. Content is stored while the caller reads it, and only where it is read to its end.
///
/// Several processes may share a folder. Its files have mode 0600 and names that reveal nothing; URLs and credentials are not in them. A file
/// that is damaged is removed and asked for again.
///
/// It belongs outside of what adds credentials and retries, so that a hit costs nothing of either.
public final class HTTPCache: Middleware {
  /// How the cache was made to work; ``sizeLimit`` says what holds now.
  package let configuration: Configuration

  let store: CacheStore
  let activity = CacheActivity()
  let clock: @Sendable () -> Date

  /// Makes a cache; the folder is neither read nor made before it is needed.
  ///
  /// - Parameters:
  ///   - configuration: How it works.
  ///   - now: The clock that ages are measured with.
  public convenience init(
    configuration: Configuration = Configuration(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.init(configuration: configuration, files: configuration.folder.map { SystemCacheFiles(folder: $0) }, now: now)
  }

  /// Makes a cache on other files.
  init(configuration: Configuration, files: (any CacheFiles)?, now: @escaping @Sendable () -> Date) {
    self.configuration = configuration
    clock = now
    store = CacheStore(
      disk: files.map { DiskTier(files: $0, rules: configuration.heuristics) },
      limits: CacheStore.Limits(configuration)
    )
  }

  /// Whether every request is answered from the cache or not at all, whatever its policy says.
  ///
  /// What the cache has nothing for fails with ``NetworkError/cacheMiss(url:)``.
  public var isOffline: Bool {
    get { activity.isOffline }
    set { activity.isOffline = newValue }
  }

  /// The most bytes of everything that is stored, as it holds now.
  public var sizeLimit: Int { store.currentLimits.total }

  /// Changes the most bytes of everything that is stored, from now on and for what is stored already.
  ///
  /// Where there is more, entries are removed before this returns, in memory and on disk: those that were used longest ago first, and what is
  /// pinned (``CachePolicy/isPinned``) only when nothing else is left. Bodies that are being read go on. The limit of one entry stays what
  /// ``Configuration/entrySizeLimit`` was set to, or becomes an eighth of the new limit. Other processes that use the folder keep their limits.
  ///
  /// It looks through the folder, and so takes time as ``statistics`` does; a file that could not be removed counts as a storage failure.
  ///
  /// - Parameter bytes: The limit, not below 0; with 0 nothing is stored.
  public func setSizeLimit(_ bytes: Int) {
    precondition(bytes >= 0, "a cache can't have a limit below 0")
    var changed = configuration
    changed.sizeLimit = bytes
    store.setLimits(CacheStore.Limits(changed))
  }

  /// Removes what is stored, in memory and on disk; what is being stored meanwhile is dropped.
  ///
  /// - Parameter selection: What goes; everything unless said otherwise.
  public func clear(_ selection: Selection = .everything) { store.removeAll(selection) }

  /// Removes all answers that are stored for a URL.
  public func remove(_ url: URL) {
    if let key = CacheKey.digest(of: url) { store.remove(key) }
  }

  /// What is stored and what happened so far; the folder is looked through.
  public var statistics: Statistics { Statistics(store.totals(), activity.counts) }

  /// The time, in seconds since 1970.
  var now: TimeInterval { clock().timeIntervalSince1970 }
}

extension HTTPCache {
  /// How a cache works.
  public struct Configuration: Sendable {
    /// Where entries are kept; `nil` keeps them in memory only.
    ///
    /// It should be a folder of its own.
    package var folder: URL?
    /// The most bytes of everything that is stored; what was used longest ago makes room.
    ///
    /// Each other process that uses the same folder may be ahead by a sixteenth of it. ``HTTPCache/setSizeLimit(_:)`` changes it later.
    package var sizeLimit: Int
    /// The most bytes of what is on disk that are also kept in memory; without a folder it does not matter.
    package var memoryLimit: Int
    /// The most bytes of one entry, an eighth of `sizeLimit` unless it is set; a larger answer is passed on and not stored.
    package var entrySizeLimit: Int {
      get { chosenEntrySizeLimit ?? sizeLimit / 8 }
      set { chosenEntrySizeLimit = newValue }
    }
    /// Whether `Set-Cookie` is stored with an answer.
    package var storesCookies: Bool
    /// The policy of requests that bring none.
    package var defaultPolicy: CachePolicy
    /// The name of this cache in ``CacheStatus``.
    package var name: String

    private var chosenEntrySizeLimit: Int?

    /// How heuristic freshness is worked out.
    let heuristics = HeuristicRules()

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - folder: Where entries are kept; `nil` keeps them in memory only.
    ///   - sizeLimit: The most bytes of everything that is stored; 256 MiB unless said otherwise.
    ///   - memoryLimit: The most bytes that are also kept in memory; 32 MiB unless said otherwise.
    ///   - entrySizeLimit: The most bytes of one entry; an eighth of `sizeLimit` unless said otherwise.
    ///   - storesCookies: Whether `Set-Cookie` is stored with an answer.
    ///   - defaultPolicy: The policy of requests that bring none.
    ///   - name: The name of this cache in ``CacheStatus``.
    public init(
      folder: URL? = nil,
      sizeLimit: Int = 256 << 20,
      memoryLimit: Int = 32 << 20,
      entrySizeLimit: Int? = nil,
      storesCookies: Bool = false,
      defaultPolicy: CachePolicy = .standard,
      name: String = "Networking"
    ) {
      self.folder = folder
      self.sizeLimit = sizeLimit
      self.memoryLimit = memoryLimit
      chosenEntrySizeLimit = entrySizeLimit
      self.storesCookies = storesCookies
      self.defaultPolicy = defaultPolicy
      self.name = name
    }
  }
}

extension HTTPCache {
  /// Which stored answers are meant.
  public enum Selection: Sendable, Hashable, CaseIterable {
    /// All of them.
    case everything
    /// Those that are kept when room is made for others (``CachePolicy/isPinned``).
    case pinned
    /// The others.
    case unpinned

    func contains(_ name: EntryName) -> Bool {
      switch self {
      case .everything: true
      case .pinned: name.isPinned
      case .unpinned: !name.isPinned
      }
    }
  }
}

extension HTTPCache {
  /// What is stored, and what happened since the cache was made.
  public struct Statistics: Sendable, Hashable {
    /// How many answers are stored.
    public let entries: Int
    /// Their size in bytes, as `sizeLimit` counts it.
    public let bytes: Int
    /// How many bytes of them are in memory.
    package let memoryBytes: Int
    /// Requests that were answered without the service.
    public let hits: Int
    /// Requests for which the service was asked, or would have been.
    public let misses: Int
    /// Misses for which the service only had to confirm what was stored.
    package let confirmations: Int
    /// Requests that got a stale answer, whether by permission or because the service failed.
    package let staleResponses: Int
    /// Answers that were removed to make room.
    public let evictions: Int
    /// Files that were found damaged and removed.
    package let damagedEntries: Int
    /// Background confirmations (`stale-while-revalidate`) that failed.
    package let failedRevalidations: Int
    /// Operations on files that failed; what they were to store is not stored.
    package let storageFailures: Int
    /// The last of those, for people.
    public let lastStorageFailure: String?

    init(
      _ totals: (entries: Int, bytes: Int, memoryBytes: Int, counters: CacheStore.Counters),
      _ counts: CacheActivity.Counts
    ) {
      entries = totals.entries
      bytes = totals.bytes
      memoryBytes = totals.memoryBytes
      hits = counts.hits
      misses = counts.misses
      confirmations = counts.confirmations
      staleResponses = counts.staleResponses
      evictions = totals.counters.evicted
      damagedEntries = totals.counters.damaged
      failedRevalidations = counts.failedRevalidations
      storageFailures = totals.counters.failures
      lastStorageFailure = totals.counters.lastFailure
    }
  }
}

/// The counts and the background work of a cache.
final class CacheActivity: Sendable {
  /// Counts since the start.
  struct Counts: Sendable, Hashable {
    var hits = 0
    var misses = 0
    var confirmations = 0
    var staleResponses = 0
    var failedRevalidations = 0
  }

  private struct State {
    var counts = Counts()
    var isOffline = false
    var revalidations: [SHA256.Digest: Task<Void, Never>] = [:]
  }

  private let state = Locked(State())

  var counts: Counts { state.withLock { $0.counts } }

  func count(_ change: (inout Counts) -> Void) { state.withLock { change(&$0.counts) } }

  /// Whether the service may not be asked.
  var isOffline: Bool {
    get { state.withLock { $0.isOffline } }
    set { state.withLock { $0.isOffline = newValue } }
  }

  /// Starts work in the background unless some is running for the key.
  func revalidate(_ key: SHA256.Digest, _ work: @escaping @Sendable () async throws(NetworkError) -> Void) {
    state.withLock { state in
      guard state.revalidations[key] == nil else { return }
      state.revalidations[key] = Task {
        do throws(NetworkError) {
          try await work()
        } catch {
          // No caller waits for it; the next request finds the response as stale as before.
          count { $0.failedRevalidations += 1 }
        }
        finish(key)
      }
    }
  }

  /// Waits for everything that is running in the background now.
  func settle() async {
    for task in state.withLock({ Array($0.revalidations.values) }) { await task.value }
  }

  private func finish(_ key: SHA256.Digest) {
    state.withLock { $0.revalidations[key] = nil }
  }
}
