public import Foundation

/// The use case that gives the program its name: two requests, then the count rises by one.
public struct FetchResponseCode: Sendable {
  /// How often a fetch starts over because another client came between its steps.
  public static let maximumAttempts = 5

  private let service: any CounterServiceProviding
  private let store: any FetchTallyStoring
  private let now: @Sendable () -> Date
  private let clock: any Clock<Duration>

  /// Makes the use case.
  ///
  /// - Parameters:
  ///   - service: The two requests.
  ///   - store: Keeps the count.
  ///   - now: The time of day, for the record.
  ///   - clock: Measures how long a fetch takes.
  public init(
    service: any CounterServiceProviding,
    store: any FetchTallyStoring,
    now: @escaping @Sendable () -> Date = { Date() },
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.service = service
    self.store = store
    self.now = now
    self.clock = clock
  }

  /// Fetches once.
  ///
  /// The store is read first: with a damaged one nothing is sent, since the count could not rise.
  ///
  /// - Returns: The code, with the count that is durable by then.
  /// - Throws: Why the count did not rise.
  public func execute() async throws(FetchError) -> Fetch {
    do { _ = try store.load() } catch { throw .store(error) }
    var answer: Result<ResponseCode, FetchError> = .failure(.pathSuperseded(attempts: 0, serviceMessage: nil))
    let duration = await clock.measure { answer = await requestCode() }
    let code = try answer.get()
    let fetchedAt = now()
    let tally: FetchTally
    do {
      tally = try await store.update { tally in
        tally.count += 1
        tally.lastFetchedAt = fetchedAt
      }
    } catch {
      throw .store(error)
    }
    return Fetch(responseCode: code, count: tally.count, fetchedAt: fetchedAt, duration: duration)
  }

  private func requestCode() async -> Result<ResponseCode, FetchError> {
    var lastMessage: String?
    for _ in 1...Self.maximumAttempts {
      do {
        let path = try await service.requestNextPath()
        switch try await service.requestResponseCode(at: path) {
        case .code(let code): return .success(code)
        case .pathSuperseded(let serviceMessage): lastMessage = serviceMessage
        }
      } catch {
        return .failure(.service(error))
      }
    }
    return .failure(.pathSuperseded(attempts: Self.maximumAttempts, serviceMessage: lastMessage))
  }
}
