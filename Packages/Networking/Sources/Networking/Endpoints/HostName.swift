import Foundation

/// The canonical form of host names, for comparisons.
enum HostName {
  /// The name in lower case without trailing dots; an IP address in its shortest usual form, without brackets.
  ///
  /// `LOCALHOST.`, `127.1` and `[0:0::1]` reach the same machine as `localhost`, `127.0.0.1` and `[::1]`. A rule for one name, such as the pinned
  /// keys of a host, applies to all of them.
  static func canonical(_ host: String) -> String {
    var name = host.lowercased()
    if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
    if name.utf8.contains(UInt8(ascii: ":")) { return address6(name) ?? name }
    while name.utf8.count > 1, name.utf8.last == UInt8(ascii: ".") { name.removeLast() }
    if endsInNumber(name), let address = address4(name) { return address }
    return name.utf8.allSatisfy { $0 < 0x80 } ? name : ascii(name) ?? name
  }

  /// An internationalized name in its ASCII form (RFC 5891); `nil` where it has none or Foundation can't make it.
  static func ascii(_ name: String) -> String? {
    let host = URL(string: "http://\(name)/")?.host(percentEncoded: false)
    guard let host, host.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    return host.lowercased()
  }

  /// Whether the name contains a character that no host may have: a control character, a space, or one that ends a host in a URL.
  static func isMalformed(_ name: String) -> Bool {
    name.utf8.contains { $0 <= 0x20 || $0 == 0x7F || "#/<>?@\\^|%".utf8.contains($0) }
  }

  /// Whether the last label is a number, so that the system takes the name for an IPv4 address.
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
