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
  /// The value of `User-Agent` in requests without that field; `nil` sends none.
  public var userAgent: String? = "Networking/\(LibraryVersion.current)"
  /// The proxies; those of the environment by default.
  public var proxies = ProxySettings.environment()
  /// The trusted certificate authorities.
  public var trustedAuthorities = TrustedAuthorities.system
  /// The allowed public keys of hosts, by host name; a connection to a listed host with another key fails.
  ///
  /// Case, a trailing dot and the notation of an IP address make no difference. A host without an entry may have any
  /// key. Pin the next key as well, so that a change of keys doesn't interrupt the service.
  public var pinnedKeys: [String: Set<PublicKeyPin>] = [:]
  /// The client certificates, by host name; a host without an entry gets none, even if it demands one.
  ///
  /// Case, a trailing dot and the notation of an IP address make no difference, here and in ``addresses`` and ``unixSockets``.
  public var clientCertificates: [String: ClientCertificate] = [:]
  /// The IP addresses of hosts, by host name, which replace name resolution.
  public var addresses: [String: [String]] = [:]
  /// The name or IP address of the network interface for all connections, such as `eth0`; `nil` for the system's choice.
  public var localInterface: String?
  /// The paths of Unix domain sockets, by host name, which replace the network; `*` is the path for all other hosts.
  public var unixSockets: [String: String] = [:]
  /// The version of HTTP to prefer.
  public var httpVersion = HTTPVersion.http2

  /// Creates the default configuration.
  public init() {}
}

/// The version of HTTP that a transport prefers.
public enum HTTPVersion: Sendable, Hashable {
  /// Only HTTP/1.1.
  case http1
  /// HTTP/2 if a server offers it over TLS (ALPN), otherwise HTTP/1.1; on Linux, with libcurl 7.88 or newer.
  case http2
  /// HTTP/2 from the first byte, also without TLS (RFC 9113, section 3.3), for servers that are known to support it; requires libcurl 7.88.
  case http2WithPriorKnowledge
  /// HTTP/3 over TLS if the server and this machine's libcurl support it, otherwise as ``http2``.
  ///
  /// libcurl must be 7.88 or newer and built with HTTP/3, and not with wolfSSL, whose verification of HTTP/3 servers had defects. Hosts with pinned
  /// keys, a proxy or a Unix domain socket use HTTP/2.
  case http3
}

enum LibraryVersion {
  static let current = "1.0.0"
}
