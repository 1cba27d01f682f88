import Foundation

/// Which proxy a request goes through, by the variables that most programs share.
///
/// Of `http_proxy` only the form in lower case counts, because `HTTP_PROXY` is what a web server sets from a client's `Proxy` field for a
/// CGI program. Loopback addresses never go through a proxy.
struct ProxySettings: Sendable {
  private enum Exception: Sendable {
    case everything
    /// A host and whatever is below it.
    case host(String)
    /// All addresses that share the first bits.
    case network([UInt8], bits: Int)
  }

  private let proxies: [String: String]
  private let exceptions: [Exception]

  /// Whether there is any proxy.
  var isEmpty: Bool { proxies.isEmpty }

  init(environment: [String: String]) {
    func value(_ names: String...) -> String? {
      names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    }
    var proxies: [String: String] = [:]
    proxies["http"] = value("http_proxy", "all_proxy", "ALL_PROXY")
    proxies["https"] = value("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
    self.proxies = proxies
    exceptions = (value("no_proxy", "NO_PROXY") ?? "").split { $0 == "," || $0 == " " }.map { Self.exception($0) }
  }

  /// The proxy's URL, or `nil` for none.
  func proxy(for origin: Origin) -> String? {
    guard let proxy = proxies[origin.scheme], !origin.isLoopback else { return nil }
    return exceptions.contains { Self.covers($0, host: origin.host) } ? nil : proxy
  }

  /// A text that may quote a proxy's URL, without the user name and password of that.
  static func withoutCredentials(of proxy: String, in text: String) -> String {
    let start = proxy.range(of: "://")?.upperBound ?? proxy.startIndex
    guard let at = proxy.lastIndex(of: "@"), at >= start else { return text }
    return text.replacingOccurrences(of: proxy[start...at], with: "***@")
  }

  private static func exception(_ text: Substring) -> Exception {
    if text == "*" { return .everything }
    let parts = text.split(separator: "/", maxSplits: 1)
    let host = (parts.first ?? "").lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
    if let address = address(host) {
      let bits = parts.count == 2 ? Int(parts[1]) : nil
      return .network(address, bits: min(max(0, bits ?? .max), address.count * 8))
    }
    return .host(String(host.drop { $0 == "." || $0 == "*" }))
  }

  private static func covers(_ exception: Exception, host: String) -> Bool {
    switch exception {
    case .everything: return true
    case .host(let name): return !name.isEmpty && (host == name || host.hasSuffix(".\(name)"))
    case .network(let network, let bits):
      guard let address = address(host), address.count == network.count else { return false }
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
