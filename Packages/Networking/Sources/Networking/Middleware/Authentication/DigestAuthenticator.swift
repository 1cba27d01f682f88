public import NetworkingFoundation

/// Middleware that responds to digest challenges, proving knowledge of a password without sending it (RFC 7616).
///
/// ```swift
/// stack.perHop = [DigestAuthenticator(for: baseURL, user: "me", password: password)]
/// ```
///
/// SHA-256 is supported, and MD5 if permitted, each with and without `-sess`. The first request is sent without
/// credentials, then again with a response to the challenge. Later requests reuse the challenge until it expires.
///
/// Requests to other origins, and requests that already have an `Authorization` field, aren't changed. If the service
/// rejects the credentials, the caller receives the 401 response.
///
/// Place it in ``MiddlewareStack/perHop``, because a response to a challenge is valid for a single URL. A request with
/// a single-use body can't be sent again, so send another request first to get a challenge. All copies share one
/// challenge. The password is redacted when an authenticator is printed or dumped.
public struct DigestAuthenticator: Middleware {
  private let origin: Origin?
  private let credentials: DigestCredentials
  private let allowsMD5: Bool
  private let makeNonce: @Sendable () -> String
  private let store = ChallengeStore()

  /// Creates an authenticator for the origin (scheme, host and port) of a base URL.
  ///
  /// `allowsMD5` permits challenges that offer only MD5, which makes a password easier to guess.
  public init(for baseURL: URL, user: String, password: String, allowsMD5: Bool = false) {
    self.init(for: baseURL, user: user, password: password, allowsMD5: allowsMD5) { UUID().uuidString }
  }

  init(
    for baseURL: URL,
    user: String,
    password: String,
    allowsMD5: Bool,
    makeNonce: @escaping @Sendable () -> String
  ) {
    origin = Origin(baseURL)
    credentials = DigestCredentials(user: user, password: password)
    self.allowsMD5 = allowsMD5
    self.makeNonce = makeNonce
  }

  /// Sends the request; if the service responds with a challenge, sends the request again with the requested proof.
  public func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
    guard let origin, request.origin == origin, !request.headers.contains(.authorization) else {
      return try await next.send(request)
    }
    let (answered, used) = answering(request)
    var response = try await next.send(answered)
    guard response.status == .unauthorized,
      let challenge = DigestChallenge.best(in: response.headers, allowsMD5: allowsMD5)
    else { return response }
    // A new nonce without "stale" means that the service rejected the password.
    if used != nil, !challenge.isStale { return response }
    store.keep(challenge)
    guard request.isReplayable else { return response }
    // An unread body occupies a connection, which the second request may need.
    response.body = .empty
    return try await next.send(answering(request).request)
  }

  private func answering(_ request: HTTPRequest) -> (request: HTTPRequest, challenge: DigestChallenge?) {
    guard let (challenge, count) = store.use() else { return (request, nil) }
    var request = request
    let value = challenge.answer(
      to: request.method,
      request.url,
      by: credentials,
      count: count,
      clientNonce: makeNonce()
    )
    guard request.headers.append(.authorization, value) else { return (request, nil) }
    return (request, challenge)
  }
}

private final class ChallengeStore: Sendable {
  private struct State {
    var challenge: DigestChallenge?
    var count: UInt32 = 0
  }

  private let state = Locked(State())

  func keep(_ challenge: DigestChallenge) { state.withLock { $0 = State(challenge: challenge) } }

  /// Returns the challenge and its use count; `nil` if there is no challenge or the count is exhausted.
  func use() -> (challenge: DigestChallenge, count: UInt32)? {
    state.withLock { state in
      guard let challenge = state.challenge, state.count < .max else { return nil }
      state.count += 1
      return (challenge, state.count)
    }
  }
}

struct DigestCredentials: Sendable {
  let user: String
  let password: String
}

extension DigestCredentials: SecretHolder {
  var description: String { "***" }

  var mirrored: KeyValuePairs<String, Any> { ["user": "***", "password": "***"] }
}
