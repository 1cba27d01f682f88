import Basics
public import Persistence

/// A store, backed by one JSON file, for the coins in the ledger, the alerts and the favorites.
///
/// Coins are added when the user's files are read. Their IDs and names are added when a source responds. The identity
/// file is written only after a source or the user has added information, so it doesn't exist for users without coins.
/// `JSONFileStore` provides durability and locking, and never overwrites corrupt files.
public final class CoinIdentityStore: Sendable {
  private let store: JSONFileStore<CoinIdentities>
  /// The coins in the file, and the coins added since the file was read.
  private let memory = Locked(CoinIdentities())
  private let isLoaded = Locked(false)

  /// Creates a store that opens the file at its first use and waits for other processes' locks.
  public convenience init(path: String, writtenBy: String, lockTimeout: Duration = .seconds(5)) {
    self.init(path: path, writtenBy: writtenBy, lockTimeout: lockTimeout, fileSystem: LiveFileSystem())
  }

  package init(path: String, writtenBy: String, lockTimeout: Duration, fileSystem: any FileSystem) {
    store = JSONFileStore(
      path: path,
      default: CoinIdentities(),
      writtenBy: writtenBy,
      fileSystem: fileSystem,
      lockTimeout: lockTimeout
    )
  }

  package var path: String { store.path }

  /// The coins as of the most recent read.
  ///
  /// The first access reads the file. If that fails, every ID is treated as a separate coin; ``load()``, which the
  /// ledger and the alerts call, reports the reason.
  public var known: CoinIdentities {
    if !isLoaded.withLock({ $0 }) { do throws(StoreError) { try load() } catch { isLoaded.withLock { $0 = true } } }
    return memory.withLock { $0 }
  }

  /// Rereads the file, which other processes may have changed, and keeps coins that were added in memory.
  @discardableResult
  public func load() throws(StoreError) -> CoinIdentities {
    let stored = try store.load()
    isLoaded.withLock { $0 = true }
    return memory.withLock { memory in
      let adopted = memory.references
      memory = stored
      memory.adopt(adopted)
      return memory
    }
  }

  /// Adds a file's coins; an empty symbol means that the symbol is unknown.
  public func adopt(_ references: [CoinReference]) { memory.withLock { $0.adopt(references) } }

  /// Updates IDs, symbols and names from the coins listed by a source, following the rules of ``CoinIdentities``.
  ///
  /// A write error is ignored, because the next list provides the same information.
  public func learn(_ listed: [SourceCoin], from source: String, isRepresentative: Bool) {
    let before = known
    var after = before
    after.learn(listed, from: source, isRepresentative: isRepresentative)
    guard after != before else { return }
    do throws(StoreError) {
      try update { identities throws(CoinLinkError) in
        identities.learn(listed, from: source, isRepresentative: isRepresentative)
      }
    } catch {
      memory.withLock { $0 = after }
    }
  }

  /// Links a coin to the source's coin chosen by the user, and returns once the link is durable.
  ///
  /// - Returns: The change, which ``undo(_:)`` reverses.
  @discardableResult
  public func link(_ id: String, to listed: SourceCoin, in source: String) throws(StoreError) -> CoinIdentityChange {
    try change(id, in: source) { identities throws(CoinLinkError) in
      try identities.link(id, to: listed, in: source)
    }
  }

  /// Marks a coin as missing from a source, and returns once the mark is stored durably.
  ///
  /// - Returns: The change, which ``undo(_:)`` reverses.
  @discardableResult
  public func separate(_ id: String, from source: String) throws(StoreError) -> CoinIdentityChange {
    try change(id, in: source) { identities throws(CoinLinkError) in
      try identities.separate(id, from: source)
    }
  }

  /// Restores the link that a coin had before a change, unless the link has changed since.
  ///
  /// Changes to other coins are kept.
  ///
  /// - Returns: Whether the link was restored.
  public func undo(_ change: CoinIdentityChange) throws(StoreError) -> Bool {
    let restored = try store.update { identities throws(CoinLinkError) -> CoinIdentities? in
      let isRestored = identities.restoreLink(
        of: change.id,
        in: change.source,
        from: change.versions.before,
        changedTo: change.versions.after
      )
      return isRestored ? identities : nil
    }
    guard let restored else { return false }
    // The ledger and the alerts adopt their coins again when they are next read.
    memory.withLock { $0 = restored }
    return true
  }

  private func change(
    _ id: String,
    in source: String,
    _ body: (inout CoinIdentities) throws(CoinLinkError) -> Void
  ) throws(StoreError) -> CoinIdentityChange {
    CoinIdentityChange(id: id, source: source, versions: try update(body))
  }

  @discardableResult
  private func update(
    _ body: (inout CoinIdentities) throws(CoinLinkError) -> Void
  ) throws(StoreError) -> CoinIdentityVersions {
    let adopted = known.references
    let versions = try store.update { identities throws(CoinLinkError) in
      identities.adopt(adopted)
      let before = identities
      try body(&identities)
      return CoinIdentityVersions(before: before, after: identities)
    }
    memory.withLock { $0 = versions.after }
    return versions
  }
}

/// A stored change to a coin's link in a source; the change can be undone.
public struct CoinIdentityChange: Sendable {
  /// The key or an alias of the coin.
  fileprivate let id: String
  fileprivate let source: String
  fileprivate let versions: CoinIdentityVersions
}

/// The coins before and after a change.
private struct CoinIdentityVersions: Sendable {
  let before: CoinIdentities
  let after: CoinIdentities
}
