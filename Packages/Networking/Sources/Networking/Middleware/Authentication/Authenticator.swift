public import Foundation

/// Sends credentials with the requests to a service, and fetches fresh ones when they are refused.
///
/// ```swift
/// let authenticator = Authenticator(for: baseURL, credential: .bearer(token)) { refused in
///   try await session.renew()
/// }
/// ```
///
/// Requests to any other origin pass without credentials, and so do requests that carry the field already. When an answer has status 401,
/// or the credential's expiry is past, the refresh is called, once for all requests that wait for it; then each is sent a second time. A
/// refresh that fails fails all who wait. When even fresh credentials are refused, the 401 is the answer. A caller that is cancelled does
/// not cancel the refresh. Requests that the refresh sends through the same authenticator pass without credentials, rather than wait for themselves.
/// Of a 401 to a request that can't be sent a second time, the beginning of the body is kept (``ServiceFailure/bodyLimit``).
///
/// In the chain it belongs outside ``RequestRetrier``, so that all attempts of a request carry the same credentials, and inside
/// ``RequestCoalescer``. All copies share their credentials.
public struct Authenticator: Middleware {
  /// How often credentials may be refreshed: a service that refuses even fresh ones is not asked on and on.
  public struct RefreshLimit: Sendable, Hashable {
    /// The most refreshes within the window.
    public let count: Int
    /// How far back they are counted.
    public let window: Duration

    /// Makes a limit; five refreshes in half a minute when nothing is said.
    public init(count: Int = 5, window: Duration = .seconds(30)) {
      self.count = count
      self.window = window
    }
  }

  /// Fetches a fresh credential; gets the one that was refused.
  public typealias Refresh = @Sendable (_ refused: Credential?) async throws(NetworkError) -> Credential

  /// Where credentials are sent.
  public let origins: Set<Origin>

  private let store: CredentialStore
  private let time: TimeSource
  private let date: @Sendable () -> Date

  /// Makes an authenticator that refreshes: 401 leads to fresh credentials and a second try.
  ///
  /// - Parameters:
  ///   - origins: Where credentials are sent, and nowhere else.
  ///   - credential: What is sent at first; `nil` fetches one before the first request.
  ///   - refreshLimit: How often they may be refreshed.
  ///   - clock: What that is measured with.
  ///   - date: The time of day that a credential's expiry is compared with.
  ///   - refresh: Fetches a fresh credential.
  public init(
    origins: Set<Origin>,
    credential: Credential?,
    refreshLimit: RefreshLimit = RefreshLimit(),
    clock: any Clock<Duration> = ContinuousClock(),
    date: @escaping @Sendable () -> Date = { Date() },
    refresh: @escaping Refresh
  ) {
    self.origins = origins
    self.date = date
    time = TimeSource(clock)
    store = CredentialStore(credential, refresh: refresh, limit: refreshLimit, time: time)
  }

  /// Makes an authenticator that refreshes, for the origin of a service's base URL.
  ///
  /// - Parameters:
  ///   - baseURL: Where credentials are sent: its scheme, host and port.
  ///   - credential: What is sent at first; `nil` fetches one before the first request.
  ///   - refreshLimit: How often they may be refreshed.
  ///   - clock: What that is measured with.
  ///   - date: The time of day that a credential's expiry is compared with.
  ///   - refresh: Fetches a fresh credential.
  public init(
    for baseURL: URL,
    credential: Credential?,
    refreshLimit: RefreshLimit = RefreshLimit(),
    clock: any Clock<Duration> = ContinuousClock(),
    date: @escaping @Sendable () -> Date = { Date() },
    refresh: @escaping Refresh
  ) {
    self.init(
      origins: Set([Origin(baseURL)].compactMap { $0 }),
      credential: credential,
      refreshLimit: refreshLimit,
      clock: clock,
      date: date,
      refresh: refresh
    )
  }

  /// Makes an authenticator whose credentials are what they are: 401 is an answer like any other.
  ///
  /// - Parameters:
  ///   - baseURL: Where credentials are sent: its scheme, host and port.
  ///   - credential: What is sent; `nil` until somebody sets ``credential``.
  public init(for baseURL: URL, credential: Credential?) {
    origins = Set([Origin(baseURL)].compactMap { $0 })
    date = { Date() }
    time = TimeSource(ContinuousClock())
    store = CredentialStore(credential, refresh: nil, limit: RefreshLimit(), time: time)
  }

  /// What is sent now; `nil` before the first refresh.
  ///
  /// Setting it is how somebody signs in or out: what a refresh that is under way brings is then no longer taken over. Answers that a cache
  /// outside of the authenticator has stored are still there; ``HTTPCache/clear(_:)`` removes them.
  public var credential: Credential? {
    get { store.credential }
    nonmutating set { store.credential = newValue }
  }

  /// Sends the request with credentials, a second time with fresh ones where they were refused.
  public func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
    guard let origin = request.origin, origins.contains(origin), !store.isRefreshingHere else {
      return try await next.send(request)
    }
    let deadline = RequestDeadline(request, time: time)
    guard let credential = try await usableCredential() else {
      if store.canRefresh { throw .authenticationFailed(reason: "fresh credentials were asked for too often of late") }
      return try await next.send(request)
    }
    guard !request.headers.contains(credential.field) else { return try await next.send(request) }
    var response = try await send(request, with: credential, deadline, to: next)
    guard response.status == .unauthorized, store.canRefresh else { return response }
    // A body that is still arriving holds a connection, and a slot of a scheduler, which the refresh or the second try may be waiting for.
    if !request.isReplayable {
      response.body = ResponseBody(bytes: await response.body.prefix(ServiceFailure.bodyLimit))
    }
    let fresh = try await store.replacement(for: credential) {
      if request.isReplayable { response.body = .empty }
    }
    guard let fresh, request.isReplayable else { return response }
    return try await send(request, with: fresh, deadline, to: next)
  }

  private func usableCredential() async throws(NetworkError) -> Credential? {
    let credential = store.credential
    if let credential, credential.expiry.map({ $0 > date() }) ?? true { return credential }
    guard store.canRefresh else { return credential }
    return try await store.replacement(for: credential)
  }

  private func send(
    _ request: HTTPRequest,
    with credential: Credential,
    _ deadline: RequestDeadline,
    to next: any Transport
  ) async throws(NetworkError) -> HTTPResponse {
    var request = request
    request.headers[credential.field] = credential.value
    if credential.field != .authorization { request.context[AdditionalSecretFields.self].insert(credential.field) }
    try deadline.restrict(&request)
    do {
      var response = try await next.send(request)
      response.context[SentSecrets.self].add(credential.value, of: credential.field)
      return response
    } catch {
      throw deadline.restored(error)
    }
  }
}
