/// Follows redirects, so that the answer is the one of the place where the resource is (RFC 9110, section 15.4).
///
/// 301, 302, 303, 307 and 308 with a `Location` are followed. POST becomes GET with 301 and 302, everything but HEAD with 303; the body is
/// kept otherwise. Only `http` and `https` are gone to, from `https` to `http` only where it is allowed. Credentials and other secrets
/// (see ``SecretFields``) don't leave their origin. The answer's ``HTTPResponse/url`` is the last one, and its context has the
/// ``RedirectHistory``.
///
/// In the chain it belongs right before the transport (or ``CookieJar``): everything outside sees one request and one answer, a scheduler's
/// slot is held over all hops, and each hop is counted against ``Timeouts/total`` as a whole.
public struct RedirectFollower: Middleware {
  /// How far redirects are followed.
  public struct Policy: Sendable {
    /// The most redirects in a row; loops end here too, because a service may answer the same URL differently the second time.
    public var limit = 10
    /// Whether an encrypted connection may lead to one that is not.
    public var allowsDowngrade = false
    /// The header fields that don't leave their origin.
    public var secretFields = SecretFields()

    /// Makes the default policy: ten redirects, no downgrade.
    public init() {}
  }

  /// How far redirects are followed.
  public let policy: Policy

  private let time: TimeSource

  /// Makes a follower.
  ///
  /// - Parameters:
  ///   - policy: How far redirects are followed.
  ///   - clock: What ``Timeouts/total`` is measured with.
  public init(policy: Policy = Policy(), clock: any Clock<Duration> = ContinuousClock()) {
    self.policy = policy
    time = TimeSource(clock)
  }

  /// Sends the request, and what its redirects lead to.
  ///
  /// - Throws: ``NetworkError/tooManyRedirects(limit:)``, ``NetworkError/refusedRedirect(_:reason:)``, or why there is no answer.
  public func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
    guard request.context[RedirectMode.self] == .follow else { return try await next.send(request) }
    let deadline = RequestDeadline(request, time: time)
    var hops: [RedirectHop] = []
    var current = request
    while true {
      var response: HTTPResponse
      do {
        response = try await next.send(current)
      } catch {
        throw deadline.restored(error)
      }
      guard let location = try location(of: response), current.isReplayable || !keepsBody(current, response.status)
      else {
        guard !hops.isEmpty else { return response }
        response.url = current.url
        response.context[RedirectHistory.self] = hops
        return response
      }
      guard hops.count < policy.limit else { throw .tooManyRedirects(limit: policy.limit) }
      hops.append(RedirectHop(url: current.url, status: response.status))
      current = try follow(location, from: current, status: response.status)
      request.context[RequestTrace.self]?.update { $0.redirects += 1 }
      guard !Task.isCancelled else { throw .cancelled }
      try deadline.restrict(&current)
    }
  }

  /// Where an answer leads; `nil` where it is no redirect that can be followed.
  private func location(of response: HTTPResponse) throws(NetworkError) -> String? {
    guard response.status.isRedirect else { return nil }
    let values = response.headers[values: .location]
    guard let first = values.first else { return nil }
    guard values.allSatisfy({ $0 == first }) else {
      throw .refusedRedirect(RedactedURL(response.url).description, reason: "it names more than one place")
    }
    return first
  }

  private func keepsBody(_ request: HTTPRequest, _ status: HTTPStatus) -> Bool {
    RedirectRules.method(after: request.method, status: status) == request.method
  }

  private func follow(
    _ location: String,
    from request: HTTPRequest,
    status: HTTPStatus
  ) throws(NetworkError) -> HTTPRequest {
    let url = try RedirectRules.target(of: location, from: request.url, allowsDowngrade: policy.allowsDowngrade)
    var next = request
    next.url = url
    next.method = RedirectRules.method(after: request.method, status: status)
    if next.method != request.method {
      next.body = nil
      next.headers.removeAll { RedirectRules.contentFields.contains($0) }
    }
    next.headers.removeAll { RedirectRules.targetFields.contains($0) }
    if next.method.isSafe { next.headers.removeAll { RedirectRules.validatingFields.contains($0) } }
    if next.origin != request.origin {
      next.headers.removeAll { policy.secretFields.contain($0, of: request) || RedirectRules.originFields.contains($0) }
    }
    return next
  }
}

extension HTTPFields {
  /// Removes the fields whose name matches.
  fileprivate mutating func removeAll(where matches: (HTTPField.Name) -> Bool) {
    for name in Set(map(\.name)) where matches(name) { self[name] = nil }
  }
}
