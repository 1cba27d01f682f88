/// The options for a transport.
public struct TransportConfiguration: Sendable {
  /// The maximum number of idle connections that are kept open for later requests; 0 closes all connections after use.
  ///
  /// If it is lower than the number of concurrent requests, connections close between requests. A ``RequestScheduler``
  /// permits 128 concurrent requests by default.
  public var maximumIdleConnections = 128
  /// The time without any transfer after which all idle connections are closed together.
  public var idleConnectionLifetime: Duration = .seconds(60)
  /// The maximum number of concurrent connections; further requests wait for a connection.
  public var maximumConnections = 256
  /// The maximum number of concurrent connections to one host; further requests wait for a connection.
  public var maximumConnectionsPerHost = 64
  /// The maximum total size of a response head, its interim heads and its trailers, in bytes.
  ///
  /// Over HTTP/2, libcurl accepts at most about 128 KiB.
  public var maximumHeadSize = 256 << 10
  /// The maximum number of bytes buffered for a response body that is read slowly, and for a request body that is sent
  /// slowly; at least 1.
  package var bodyBufferSize = 256 << 10
  /// The value of `User-Agent` for requests without that field; if `nil`, the field isn't sent.
  public var userAgent: String? = "Networking/\(LibraryVersion.current)"
  /// The proxies; taken from the environment variables by default.
  public var proxies = ProxySettings.environment()
  /// The trusted certificate authorities.
  public var trustedAuthorities = TrustedAuthorities.system
  /// The pinned public keys, by host name; connecting to a listed host fails if the host's key isn't pinned.
  ///
  /// Host names are compared without regard to case, a trailing dot and the notation of an IP address. Hosts that
  /// aren't listed may have any key. Pin the next key as well, so that a key change doesn't interrupt the service.
  public var pinnedKeys: [String: Set<PublicKeyPin>] = [:]
  /// The client certificates, by host name; other hosts receive no certificate, even if they require one.
  ///
  /// Host names are compared without regard to case, a trailing dot and the notation of an IP address, here and in
  /// ``addresses`` and ``unixSockets``.
  public var clientCertificates: [String: ClientCertificate] = [:]
  /// The IP addresses to use instead of name resolution, by host name.
  public var addresses: [String: [String]] = [:]
  /// The name or IP address of the network interface for all connections, such as `eth0`; if `nil`, the system chooses.
  public var localInterface: String?
  /// The paths of Unix domain sockets to use instead of the network, by host name; the key `*` applies to all other
  /// hosts.
  public var unixSockets: [String: String] = [:]
  /// The preferred HTTP version.
  public var httpVersion = HTTPVersion.http2

  /// Creates the default configuration.
  public init() {}
}

/// The HTTP version that a transport prefers.
public enum HTTPVersion: Sendable, Hashable {
  /// HTTP/1.1 only.
  case http1
  /// HTTP/2 if the server offers it over TLS (ALPN), otherwise HTTP/1.1. On Linux, HTTP/2 requires libcurl 7.88 or
  /// newer.
  case http2
  /// HTTP/2 without negotiation, also without TLS (RFC 9113, section 3.3), for servers known to support it; requires
  /// libcurl 7.88 or newer.
  case http2WithPriorKnowledge
  /// HTTP/3 over TLS if both the server and the system's libcurl support it, otherwise the same as ``http2``.
  ///
  /// libcurl must be version 7.88 or newer and built with HTTP/3, but not with wolfSSL, whose verification of HTTP/3
  /// servers had defects. Hosts with pinned keys, a proxy or a Unix domain socket use HTTP/2.
  case http3
}

enum LibraryVersion {
  /// The package's version, which is also the first one in CHANGELOG.md; a test compares them.
  static let current = "1.0.0"
}
