/// A sequence of messages from a WebSocket that reconnects as needed.
///
/// It ends after a normal closure, and fails if an error isn't retryable or after too many consecutive failures.
public struct ReconnectingWebSocket: AsyncSequence, Sendable {
  let reconnection: EventReconnection
  let onOpen: @Sendable (WebSocket) async throws -> Void
  let connect: @Sendable () async throws(NetworkError) -> WebSocket

  /// An iterator over the messages.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let source: ReconnectingWebSocket
    private var messages: WebSocket.AsyncIterator?
    private var failures = 0
    private var isFirst = true
    private var isOver = false

    init(_ source: ReconnectingWebSocket) { self.source = source }

    /// Waits for the next message; returns `nil` at the end.
    public mutating func next() async throws(NetworkError) -> WebSocketMessage? {
      while !isOver {
        do throws(NetworkError) {
          if messages == nil { messages = try await connect() }
          if let message = try await messages?.next() {
            failures = 0
            return message
          }
          isOver = true
        } catch {
          messages = nil
          failures += 1
          guard error.isRetryable, failures <= source.reconnection.maximumFailures ?? .max else {
            isOver = true
            throw error
          }
        }
      }
      return nil
    }

    private mutating func connect() async throws(NetworkError) -> WebSocket.AsyncIterator {
      if !isFirst {
        let wait = source.reconnection.wait(after: failures, serviceDelay: nil)
        try await TimeSource(source.reconnection.clock).sleep(for: wait)
      }
      isFirst = false
      let socket = try await source.connect()
      do {
        try await source.onOpen(socket)
      } catch let error as NetworkError {
        throw error
      } catch is CancellationError {
        throw .cancelled
      } catch {
        throw .invalidRequest(reason: "the WebSocket couldn't be prepared: \(error.wordsInSentence)")
      }
      return socket.makeAsyncIterator()
    }
  }

  /// Creates an iterator, which opens its own connections.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
