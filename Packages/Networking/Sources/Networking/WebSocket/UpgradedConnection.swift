import NetworkingFoundation

/// An upgraded connection for bytes in both directions; ``finish()`` or releasing the last reference ends it.
protocol UpgradedConnection: AnyObject, Sendable {
  /// Waits for one or more bytes; returns `nil` at the end.
  ///
  /// Only one task may read, and only a limited number of bytes is read ahead.
  func read() async throws(NetworkError) -> Data?

  /// Queues bytes without waiting; does nothing after the connection has ended.
  func write(_ bytes: Data)

  var unsentBytes: Int { get }

  /// Waits until there is room for more bytes, or the connection has ended.
  ///
  /// - Throws: ``NetworkError/cancelled`` if the task is cancelled; the connection isn't affected.
  func waitForSpace() async throws(NetworkError)

  /// Spends a short time sending the remaining bytes, then closes the connection; no more bytes are received.
  func finish()
}

/// A handshake's result, in the context of a response with the status 101.
struct UpgradedSocket: Sendable, MessageContextKey {
  let connection: any UpgradedConnection
  /// The bytes that arrived with the response head.
  let firstBytes: Data
  let agreement: WebSocketAgreement
}
