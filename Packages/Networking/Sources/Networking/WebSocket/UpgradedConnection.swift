import NetworkingFoundation

/// A connection after a protocol upgrade that lets both sides send bytes.
///
/// The connection ends when ``finish()`` is called or the last reference is released.
protocol UpgradedConnection: AnyObject, Sendable {
  /// Waits for received bytes; only one task may read, and only a limited number of bytes is read ahead.
  ///
  /// - Returns: One or more bytes; `nil` at the end.
  /// - Throws: The reason the connection was lost.
  func read() async throws(NetworkError) -> Data?

  /// Queues bytes for sending without waiting; does nothing after the connection has ended.
  func write(_ bytes: Data)

  /// The number of bytes that haven't been sent yet.
  var unsentBytes: Int { get }

  /// Waits until there is room for more bytes to send; returns immediately if the connection has ended.
  ///
  /// - Throws: ``NetworkError/cancelled`` if the task is cancelled, which doesn't affect the connection.
  func waitForSpace() async throws(NetworkError)

  /// Closes the connection after a short time for sending the remaining bytes; no more bytes are received.
  func finish()
}

/// The result of a handshake, in the context of a response with the status 101.
struct UpgradedSocket: Sendable, MessageContextKey {
  let connection: any UpgradedConnection
  /// The bytes that arrived together with the response head.
  let firstBytes: Data
  let agreement: WebSocketAgreement
}
