/// The rules for reconnecting an event stream or a WebSocket.
public struct EventReconnection: Sendable {
  /// The delay before reconnecting, unless the service sets its own.
  public var delay: Duration = .seconds(3)
  /// The minimum delay, which prevents a flood of requests to a service that ends its connections immediately.
  package var minimumDelay: Duration = .milliseconds(100)
  /// The maximum delay; each consecutive failure doubles the delay up to this limit.
  package var maximumDelay: Duration = .seconds(60)
  /// The maximum delay that a service can set with `retry`.
  package var maximumServiceDelay: Duration = .seconds(3600)
  /// The number of consecutive failures after which the stream fails; `nil` for no limit.
  package var maximumFailures: Int? = 8
  package var clock: any Clock<Duration> = ContinuousClock()

  /// Creates the default rules.
  public init() {}

  func wait(after failures: Int, serviceDelay: Duration?) -> Duration {
    let beginning = max(serviceDelay.map { min($0, maximumServiceDelay) } ?? delay, minimumDelay)
    var wait = beginning
    for _ in 0..<min(max(0, failures - 1), 32) where wait < maximumDelay { wait *= 2 }
    return serviceDelay == nil ? min(wait, maximumDelay) : max(beginning, min(wait, maximumDelay))
  }
}

/// A sequence of events from a service; it reconnects with the identifier of the last event.
///
/// It ends after the status 204, and fails if an error isn't retryable or after too many consecutive failures.
public struct ReconnectingEventStream: AsyncSequence, Sendable {
  let reconnection: EventReconnection
  let connect: @Sendable (_ lastEventID: String) async throws(NetworkError) -> EventStream

  /// An iterator over the events.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let source: ReconnectingEventStream
    private var events: EventStream.AsyncIterator?
    private var lastEventID = ""
    private var serviceDelay: Duration?
    private var failures = 0
    private var isFirst = true
    private var isOver = false

    init(_ source: ReconnectingEventStream) { self.source = source }

    /// Waits for the next event; returns `nil` at the end.
    public mutating func next() async throws(NetworkError) -> ServerSentEvent? {
      while !isOver {
        do throws(NetworkError) {
          if events == nil { try await connect() }
          if let event = try await events?.next() {
            remember()
            failures = 0
            return event
          }
          remember()
          events = nil
          failures = Swift.max(1, failures)
        } catch {
          remember()
          events = nil
          failures += 1
          guard error.isRetryable, failures <= source.reconnection.maximumFailures ?? .max else {
            isOver = true
            throw error
          }
        }
      }
      return nil
    }

    private mutating func connect() async throws(NetworkError) {
      if !isFirst {
        do {
          try await source.reconnection.clock.sleep(
            for: source.reconnection.wait(after: failures, serviceDelay: serviceDelay)
          )
        } catch {
          throw NetworkError.cancelled
        }
      }
      isFirst = false
      let stream = try await source.connect(lastEventID)
      isOver = stream.isOver
      let parser = EventStreamParser(sizeLimit: stream.limit, lastEventID: lastEventID)
      events = EventStream.AsyncIterator(stream.response.body, parser: parser)
    }

    private mutating func remember() {
      guard let parser = events?.parser else { return }
      lastEventID = parser.lastEventID
      serviceDelay = parser.reconnectionTime ?? serviceDelay
    }
  }

  /// Creates an iterator, which opens its own connections.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}

extension NetworkClient {
  /// Returns a sequence of events from an endpoint; the sequence reconnects whenever a connection ends.
  ///
  /// The first request is sent when reading starts. Each connection sends the `Last-Event-ID`, if any.
  public func events<E: Endpoint>(
    _ endpoint: E,
    reconnecting reconnection: EventReconnection = EventReconnection()
  ) -> ReconnectingEventStream where E.API == API, E.Response == EventStream {
    ReconnectingEventStream(reconnection: reconnection) { lastEventID throws(NetworkError) in
      var fields: HTTPFields = ["Cache-Control": "no-store"]
      // An identifier may contain characters that header fields can't contain.
      if !lastEventID.isEmpty { fields.append("Last-Event-ID", lastEventID) }
      return try await send(EndpointWithFields(base: endpoint, fields: fields))
    }
  }
}
