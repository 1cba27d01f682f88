/// The use case that checks whether the service responds.
///
/// The service has no request without an effect: the check invalidates the path that another client has requested. It
/// takes the turn of the fetches in this program, so it never invalidates their paths.
public struct CheckCounterService: Sendable {
  private let service: any CounterServiceProviding
  private let turn: FetchTurn
  private let clock: any Clock<Duration>

  /// Creates the use case with the turn of ``FetchResponseCode``.
  public init(service: any CounterServiceProviding, turn: FetchTurn, clock: any Clock<Duration> = ContinuousClock()) {
    self.service = service
    self.turn = turn
    self.clock = clock
  }

  /// Requests a path, and returns the duration of the request without the wait for the turn.
  ///
  /// - Throws: The service's error, or `CancellationError` if the task is canceled during the wait.
  public func execute() async throws -> Duration {
    guard await turn.acquire() else { throw CancellationError() }
    defer { turn.release() }
    return try await clock.measure { _ = try await service.requestNextPath() }
  }
}
