/// How an event stream goes on after its connection ended.
public struct EventReconnection: Sendable {
  /// How long to wait before a new connection, unless the service says otherwise; 3 seconds.
  public var delay: Duration = .seconds(3)
  /// The shortest wait, also where the service asks for a shorter one, so that a service that ends its connections at once is not asked without
  /// pause; 100 milliseconds.
  package var minimumDelay: Duration = .milliseconds(100)
  /// The longest wait: each failure in a row doubles it; 1 minute.
  package var maximumDelay: Duration = .seconds(60)
  /// The longest wait that a service can ask for with `retry`, so that no service can silence its readers for years; 1 hour.
  package var maximumServiceDelay: Duration = .seconds(3600)
  /// How many failures in a row are the end; `nil` for no end.
  public var maximumFailures: Int? = 8
  /// What time is measured with.
  package var clock: any Clock<Duration> = ContinuousClock()

  /// Makes the usual behaviour.
  public init() {}

  /// The wait after so many failures in a row.
  func wait(after failures: Int, serviceDelay: Duration?) -> Duration {
    let beginning = max(serviceDelay.map { min($0, maximumServiceDelay) } ?? delay, minimumDelay)
    var wait = beginning
    for _ in 0..<min(max(0, failures - 1), 32) where wait < maximumDelay { wait *= 2 }
    return serviceDelay == nil ? min(wait, maximumDelay) : max(beginning, min(wait, maximumDelay))
  }
}

/// The events of a service over as many connections as it takes, each of which tells the service the last event that arrived.
///
/// It ends when the service answers with 204, and fails with what a new connection would not mend, or with the last of too many failures in
/// a row.
public struct ReconnectingEventStream: AsyncSequence, Sendable {
  let reconnection: EventReconnection
  let connect: @Sendable (_ lastEventID: String) async throws(NetworkError) -> EventStream

  /// Hands out the events.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let source: ReconnectingEventStream
    private var events: EventStream.AsyncIterator?
    private var lastEventID = ""
    private var serviceDelay: Duration?
    private var failures = 0
    private var isFirst = true
    private var isOver = false

    init(_ source: ReconnectingEventStream) { self.source = source }

    /// Waits for the next event; `nil` at the end.
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

  /// Starts reading; each reader has connections of its own.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}

extension NetworkClient {
  /// The events of an endpoint over as many connections as it takes.
  ///
  /// - Parameters:
  ///   - endpoint: What to ask for; sent again for every connection, with `Last-Event-ID` where there is one.
  ///   - reconnection: How it goes on after a connection ended.
  /// - Returns: The events; nothing is sent before they are read.
  public func events<E: Endpoint>(
    _ endpoint: E,
    reconnecting reconnection: EventReconnection = EventReconnection()
  ) -> ReconnectingEventStream where E.API == API, E.Response == EventStream {
    ReconnectingEventStream(reconnection: reconnection) { lastEventID throws(NetworkError) in
      var fields: HTTPFields = [.accept: "text/event-stream", "Cache-Control": "no-store"]
      // What the service sent as identifier may hold what no field can.
      if !lastEventID.isEmpty { fields.append("Last-Event-ID", lastEventID) }
      return try await send(EndpointWithFields(base: endpoint, fields: fields))
    }
  }
}
