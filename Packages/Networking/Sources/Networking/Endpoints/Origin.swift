public import Foundation

/// The scheme, host and port of a URL (RFC 6454): what credentials and links may not cross.
public struct Origin: Sendable, Hashable, CustomStringConvertible {
  /// `http` or `https`.
  public let scheme: String
  /// The host in lower case, without a trailing dot; an IP address in its usual form, an IPv6 address without brackets.
  public let host: String
  /// The port, the scheme's default one made explicit.
  public let port: Int

  /// Takes the origin of a URL; `nil` where it has no host or is neither `http` nor `https`.
  public init?(_ url: URL) {
    guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      let host = url.host(percentEncoded: false), !host.isEmpty
    else { return nil }
    self.scheme = scheme
    self.host = HostName.canonical(host)
    port = url.port ?? (scheme == "https" ? 443 : 80)
  }

  /// Whether the host is this machine: `localhost` (RFC 6761, section 6.3), 127.0.0.0/8 (also written as an IPv6 address) or ::1.
  public var isLoopback: Bool {
    if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
    let address = host.hasPrefix("::ffff:") ? host.dropFirst(7) : host[...]
    let parts = address.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// Whether both are the same place: equal, or both loopback with the same scheme and port.
  public func isSamePlace(as other: Origin) -> Bool {
    self == other || (scheme == other.scheme && port == other.port && isLoopback && other.isLoopback)
  }

  /// The origin as the beginning of a URL, the default port left out.
  public var description: String {
    let name = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
    let isDefault = port == (scheme == "https" ? 443 : 80)
    return isDefault ? "\(scheme)://\(name)" : "\(scheme)://\(name):\(port)"
  }
}
