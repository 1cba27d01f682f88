/// The settings of a WebSocket.
public struct WebSocketOptions: Sendable {
  /// The subprotocols that the client supports, the preferred one first; none by default.
  public var subprotocols: [String] = []
  /// The maximum size of a received message after decompression, in bytes; 16 MiB by default.
  public var messageSizeLimit = 16 << 20
  /// Whether messages are compressed if the service supports it (permessage-deflate, RFC 7692); true by default.
  ///
  /// Turn it off where messages contain both secrets and text from others: sizes of compressed messages may reveal secrets. It is available on Linux
  /// with zlib.
  public var allowsCompression = true
  /// The time without received bytes after which a ping is sent; 30 seconds by default, and `nil` sends no pings.
  ///
  /// If nothing arrives for the same time after the ping, the connection is lost.
  public var keepAlive: Duration? = .seconds(30)
  /// The maximum wait of ``WebSocket/close(code:reason:)`` for the service's own closure.
  package var closeTimeout: Duration = .seconds(5)
  /// The limits for received messages that wait for their reader; a message beyond them waits in the connection.
  package var queuedBytes = 256 << 10
  package var queuedMessages = 256
  package var clock: any Clock<Duration> = ContinuousClock()

  /// Creates the default settings.
  public init() {}
}
