package import NetworkingFoundation

/// Middleware that follows redirects (RFC 9110, section 15.4).
///
/// It follows responses with the status 301, 302, 303, 307 or 308 and a `Location` field. POST becomes GET after 301
/// and 302, and every method except HEAD becomes GET after 303. Other requests keep their method and body.
///
/// Only `http` and `https` URLs are followed, and redirects from `https` to `http` only if the policy permits them.
/// Credentials and other secrets (see ``SecretFields``) aren't sent to another origin. ``HTTPResponse/url`` is the
/// final URL.
///
/// Place it directly before the transport (or before ``CookieJar``). Outer middleware then sees one request and one
/// response. One scheduler slot and the limit in ``Timeouts/total`` cover all hops.
public struct RedirectFollower: Middleware {
  /// The limits for redirects.
  public struct Policy: Sendable {
    package var limit: Int
    package var allowsDowngrade: Bool
    package var secretFields: SecretFields

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of consecutive redirects. It also ends loops. Repeated URLs don't count
    ///     as loops, because a service may respond differently to the same URL the second time.
    ///   - allowsDowngrade: Whether an `https` URL may redirect to an `http` URL.
    ///   - secretFields: The header fields that aren't sent to another origin.
    public init(limit: Int = 10, allowsDowngrade: Bool = false, secretFields: SecretFields = SecretFields()) {
      self.limit = limit
      self.allowsDowngrade = allowsDowngrade
      self.secretFields = secretFields
    }
  }

  private let policy: Policy
  private let time: TimeSource

  /// Creates a redirect follower; the clock measures ``Timeouts/total``.
  public init(policy: Policy = Policy(), clock: any Clock<Duration> = ContinuousClock()) {
    self.policy = policy
    time = TimeSource(clock)
  }

  /// Sends the request and follows its redirects.
  ///
  /// - Throws: ``NetworkError/tooManyRedirects(limit:)``, ``NetworkError/refusedRedirect(_:reason:)``, or the
  ///   transport's error.
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

  private func location(of response: HTTPResponse) throws(NetworkError) -> String? {
    guard response.status.isRedirect else { return nil }
    let values = response.headers[values: .location]
    guard let first = values.first else { return nil }
    guard values.allSatisfy({ $0 == first }) else {
      throw .refusedRedirect(RedactedURL(response.url).description, reason: "it has more than one target")
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
  fileprivate mutating func removeAll(where matches: (HTTPField.Name) -> Bool) {
    for name in Set(map(\.name)) where matches(name) { self[name] = nil }
  }
}

package struct RedirectHop: Sendable, Hashable {
  package let url: URL
  package let status: HTTPStatus
}

package enum RedirectHistory: MessageContextKey {
  package static let defaultValue: [RedirectHop] = []
}

/// Whether a request's redirects are followed.
package enum RedirectMode: MessageContextKey, Sendable, Hashable {
  case follow
  /// Redirects aren't followed; the redirect response is returned.
  case manual

  package static let defaultValue = RedirectMode.follow
}
