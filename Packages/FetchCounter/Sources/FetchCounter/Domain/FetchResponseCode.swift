import Basics
public import Foundation

/// The use case that gives the program its name: two requests, then the count rises by one.
///
/// Copies share their turn: a service that hands out a path makes the one before invalid, so that of all fetches from one
/// service only one may be between its two requests. Meanwhile others are counted, several with one write.
public struct FetchResponseCode: Sendable {
  /// How often a fetch starts over because another client came between its steps.
  static let maximumAttempts = 5

  private let service: any CounterServiceProviding
  private let counting: FetchCounting
  private let now: @Sendable () -> Date
  private let clock: any Clock<Duration>
  private let turn = AsyncFIFOLock()

  /// Creates the use case; `clock` measures the duration of a fetch, and `timeZone` decides about its day.
  public init(
    service: any CounterServiceProviding,
    store: any FetchCountStoring,
    now: @escaping @Sendable () -> Date = { Date() },
    clock: any Clock<Duration> = ContinuousClock(),
    timeZone: @escaping @Sendable () -> TimeZone = { .autoupdatingCurrent }
  ) {
    self.service = service
    counting = FetchCounting(store: store, clock: clock, timeZone: timeZone)
    self.now = now
    self.clock = clock
  }

  /// Fetches once, and returns the code with the durable count.
  ///
  /// The store is read first, so that nothing is sent if the count couldn't rise. A code that arrived is counted even after cancellation.
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

  /// Requests a code, and starts over when another client came between the steps; on success the caller has the turn.
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

/// Why a fetch did not succeed; the count has not risen.
public enum FetchError: Error, Sendable {
  /// A request failed: the network layer's error, unchanged.
  case service(any Error)
  /// The count could not be read or kept: the store's error, unchanged.
  case store(any Error)
  /// The service refused the path that it had just handed out, every time, this many times; with its own words at last.
  case pathSuperseded(attempts: Int, serviceMessage: String?)
  /// The task was cancelled before the code was there.
  case cancelled
}

/// The two requests that make a fetch.
public protocol CounterServiceProviding: Sendable {
  /// Step one: requests the absolute URL of the next code, which makes the previous one invalid.
  func requestNextPath() async throws -> URL

  /// Step two: requests the code at the URL of step one.
  func requestResponseCode(at path: URL) async throws -> ResponseCodeAnswer
}

/// What step two can answer.
public enum ResponseCodeAnswer: Sendable, Hashable {
  case code(ResponseCode)
  /// The service says that this path is no longer valid, as when another client has asked for a next path in between.
  case pathSuperseded(serviceMessage: String?)
}

/// A FIFO lock for asynchronous code.
private final class AsyncFIFOLock: Sendable {
  private struct Waiter {
    let number: Int
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var isHeld = false
    var lastNumber = 0
    var waiters: [Waiter] = []
  }

  private let state = Locked(State())

  /// Waits for the lock; returns `false` if the task was cancelled before.
  func acquire() async -> Bool {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let decision: Bool? = state.withLock { state in
          // A cancellation from now on finds the waiter; an earlier one is seen here.
          if Task.isCancelled { return false }
          if state.isHeld {
            state.waiters.append(Waiter(number: number, continuation: continuation))
            return nil
          }
          state.isHeld = true
          return true
        }
        if let decision { continuation.resume(returning: decision) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0) }
      }
      waiter?.continuation.resume(returning: false)
    }
  }

  /// Gives the lock to the longest waiter.
  func release() {
    let next: Waiter? = state.withLock { state in
      if state.waiters.isEmpty {
        state.isHeld = false
        return nil
      }
      return state.waiters.removeFirst()
    }
    next?.continuation.resume(returning: true)
  }
}
