public import NetworkingFoundation

/// Middleware that adds credentials to requests for a service, and refreshes rejected credentials.
///
/// ```swift
/// let authenticator = Authenticator(for: baseURL, credential: .bearer(token)) { rejected in
///   try await session.renew()
/// }
/// ```
///
/// Requests to other origins, and requests that already have the credential's header field, aren't changed.
///
/// After a 401 response, or once the credential has expired, the refresh closure is called once for all waiting
/// requests, which are then sent again. If the closure throws an error, all waiting requests fail. If the service also
/// rejects the new credential, the caller receives the 401. Cancelling a caller doesn't cancel the refresh.
///
/// Requests that the refresh closure sends through the same authenticator don't get credentials, because otherwise
/// they would wait for their own refresh. If a rejected request can't be sent again, its response keeps only the first
/// 64 KiB of the body.
///
/// Place it outside ``RequestRetrier``, so that all attempts have the same credential, and inside ``RequestCoalescer``.
/// All copies share one credential.
public struct Authenticator: Middleware {
  /// A limit on refreshes per time window, which protects services that reject even new credentials.
  package struct RefreshLimit: Sendable, Hashable {
    let count: Int
    let window: Duration

    package init(count: Int = 5, window: Duration = .seconds(30)) {
      self.count = count
      self.window = window
    }
  }

  /// A closure that receives the rejected credential, if any, and fetches a new one.
  ///
  /// An error other than ``NetworkError`` becomes ``NetworkError/authenticationFailed(reason:)``.
  public typealias Refresh = @Sendable (_ rejected: Credential?) async throws -> Credential

  private let origins: Set<Origin>
  private let store: CredentialStore
  private let time: TimeSource
  private let date: @Sendable () -> Date

  /// Creates an authenticator that refreshes credentials for the origin of a service's base URL.
  ///
  /// - Parameters:
  ///   - baseURL: The URL whose origin (scheme, host and port) receives the credential.
  ///   - credential: The initial credential; if `nil`, `refresh` is called before the first request.
  ///   - clock: The clock for the limit of 5 refreshes in 30 seconds.
  ///   - date: A closure that returns the current time, for comparison with a credential's expiry.
  ///   - refresh: A closure that fetches a new credential.
  public init(
    for baseURL: URL,
    credential: Credential?,
    clock: any Clock<Duration> = ContinuousClock(),
    date: @escaping @Sendable () -> Date = { Date() },
    refresh: @escaping Refresh
  ) {
    self.init(
      for: baseURL,
      credential: credential,
      refreshLimit: RefreshLimit(),
      clock: clock,
      date: date,
      refresh: refresh
    )
  }

  /// Creates an authenticator with a fixed credential for the base URL's origin; it treats 401 like any other status.
  ///
  /// The credential may be `nil` until ``credential`` is set.
  public init(for baseURL: URL, credential: Credential?) {
    origins = Set([Origin(baseURL)].compactMap { $0 })
    date = { Date() }
    time = TimeSource(ContinuousClock())
    store = CredentialStore(credential, refresh: nil, limit: RefreshLimit(), time: time)
  }

  package init(
    for baseURL: URL,
    credential: Credential?,
    refreshLimit: RefreshLimit,
    clock: any Clock<Duration> = ContinuousClock(),
    date: @escaping @Sendable () -> Date = { Date() },
    refresh: @escaping Refresh
  ) {
    origins = Set([Origin(baseURL)].compactMap { $0 })
    self.date = date
    time = TimeSource(clock)
    store = CredentialStore(credential, refresh: refresh, limit: refreshLimit, time: time)
  }

  /// The current credential; `nil` before the first refresh.
  ///
  /// Setting it (to sign in or out) discards the result of a refresh in progress. A cache outside the authenticator
  /// keeps its responses until ``HTTPCache/clear(_:)`` is called.
  public var credential: Credential? {
    get { store.credential }
    nonmutating set { store.credential = newValue }
  }

  /// Sends the request; if the service rejects the credential, refreshes it and sends the request again.
  public func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
    guard let origin = request.origin, origins.contains(origin), !store.isRefreshingHere else {
      return try await next.send(request)
    }
    let deadline = RequestDeadline(request, time: time)
    guard let credential = try await usableCredential() else {
      if store.canRefresh { throw .authenticationFailed(reason: "the credentials were refreshed too often") }
      return try await next.send(request)
    }
    guard !request.headers.contains(credential.field) else { return try await next.send(request) }
    var response = try await send(request, with: credential, deadline, to: next)
    guard response.status == .unauthorized, store.canRefresh else { return response }
    // An unread body occupies a connection and a scheduler slot, which the refresh or the second attempt may need.
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

/// A secret that authenticates requests in one header field, redacted when it is printed or dumped.
public struct Credential: Sendable, Hashable {
  package let field: HTTPField.Name
  package let value: String
  let expiry: Date?

  /// Creates any kind of credential, such as an API key; `nil` if the value is empty or contains a line break or NUL.
  public init?(field: HTTPField.Name, value: String, expiry: Date? = nil) {
    var probe = HTTPFields()
    guard !value.isEmpty, probe.append(field, value) else { return nil }
    self.field = field
    self.value = value
    self.expiry = expiry
  }

  /// Creates a bearer token (RFC 6750, section 2.1); `nil` if it is empty or contains a line break or NUL.
  public static func bearer(_ token: String, expiry: Date? = nil) -> Credential? {
    token.isEmpty ? nil : Credential(field: .authorization, value: "Bearer \(token)", expiry: expiry)
  }

  /// Creates a Basic credential (RFC 7617) from a user name and password; `nil` if the user name contains a colon.
  public static func basic(user: String, password: String) -> Credential? {
    guard !user.contains(":") else { return nil }
    return Credential(field: .authorization, value: "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())")
  }
}

extension Credential: CustomStringConvertible, CustomReflectable, SecretHolder {
  /// The field's name, with the value redacted.
  public var description: String { "\(field): ***" }

  var mirrored: KeyValuePairs<String, Any> { ["field": field.rawName, "value": "***"] }
}
