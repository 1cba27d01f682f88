import Components
import DependencyInjection
import FetchCounter
import Networking
import Persistence

extension CompositionInputs {
  func registerCounter(in builder: inout ContainerBuilder) {
    builder.register(
      Keys.counterService,
      needs: Keys.transport,
      Keys.middleware
    ) { [configuration] transport, shared in
      let client = APIClient(
        api: CounterAPI(baseURL: try configuration.resolved(Settings.counterURL)?.value ?? SampleServicesTransport.url),
        transport: transport,
        // The service refuses paths that lead elsewhere, so redirects must not lead elsewhere either.
        middleware: shared.middlewareForEffects,
        timeouts: try configuration.timeouts()
      )
      return CounterServiceProvider(client: client)
    }
    builder.register(Keys.fetchCountStore) { [configuration] in
      FetchCountStore(in: try configuration.dataStorage())
    }
  }
}

extension CompositionRoot {
  func fetchResponseCode() throws(CommandFailure) -> FetchResponseCode {
    FetchResponseCode(
      service: try resolve(Keys.counterService),
      store: try resolve(Keys.fetchCountStore),
      now: system.now,
      clock: system.clock
    )
  }

  func counterCoordinator(effects: any ScreenEffects) throws(CommandFailure) -> FetchCounterCoordinator {
    FetchCounterCoordinator(
      fetchResponseCode: try fetchResponseCode(),
      store: try resolve(Keys.fetchCountStore),
      effects: effects,
      calendar: system.calendar()
    )
  }
}
