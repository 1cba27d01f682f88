import Foundation
import Networking
import NetworkingTesting

@testable import Markets

/// A repository with a stub transport, a cache, a rate limit gate and an adjustable clock.
final class Bench: Sendable {
  let cache: HTTPCache
  let gate: RateLimitGate
  let transport: StubTransport
  private let clock: MovableDate

  init(
    at date: Date = Date(timeIntervalSince1970: 1_769_860_800),
    handler: @escaping StubTransport.Handler
  ) {
    let clock = MovableDate(date)
    self.clock = clock
    cache = HTTPCache(now: { clock.date })
    gate = RateLimitGate(now: { clock.date })
    transport = StubTransport(handler: handler)
  }

  var date: Date {
    get { clock.date }
    set { clock.date = newValue }
  }

  var now: @Sendable () -> Date { { [clock] in clock.date } }

  var requestCount: Int { transport.requests.count }

  func repository(_ service: MarketsService) -> any MarketsRepository {
    service.repository(transport: transport, middleware: [cache], gate: gate, now: now)
  }

  var coinGecko: any MarketsRepository {
    repository(.coinGecko(Self.root))
  }

  var priceList: any MarketsRepository { repository(.priceList(Self.root)) }

  static let root: URL = {
    guard let url = URL(string: "http://markets.example") else { preconditionFailure("the address isn't a URL") }
    return url
  }()
}

/// A clock that tests can set.
///
/// `@unchecked Sendable`: `lock` protects `current`.
final class MovableDate: @unchecked Sendable {
  private let lock = NSLock()
  private var current: Date

  init(_ date: Date) { current = date }

  var date: Date {
    get { lock.withLock { current } }
    set { lock.withLock { current = newValue } }
  }
}

extension ServiceName {
  static func test(_ address: String) -> Self { ServiceName(interface: "test", address: address) }
}
