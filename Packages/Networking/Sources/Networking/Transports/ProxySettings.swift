public import NetworkingFoundation

/// The proxies for a transport, and the hosts that bypass them.
///
/// The URL `http://proxy.example:3128` selects an HTTP proxy, `https://` an HTTP proxy over TLS, and `socks5://` a
/// SOCKS proxy. With `socks5h://`, the SOCKS proxy resolves host names. Loopback addresses never use a proxy.
public struct ProxySettings: Sendable {
  private struct Exception: Sendable {
    enum Kind: Sendable {
      case everything
      /// A host and its subdomains.
      case host(String)
      case network([UInt8], bits: Int)
    }

    let kind: Kind
    /// The exception's port; `nil` for all ports.
    var port: Int?
  }

  /// The proxy URLs, by request scheme.
  private let proxies: [String: String]
  private let exceptions: [Exception]
  let isEnvironment: Bool

  var isEmpty: Bool { proxies.isEmpty }

  /// Returns the proxies in the environment variables `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`.
  ///
  /// Upper-case names work too, except for `HTTP_PROXY`, which web servers set from a client's `Proxy` field for CGI
  /// programs. Invalid entries in `no_proxy` are ignored; see ``proxy(_:user:password:except:)`` for valid ones.
  public static func environment(
    _ variables: [String: String] = ProcessInfo.processInfo.environment
  ) -> ProxySettings {
    func value(_ names: String...) -> String? {
      names.lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
    }
    var proxies: [String: String] = [:]
    proxies["http"] = value("http_proxy", "all_proxy", "ALL_PROXY")
    proxies["https"] = value("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
    let exceptions = (value("no_proxy", "NO_PROXY") ?? "").split { $0 == "," || $0.isWhitespace }
    return ProxySettings(proxies: proxies, exceptions: exceptions, isEnvironment: true)
  }

  /// Settings without proxies, regardless of the environment.
  public static let none = ProxySettings(proxies: [:], exceptions: [], isEnvironment: false)

  /// Returns settings with one proxy for all requests except those to the given hosts.
  ///
  /// An exception is a host with its subdomains, an IP address or a network (`10.0.0.0/8`), for all ports or for one
  /// (`host:8080`). The exception `*` matches every host. Invalid entries are ignored.
  public static func proxy(
    _ url: URL,
    user: String? = nil,
    password: String? = nil,
    except exceptions: [String] = []
  ) -> ProxySettings {
    var text = url.absoluteString
    if let user {
      let start = text.firstRange(ofBytes: "://")?.upperBound ?? text.startIndex
      let credentials = PercentCoding.encode(user) + ":" + PercentCoding.encode(password ?? "") + "@"
      text.insert(contentsOf: credentials, at: start)
    }
    let entries = exceptions.map { $0[...] }
    return ProxySettings(proxies: ["http": text, "https": text], exceptions: entries, isEnvironment: false)
  }

  private init(proxies: [String: String], exceptions: [Substring], isEnvironment: Bool) {
    self.proxies = proxies
    self.exceptions = exceptions.compactMap { Self.exception($0) }
    self.isEnvironment = isEnvironment
  }

  func proxy(for origin: Origin) -> String? {
    guard let proxy = proxies[origin.scheme], !origin.isLoopback else { return nil }
    return exceptions.contains { Self.covers($0, origin) } ? nil : proxy
  }

  /// Removes a proxy's user name and password from text that may quote its URL.
  static func withoutCredentials(of proxy: String, in text: String) -> String {
    let start = proxy.firstRange(ofBytes: "://")?.upperBound ?? proxy.startIndex
    guard let at = proxy.lastIndex(of: "@"), at >= start else { return text }
    return text.replacing(bytes: proxy[start...at], with: "***@")
  }

  private static func exception(_ text: Substring) -> Exception? {
    if text == "*" { return Exception(kind: .everything) }
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let (name, port) = hostAndPort(parts[0]) else { return nil }
    let host = HostName.canonical(name)
    if let address = HostName.address(host) {
      guard parts.count == 2 else { return Exception(kind: .network(address, bits: address.count * 8), port: port) }
      guard let bits = Int(parts[1]), (0...address.count * 8).contains(bits) else { return nil }
      return Exception(kind: .network(address, bits: bits), port: port)
    }
    let domain = String(host.drop { $0 == "." || $0 == "*" })
    return domain.isEmpty || parts.count == 2 ? nil : Exception(kind: .host(domain), port: port)
  }

  /// Splits `host:8080` or `[::1]:8080`; an IPv6 address without brackets has no port.
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
      guard let address = HostName.address(origin.host), address.count == network.count else { return false }
      return (0..<bits).allSatisfy { bit in
        let mask = UInt8(0x80) >> (bit % 8)
        return address[bit / 8] & mask == network[bit / 8] & mask
      }
    }
  }
}

extension ProxySettings: SecretHolder {
  /// The proxies, without their credentials.
  public var description: String {
    let texts = Set(proxies.values).sorted().map { Self.withoutCredentials(of: $0, in: $0) }
    return texts.isEmpty ? "none" : texts.joined(separator: ", ")
  }

  var mirrored: KeyValuePairs<String, Any> { ["proxies": description] }
}
