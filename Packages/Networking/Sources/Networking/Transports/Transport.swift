public import Foundation

/// Sends a request and receives its response.
///
/// A transport follows no redirects, keeps no cookies, and neither caches nor retries: these are the tasks of middleware, so they
/// work the same everywhere. It validates requests with ``HTTPRequest/validate()``, enforces ``HTTPRequest/timeouts``, and honors
/// cancellation of the task: the connection is freed and ``NetworkError/cancelled`` thrown.
public protocol Transport: Sendable {
  /// Sends a request.
  ///
  /// - Parameter request: The request.
  /// - Returns: The response, as soon as its head has arrived.
  /// - Throws: The failure.
  func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse
}

/// The platform's transport: libcurl on Linux, `URLSessionTransport` elsewhere.
public enum SystemTransport {
  /// Makes the platform's transport.
  ///
  /// - Parameter configuration: The limits and the trusted certificates.
  /// - Returns: A transport to share: each has connections of its own.
  /// - Throws: ``NetworkError/transportUnavailable(reason:recoverySuggestion:)`` on Linux without libcurl 7.68 or newer.
  public static func make(
    configuration: TransportConfiguration = TransportConfiguration()
  ) throws(NetworkError) -> any Transport {
    try makePlatformTransport(configuration)
  }
}

/// The settings of a transport, which are the same for every kind.
public struct TransportConfiguration: Sendable {
  /// The maximum number of idle connections that are kept for later requests; 0 keeps none.
  ///
  /// With fewer than the number of simultaneous requests, connections would end between two requests. A ``RequestScheduler`` allows 128 requests.
  public var maximumIdleConnections = 128
  /// The time after the last transfer until all idle connections end together.
  public var idleConnectionLifetime: Duration = .seconds(60)
  /// The maximum number of simultaneous connections; further requests wait for one.
  public var maximumConnections = 256
  /// The maximum number of simultaneous connections to one host; further requests wait for one.
  public var maximumConnectionsPerHost = 64
  /// The maximum size of a response's head with its interim heads and trailers, in bytes; over HTTP/2, libcurl takes about 128 KiB at most.
  public var maximumHeadSize = 256 << 10
  /// The maximum number of bytes received ahead of a body's reader, and of those read ahead of the connection when a body is sent; at
  /// least 1.
  package var bodyBufferSize = 256 << 10
  /// The environment with the proxy settings: `http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`.
  ///
  /// `no_proxy` lists hosts (with their subdomains), addresses and networks (`10.0.0.0/8`), each for all ports or for one (`host:8080`); `*` matches
  /// every host. An entry that can't be read is ignored.
  public var environment: [String: String] = ProcessInfo.processInfo.environment
  /// The trusted certificate authorities.
  public var trustedAuthorities = TrustedAuthorities.system
  /// The allowed public keys of hosts, by host name; a connection to a listed host with another key fails.
  ///
  /// Case, a trailing dot and the notation of an IP address make no difference. A host without an entry may have any key. Pin the next key as well, so that a change of keys doesn't interrupt the service.
  public var pinnedKeys: [String: Set<PublicKeyPin>] = [:]
  /// The path of a Unix domain socket for all requests, regardless of their host; `nil` for the network.
  public var unixSocketPath: String?
  /// Whether HTTP/2 is used if a server offers it over TLS (ALPN); on Linux, with libcurl 7.88 or newer.
  public var allowsHTTP2 = true
  /// Whether to expect HTTP/2 without TLS from every server, for tests.
  var assumesHTTP2 = false

  /// Makes the default configuration.
  public init() {}
}

/// The certificate authorities that a transport trusts.
public struct TrustedAuthorities: Sendable, Hashable {
  package let includesSystem: Bool
  package let certificates: Data

  private init(includesSystem: Bool, certificates: Data) {
    self.includesSystem = includesSystem
    self.certificates = certificates
  }

  /// The system's authorities.
  public static let system = TrustedAuthorities(includesSystem: true, certificates: Data())

  /// The system's authorities and additional ones, in PEM form.
  public static func system(and certificates: Data) -> TrustedAuthorities {
    TrustedAuthorities(includesSystem: true, certificates: certificates)
  }

  /// Only the given authorities, in PEM form.
  public static func only(_ certificates: Data) -> TrustedAuthorities {
    TrustedAuthorities(includesSystem: false, certificates: certificates)
  }
}

/// The SHA-256 hash of a public key (SubjectPublicKeyInfo, as in RFC 7469, section 2.4).
public struct PublicKeyPin: Sendable, Hashable {
  /// The hash in Base64.
  package let sha256: String

  /// Makes a pin from the hash in Base64; `nil` if that isn't 32 bytes.
  ///
  /// `openssl x509 -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64` prints it.
  public init?(sha256: String) {
    guard Data(base64Encoded: sha256)?.count == 32 else { return nil }
    self.sha256 = sha256
  }
}
