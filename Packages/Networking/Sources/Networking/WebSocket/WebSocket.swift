public import Foundation

/// An open WebSocket (RFC 6455): an asynchronous sequence of received messages that can also send.
///
/// ```swift
/// let socket = try await client.webSocket("chat")
/// try await socket.send("Hello")
/// for try await message in socket { … }
/// ```
///
/// The sequence ends when the service closes the WebSocket normally (code 1000 or none) or after ``close(code:reason:)``. It throws
/// ``NetworkError/webSocketClosed(_:origin:)`` after another code, and ``NetworkError/connectionLost(_:origin:)`` after the loss of the connection.
///
/// Any number of tasks may send; one task may read. While nobody reads, at most 256 messages or 256 KiB are received, and then the service has to
/// wait: pings aren't answered either. Pings of the service are answered automatically. Cancelling a task that waits for a message ends the
/// connection, and so does releasing the last reference.
public final class WebSocket: Sendable, AsyncSequence {
  /// The subprotocol that the service chose, if any.
  public let subprotocol: String?
  private let core: WebSocketCore
  private let decoder: @Sendable () -> JSONDecoder
  private let url: URL

  init(
    _ socket: UpgradedSocket,
    url: URL,
    options: WebSocketOptions,
    decoder: @escaping @Sendable () -> JSONDecoder
  ) {
    subprotocol = socket.agreement.subprotocol
    core = WebSocketCore(socket, origin: url.originText, options: options)
    self.decoder = decoder
    self.url = url
  }

  deinit { core.abandon(.cancelled) }

  /// The closure after the end; `nil` while the WebSocket is open, and after the loss of the connection.
  public var closure: WebSocketClosure? { core.closure }

  /// Sends a message; waits while the service reads more slowly than this side sends.
  ///
  /// The message is on its way when the call returns, and may still be lost with the connection. Cancelling the task while it waits sends nothing.
  ///
  /// - Throws: ``NetworkError/webSocketClosed(_:origin:)`` after the end, or the reason for the loss of the connection.
  public func send(_ message: WebSocketMessage) async throws(NetworkError) { try await core.send(message) }

  /// Sends a text; see ``send(_:)-(WebSocketMessage)``.
  public func send(_ text: String) async throws(NetworkError) { try await core.send(.text(text)) }

  /// Sends a value as JSON in a text message; see ``send(_:)-(WebSocketMessage)``.
  ///
  /// - Throws: ``NetworkError/invalidRequest(reason:)`` if the value can't be encoded.
  public func send(json value: some Encodable, encoder: JSONEncoder = JSONEncoder()) async throws(NetworkError) {
    let bytes = try RequestBody.json(value, encoder: encoder).bytes ?? Data()
    try await core.send(.text(String(decoding: bytes, as: UTF8.self)))
  }

  /// Sends a ping and waits for the service's pong, which only arrives while messages are read.
  ///
  /// - Returns: The round-trip time.
  /// - Throws: The reason for the end of the connection; ``NetworkError/cancelled`` after the task was cancelled, which doesn't affect the connection.
  @discardableResult
  public func ping() async throws(NetworkError) -> Duration { try await core.ping() }

  /// Closes the WebSocket: waits until the service confirms, at most 5 seconds.
  ///
  /// Messages that arrive in the meantime are dropped.
  ///
  /// - Parameters:
  ///   - code: The code: 1000 for a normal closure, or another one that may be sent, such as 3000 to 4999 for the service's own codes.
  ///   - reason: The reason for programmers, at most 123 bytes of UTF-8.
  /// - Throws: ``NetworkError/invalidRequest(reason:)`` for an invalid code or a longer reason; ``NetworkError/cancelled`` after the task was
  ///   cancelled, in which case the connection ends immediately.
  public func close(code: Int = 1000, reason: String = "") async throws(NetworkError) {
    guard WebSocketClosure.isValid(code) else {
      throw .invalidRequest(reason: "\(code) isn't a close code that may be sent")
    }
    guard reason.utf8.count <= WebSocketFrameHead.controlLimit - 2 else {
      throw .invalidRequest(reason: "the reason of a closure is longer than 123 bytes")
    }
    try await core.close(WebSocketClosure(code: code, reason: reason))
  }

  /// The received messages, decoded as JSON by the service's ``ServiceAPI/decoder``.
  ///
  /// - Parameter type: The type of the values.
  /// - Returns: The values; a message that can't be decoded is thrown as ``NetworkError/decoding(_:)``, after which reading can continue.
  public func values<Value: Decodable & Sendable>(of type: Value.Type) -> WebSocketValues<Value> {
    WebSocketValues(socket: self)
  }

  func decode<Value: Decodable>(_ message: WebSocketMessage, as type: Value.Type) throws(NetworkError) -> Value {
    do {
      return try message.decoded(as: type, by: decoder())
    } catch {
      throw .decoding(DecodingFailure(error, data: message.bytes, url: RedactedURL(url)))
    }
  }

  /// The iterator over the messages.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let socket: WebSocket
    private var isOver = false

    fileprivate init(_ socket: WebSocket) { self.socket = socket }

    /// Waits for the next message; `nil` at the end.
    public mutating func next() async throws(NetworkError) -> WebSocketMessage? {
      guard !isOver else { return nil }
      do throws(NetworkError) {
        if let message = try await socket.core.next() { return message }
      } catch {
        isOver = true
        throw error
      }
      isOver = true
      return nil
    }
  }

  /// Starts reading.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}

/// The messages of a ``WebSocket``, decoded as JSON.
public struct WebSocketValues<Value: Decodable & Sendable>: AsyncSequence, Sendable {
  fileprivate let socket: WebSocket

  /// The iterator over the values.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var messages: WebSocket.AsyncIterator

    /// Waits for the next value; `nil` at the end.
    public mutating func next() async throws(NetworkError) -> Value? {
      guard let message = try await messages.next() else { return nil }
      return try messages.socket.decode(message, as: Value.self)
    }
  }

  /// Starts reading.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(messages: socket.makeAsyncIterator()) }
}
