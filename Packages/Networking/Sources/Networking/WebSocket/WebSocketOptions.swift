/// The options for a WebSocket.
public struct WebSocketOptions: Sendable {
  /// The subprotocols that the client supports, most preferred first; none by default.
  public var subprotocols: [String] = []
  /// The maximum size of a received message after decompression, in bytes; 16 MiB by default.
  public var messageSizeLimit = 16 << 20
  /// Whether messages are compressed if the service supports it (permessage-deflate, RFC 7692); true by default.
  ///
  /// Turn compression off if messages contain both secrets and text from other parties, because the sizes of compressed
  /// messages may reveal secrets. Compression is available on Linux with zlib.
  public var allowsCompression = true
  /// The time without received bytes before the client sends a ping; 30 seconds by default.
  ///
  /// If nothing arrives within the same time after the ping, the connection counts as lost. With `nil`, no pings are
  /// sent.
  public var keepAlive: Duration? = .seconds(30)
  /// The maximum time that ``WebSocket/close(code:reason:)`` waits for the service's closure.
  package var closeTimeout: Duration = .seconds(5)
  /// The limits for received messages that haven't been read; messages beyond the limits stay in the connection.
  package var queuedBytes = 256 << 10
  package var queuedMessages = 256
  package var clock: any Clock<Duration> = ContinuousClock()

  /// Creates the default settings.
  public init() {}
}
