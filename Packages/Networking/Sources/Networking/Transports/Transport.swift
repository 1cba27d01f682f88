public import Foundation

/// Sends requests and receives their responses.
///
/// A transport doesn't follow redirects, keep cookies, cache or retry. These are tasks of middleware, which works the
/// same with every transport. It validates requests with ``HTTPRequest/validate()``, enforces ``HTTPRequest/timeouts``,
/// and honors cancellation of the task: it then frees the connection and throws ``NetworkError/cancelled``.
public protocol Transport: Sendable {
  /// Sends a request.
  ///
  /// - Parameter request: The request.
  /// - Returns: The response, as soon as its head has arrived.
  /// - Throws: The reason for the failure.
  func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse
}

/// The platform's transport: libcurl on Linux, `URLSessionTransport` elsewhere.
public enum SystemTransport {
  /// Creates the platform's transport.
  ///
  /// - Parameter configuration: The limits and the trusted certificates.
  /// - Returns: A transport to share, because each has its own connections.
  /// - Throws: ``NetworkError/transportUnavailable(reason:recoverySuggestion:)`` on Linux without libcurl 7.68 or
  ///   newer.
  public static func make(
    configuration: TransportConfiguration = TransportConfiguration()
  ) throws(NetworkError) -> any Transport {
    try makePlatformTransport(configuration)
  }
}

/// The settings of every kind of transport.
public struct TransportConfiguration: Sendable {
  /// The maximum number of idle connections that are kept for later requests; 0 keeps none.
  ///
  /// If it is lower than the number of simultaneous requests, connections end between two requests. A
  /// ``RequestScheduler`` allows 128 requests.
  public var maximumIdleConnections = 128
  /// The time without transfers after which all idle connections are closed together.
  public var idleConnectionLifetime: Duration = .seconds(60)
  /// The maximum number of simultaneous connections; further requests wait for one.
  public var maximumConnections = 256
  /// The maximum number of simultaneous connections to one host; further requests wait for one.
  public var maximumConnectionsPerHost = 64
  /// The maximum size of a response's head with its interim heads and trailers, in bytes; over HTTP/2, libcurl accepts
  /// about 128 KiB at most.
  public var maximumHeadSize = 256 << 10
  /// The maximum number of bytes buffered ahead of a response body's reader, and ahead of the connection when a request
  /// body is sent; at least 1.
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
  /// Case, a trailing dot and the notation of an IP address make no difference. A host without an entry may have any
  /// key. Pin the next key as well, so that a change of keys doesn't interrupt the service.
  public var pinnedKeys: [String: Set<PublicKeyPin>] = [:]
  /// The path of a Unix domain socket for all requests, regardless of their host; `nil` for the network.
  public var unixSocketPath: String?
  /// Whether HTTP/2 is used if a server offers it over TLS (ALPN); on Linux, with libcurl 7.88 or newer.
  public var allowsHTTP2 = true
  /// Whether to expect HTTP/2 without TLS from every server, for tests.
  var assumesHTTP2 = false

  /// Creates the default configuration.
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

/// The SHA-256 hash of a public key (SubjectPublicKeyInfo, RFC 7469, section 2.4).
public struct PublicKeyPin: Sendable, Hashable {
  /// The hash in Base64.
  package let sha256: String

  /// Creates a pin from the hash in Base64; `nil` if that isn't 32 bytes.
  ///
  /// `openssl x509 -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64` prints it.
  public init?(sha256: String) {
    guard Data(base64Encoded: sha256)?.count == 32 else { return nil }
    self.sha256 = sha256
  }
}
