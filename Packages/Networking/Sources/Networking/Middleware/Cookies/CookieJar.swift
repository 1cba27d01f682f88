public import Foundation

/// Keeps the cookies that services set, in memory, and sends them back (RFC 6265bis).
///
/// Without a jar no cookie is kept or sent. A `Cookie` field that a request has already is left as it is. There is no public suffix list:
/// a cookie for a domain of a single label is refused, one for `co.uk` is not.
///
/// No service can fill the memory or make requests too large: a cookie has at most 4096 bytes, and a domain, the jar and the `Cookie` field have limits of
/// their own (RFC 6265, section 6.1).
///
/// In the chain it belongs right before the transport, inside ``RedirectFollower``, so that each hop gets the cookies that are its own. All copies
/// share their cookies.
public struct CookieJar: Middleware {
  private let store: CookieStore
  private let headerLimit: Int
  private let date: @Sendable () -> Date

  /// Makes an empty jar.
  ///
  /// - Parameters:
  ///   - limit: The most cookies; further ones push out the oldest.
  ///   - limitPerDomain: The most cookies of one domain; 50, the minimum of RFC 6265, section 6.1.
  ///   - headerLimit: The most bytes of a `Cookie` field; 8 KiB, since many servers refuse longer lines. A cookie that doesn't fit after the ones
  ///     before it is left out.
  ///   - date: The time of day that expiry is compared with.
  public init(
    limit: Int = 3000,
    limitPerDomain: Int = 50,
    headerLimit: Int = 8 << 10,
    date: @escaping @Sendable () -> Date = { Date() }
  ) {
    precondition(limit > 0 && limitPerDomain > 0, "a jar with a limit below 1 would keep nothing")
    store = CookieStore(limit: limit, limitPerDomain: limitPerDomain)
    self.headerLimit = headerLimit
    self.date = date
  }

  /// The cookies that hold now, in no particular order.
  public var cookies: [Cookie] { store.cookies(now: date()) }

  /// The cookies that go with a request to a URL, in the order in which they are sent.
  public func cookies(for url: URL) -> [Cookie] {
    var size = 0
    return store.cookies(for: url, now: date()).filter { cookie in
      let separator = size == 0 ? 0 : 2
      let length = separator + cookie.pair.utf8.count
      guard size + length <= headerLimit else { return false }
      size += length
      return true
    }
  }

  /// Takes over what an answer sets.
  ///
  /// - Parameters:
  ///   - headers: The answer's header fields.
  ///   - url: Whose answer it is.
  public func store(_ headers: HTTPFields, from url: URL) {
    for value in headers[values: "Set-Cookie"] {
      guard let cookie = SetCookieParser.cookie(from: value, url: url, now: date()) else { continue }
      store.keep(cookie, from: url, now: date())
    }
  }

  /// Forgets all cookies.
  public func removeAll() { store.removeAll() }

  /// Sends the request with its cookies and keeps what the answer sets.
  public func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
    var request = request
    if !request.headers.contains("Cookie") {
      let pairs = cookies(for: request.url).map(\.pair)
      if !pairs.isEmpty { request.headers.append("Cookie", pairs.joined(separator: "; ")) }
    }
    var response = try await next.send(request)
    if let cookies = request.headers["Cookie"] { response.context[SentSecrets.self].add(cookies, of: "Cookie") }
    store(response.headers, from: request.url)
    return response
  }
}
