#if os(Linux)
internal import CurlABI
import NetworkingFoundation

/// The transport settings that depend on a request's host.
struct CurlRoute: Sendable {
  /// The proxy URL; empty without a proxy.
  var proxy = ""
  /// The host's pinned keys, in libcurl's format.
  var pins: String?
  var unixSocket: String?
  /// The host's IP addresses, in libcurl's format.
  var addresses: CurlTextList?
  var certificate: CurlClientCertificate?
  /// libcurl's number for the HTTP version.
  var httpVersion: Int
}

extension CurlRoute: Equatable {
  static func == (left: CurlRoute, right: CurlRoute) -> Bool {
    left.proxy == right.proxy && left.pins == right.pins && left.unixSocket == right.unixSocket
      && left.addresses === right.addresses && left.certificate === right.certificate
      && left.httpVersion == right.httpVersion
  }
}

final class CurlRoutes: Sendable {
  private let direct: CurlRoute
  private let dependsOnHost: Bool
  private let proxies: ProxySettings
  /// The pinned keys in libcurl's format, by host.
  private let pins: [String: String]
  private let addresses: [String: [String]]
  private let sockets: [String: String]
  private let certificates: [String: CurlClientCertificate]
  /// The address lists, by host and port; libcurl reads a list until its transfer ends.
  private let lists = Locked<[String: CurlTextList]>([:])

  init(_ configuration: TransportConfiguration) throws(NetworkError) {
    direct = CurlRoute(httpVersion: try CurlLibrary.number(of: configuration.httpVersion))
    proxies = configuration.proxies
    // Different spellings of the same host are merged.
    let pinned = Dictionary(configuration.pinnedKeys.map { (HostName.canonical($0.key), $0.value) }) { $0.union($1) }
    pins = pinned.mapValues { $0.map { "sha256//\($0.sha256)" }.sorted().joined(separator: ";") }
    addresses = try Self.checked(configuration.addresses)
    sockets = Dictionary(configuration.unixSockets.map { (HostName.canonical($0.key), $0.value) }) { _, last in last }
    var certificates: [String: CurlClientCertificate] = [:]
    for (host, certificate) in configuration.clientCertificates {
      certificates[HostName.canonical(host)] = try CurlClientCertificate(certificate, of: host)
    }
    self.certificates = certificates
    dependsOnHost =
      !proxies.isEmpty || !pins.isEmpty || !addresses.isEmpty || !sockets.isEmpty || !certificates.isEmpty
  }

  func route(of request: HTTPRequest) -> CurlRoute {
    guard dependsOnHost, let origin = request.origin else { return direct }
    var route = direct
    route.pins = pins[origin.host]
    route.certificate = certificates[origin.host]
    route.unixSocket = sockets[origin.host] ?? sockets["*"]
    if route.unixSocket == nil {
      route.proxy = proxies.proxy(for: origin) ?? ""
      route.addresses = list(for: request.url, origin)
    }
    // With some TLS libraries, libcurl ignored pinned keys over HTTP/3 (CVE-2025-5025). Unix domain sockets and proxies
    // don't support UDP.
    if route.httpVersion == CurlABIHTTPVersion3, route.pins != nil || route.unixSocket != nil || !route.proxy.isEmpty {
      route.httpVersion = CurlABIHTTPVersion2OverTLS
    }
    return route
  }

  private func list(for url: URL, _ origin: Origin) -> CurlTextList? {
    guard let addresses = addresses[origin.host], let host = url.host(percentEncoded: false) else { return nil }
    let key = "\(host.lowercased()):\(origin.port)"
    return lists.withLock { lists in
      if let list = lists[key] { return list }
      let list = CurlTextList(["\(key):\(addresses.joined(separator: ","))"])
      lists[key] = list
      return list
    }
  }

  private static func checked(_ addresses: [String: [String]]) throws(NetworkError) -> [String: [String]] {
    var checked: [String: [String]] = [:]
    for (host, texts) in addresses {
      for text in texts {
        let address = HostName.canonical(text)
        guard HostName.address(address) != nil else {
          throw .unusableConfiguration("the address '\(text)' of the host '\(host)' isn't an IP address")
        }
        let isLong = address.utf8.contains(UInt8(ascii: ":"))
        checked[HostName.canonical(host), default: []].append(isLong ? "[\(address)]" : address)
      }
    }
    return checked
  }
}

extension NetworkError {
  static func unusableConfiguration(_ reason: String) -> NetworkError {
    .transportUnavailable(reason: reason, recoverySuggestion: "Correct the transport's configuration.")
  }
}

/// A list of strings in libcurl's format.
///
/// `@unchecked Sendable`: nothing changes after `init`, and libcurl only reads the list while this object exists.
final class CurlTextList: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer?

  init(_ texts: [String]) { pointer = texts.reduce(nil) { curlabi_list_append($0, $1) } }

  deinit {
    if let pointer { curlabi_list_free(pointer) }
  }
}

final class CurlClientCertificate: Sendable {
  enum Content: Sendable {
    case memory(CertificateMemory)
    case file(String)

    init(_ content: ClientCertificate.Content) {
      self =
        switch content {
        case .memory(let data): .memory(CertificateMemory(data))
        case .file(let path): .file(path)
        }
    }
  }

  let type: String
  let certificate: Content
  let key: Content?
  let passphrase: String?

  init(_ certificate: ClientCertificate, of host: String) throws(NetworkError) {
    type = certificate.format == .pem ? "PEM" : "P12"
    let content = Content(certificate.certificate)
    self.certificate = content
    // Some versions, such as 7.74, don't look for the key in a certificate from memory.
    key = certificate.key.map { Content($0) } ?? (certificate.format == .pem ? content : nil)
    // Without a passphrase, OpenSSL would prompt for it on the terminal.
    passphrase = certificate.passphrase ?? (CurlLibrary.usesOpenSSL ? "" : nil)
    for content in [certificate.certificate, certificate.key] {
      guard case .memory(let data)? = content else { continue }
      guard !data.isEmpty else {
        throw .unusableConfiguration("the client certificate for '\(host)' or its key is empty")
      }
      guard CurlLibrary.readsCertificatesFromMemory else { throw Self.refusal("from files") }
    }
    if certificate.format == .pkcs12, !CurlLibrary.usesOpenSSL { throw Self.refusal("in PEM form") }
  }

  private static func refusal(_ possible: String) -> NetworkError {
    .transportUnavailable(
      reason: "its libcurl (\(CurlLibrary.description)) reads client certificates only \(possible)",
      recoverySuggestion: "Create the client certificate from PEM files, or install libcurl 7.71 or newer with OpenSSL."
    )
  }
}
#endif
