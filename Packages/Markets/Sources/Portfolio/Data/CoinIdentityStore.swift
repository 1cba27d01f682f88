import Basics
public import Persistence

/// The coins of the ledger, the alerts and the favorites, in one JSON file.
///
/// Files adopt their coins when they are read, and sources teach ids and names. The file is written only if something
/// was learned or decided, so that it doesn't exist for people who keep no coins. It is one of ``JSONFileStore``, and
/// has its promises.
public final class CoinIdentityStore: Sendable {
  private let store: JSONFileStore<CoinIdentities>
  /// The coins of the file, and those that were adopted since.
  private let memory = Locked(CoinIdentities())
  private let isLoaded = Locked(false)

  /// Creates a store, which touches the file at the first request and waits for other processes' locks.
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

  /// The coins as of the last reading.
  ///
  /// The first use reads the file. If it can't be read, every id is a coin of its own; ``load()``, which the ledger and
  /// the alerts call, reports why.
  public var known: CoinIdentities {
    if !isLoaded.withLock({ $0 }) { do throws(StoreError) { try load() } catch { isLoaded.withLock { $0 = true } } }
    return memory.withLock { $0 }
  }

  /// Reads the file, which other processes may have changed; adopted coins stay.
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

  /// Adds coins that a file holds; an empty symbol is unknown.
  public func adopt(_ references: [CoinReference]) { memory.withLock { $0.adopt(references) } }

  /// Learns ids, symbols and names from coins that a source listed; see ``CoinIdentities``.
  ///
  /// A file that can't be written costs nothing but learning the same again.
  public func learn(_ listed: [SourceCoin], from source: String, isRepresentative: Bool) {
    let before = known
    var after = before
    after.learn(listed, from: source, isRepresentative: isRepresentative)
    guard after != before else { return }
    do throws(StoreError) {
      try change { identities throws(CoinLinkError) in
        identities.learn(listed, from: source, isRepresentative: isRepresentative)
      }
    } catch {
      memory.withLock { $0 = after }
    }
  }

  /// Links a coin to a source's coin, as a person decided; durable when it returns.
  public func link(_ id: String, to listed: SourceCoin, in source: String) throws(StoreError) {
    try change { identities throws(CoinLinkError) in try identities.link(id, to: listed, in: source) }
  }

  /// Notes that a source lacks a coin, as a person decided; durable when it returns.
  public func separate(_ id: String, from source: String) throws(StoreError) {
    try change { identities throws(CoinLinkError) in try identities.separate(id, from: source) }
  }

  private func change(_ body: (inout CoinIdentities) throws(CoinLinkError) -> Void) throws(StoreError) {
    let adopted = known.references
    let changed = try store.update { identities throws(CoinLinkError) in
      identities.adopt(adopted)
      try body(&identities)
      return identities
    }
    memory.withLock { $0 = changed }
  }
}
