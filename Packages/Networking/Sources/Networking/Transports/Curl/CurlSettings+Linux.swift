#if os(Linux)
internal import CurlABI
import NetworkingFoundation

final class CurlSettings: Sendable {
  let configuration: TransportConfiguration
  let routes: CurlRoutes
  let userAgent: String?
  /// The network interface, in libcurl's format.
  let localInterface: String?
  /// The certificates in PEM form; `nil` for libcurl's own default.
  let authorities: CertificateMemory?
  /// The maximum number of active transfers; waiting transfers don't need a handle.
  let maximumTransfers: Int
  /// The lifetime of idle connections, in nanoseconds.
  let idleLifetime: UInt64

  private let authoritiesFile = Locked<URL?>(nil)
  private let lastHeaderList = Locked<CurlHeaderList?>(nil)

  init(_ configuration: TransportConfiguration) throws(NetworkError) {
    self.configuration = configuration
    routes = try CurlRoutes(configuration)
    userAgent = try Self.checked(userAgent: configuration.userAgent)
    localInterface = try Self.checked(interface: configuration.localInterface)
    idleLifetime = configuration.idleConnectionLifetime.nanoseconds
    maximumTransfers = max(64, 2 * configuration.maximumConnections)
    let trusted = configuration.trustedAuthorities
    if trusted.includesSystem, trusted.certificates.isEmpty {
      authorities = nil
    } else {
      var certificates = trusted.includesSystem ? try Self.systemCertificates() : Data()
      certificates.append(0x0A)
      certificates.append(trusted.certificates)
      authorities = CertificateMemory(certificates)
    }
  }

  deinit {
    if let file = authoritiesFile.withLock({ $0 }) { try? FileManager.default.removeItem(at: file) }
  }

  /// Whether at least one authority is trusted; the certificate itself may still be malformed.
  var hasAuthorities: Bool {
    guard let authorities else { return true }
    return String(decoding: authorities.bytes, as: UTF8.self).contains("CERTIFICATE-----")
  }

  /// Returns a request's header list, cached because consecutive requests usually have the same fields.
  func headerList(for request: HTTPRequest) -> CurlHeaderList {
    let last = lastHeaderList.withLock { $0 }
    if let last, last.fits(request) { return last }
    let list = CurlHeaderList(request, userAgent: userAgent)
    lastHeaderList.withLock { $0 = list }
    return list
  }

  /// Writes the certificates to a file for libcurl before 7.77, which can't read them from memory; `nil` on failure.
  func fileOfAuthorities() -> String? {
    guard let authorities else { return nil }
    return authoritiesFile.withLock { file in
      if let file { return file.path }
      let url = FileManager.default.temporaryDirectory.appending(path: "authorities-\(UUID().uuidString).pem")
      guard
        FileManager.default.createFile(
          atPath: url.path,
          contents: Data(authorities.bytes),
          attributes: [.posixPermissions: 0o600]
        )
      else { return nil }
      file = url
      return url.path
    }
  }

  private static func checked(userAgent: String?) throws(NetworkError) -> String? {
    var fields = HTTPFields()
    guard let userAgent else { return nil }
    guard fields.append(.userAgent, userAgent) else {
      throw .unusableConfiguration("the User-Agent contains a line break or NUL")
    }
    return fields[.userAgent]
  }

  private static func checked(interface: String?) throws(NetworkError) -> String? {
    guard let interface else { return nil }
    let address = HostName.canonical(interface)
    if HostName.address(address) != nil { return "host!\(address)" }
    // Interface names have at most 15 characters.
    guard !interface.isEmpty, interface.utf8.count < 16,
      interface.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x21 })
    else {
      throw .unusableConfiguration(
        "'\(interface.prefix(40))' is neither the name of a network interface nor an IP address"
      )
    }
    return "if!\(interface)"
  }

  /// The certificate files on Debian, Fedora, openSUSE and Alpine.
  private static let systemFiles = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/cert.pem",
  ]

  private static func systemCertificates() throws(NetworkError) -> Data {
    for path in systemFiles {
      if let data = FileManager.default.contents(atPath: path) { return data }
    }
    throw .transportUnavailable(
      reason: "the system's trusted certificates were not found",
      recoverySuggestion: "Install the package ca-certificates."
    )
  }
}

/// Bytes at a fixed address; `@unchecked Sendable`, because nothing writes to them after `init`.
final class CertificateMemory: @unchecked Sendable {
  let bytes: UnsafeRawBufferPointer

