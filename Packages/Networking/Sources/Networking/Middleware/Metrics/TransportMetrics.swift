/// What a transport measured of one exchange; in the context of the answer, where the transport measures.
///
/// Durations count from the moment the transport began with the request. Those of a connection are `nil` where it was reused.
public struct TransportMetrics: Sendable, Hashable {
  /// Until the host's name was looked up.
  public var nameLookup: Duration?
  /// Until the connection stood.
  public var connect: Duration?
  /// Until the connection was encrypted; `nil` where it is not.
  public var secureConnect: Duration?
  /// Until the first byte of the answer.
  public var firstByte: Duration?
  /// Whether the connection had been used before.
  public var isConnectionReused: Bool?
  /// The protocol, as it is registered for ALPN: `http/1.1`, `h2`.
  public var protocolName: String?

  /// Makes metrics of which nothing is known.
  public init() {}
}

extension TransportMetrics: MessageContextKey {
  /// None.
  public static var defaultValue: TransportMetrics? { nil }
}
