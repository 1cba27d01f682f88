public import Foundation

/// Carries one request to its service and brings the answer back.
///
/// A transport follows no redirects, keeps no cookies, caches nothing and retries nothing: all of that is middleware, so that it
/// is the same everywhere. It validates requests with ``HTTPRequest/validate()``, enforces ``HTTPRequest/timeouts``, and honours
/// cancellation of the task: the connection is freed and ``NetworkError/cancelled`` thrown.
public protocol Transport: Sendable {
  /// Sends a request.
  ///
  /// - Parameter request: What to send.
  /// - Returns: The answer, as soon as its head is there.
  /// - Throws: Why there is none.
  func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse
}

/// The transport that suits the platform: `CurlTransport` on Linux, `URLSessionTransport` elsewhere.
public enum SystemTransport {
  /// Makes the platform's transport.
  ///
  /// - Parameter configuration: Limits and trust.
  /// - Returns: A transport to be shared: each has connections of its own.
  /// - Throws: ``NetworkError/transportUnavailable(reason:recoverySuggestion:)`` where the machine lacks what it needs.
  public static func make(
    configuration: TransportConfiguration = TransportConfiguration()
  ) throws(NetworkError) -> any Transport {
    try makePlatformTransport(configuration)
  }
}

/// What a transport may do; the same for every kind.
public struct TransportConfiguration: Sendable {
  /// The most idle connections that are kept for later requests; 0 keeps none.
  ///
  /// With fewer than the number of simultaneous requests, connections would end between two requests. A ``RequestScheduler`` allows 128 requests.
  public var maximumIdleConnections = 128
  /// How long idle connections are kept while nothing at all is sent; they then end together.
  public var idleConnectionLifetime: Duration = .seconds(60)
  /// The most connections at the same time; further requests wait for one.
  public var maximumConnections = 256
  /// The most connections to one host at the same time; further requests wait for one.
  public var maximumConnectionsPerHost = 64
  /// The maximum size of a response's head with its interim heads and trailers, in bytes; over HTTP/2, libcurl takes about 128 KiB at most.
  public var maximumHeadSize = 256 << 10
  /// The bytes of a body that are received ahead of the reader before the sender is held back, and those that are read ahead of the
  /// connection when a body is sent; at least 1.
  package var bodyBufferSize = 256 << 10
  /// The environment that proxy settings are read from: `http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`.
  ///
  /// `no_proxy` lists hosts (with everything below them), addresses and networks (`10.0.0.0/8`), each for all ports or for one (`host:8080`); `*` matches
  /// every host. An entry that can't be read is ignored.
  public var environment: [String: String] = ProcessInfo.processInfo.environment
  /// Whose certificates are trusted.
  public var trustedAuthorities = TrustedAuthorities.system
  /// The allowed public keys of hosts, by host name: without one of them, no connection is made.
  ///
  /// Case, a trailing dot and the notation of an IP address make no difference. A host without an entry may have any key. Pin the next key as well, or the day of the change is one without service.
  public var pinnedKeys: [String: Set<PublicKeyPin>] = [:]
  /// The path of a Unix domain socket that all requests go to, whatever their host; `nil` for the network.
  public var unixSocketPath: String?
  /// Whether HTTP/2 is used where a server offers it over TLS (ALPN); on Linux, with libcurl 7.88 or newer.
  public var allowsHTTP2 = true
  /// Whether every server is taken to speak HTTP/2 without TLS, for tests.
  var assumesHTTP2 = false

  /// Makes the default configuration.
  public init() {}
}

/// Whose certificates a transport trusts.
public struct TrustedAuthorities: Sendable, Hashable {
  /// Whether those that the system trusts are trusted.
  package let includesSystem: Bool
  /// Further ones: certificates in PEM form.
  package let certificates: Data

  private init(includesSystem: Bool, certificates: Data) {
    self.includesSystem = includesSystem
    self.certificates = certificates
  }

  /// Those that the system trusts.
  public static let system = TrustedAuthorities(includesSystem: true, certificates: Data())

  /// Those that the system trusts and some more, in PEM form.
  public static func system(and certificates: Data) -> TrustedAuthorities {
    TrustedAuthorities(includesSystem: true, certificates: certificates)
  }

  /// Only these, in PEM form.
  public static func only(_ certificates: Data) -> TrustedAuthorities {
    TrustedAuthorities(includesSystem: false, certificates: certificates)
  }
}

/// The SHA-256 hash of a public key (SubjectPublicKeyInfo, as in RFC 7469, section 2.4).
public struct PublicKeyPin: Sendable, Hashable {
  /// The hash in Base64.
  package let sha256: String

  /// Makes a pin from the hash in Base64; `nil` where that is not 32 bytes.
  ///
  /// `openssl x509 -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64` prints it.
  public init?(sha256: String) {
    guard Data(base64Encoded: sha256)?.count == 32 else { return nil }
    self.sha256 = sha256
  }
}
