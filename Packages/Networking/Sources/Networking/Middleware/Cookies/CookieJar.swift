public import NetworkingFoundation

/// Middleware that stores the cookies that services set, and sends them with later requests (RFC 6265bis).
///
/// ```swift
/// let jar = try CookieJar(contentsOf: file)
/// stack.cookies = jar
/// // … after signing in:
/// try jar.save(to: file)
/// ```
///
/// Without a cookie jar, no cookies are stored or sent. A request's own `Cookie` field stays unchanged. Cookies are
/// rejected for domains under which anyone can register a name, such as `com` and `co.uk`. The system's Public Suffix
/// List (package `publicsuffix`) contains these domains. Without it, cookies are rejected for all single-label domains
/// and for common two-label domains.
///
/// Services can't exhaust memory or make requests too large: limits apply to each cookie (4096 bytes), domain, jar and
/// `Cookie` field (RFC 6265, section 6.1).
///
/// Place it directly before the transport, inside ``RedirectFollower``, so that each hop gets its own cookies. All
/// copies share their cookies.
public struct CookieJar: Middleware {
  private let store: CookieStore
  private let headerLimit: Int
  private let date: @Sendable () -> Date

  /// Creates an empty jar.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of cookies; new cookies replace the oldest.
  ///   - limitPerDomain: The maximum number of cookies per domain; the default is the minimum in RFC 6265, section 6.1.
  ///   - headerLimit: The maximum size of the `Cookie` field, in bytes. Cookies that don't fit aren't sent, because
  ///     many servers reject lines above 8 KiB.
  ///   - date: A closure that returns the current time, for comparison with a cookie's expiry.
  public init(
    limit: Int = 3000,
    limitPerDomain: Int = 50,
    headerLimit: Int = 8 << 10,
    date: @escaping @Sendable () -> Date = { Date() }
  ) {
    precondition(limit > 0 && limitPerDomain > 0, "a cookie jar needs limits of at least 1")
    store = CookieStore(limit: limit, limitPerDomain: limitPerDomain)
    self.headerLimit = headerLimit
    self.date = date
  }

  /// Creates a jar with the default limits and the cookies that ``save(to:)`` wrote, if the file exists.
  ///
  /// - Throws: ``NetworkError/fileFailure(path:reason:)`` if the file can't be read or is invalid; it stays unchanged.
  public init(contentsOf file: URL, date: @escaping @Sendable () -> Date = { Date() }) throws(NetworkError) {
    self.init(date: date)
    store.restore(try CookieFile.read(file.path(percentEncoded: false), now: date()), now: date())
  }

  /// Saves all cookies except session cookies, which have no expiry, to a file in an existing directory.
  ///
  /// Only the user can read the file, because cookies may be as secret as passwords. An older file is replaced
  /// atomically, and stays unchanged after a failure. If several processes save to the same file, the last one wins.
  ///
  /// - Throws: ``NetworkError/fileFailure(path:reason:)`` if the file can't be written.
  public func save(to file: URL) throws(NetworkError) {
    try CookieFile(store.cookies(now: date())).write(file.path(percentEncoded: false))
  }

  package var cookies: [Cookie] { store.cookies(now: date()) }

  package func cookies(for url: URL) -> [Cookie] {
    var size = 0
    return store.cookies(for: url, now: date()).filter { cookie in
      let separator = size == 0 ? 0 : 2
      let length = separator + cookie.pair.utf8.count
      guard size + length <= headerLimit else { return false }
      size += length
      return true
    }
  }

  package func store(_ headers: HTTPFields, from url: URL) {
    for value in headers[values: "Set-Cookie"] {
      guard let cookie = SetCookieParser.cookie(from: value, url: url, now: date()) else { continue }
      store.keep(cookie, from: url, now: date())
    }
  }

  /// Removes all cookies.
  public func removeAll() { store.removeAll() }

  /// Sends the request with its cookies, and stores the cookies in the response.
  public func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
    var request = request
    if !request.headers.contains(.cookie) {
      let pairs = cookies(for: request.url).map(\.pair)
      if !pairs.isEmpty { request.headers.append(.cookie, pairs.joined(separator: "; ")) }
    }
    var response = try await next.send(request)
    if let cookies = request.headers[.cookie] { response.context[SentSecrets.self].add(cookies, of: .cookie) }
    store(response.headers, from: request.url)
    return response
  }
}

package struct Cookie: Sendable, Hashable {
  package let name: String
  package let value: String
  /// The host or domain, in lower case.
  package let domain: String
  /// Whether only the host itself, and not its subdomains, receives the cookie.
  let isHostOnly: Bool
  package let path: String
  package let expiry: Date?
  let isSecure: Bool
  let isHTTPOnly: Bool

  var pair: String { name.isEmpty ? value : "\(name)=\(value)" }

  /// Returns whether requests to a URL include the cookie (RFC 6265bis, section 5.7.3).
  ///
  /// Requests to loopback addresses count as encrypted, because they don't leave the machine.
  func matches(_ url: URL) -> Bool {
    guard let origin = Origin(url) else { return false }
    let isHost = origin.host == domain
    let isBelow = !isHostOnly && CookieRules.isHost(origin.host, below: domain)
    return (isHost || isBelow) && CookieRules.path(of: url, matches: path)
      && (!isSecure || origin.scheme == "https" || origin.isLoopback)
  }
}

extension Cookie: SecretHolder {
  /// The name, domain and path, without the value, which may be a session secret.
  package var description: String { "\(name)=*** for \(domain)\(path)" }

  var mirrored: KeyValuePairs<String, Any> { ["cookie": description] }
}

enum CookieRules {
  /// Returns whether a host is a subdomain of a domain (section 5.1.3); an IP address never is.
  static func isHost(_ host: String, below domain: String) -> Bool {
    host.count > domain.count && host.hasSuffix(domain) && host.dropLast(domain.count).last == "."
      && !isAddress(host)
  }

  static func isAddress(_ host: String) -> Bool {
    if host.contains(":") { return true }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    return labels.last.map { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } } ?? false
  }

  /// Returns whether the path in a URL equals a cookie's path or is below it (section 5.1.4).
  static func path(of url: URL, matches path: String) -> Bool { Self.path(requestPath(of: url), matches: path) }

  /// Returns whether a path equals a cookie's path or is below it (section 5.1.4).
  static func path(_ own: String, matches path: String) -> Bool {
    guard own.hasPrefix(path) else { return false }
    return own.count == path.count || path.hasSuffix("/") || own.dropFirst(path.count).first == "/"
  }

  /// Returns the default path: the directory of the request's path (section 5.1.4).
  static func defaultPath(of url: URL) -> String {
    let path = requestPath(of: url)
    guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  private static func requestPath(of url: URL) -> String {
    let path = url.path(percentEncoded: true)
    return path.isEmpty ? "/" : path
  }
}
