/// The use case that checks whether the service responds.
///
/// Every request has a side effect: the check invalidates a path that another client has requested. The check takes
/// turns with this program's fetches, so it never invalidates their paths.
public struct CheckCounterService: Sendable {
  private let service: any CounterServiceProviding
  private let turn: FetchTurn
  private let clock: any Clock<Duration>

  /// Creates the use case, which must share its turn with ``FetchResponseCode``.
  public init(service: any CounterServiceProviding, turn: FetchTurn, clock: any Clock<Duration> = ContinuousClock()) {
    self.service = service
    self.turn = turn
    self.clock = clock
  }

  /// Requests a path, and returns the duration of the request, excluding the wait for the turn.
  ///
  /// - Throws: The service's error, or `CancellationError` if the task is cancelled during the wait.
  public func execute() async throws -> Duration {
    guard await turn.acquire() else { throw CancellationError() }
    defer { turn.release() }
    return try await clock.measure { _ = try await service.requestNextPath() }
  }
}
