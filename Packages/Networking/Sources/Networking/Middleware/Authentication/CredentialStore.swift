import Foundation

/// The credential that is in use, and the one refresh that many callers share.
///
/// `@unchecked Sendable`: all variables are guarded by `lock`, which is never held while foreign code runs.
final class CredentialStore: @unchecked Sendable {
  typealias Refresh = @Sendable (Credential?) async throws(NetworkError) -> Credential

  /// Which stores are refreshing in this task: their own requests must not wait for themselves.
  @TaskLocal private static var refreshing: Set<ObjectIdentifier> = []

  private let refresh: Refresh?
  private let limit: Authenticator.RefreshLimit
  private let time: TimeSource
  private let lock = Lock()
  private var current: Credential?
  private var running: SharedOperation<Credential>?
  private var starts: [Duration] = []

  init(_ credential: Credential?, refresh: Refresh?, limit: Authenticator.RefreshLimit, time: TimeSource) {
    current = credential
    self.refresh = refresh
    self.limit = limit
    self.time = time
  }

  /// The credential as it is, fresh or not.
  var credential: Credential? {
    get { lock.withLock { current } }
    set {
      lock.withLock {
        current = newValue
        // Whoever signed out, or in as somebody else, must not be signed in again by a refresh that began before.
        running = nil
      }
    }
  }

  /// Whether the task is the refresh itself.
  var isRefreshingHere: Bool { Self.refreshing.contains(ObjectIdentifier(self)) }

  var canRefresh: Bool { refresh != nil }

  /// A credential other than the one that was refused: what another caller has fetched meanwhile, or a new one.
  ///
  /// - Parameters:
  ///   - refused: What was refused, or is past.
  ///   - prepare: Called before anything is waited for, but not where there will be none.
  /// - Returns: `nil` where none can be fetched: there is no way to, or it was done too often of late.
  /// - Throws: Why the refresh failed; all who wait for it get the same.
  func replacement(
    for refused: Credential?,
    preparing prepare: () -> Void = {}
  ) async throws(NetworkError) -> Credential? {
    let decision = decide(refused)
    if case .give = decision { return nil }
    prepare()
    switch decision {
    case .use(let credential): return credential
    case .give: return nil
    case .wait(let running): return try await running.result()
    case .start(let fresh):
      run(fresh, replacing: refused)
      return try await fresh.result()
    }
  }

  private enum Decision {
    case use(Credential)
    case give
    case wait(SharedOperation<Credential>)
    case start(SharedOperation<Credential>)
  }

  private func decide(_ refused: Credential?) -> Decision {
    lock.withLock {
      if let current, current != refused { return .use(current) }
      if let running { return .wait(running) }
      guard refresh != nil else { return .give }
      let now = time.now
      starts.removeAll { now - $0 >= limit.window }
      guard starts.count < limit.count else { return .give }
      starts.append(now)
      let operation = SharedOperation<Credential>()
      running = operation
      return .start(operation)
    }
  }

  private func run(_ operation: SharedOperation<Credential>, replacing refused: Credential?) {
    guard let refresh else { return }
    // A task of its own: the refresh goes on when nobody waits any more, since its token may work once only.
    Task {
      let here = Self.refreshing.union([ObjectIdentifier(self)])
      let result = await Self.$refreshing.withValue(here) { await Self.outcome(of: refresh, refused) }
      lock.withLock {
        guard running === operation else { return }
        if case .success(let credential) = result { current = credential }
        running = nil
      }
      operation.finish(result)
    }
  }

  private static func outcome(of refresh: Refresh, _ refused: Credential?) async -> Result<Credential, NetworkError> {
    do throws(NetworkError) {
      return .success(try await refresh(refused))
    } catch {
      return .failure(error)
    }
  }
}
