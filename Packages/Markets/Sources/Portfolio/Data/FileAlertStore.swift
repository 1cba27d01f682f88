import Basics
public import Foundation
import Persistence

/// An alert store in a JSON file that several processes can use at the same time.
///
/// `JSONFileStore` makes every change durable and protects it with a lock. A checksum detects changed bytes, a `.bak`
/// file keeps the content before the last change, and a damaged file is never overwritten. Files from versions that
/// lacked checksums and backups can still be read; the next change converts them to the current format.
public final class FileAlertStore: AlertStoring {
  private struct UnsavedChange {
    let before: PriceAlert
    let after: PriceAlert
  }

  /// The service that provides the prices for checks and owns new alerts.
  ///
  /// If `nil`, all alerts are checked.
  public let service: AlertService?
  private let store: JSONFileStore<AlertList>
  /// The coin identities; if `nil`, every ID is treated as a separate coin.
  private let identities: CoinIdentityStore?
  private let now: @Sendable () -> Date
  /// The new states that couldn't be stored, by alert number.
  private let unsaved = Locked<[Int: UnsavedChange]>([:])

  /// Creates a store that opens the file at its first use and waits for other processes' locks.
  public convenience init(
    path: String,
    writtenBy: String,
    service: AlertService? = nil,
    identities: CoinIdentityStore? = nil,
    lockTimeout: Duration = .seconds(5),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.init(
      path: path,
      writtenBy: writtenBy,
      service: service,
      identities: identities,
      lockTimeout: lockTimeout,
      now: now,
      fileSystem: LiveFileSystem()
    )
  }

  init(
    path: String,
    writtenBy: String,
    service: AlertService? = nil,
    identities: CoinIdentityStore? = nil,
    lockTimeout: Duration,
    now: @escaping @Sendable () -> Date,
    fileSystem: any FileSystem
  ) {
    self.now = now
    self.service = service
    self.identities = identities
    var settings = StoreSettings()
    settings.sizeLimit = 8 * 1_024 * 1_024
    store = JSONFileStore(
      path: path,
      default: AlertList(),
      migrations: [SchemaMigration(from: 0, rewriting: AlertDocument.unprotected)],
      writtenBy: writtenBy,
      fileSystem: fileSystem,
      lockTimeout: lockTimeout,
      settings: settings
    )
  }

  package var path: String { store.path }

  /// Reads all alerts; a missing file is treated as an empty list.
  ///
  /// If the coins' identities can't be read, alerts keep the IDs from their file, so they can still be triggered.
  public func alerts() throws(AlertError) -> [PriceAlert] { current(try storedAlerts()) }

  private func storedAlerts() throws(AlertError) -> [PriceAlert] {
    do throws(StoreError) {
      reloadIdentities()
      var list = try store.load()
      identities?.adopt(list.alerts.map(\.request.coin))
      list.useKeys(of: identities)
      return list.alerts
    } catch {
      throw .store(error)
    }
  }

  /// Sets an alert, and returns once it is durable.
  @discardableResult
  public func add(_ request: AlertRequest) throws(AlertError) -> PriceAlert {
    let time = now()
    return try changing { list throws(AlertError) in
      do throws(InvalidAlert) {
        return try list.add(request, to: service, at: time)
      } catch {
        throw .invalid(error)
      }
    }
  }

  /// Removes alerts, and returns once the removal is durable.
  @discardableResult
  public func remove(_ ids: Set<Int>) throws(AlertError) -> [PriceAlert] {
    // Check this first, because unknown numbers must not create a file.
    guard try alerts().contains(where: { ids.contains($0.id) }) else { return [] }
    return try changing { list throws(AlertError) in list.remove(ids) }
  }

  /// Replaces an alert's request, and returns once the change is durable.
  @discardableResult
  public func replace(_ id: Int, with request: AlertRequest) throws(AlertError) -> PriceAlert {
    let time = now()
    return try changing { list throws(AlertError) in
      let old: PriceAlert?
      do throws(InvalidAlert) {
        old = try list.replace(id, with: request, of: service, at: time)
      } catch {
        throw .invalid(error)
      }
      guard let old else { throw .unknown(id) }
      return old
    }
  }

  /// Undoes the replacement of an alert's request, and returns once the change is durable.
  public func revert(to original: PriceAlert, from request: AlertRequest) throws(AlertError) -> Bool {
    try changing { list throws(AlertError) in
      // The list identifies coins by their current keys.
      var request = request
      if let known = identities?.known { request.coin.id = known.key(of: request.coin.id) }
      return list.revert(to: original, from: request)
    }
  }

  /// Restores removed alerts, and returns once they are durable.
  public func restore(_ alerts: [PriceAlert]) throws(AlertError) {
    try changing { list throws(AlertError) in
      do throws(InvalidAlert) { try list.restore(alerts) } catch { throw .invalid(error) }
    }
  }

  /// Checks all alerts.
  ///
  /// The file is locked and written only if a state changes.
  public func check(_ quotes: AlertQuotes) throws(AlertError) -> AlertEvaluation {
    let time = now()
    let stored = try storedAlerts()
    var quotes = quotes
    quotes.undecidedCoins = undecidedCoins(of: stored, in: quotes.source)
    var outlook = AlertEngine.evaluate(current(stored), quotes: quotes, of: service, at: time)
    guard outlook.alerts != stored else { return outlook }
    do throws(AlertError) {
      let evaluation = try changing { list throws(AlertError) in
        let evaluation = AlertEngine.evaluate(current(list.alerts), quotes: quotes, of: service, at: time)
        list.alerts = evaluation.alerts
        return evaluation
      }
      unsaved.withLock { $0 = [:] }
      return evaluation
    } catch {
      let changes = zip(stored, outlook.alerts).filter { $0 != $1 }
      unsaved.withLock { unsaved in
        unsaved = [:]
        for (before, after) in changes { unsaved[before.id] = UnsavedChange(before: before, after: after) }
      }
      outlook.storeFailure = error.description
      return outlook
    }
  }

  /// Returns the stored alerts, updated with later states that couldn't be stored.
  private func current(_ stored: [PriceAlert]) -> [PriceAlert] {
    let unsaved = unsaved.withLock { $0 }
    return stored.map { alert in
      // If another process has changed the alert since, the stored state takes precedence.
      guard let change = unsaved[alert.id], change.before == alert else { return alert }
      return change.after
    }
  }

  private func reloadIdentities() {
    do throws(StoreError) {
      try identities?.load()
    } catch {
      // The ledger reports the damaged file. Alerts must still work before the file is repaired.
    }
  }

  private func undecidedCoins(of alerts: [PriceAlert], in source: String?) -> Set<String> {
    guard let source, let known = identities?.known else { return [] }
    let coins = Set(alerts.filter(\.isActive).map(\.request.coin.id))
    return coins.filter { if case .ambiguous = known.lookUp($0, in: source) { true } else { false } }
  }

  private func changing<Value>(
    _ change: (inout AlertList) throws(AlertError) -> Value
  ) throws(AlertError) -> Value {
    do throws(StoreError) {
      return try store.update { list throws(AlertError) in
        list.useKeys(of: identities)
        return try change(&list)
      }
    } catch {
      if case .changeFailed(_, let cause as AlertError) = error { throw cause }
      throw .store(error)
    }
  }
}

extension AlertList {
  fileprivate mutating func useKeys(of identities: CoinIdentityStore?) {
    guard let known = identities?.known else { return }
    for index in alerts.indices { alerts[index].request.coin.id = known.key(of: alerts[index].request.coin.id) }
  }
}