  init(_ data: Data) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: data.count, alignment: 1)
    memory.copyBytes(from: data)
    bytes = UnsafeRawBufferPointer(memory)
  }

  deinit { bytes.deallocate() }
}

enum CurlLibrary {
  /// Whether easy handles are reused; open connections belong to the multi handle in any case.
  ///
  /// Reused handles keep too much state. In 7.83 to 8.0, a folded line in a response writes through a pointer to the
  /// previous transfer's header field. In most versions, a handle counts dead connections and fails at the sixth.
  ///
  /// In 7.75 to 7.76.1, TLS connections refer to their handles, so handles are reused. Distributions fix such defects
  /// without changing the version, so a fixed library is treated in the same way.
  static var reusesHandles: Bool { (0x07_4B_00...0x07_4C_01).contains(curlabi_version_number()) }

  /// Whether HTTP/2 is usable; versions such as 7.76.1 mistake a stream reset for the end of the content.
  static var speaksHTTP2: Bool { curlabi_version_number() >= 0x07_58_00 }

  /// Returns whether a connection with HTTP/2 but without TLS can be reused; 7.88.0 and 7.88.1 start HTTP/2 again for each
  /// request (curl pull request 10643).
  static func reusesUnencryptedHTTP2(version: UInt32) -> Bool { !(0x07_58_00...0x07_58_01).contains(version) }

  static func number(of version: HTTPVersion) throws(NetworkError) -> Int {
    switch version {
    case .http1: return CurlABIHTTPVersion1_1
    case .http2: return speaksHTTP2 ? CurlABIHTTPVersion2OverTLS : CurlABIHTTPVersion1_1
    case .http2WithPriorKnowledge:
      guard speaksHTTP2 else {
        throw .transportUnavailable(
          reason: "HTTP/2 requires libcurl 7.88 or newer, and this machine has \(description)",
          recoverySuggestion: "Update libcurl, or choose another version of HTTP."
        )
      }
      return CurlABIHTTPVersion2AtOnce
    case .http3:
      guard speaksHTTP3(version: curlabi_version_number(), isBuiltIn: curlabi_has_http3(), tlsLibrary: tlsLibrary)
      else {
        return try number(of: .http2)
      }
      return CurlABIHTTPVersion3
    }
  }

  /// Returns whether HTTP/3 is usable; `false` for versions without fallback to HTTP/2, and for wolfSSL, which verified
  /// servers incompletely (CVE-2024-2379, CVE-2025-4947).
  static func speaksHTTP3(version: UInt32, isBuiltIn: Bool, tlsLibrary: String) -> Bool {
    isBuiltIn && version >= 0x07_58_00 && !tlsLibrary.contains("wolfSSL")
  }

  static var readsCertificatesFromMemory: Bool {
    curlabi_version_number() >= 0x07_47_00 && usesOpenSSL
  }

  static var usesOpenSSL: Bool { tlsLibrary.hasPrefix("OpenSSL/") }

  static var usesGnuTLS: Bool { tlsLibrary.hasPrefix("GnuTLS/") }

  private static var tlsLibrary: String { String(cString: curlabi_tls_library()) }

  static var description: String { "\(String(cString: curlabi_load_detail())), \(tlsLibrary)" }

  /// Whether libcurl distinguishes a refused HTTP/2 request from a lost one.
  static var reportsRefusals: Bool { curlabi_load() == CurlABILoaded && curlabi_reports_refusals() }

  static func load() throws(NetworkError) {
    let result = curlabi_load()
    guard result != CurlABILoaded else { return }
    let detail = String(cString: curlabi_load_detail())
    let recoverySuggestion =
      "Install libcurl: 'apt-get install libcurl4' on Debian and Ubuntu, 'dnf install libcurl' on Fedora and Amazon Linux."
    switch result {
    case CurlABITooOld:
      throw .transportUnavailable(
        reason: "libcurl 7.68 or newer is required, and this machine has \(detail)",
        recoverySuggestion: recoverySuggestion
      )
    case CurlABINotFound:
      throw .transportUnavailable(
        reason: "the library libcurl.so.4 was not found (\(detail))",
        recoverySuggestion: recoverySuggestion
      )
    default:
      throw .transportUnavailable(
        reason: "the library libcurl can't be used: \(detail)",
        recoverySuggestion: recoverySuggestion
      )
    }
  }
}
#endif
