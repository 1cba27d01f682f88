public import Foundation

/// The use case that gives the program its name: two requests, then the count rises by one.
///
/// Copies share their turn: a service that hands out a path makes the one before invalid, so that of all fetches from one
/// service only one may be between its two requests. Meanwhile others are counted, several with one write.
public struct FetchResponseCode: Sendable {
  /// How often a fetch starts over because another client came between its steps.
  public static let maximumAttempts = 5

  private let service: any CounterServiceProviding
  private let counting: FetchCounting
  private let now: @Sendable () -> Date
  private let clock: any Clock<Duration>
  private let turn = FairLock()

  /// Makes the use case.
  ///
  /// - Parameters:
  ///   - service: The two requests.
  ///   - store: Keeps the count.
  ///   - now: The time of day, for the record.
  ///   - clock: Measures how long a fetch takes.
  public init(
    service: any CounterServiceProviding,
    store: any FetchCountStoring,
    now: @escaping @Sendable () -> Date = { Date() },
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.service = service
    counting = FetchCounting(store: store, clock: clock)
    self.now = now
    self.clock = clock
  }

  /// Fetches once.
  ///
  /// The store is read first: with a damaged one nothing is sent, since the count could not rise. Once the code is there,
  /// the count rises even when the task is cancelled.
  ///
  /// - Returns: The code, with the count that is durable by then.
  /// - Throws: Why the count did not rise.
  public func execute() async throws(FetchError) -> Fetch {
    do { try counting.begin() } catch { throw .store(error) }
    let (code, duration): (ResponseCode, Duration)
    do throws(FetchError) {
      (code, duration) = try await requestCode()
    } catch {
      counting.giveUp()
      throw error
    }
    let entry = FetchedCode(responseCode: code, fetchedAt: now(), duration: duration)
    do {
      let count = try await counting.count(entry, onWaiting: turn.release)
      return Fetch(responseCode: code, count: count, fetchedAt: entry.fetchedAt, duration: duration)
    } catch {
      throw .store(error)
    }
  }

  /// Asks for a code, and starts over when another client came between the steps.
  ///
  /// - Returns: The code, with the turn: it is given on when the code waits to be counted.
  /// - Throws: Why there is none; the turn was given on.
  private func requestCode() async throws(FetchError) -> (code: ResponseCode, duration: Duration) {
    var total = Duration.zero
    var lastMessage: String?
    for _ in 1...Self.maximumAttempts {
      guard await turn.acquire() else { throw .cancelled }
      let (answer, duration) = await requestBothSteps()
      total += duration
      if case .success(.code(let code)) = answer { return (code, total) }
      turn.release()
      if case .pathSuperseded(let serviceMessage) = try answer.get() { lastMessage = serviceMessage }
    }
    throw .pathSuperseded(attempts: Self.maximumAttempts, serviceMessage: lastMessage)
  }

  private func requestBothSteps() async -> (answer: Result<ResponseCodeAnswer, FetchError>, duration: Duration) {
    var answer: Result<ResponseCodeAnswer, FetchError> = .failure(.cancelled)
    let duration = await clock.measure {
      do {
        let path = try await service.requestNextPath()
        answer = .success(try await service.requestResponseCode(at: path))
      } catch {
        answer = .failure(Task.isCancelled ? .cancelled : .service(error))
      }
    }
    return (answer, duration)
  }
}
