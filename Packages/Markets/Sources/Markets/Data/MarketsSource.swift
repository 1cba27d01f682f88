public import Foundation
public import Networking

/// The services that figures can come from, and how each is talked to.
public enum MarketsSource: Sendable {
  /// CoinGecko.
  case coinGecko(CoinGeckoAPI)
  /// The price list.
  case priceList(PriceListAPI)

  /// Makes the repository of the source.
  ///
  /// To the stack are added, innermost, what keeps refusals out of the cache and what keeps to the pauses that a service asks for. A 429 is
  /// taken out of what is retried: the pause is told instead of waited for.
  ///
  /// - Parameters:
  ///   - transport: Carries the requests.
  ///   - stack: What every request passes through.
  ///   - timeouts: How long a request may take.
  ///   - gate: Keeps to the pauses; share one between repositories of the same service.
  ///   - now: The time of day.
  /// - Returns: The repository.
  public func repository(
    transport: any Transport,
    stack: MiddlewareStack = .standard,
    timeouts: Timeouts = Timeouts(),
    gate: RateLimitGate = RateLimitGate(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) -> any MarketsRepository {
    var stack = stack
    if var policy = stack.retrier?.policy {
      policy.statuses.remove(HTTPStatus.tooManyRequests.code)
      stack.retrier = RequestRetrier(policy: policy)
    }
    switch self {
    case .coinGecko(let api):
      let inner = transport.wrapped(in: [inspector(readsCode: false), gate])
      let client = APIClient(api: api, transport: inner, stack: stack, timeouts: timeouts)
      return CoinGeckoRepository(client: client, gate: gate, now: now)
    case .priceList(let api):
      let inner = transport.wrapped(in: [inspector(readsCode: true), gate])
      let client = APIClient(api: api, transport: inner, stack: stack, timeouts: timeouts)
      return PriceListRepository(client: client, gate: gate, now: now)
    }
  }

  /// As much as an endpoint takes.
  private func inspector(readsCode: Bool) -> AnswerInspector {
    AnswerInspector(readsCode: readsCode, sizeLimit: 16 << 20)
  }
}
