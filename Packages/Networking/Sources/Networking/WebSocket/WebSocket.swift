public import NetworkingFoundation

/// An open WebSocket (RFC 6455), which sends messages and is an asynchronous sequence of the received messages.
///
/// ```swift
/// let socket = try await client.webSocket("chat")
/// try await socket.send("Hello")
/// for try await message in socket { … }
/// ```
///
/// The sequence ends when the service closes the WebSocket normally (with code 1000 or no code), or after
/// ``close(code:reason:)``. It throws ``NetworkError/webSocketClosed(_:origin:)`` after any other close code, and
/// ``NetworkError/connectionLost(_:origin:)`` if the connection is lost.
///
/// Any number of tasks may send, but only one may read. While no task reads, the WebSocket receives at most 256
/// messages or 256 KiB. Then it makes the service wait, and pauses its automatic responses to pings.
///
/// The connection ends if a task is cancelled while it waits for a message, or if the last reference is released.
public final class WebSocket: Sendable, AsyncSequence {
  /// The subprotocol that the service selected, if any.
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

  /// The close code and reason; `nil` while the WebSocket is open, or if the connection was lost.
  public var closure: WebSocketClosure? { core.closure }

  /// Sends a message, and waits if the service reads more slowly than messages are sent.
  ///
  /// A sent message may still be lost with the connection. If the task is cancelled while waiting, nothing is sent.
  ///
  /// - Throws: ``NetworkError/webSocketClosed(_:origin:)`` if the WebSocket is closed, or the connection's error.
  public func send(_ message: WebSocketMessage) async throws(NetworkError) { try await core.send(message) }

  /// Sends a text message; see ``send(_:)-(WebSocketMessage)``.
  public func send(_ text: String) async throws(NetworkError) { try await core.send(.text(text)) }

  /// Sends a value as JSON in a text message; see ``send(_:)-(WebSocketMessage)``.
  ///
  /// - Throws: ``NetworkError/invalidRequest(reason:)`` if the value can't be encoded.
  public func send(json value: some Encodable, encoder: JSONEncoder = JSONEncoder()) async throws(NetworkError) {
    let bytes = try RequestBody.json(value, encoder: encoder).bytes ?? Data()
    try await core.send(.text(String(decoding: bytes, as: UTF8.self)))
  }

  /// Sends a ping and returns its round-trip time; the pong is received only while messages are being read.
  ///
  /// - Throws: The reason the connection ended, or ``NetworkError/cancelled`` if the task was cancelled, which doesn't
  ///   affect the connection.
  @discardableResult
  public func ping() async throws(NetworkError) -> Duration { try await core.ping() }

  /// Closes the WebSocket and waits up to 5 seconds for the service to confirm.
  ///
  /// Messages that arrive in the meantime are discarded. Application-defined codes are 3000 to 4999. The reason is for
  /// developers, and has at most 123 bytes of UTF-8.
  ///
  /// - Throws: ``NetworkError/invalidRequest(reason:)`` for a code that can't be sent or a reason that is too long;
  ///   ``NetworkError/cancelled`` if the task was cancelled; the connection then ends immediately.
  public func close(code: Int = 1000, reason: String = "") async throws(NetworkError) {
    guard WebSocketClosure.isValid(code) else {
      throw .invalidRequest(reason: "\(code) isn't a close code that may be sent")
    }
    guard reason.utf8.count <= WebSocketFrameHead.controlLimit - 2 else {
      throw .invalidRequest(reason: "the close reason is longer than 123 bytes")
    }
    try await core.close(WebSocketClosure(code: code, reason: reason))
  }

  /// Returns the received messages, decoded as JSON with the service's ``ServiceAPI/decoder``.
  ///
  /// For a message that can't be decoded, the sequence throws ``NetworkError/decoding(_:)``; reading can then continue.
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

  /// An iterator over the messages.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let socket: WebSocket
    private var isOver = false

    fileprivate init(_ socket: WebSocket) { self.socket = socket }

    /// Waits for the next message; returns `nil` at the end.
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

  /// Creates an iterator.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}

/// A sequence of messages from a ``WebSocket``, decoded from JSON.
public struct WebSocketValues<Value: Decodable & Sendable>: AsyncSequence, Sendable {
  fileprivate let socket: WebSocket

  /// An iterator over the values.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var messages: WebSocket.AsyncIterator

    /// Waits for the next value; returns `nil` at the end.
    public mutating func next() async throws(NetworkError) -> Value? {
      guard let message = try await messages.next() else { return nil }
      return try messages.socket.decode(message, as: Value.self)
    }
  }

  /// Creates an iterator.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(messages: socket.makeAsyncIterator()) }
}
