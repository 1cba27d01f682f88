import Foundation
import Networking
import Observation
import Persistence
import PersistenceTesting

@testable import FetchCounter

extension URL {
  static func test(_ text: String) -> URL {
    guard let url = URL(string: text) else { preconditionFailure("'\(text)' isn't a URL") }
    return url
  }
}

extension ResponseCode {
  static func test(_ text: String) -> ResponseCode {
    guard let code = ResponseCode(text) else { preconditionFailure("'\(text)' is no response code") }
    return code
  }
}

/// A service that returns scripted responses and records requests.
actor ScriptedCounterService: CounterServiceProviding {
  private var paths: [Result<URL, NetworkError>]
  private var answers: [Result<ResponseCodeAnswer, NetworkError>]
  private(set) var requests: [String] = []

  init(
    paths: [Result<URL, NetworkError>] = [.success(.test("http://host/a/"))],
    answers: [Result<ResponseCodeAnswer, NetworkError>]
  ) {
    self.paths = paths
    self.answers = answers
  }

  /// Returns the next entry, repeating the last one.
  private static func next<Value>(_ script: inout [Value]) -> Value {
    script.count > 1 ? script.removeFirst() : script[0]
  }

  func requestNextPath() async throws -> URL {
    requests.append("next path")
    return try Self.next(&paths).get()
  }

  func requestResponseCode(at path: URL) async throws -> ResponseCodeAnswer {
    requests.append("code at \(path)")
    return try Self.next(&answers).get()
  }
}

/// A service that accepts only the latest path, like the real service; other tasks can run between its requests.
actor StrictCounterService: CounterServiceProviding {
  private var expected = 0
  private(set) var requests = 0
  private var failures: [NetworkError]

  init(failures: [NetworkError] = []) { self.failures = failures }

  func requestNextPath() async throws -> URL {
    await Task.yield()
    requests += 1
    if let failure = failures.popLast() { throw failure }
    expected += 1
    return .test("http://host/\(expected)/")
  }

  func requestResponseCode(at path: URL) async throws -> ResponseCodeAnswer {
    await Task.yield()
    requests += 1
    guard path == .test("http://host/\(expected)/") else { return .pathSuperseded(serviceMessage: "wrong path") }
    return .code(.test("code \(expected)"))
  }
}

/// A service whose requests wait until the test lets them continue.
actor WaitingCounterService: CounterServiceProviding {
  private var waiter: CheckedContinuation<Void, Never>?
  private var arrival: CheckedContinuation<Void, Never>?
  private(set) var count = 0

  func requestNextPath() async throws -> URL {
    count += 1
    await withCheckedContinuation {
      waiter = $0
      arrival?.resume()
      arrival = nil
    }
    return .test("http://host/a/")
  }

  func requestResponseCode(at path: URL) async throws -> ResponseCodeAnswer { .code(.test("c0de")) }

  func waitForRequest() async {
    guard waiter == nil else { return }
    await withCheckedContinuation { arrival = $0 }
  }

  func goOn() {
    waiter?.resume()
    waiter = nil
  }
}

/// A clock that advances by a quarter of a second each time it is read.
final class SteppingClock: Clock, @unchecked Sendable {
  struct Instant: InstantProtocol {
    let offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let lock = NSLock()
  private var looks = 0

  // `lock` guards `looks`.
  var now: Instant {
    lock.withLock {
      looks += 1
      return Instant(offset: .milliseconds(250) * looks)
    }
  }

  var minimumResolution: Duration { .milliseconds(250) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}

extension FetchCounterViewModel {
  static func test(
    _ service: any CounterServiceProviding,
    _ store: InMemoryStore<FetchCount>,
    fetchedAt: @escaping @Sendable () -> Date = { Date() },
    now: @escaping @Sendable () -> Date = { Date() },
    calendar: @escaping @Sendable () -> Calendar = { .autoupdatingCurrent }
  ) -> FetchCounterViewModel {
    let kept = FetchCountStore(store: store)
    return FetchCounterViewModel(
      fetchResponseCode: FetchResponseCode(
        service: service,
        store: kept,
        now: fetchedAt,
        clock: SteppingClock(),
        timeZone: { calendar().timeZone }
      ),
      store: kept,
      now: now,
      calendar: calendar
    )
  }
}
