import Foundation

/// The proxies from the usual environment variables.
///
/// Only the lowercase form of `http_proxy` counts, because web servers set `HTTP_PROXY` for CGI programs from a
/// client's `Proxy` field. Loopback addresses never use a proxy.
struct ProxySettings: Sendable {
  private struct Exception: Sendable {
    enum Kind: Sendable {
      case everything
      /// A host and its subdomains.
      case host(String)
      /// All addresses with the same prefix.
      case network([UInt8], bits: Int)
    }

    let kind: Kind
    /// The port of the exception; `nil` for all ports.
    var port: Int?
  }

  private let proxies: [String: String]
  private let exceptions: [Exception]

  var isEmpty: Bool { proxies.isEmpty }

  init(environment: [String: String]) {
    func value(_ names: String...) -> String? {
      names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    }
    var proxies: [String: String] = [:]
    proxies["http"] = value("http_proxy", "all_proxy", "ALL_PROXY")
    proxies["https"] = value("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
    self.proxies = proxies
    exceptions = (value("no_proxy", "NO_PROXY") ?? "").split { $0 == "," || $0.isWhitespace }
      .compactMap { Self.exception($0) }
  }

  func proxy(for origin: Origin) -> String? {
    guard let proxy = proxies[origin.scheme], !origin.isLoopback else { return nil }
    return exceptions.contains { Self.covers($0, origin) } ? nil : proxy
  }

  /// Removes the user name and password of a proxy from a text that may quote its URL.
  static func withoutCredentials(of proxy: String, in text: String) -> String {
    let start = proxy.range(of: "://")?.upperBound ?? proxy.startIndex
    guard let at = proxy.lastIndex(of: "@"), at >= start else { return text }
    return text.replacingOccurrences(of: proxy[start...at], with: "***@")
  }

  private static func exception(_ text: Substring) -> Exception? {
    if text == "*" { return Exception(kind: .everything) }
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let (name, port) = hostAndPort(parts[0]) else { return nil }
    let host = HostName.canonical(name)
    if let address = address(host) {
      guard parts.count == 2 else { return Exception(kind: .network(address, bits: address.count * 8), port: port) }
      guard let bits = Int(parts[1]), (0...address.count * 8).contains(bits) else { return nil }
      return Exception(kind: .network(address, bits: bits), port: port)
    }
    let domain = String(host.drop { $0 == "." || $0 == "*" })
    return domain.isEmpty || parts.count == 2 ? nil : Exception(kind: .host(domain), port: port)
  }

  /// Splits `host:8080` and `[::1]:8080`; an IPv6 address without brackets has no port.
  private static func hostAndPort(_ text: Substring) -> (host: String, port: Int?)? {
    let isBracketed = text.first == "["
    let end = isBracketed ? text.firstIndex(of: "]").map { text.index(after: $0) } : text.firstIndex(of: ":")
    guard let end, end < text.endIndex, isBracketed || !text[text.index(after: end)...].contains(":") else {
      return (String(text), nil)
    }
    guard text[end] == ":", let port = Int(text[text.index(after: end)...]), (1...65_535).contains(port) else {
      return nil
    }
    return (String(text[..<end]), port)
  }

  private static func covers(_ exception: Exception, _ origin: Origin) -> Bool {
    if let port = exception.port, port != origin.port { return false }
    switch exception.kind {
    case .everything: return true
    case .host(let name): return origin.host == name || origin.host.hasSuffix(".\(name)")
    case .network(let network, let bits):
      guard let address = address(origin.host), address.count == network.count else { return false }
      return (0..<bits).allSatisfy { bit in
        let mask = UInt8(0x80) >> (bit % 8)
        return address[bit / 8] & mask == network[bit / 8] & mask
      }
    }
  }

  private static func address(_ text: String) -> [UInt8]? {
    var four = in_addr()
    if inet_pton(AF_INET, text, &four) == 1 { return withUnsafeBytes(of: four) { Array($0) } }
    var six = in6_addr()
    if inet_pton(AF_INET6, text, &six) == 1 { return withUnsafeBytes(of: six) { Array($0) } }
    return nil
  }
}
