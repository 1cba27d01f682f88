import Foundation

/// The cookies of a jar.
///
/// `@unchecked Sendable`: all variables are guarded by `lock`.
final class CookieStore: @unchecked Sendable {
  /// What makes two cookies the same (RFC 6265bis, section 5.7.2).
  private struct Key: Hashable {
    let name: String
    let path: String
    let isHostOnly: Bool
  }

  private struct Entry {
    let cookie: Cookie
    /// When it was first set; counts up.
    let order: Int
  }

  private let limit: Int
  private let limitPerDomain: Int
  private let lock = Lock()
  private var domains: [String: [Key: Entry]] = [:]
  private var lastOrder = 0

  init(limit: Int, limitPerDomain: Int) {
    self.limit = limit
    self.limitPerDomain = limitPerDomain
  }

  func cookies(now: Date) -> [Cookie] {
    lock.withLock { domains.values.flatMap { $0.values.map(\.cookie) } }.filter { !Self.isPast($0, now) }
  }

  /// Those with longer paths first, then those that were set earlier (section 5.7.3).
  func cookies(for url: URL, now: Date) -> [Cookie] {
    guard let host = Origin(url)?.host else { return [] }
    let candidates = lock.withLock {
      // Every domain that the host lies in: a.b.c, b.c, c.
      sequence(first: host[...]) { rest in rest.firstIndex(of: ".").map { rest[rest.index(after: $0)...] } }
        .flatMap { domains[String($0)].map { Array($0.values) } ?? [] }
    }
    return candidates.filter { $0.cookie.matches(url) && !Self.isPast($0.cookie, now) }
      .sorted { ($1.cookie.path.utf8.count, $0.order) < ($0.cookie.path.utf8.count, $1.order) }
      .map(\.cookie)
  }

  /// Stores a cookie in place of an older one; one that is past removes it.
  func keep(_ cookie: Cookie, from url: URL, now: Date) {
    let key = Key(name: cookie.name, path: cookie.path, isHostOnly: cookie.isHostOnly)
    lock.withLock {
      guard !isOverlay(cookie, from: url) else { return }
      let previous = domains[cookie.domain]?[key]
      guard !Self.isPast(cookie, now) else {
        remove(key, of: cookie.domain)
        return
      }
      lastOrder += 1
      domains[cookie.domain, default: [:]][key] = Entry(cookie: cookie, order: previous?.order ?? lastOrder)
      evict(cookie.domain, now)
    }
  }

  func removeAll() { lock.withLock { domains = [:] } }

  /// Whether a plain connection tries to put something in place of a cookie that only encrypted ones may set (section 5.7, step 13).
  private func isOverlay(_ cookie: Cookie, from url: URL) -> Bool {
    guard let origin = Origin(url), origin.scheme != "https", !origin.isLoopback else { return false }
    return domains.contains { domain, entries in
      let isRelated =
        domain == cookie.domain || CookieRules.isHost(domain, below: cookie.domain)
        || CookieRules.isHost(cookie.domain, below: domain)
      return isRelated && entries.values.contains { $0.cookie.isSecure && $0.cookie.name == cookie.name }
    }
  }

  private func evict(_ domain: String, _ now: Date) {
    if let entries = domains[domain], entries.count > limitPerDomain { removeOldest(of: [domain: entries], now) }
    if domains.values.reduce(0, { $0 + $1.count }) > limit { removeOldest(of: domains, now) }
  }

  /// Removes one: one that is past if there is any, else the one that was set first.
  private func removeOldest(of candidates: [String: [Key: Entry]], _ now: Date) {
    let all = candidates.flatMap { domain, entries in entries.map { (domain: domain, key: $0.key, entry: $0.value) } }
    let victim =
      all.first { Self.isPast($0.entry.cookie, now) } ?? all.min { $0.entry.order < $1.entry.order }
    if let victim { remove(victim.key, of: victim.domain) }
  }

  private func remove(_ key: Key, of domain: String) {
    domains[domain]?[key] = nil
    if domains[domain]?.isEmpty ?? false { domains[domain] = nil }
  }

  private static func isPast(_ cookie: Cookie, _ now: Date) -> Bool { cookie.expiry.map { $0 <= now } ?? false }
}
