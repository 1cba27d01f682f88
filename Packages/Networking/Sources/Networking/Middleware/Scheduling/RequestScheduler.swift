import NetworkingFoundation

/// Middleware that limits the number of concurrent requests, and sends more urgent requests first.
///
/// ```swift
/// request.context[RequestPriority.self] = .prefetch
/// ```
///
/// A request holds its slot until its response body has been read to the end or released. A response that may be
/// endless (server-sent events and JSON Lines, recognized by media type) holds its slot only until its head arrives.
///
/// Waiting requests are ordered by ``RequestPriority``. A request becomes more urgent as it waits, so no request waits
/// forever. A ``PriorityHandle`` raises the priority of waiting requests.
///
/// A request leaves the queue when its task is cancelled, or after ``Timeouts/total``, which includes the time in the
/// queue. It also leaves if ``Timeouts/queue`` passes without any request to the same host getting a slot.
///
/// The number of slots for a host adapts:
///
/// - After a 429, a 503 or a timeout, the number of slots is halved, down to 6. Each round of successful requests adds
///   one slot, up to the original number. Response times don't matter, because some requests are slow by design.
/// - A host that responds over HTTP/2 has only the total limit, because its requests share a connection.
///
/// Place it inside ``RequestRetrier``, so that a request doesn't hold a slot while it waits for its next attempt, and
/// outside ``RedirectFollower``. All copies share their slots, so create one scheduler and use it for all clients.
public struct RequestScheduler: Middleware {
  /// A scheduler's limits.
  public struct Limits: Sendable, Hashable {
    package var perHost: Int
    package var total: Int
    package var aging: Duration

    static let floor = 6

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - perHost: The maximum number of concurrent requests to one origin (scheme, host and port) over HTTP/1.1. Each
    ///     request needs a connection, so the default matches ``TransportConfiguration/maximumConnectionsPerHost``.
    ///   - total: The maximum number for all hosts together. The default leaves slots for other hosts if one is slow.
    ///   - aging: The time after which a waiting request is as urgent as a new request with the next higher priority.
    public init(perHost: Int = 64, total: Int = 128, aging: Duration = .seconds(10)) {
      self.perHost = perHost
      self.total = total
      self.aging = aging
    }

    /// Creates limits that match a transport's connection limits.
    public init(for configuration: TransportConfiguration) {
      self.init()
      perHost = Swift.max(1, configuration.maximumConnectionsPerHost)
      total = Swift.max(1, Swift.min(configuration.maximumConnections, Swift.max(total, perHost)))
    }
  }

  package struct Statistics: Sendable, Hashable {
    package let active: Int
    package let queued: Int
  }

  package let limits: Limits

  private let core: SchedulerCore
  private let time: TimeSource

  /// Creates a scheduler; all limits must be at least 1.
  public init(limits: Limits = Limits(), clock: any Clock<Duration> = ContinuousClock()) {
    precondition(limits.perHost > 0 && limits.total > 0, "a scheduler needs limits of at least 1")
    precondition(limits.aging > .zero, "without aging, urgent requests could keep others waiting forever")
    self.limits = limits
    time = TimeSource(clock)
    core = SchedulerCore(limits: limits, time: time)
  }

  package var statistics: Statistics { core.statistics }

  /// Sends the request once it has a slot.
  public func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
    guard let origin = request.origin else { return try await next.send(request) }
    guard !Task.isCancelled else { throw .cancelled }
    if let slot = core.takeSlot(for: origin) { return try await send(request, holding: slot, to: next) }
    var request = request
    let deadline = RequestDeadline(request, time: time)
    let start = time.now
    let slot: Slot
    do throws(NetworkError) {
      slot = try await core.waitForSlot(
        for: origin,
        priority: request.context[RequestPriority.self],
        handle: request.context[PriorityHandle.self],
        deadline: deadline,
        queueLimit: request.timeouts.queue
      )
    } catch {
      request.context[RequestTrace.self]?.update { $0.endedUnsent = true }
      throw error
    }
    let queueTime = time.now - start
    request.context[RequestTrace.self]?.update { $0.queueTime += queueTime }
    do {
      try deadline.restrict(&request)
      var response = try await send(request, holding: slot, to: next)
      response.context[QueueTime.self] = queueTime
      return response
    } catch {
      slot.free()
      throw deadline.restored(error)
    }
  }

  private func send(
    _ request: HTTPRequest,
    holding slot: Slot,
    to next: any Transport
  ) async throws(NetworkError) -> HTTPResponse {
    do {
      var response = try await next.send(request)
      let outcome = Self.outcome(of: response)
      if response.body.bytes == nil, !Self.isEndless(response) {
        response.body = response.body.observed { _ in slot.free(after: outcome) }
      } else {
        slot.free(after: outcome)
      }
      return response
    } catch {
      switch error {
      case .timedOut(.connect, _, _), .timedOut(.firstByte, _, _): slot.free(after: .overload)
      default: slot.free()
      }
      throw error
    }
  }

  private static func outcome(of response: HTTPResponse) -> SlotOutcome {
    if response.status == .tooManyRequests || response.status.code == 503 { return .overload }
    switch response.context[TransportMetrics.self]?.protocolName {
    case "h2", "h3": return .multiplexedSuccess
    default: return .success
    }
  }

  /// Returns whether content with the response's media type may be endless.
  private static func isEndless(_ response: HTTPResponse) -> Bool {
    guard let type = response.headers[.contentType] else { return false }
    let mediaType = FieldList.trimmed(type.prefix { $0 != ";" }).lowercased()
    return endlessTypes.contains(mediaType)
  }

  private static let endlessTypes: Set<String> = [
    "text/event-stream", "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines",
    "application/json-seq", "application/stream+json",
  ]
}

/// The time that a request waited for its slot; part of the response's context.
package enum QueueTime: MessageContextKey {
  package static let defaultValue = Duration.zero
}
