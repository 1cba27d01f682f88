/// The options for a transport.
public struct TransportConfiguration: Sendable {
  /// The maximum number of idle connections kept open for later requests; 0 closes all connections after use.
  ///
  /// With more concurrent requests than this (``RequestScheduler`` permits 128), surplus connections close after use.
  public var maximumIdleConnections = 128
  /// The time without transfers after which all idle connections are closed together.
  public var idleConnectionLifetime: Duration = .seconds(60)
  /// The maximum number of concurrent connections; further requests wait for a connection.
  public var maximumConnections = 256
  /// The maximum number of concurrent connections to one host; further requests wait for a connection.
  public var maximumConnectionsPerHost = 64
  /// The maximum total size of a response's heads and trailers, in bytes; about 128 KiB over HTTP/2 with libcurl.
  public var maximumHeadSize = 256 << 10
  /// The maximum number of bytes buffered for a body that is read or sent slowly; at least 1.
  package var bodyBufferSize = 256 << 10
  /// The `User-Agent` for requests that don't set this field; `nil` sends none.
  public var userAgent: String? = "Networking/\(LibraryVersion.current)"
  /// The proxies; by default, the proxies in the environment variables.
  public var proxies = ProxySettings.environment()
  /// The trusted certificate authorities.
  public var trustedAuthorities = TrustedAuthorities.system
  /// The pinned public keys, by host name; connecting to a listed host fails if its key isn't pinned.
  ///
  /// All settings keyed by host name ignore case, a trailing dot and the notation of an IP address. Pin the next key as
  /// well, so that a key change doesn't interrupt the service.
  public var pinnedKeys: [String: Set<PublicKeyPin>] = [:]
  /// The client certificates, by host name; other hosts receive none, even if they require one.
  public var clientCertificates: [String: ClientCertificate] = [:]
  /// The IP addresses to use instead of name resolution, by host name.
  public var addresses: [String: [String]] = [:]
  /// The interface for all connections, by name (`eth0`) or IP address; `nil` lets the system choose.
  public var localInterface: String?
  /// The paths of Unix domain sockets to use instead of the network, by host name; `*` is for all other hosts.
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
  /// HTTP/2 if a server offers it over TLS (ALPN), otherwise HTTP/1.1; on Linux, requires libcurl 7.88 or newer.
  case http2
  /// HTTP/2 without negotiation, even without TLS (RFC 9113, section 3.3); requires libcurl 7.88 or newer.
  ///
  /// With libcurl 7.88, each request without TLS has its own connection.
  case http2WithPriorKnowledge
  /// HTTP/3 over TLS if both the server and the system's libcurl support it, otherwise the same as ``http2``.
  ///
  /// libcurl must be 7.88 or newer and built with HTTP/3, but not with wolfSSL, whose verification of HTTP/3 servers
  /// had defects. Hosts with pinned keys, a proxy or a Unix domain socket use HTTP/2.
  case http3
}

enum LibraryVersion {
  /// The package's version, which is also the first one in CHANGELOG.md; a test compares them.
  static let current = "1.0.0"
}
