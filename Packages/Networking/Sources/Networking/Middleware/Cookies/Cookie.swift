public import Foundation

/// One cookie, as a service set it (RFC 6265bis).
public struct Cookie: Sendable, Hashable {
  /// Its name; may be empty.
  public let name: String
  /// Its value.
  public let value: String
  /// The host that it is for, in lower case.
  public let domain: String
  /// Whether only that host gets it, and none below it.
  public let isHostOnly: Bool
  /// The path below which it is sent.
  public let path: String
  /// Until when it holds; `nil` ends it with the jar.
  public let expiry: Date?
  /// Whether it is only sent over encrypted connections.
  public let isSecure: Bool
  /// Whether it is for HTTP only, and not for scripts; of no consequence here.
  public let isHTTPOnly: Bool

  /// Name and value as they are sent.
  var pair: String { name.isEmpty ? value : "\(name)=\(value)" }

  /// Whether it goes with requests to a URL (RFC 6265bis, section 5.7.3).
  ///
  /// A loopback address counts as encrypted, since nothing leaves the machine.
  public func matches(_ url: URL) -> Bool {
    guard let origin = Origin(url) else { return false }
    let isHost = origin.host == domain
    let isBelow = !isHostOnly && CookieRules.isHost(origin.host, below: domain)
    return (isHost || isBelow) && CookieRules.path(of: url, matches: path)
      && (!isSecure || origin.scheme == "https" || origin.isLoopback)
  }
}

extension Cookie: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Name and place, and nothing of the value, which may be a session's secret.
  public var description: String { "\(name)=*** for \(domain)\(path)" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The same as ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["cookie": description]) }
}
