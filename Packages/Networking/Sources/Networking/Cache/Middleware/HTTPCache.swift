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
  public let configuration: Configuration

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
