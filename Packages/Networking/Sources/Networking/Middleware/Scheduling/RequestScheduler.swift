/// Lets only so many requests go out at once, the most urgent ones first.
///
/// ```swift
/// request.context[RequestPriority.self] = .prefetch
/// ```
///
/// A request holds its slot until the body of its answer is read to the end or given up. Those that wait are ordered by
/// ``RequestPriority``; waiting makes them more urgent, so that nothing waits for ever. A ``PriorityHandle`` raises the priority of a request
/// that waits. Cancelling the task takes it out of the queue, and so does ``Timeouts/total``, which waiting counts against.
///
/// In the chain it belongs inside ``RequestRetrier``, so that waiting for the next attempt holds no slot, and outside ``RedirectFollower``. All copies
/// share their slots; make one and use it for all clients.
public struct RequestScheduler: Middleware {
  /// How many requests go out at once.
  public struct Limits: Sendable, Hashable {
    /// The most to one origin (scheme, host and port); 6, as browsers do it.
    public var perHost = 6
    /// The most in total; 64.
    public var total = 64
    /// How long a request waits until it is as urgent as a new one of the next higher priority; ten seconds.
    public var ageing: Duration = .seconds(10)

    /// Makes the default limits.
    public init() {}

    /// Makes limits.
    public init(perHost: Int, total: Int, ageing: Duration = .seconds(10)) {
      self.perHost = perHost
      self.total = total
      self.ageing = ageing
    }
  }

  /// What a scheduler is doing.
  public struct Statistics: Sendable, Hashable {
    /// The requests that hold a slot.
    public let active: Int
    /// The requests that wait.
    public let queued: Int
  }

  /// How many requests go out at once.
  public let limits: Limits

  private let core: SchedulerCore
  private let time: TimeSource

  /// Makes a scheduler.
  ///
  /// - Parameters:
  ///   - limits: How many requests go out at once; at least one each.
  ///   - clock: What waiting is measured with.
  public init(limits: Limits = Limits(), clock: any Clock<Duration> = ContinuousClock()) {
    precondition(limits.perHost > 0 && limits.total > 0, "a scheduler with a limit below 1 would send nothing")
    precondition(limits.ageing > .zero, "without ageing, urgent requests could keep others waiting for ever")
    self.limits = limits
    time = TimeSource(clock)
    core = SchedulerCore(limits: limits, time: time)
  }

  /// What it is doing now.
  public var statistics: Statistics { core.statistics }

  /// Sends the request as soon as it has a slot.
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
        deadline: deadline
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
      if response.body.bytes == nil {
        response.body = response.body.observed { _ in slot.free() }
      } else {
        slot.free()
      }
      return response
    } catch {
      slot.free()
      throw error
    }
  }
}

/// How long a request waited for its slot in a ``RequestScheduler``; in the answer's context.
public enum QueueTime: MessageContextKey {
  /// Not at all.
  public static let defaultValue = Duration.zero
}
