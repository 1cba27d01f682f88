import NetworkingFoundation

final class CookieStore: Sendable {
  /// A cookie's identity within its domain (RFC 6265bis, section 5.7.2).
  private struct Key: Hashable {
    let name: String
    let path: String
    let isHostOnly: Bool
  }

  private struct Entry {
    let cookie: Cookie
    /// The cookie's position in creation order.
    let order: Int
  }

  private struct State {
    var domains: [String: [Key: Entry]] = [:]
    var lastOrder = 0

    /// Returns whether a cookie from an unencrypted response would hide a secure cookie (section 5.7, step 13).
    func isOverlay(_ cookie: Cookie, from url: URL) -> Bool {
      guard let origin = Origin(url), origin.scheme != "https", !origin.isLoopback else { return false }
      return domains.contains { domain, entries in
        let isRelated =
          domain == cookie.domain || CookieRules.isHost(domain, below: cookie.domain)
          || CookieRules.isHost(cookie.domain, below: domain)
        return isRelated
          && entries.values.contains { entry in
            entry.cookie.isSecure && entry.cookie.name == cookie.name
              && CookieRules.path(cookie.path, matches: entry.cookie.path)
          }
      }
    }

    /// Removes an expired cookie, or the oldest cookie if none has expired.
    mutating func removeOldest(of candidates: [String: [Key: Entry]], _ now: Date) {
      let all = candidates.flatMap { domain, entries in entries.map { (domain: domain, key: $0.key, entry: $0.value) } }
      let victim =
        all.first { CookieStore.isPast($0.entry.cookie, now) } ?? all.min { $0.entry.order < $1.entry.order }
      if let victim { remove(victim.key, of: victim.domain) }
    }

    mutating func remove(_ key: Key, of domain: String) {
      domains[domain]?[key] = nil
      if domains[domain]?.isEmpty ?? false { domains[domain] = nil }
    }
  }

  private let limit: Int
  private let limitPerDomain: Int
  private let state = Locked(State())

  init(limit: Int, limitPerDomain: Int) {
    self.limit = limit
    self.limitPerDomain = limitPerDomain
  }

  /// Returns all cookies in creation order.
  func cookies(now: Date) -> [Cookie] {
    state.withLock { $0.domains.values.flatMap(\.values) }.sorted { $0.order < $1.order }.map(\.cookie)
      .filter { !Self.isPast($0, now) }
  }

  /// Returns a URL's cookies, sorted by descending path length, then by creation order (section 5.7.3).
  func cookies(for url: URL, now: Date) -> [Cookie] {
    guard let host = Origin(url)?.host else { return [] }
    let candidates = state.withLock { state in
      // Yields the host and its parent domains: a.b.c, b.c, c.
      sequence(first: host[...]) { rest in rest.firstIndex(of: ".").map { rest[rest.index(after: $0)...] } }
        .flatMap { state.domains[String($0)].map { Array($0.values) } ?? [] }
    }
    return candidates.filter { $0.cookie.matches(url) && !Self.isPast($0.cookie, now) }
      .sorted { ($1.cookie.path.utf8.count, $0.order) < ($0.cookie.path.utf8.count, $1.order) }
      .map(\.cookie)
  }

  func restore(_ cookies: [Cookie], now: Date) {
    for cookie in cookies { keep(cookie, from: nil, now: now) }
  }

  /// Stores a cookie, replacing an older cookie with the same key; an expired cookie only removes the older cookie.
  func keep(_ cookie: Cookie, from url: URL?, now: Date) {
    let key = Key(name: cookie.name, path: cookie.path, isHostOnly: cookie.isHostOnly)
    state.withLock { state in
      if let url, state.isOverlay(cookie, from: url) { return }
      let previous = state.domains[cookie.domain]?[key]
      guard !Self.isPast(cookie, now) else {
        state.remove(key, of: cookie.domain)
        return
      }
      state.lastOrder += 1
      state.domains[cookie.domain, default: [:]][key] = Entry(cookie: cookie, order: previous?.order ?? state.lastOrder)
      if let entries = state.domains[cookie.domain], entries.count > limitPerDomain {
        state.removeOldest(of: [cookie.domain: entries], now)
      }
      if state.domains.values.reduce(0, { $0 + $1.count }) > limit { state.removeOldest(of: state.domains, now) }
    }
  }

  func removeAll() { state.withLock { $0.domains = [:] } }

  private static func isPast(_ cookie: Cookie, _ now: Date) -> Bool { cookie.expiry.map { $0 <= now } ?? false }
}
