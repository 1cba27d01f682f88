public import NetworkingFoundation

/// The scheme, host and port of a URL (RFC 6454), which determine where credentials go and which links are followed.
public struct Origin: Sendable, Hashable, CustomStringConvertible {
  /// `http` or `https`.
  public let scheme: String
  /// The host in lower case without a trailing dot; an IP address is in its canonical form, without brackets.
  public let host: String
  /// The explicit port, or the scheme's default port.
  public let port: Int

  /// Creates the origin of a URL; `nil` if the URL has no host, or a scheme other than `http` and `https`.
  public init?(_ url: URL) {
    guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      let host = url.host(percentEncoded: false), !host.isEmpty
    else { return nil }
    self.scheme = scheme
    self.host = HostName.canonical(host)
    port = url.port ?? (scheme == "https" ? 443 : 80)
  }

  /// Whether the host is `localhost` or a subdomain (RFC 6761, section 6.3), ::1, or in 127.0.0.0/8 (also IPv4-mapped).
  public var isLoopback: Bool {
    if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
    let address = host.hasPrefix("::ffff:") ? host.dropFirst(7) : host[...]
    let parts = address.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// Returns whether the origins are equal, or are loopback origins with the same scheme and port.
  func isEquivalent(to other: Origin) -> Bool {
    self == other || (scheme == other.scheme && port == other.port && isLoopback && other.isLoopback)
  }

  /// The origin in URL form, without the scheme's default port.
  public var description: String {
    let name = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
    let isDefault = port == (scheme == "https" ? 443 : 80)
    return isDefault ? "\(scheme)://\(name)" : "\(scheme)://\(name):\(port)"
  }
}

enum HostName {
  /// Returns the name in lower case without trailing dots, or a canonical IP address without brackets.
  ///
  /// For example, `LOCALHOST.`, `127.1` and `[0:0::1]` become `localhost`, `127.0.0.1` and `::1`. Therefore, a rule for
  /// one spelling of a host, such as a pinned key, applies to all spellings.
  static func canonical(_ host: String) -> String {
    var name = host.lowercased()
    if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
    if name.utf8.contains(UInt8(ascii: ":")) { return address6(name) ?? name }
    while name.utf8.count > 1, name.utf8.last == UInt8(ascii: ".") { name.removeLast() }
    if endsInNumber(name), let address = address4(name) { return address }
    return name.utf8.allSatisfy { $0 < 0x80 } ? name : ascii(name) ?? name
  }

  /// Returns the ASCII form of an internationalized name (RFC 5891); `nil` if Foundation can't convert it.
  static func ascii(_ name: String) -> String? {
    let host = URL(string: "http://\(name)/")?.host(percentEncoded: false)
    guard let host, host.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    return host.lowercased()
  }

  /// Returns the bytes of a canonical IP address without brackets; `nil` for other text.
  static func address(_ text: String) -> [UInt8]? {
    var four = in_addr()
    if inet_pton(AF_INET, text, &four) == 1 { return withUnsafeBytes(of: four) { Array($0) } }
    var six = in6_addr()
    if inet_pton(AF_INET6, text, &six) == 1 { return withUnsafeBytes(of: six) { Array($0) } }
    return nil
  }

  /// Returns whether the name contains a control character, a space or a URL delimiter.
  static func isMalformed(_ name: String) -> Bool {
    name.utf8.contains { $0 <= 0x20 || $0 == 0x7F || "#/<>?@\\^|%".utf8.contains($0) }
  }

  /// Returns whether the last label is a number, in which case the system reads the name as an IPv4 address.
  private static func endsInNumber(_ name: String) -> Bool {
    let label = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).last ?? name.utf8[...]
    return label.first.map { (0x30...0x39).contains($0) } ?? false
  }

  private static func address4(_ text: String) -> String? {
    guard text.utf8.allSatisfy({ "0123456789abcdefx.".utf8.contains($0) }) else { return nil }
    var address = in_addr()
    guard inet_aton(text, &address) != 0 else { return nil }
    return withUnsafeBytes(of: address) { $0.map { String($0) }.joined(separator: ".") }
  }

  private static func address6(_ text: String) -> String? {
    var address = in6_addr()
    guard inet_pton(AF_INET6, text, &address) == 1 else { return nil }
    var buffer = [UInt8](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let isWritten = buffer.withUnsafeMutableBytes { bytes in
      inet_ntop(AF_INET6, &address, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), socklen_t(bytes.count))
        != nil
    }
    return isWritten ? String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self) : nil
  }
}
