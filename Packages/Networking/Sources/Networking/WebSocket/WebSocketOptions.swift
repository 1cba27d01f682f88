/// The options for a WebSocket.
public struct WebSocketOptions: Sendable {
  /// The subprotocols that the client supports, most preferred first.
  public var subprotocols: [String] = []
  /// The maximum size of a received message after decompression, in bytes.
  public var messageSizeLimit = 16 << 20
  /// Whether messages are compressed if the service supports it (permessage-deflate, RFC 7692).
  ///
  /// The sizes of compressed messages may reveal secrets if messages also contain text from other parties. Compression
  /// requires Linux with zlib.
  public var allowsCompression = true
  /// The time that the client waits without receiving any bytes before it sends a ping; `nil` sends no pings.
  ///
  /// If nothing arrives within the same time after the ping, the connection counts as lost.
  public var keepAlive: Duration? = .seconds(30)
  /// The maximum wait for the service's close frame.
  package var closeTimeout: Duration = .seconds(5)
  /// The limits for queued messages; messages beyond these limits stay unread in the connection.
  package var queuedBytes = 256 << 10
  package var queuedMessages = 256
  package var clock: any Clock<Duration> = ContinuousClock()

  /// Creates the default settings.
  public init() {}
}
