import Foundation

/// The bytes of a connection in both directions after an upgrade.
///
/// The connection ends with ``finish()`` or with its last reference.
protocol UpgradedConnection: AnyObject, Sendable {
  /// Waits for bytes; only one task may read. The connection is read ahead only up to a limit.
  ///
  /// - Returns: One or more bytes; `nil` at the end.
  /// - Throws: The reason for the loss of the connection.
  func read() async throws(NetworkError) -> Data?

  /// Adds bytes to those that have to be sent, without waiting; does nothing after the end.
  func write(_ bytes: Data)

  /// The number of bytes that still have to be sent.
  var unsentBytes: Int { get }

  /// Waits until bytes should be written; returns immediately if the connection has ended.
  ///
  /// - Throws: ``NetworkError/cancelled`` if the task is cancelled, which doesn't affect the connection.
  func waitForSpace() async throws(NetworkError)

  /// Closes the connection after a moment for sending the remaining bytes; nothing more is received.
  func finish()
}

/// The result of a handshake in the context of a response with status 101.
struct UpgradedSocket: Sendable, MessageContextKey {
  let connection: any UpgradedConnection
  /// The bytes that arrived together with the head.
  let firstBytes: Data
  let agreement: WebSocketAgreement
}
