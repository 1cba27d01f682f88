import Foundation
import NetworkingTesting

@testable import Markets
@testable import Portfolio

@MainActor
func makeRefresher(
  _ repository: any MarketsRepository,
  alerts: any AlertStoring,
  quotes: QuoteStore = QuoteStore(),
  interval: Duration = .seconds(60),
  isOn: Bool = true,
  effects: FakeEffects,
  save: @escaping @MainActor (Bool) throws -> Void = { _ in },
  clock: TestClock = TestClock(date: FakeRepository.date)
) -> PriceRefresher {
  let refresher = PriceRefresher(
    alerts: AlertChecker(
      store: alerts,
      repository: QuotingRepository(
        repository,
        store: quotes,
        rule: { .automatic },
        plan: .free,
        budget: nil,
        now: { clock.date }
      )
    ),
    quotes: quotes,
    freshness: { repository.capabilities.refreshInterval },
    interval: interval,
    isOn: isOn,
    save: save,
    clock: clock,
    now: { clock.date }
  )
  refresher.effects = effects
  return refresher
}
