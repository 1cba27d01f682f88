import Basics
public import Foundation

/// The use case that fetches a code with two requests and increments the count.
///
/// A new path invalidates the previous path, so copies of this value take turns: only one fetch at a time sends its two
/// requests. Meanwhile, earlier fetches are counted, several in one write.
public struct FetchResponseCode: Sendable {
  /// The maximum number of attempts if other clients keep requesting paths between the two requests.
  static let maximumAttempts = 5

  private let service: any CounterServiceProviding
  private let counting: FetchCounting
  private let now: @Sendable () -> Date
  private let clock: any Clock<Duration>
  private let turn: FetchTurn

  /// Creates the use case.
  ///
  /// Other use cases with the same `turn` wait while a fetch is between its two requests. `clock` measures the
  /// duration of each fetch, and `timeZone` determines its day.
  public init(
    service: any CounterServiceProviding,
    store: any FetchCountStoring,
    turn: FetchTurn = FetchTurn(),
    now: @escaping @Sendable () -> Date = { Date() },
    clock: any Clock<Duration> = ContinuousClock(),
    timeZone: @escaping @Sendable () -> TimeZone = { .autoupdatingCurrent }
  ) {
    self.service = service
    self.turn = turn
    counting = FetchCounting(store: store, clock: clock, timeZone: timeZone)
    self.now = now
    self.clock = clock
  }

  /// Fetches a code, and returns it with the durable count.
  ///
  /// The store is read first, because nothing may be sent if the count can't be increased. A code that has arrived is
  /// counted even after cancellation.
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

  /// Requests a code, and retries if another client requests a path in between; the caller still holds the turn afterward.
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

/// The reason a fetch failed; the count is unchanged.
public enum FetchError: Error, Sendable {
  /// A request failed with a networking error.
  case service(any Error)
  /// The store couldn't read or write the count.
  case store(any Error)
  /// The service rejected its own path in every attempt; the message is from the last response.
  case pathSuperseded(attempts: Int, serviceMessage: String?)
  /// The task was cancelled before the code arrived.
  case cancelled
}

/// A provider that sends the two requests of a fetch.
public protocol CounterServiceProviding: Sendable {
  /// Requests the absolute URL for the next code; this request invalidates the previous URL.
  func requestNextPath() async throws -> URL

  /// Requests the code at the URL from the first request.
  func requestResponseCode(at path: URL) async throws -> ResponseCodeAnswer
}

/// The second request's result.
public enum ResponseCodeAnswer: Sendable, Hashable {
  case code(ResponseCode)
  /// The service rejected the path, for example because another client has requested a new one.
  case pathSuperseded(serviceMessage: String?)
}
