#if os(Linux)
internal import CurlABI
import Foundation

/// What all handles of a transport are told, made once.
///
/// `@unchecked Sendable`: the two variables are guarded by `lock`; nothing else changes after `init`, and the memory of `authorities` is only
/// read.
final class CurlSettings: @unchecked Sendable {
  let configuration: TransportConfiguration
  let proxies: ProxySettings
  /// Certificates in PEM form, in memory that stays where it is; `nil` for libcurl's own default.
  let authorities: UnsafeRawBufferPointer?
  /// Pins in libcurl's form, by host.
  let pins: [String: String]

  /// The most transfers that libcurl works on at the same time; further ones cost no handle until it is their turn.
  let maximumTransfers: Int
  /// How long idle connections are kept, in nanoseconds.
  let idleLifetime: UInt64

  private let lock = Lock()
  private var authoritiesFile: URL?
  private var lastHeaderList: CurlHeaderList?

  init(_ configuration: TransportConfiguration) throws(NetworkError) {
    self.configuration = configuration
    proxies = ProxySettings(environment: configuration.environment)
    // Several spellings of one host add up.
    let pinned = Dictionary(configuration.pinnedKeys.map { (HostName.canonical($0.key), $0.value) }) { $0.union($1) }
    pins = pinned.mapValues { $0.map { "sha256//\($0.sha256)" }.sorted().joined(separator: ";") }
    idleLifetime = configuration.idleConnectionLifetime.nanoseconds
    maximumTransfers = max(64, 2 * configuration.maximumConnections)
    let trusted = configuration.trustedAuthorities
    if trusted.includesSystem, trusted.certificates.isEmpty {
      authorities = nil
    } else {
      var certificates = trusted.includesSystem ? try Self.systemCertificates() : Data()
      certificates.append(0x0A)
      certificates.append(trusted.certificates)
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: certificates.count, alignment: 1)
      memory.copyBytes(from: certificates)
      authorities = UnsafeRawBufferPointer(memory)
    }
  }

  deinit {
    authorities?.deallocate()
    if let authoritiesFile { try? FileManager.default.removeItem(at: authoritiesFile) }
  }

  /// The header fields of a request for libcurl: most requests of a program have those of the one before.
  func headerList(for request: HTTPRequest) -> CurlHeaderList {
    let last = lock.withLock { lastHeaderList }
    if let last, last.fits(request) { return last }
    let list = CurlHeaderList(request)
    lock.withLock { lastHeaderList = list }
    return list
  }

  /// The certificates as a file, for libraries that do not take them from memory (before 7.77); `nil` where none can be written.
  func fileOfAuthorities() -> String? {
    guard let authorities else { return nil }
    return lock.withLock {
      if let authoritiesFile { return authoritiesFile.path }
      let url = FileManager.default.temporaryDirectory.appending(path: "authorities-\(UUID().uuidString).pem")
      guard
        FileManager.default.createFile(
          atPath: url.path,
          contents: Data(authorities),
          attributes: [.posixPermissions: 0o600]
        )
      else { return nil }
      authoritiesFile = url
      return url.path
    }
  }

  /// Where the distributions keep the certificates that they trust: Debian, Fedora, openSUSE, Alpine.
  private static let systemFiles = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/cert.pem",
  ]

  private static func systemCertificates() throws(NetworkError) -> Data {
    for path in systemFiles {
      if let data = FileManager.default.contents(atPath: path) { return data }
    }
    throw .transportUnavailable(
      reason: "the certificates that this system trusts were not found",
      recoverySuggestion: "Install them: the package is called ca-certificates."
    )
  }
}
#endif
