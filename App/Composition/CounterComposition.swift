import Components
import DependencyInjection
import FetchCounter
import Foundation
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
        // Paths to another origin are rejected, so redirects to another origin must be rejected as well.
        middleware: shared.middlewareForEffects,
        timeouts: try configuration.timeouts()
      )
      return CounterServiceProvider(client: client)
    }
    builder.register(Keys.fetchTurn) { FetchTurn() }
    builder.register(Keys.fetchCountStore) { [configuration] in
      FetchCountStore(
        in: PersistedStorage(
          folder: try configuration.dataFolder(of: .counter),
          writtenBy: ProgramVersion.identification
        )
      )
    }
  }
}

extension CompositionRoot {
  func fetchResponseCode() throws(CommandFailure) -> FetchResponseCode {
    FetchResponseCode(
      service: try resolve(Keys.counterService),
      store: try resolve(Keys.fetchCountStore),
      turn: try resolve(Keys.fetchTurn),
      now: system.now,
      clock: system.clock,
      timeZone: { [calendar = system.calendar] in calendar().timeZone }
    )
  }

  func counterCoordinator(effects: any ScreenEffects) throws(CommandFailure) -> FetchCounterCoordinator {
    FetchCounterCoordinator(
      fetchResponseCode: try fetchResponseCode(),
      store: try resolve(Keys.fetchCountStore),
      effects: effects,
      now: system.now,
      calendar: system.calendar
    )
  }

  func welcome(_ keys: KeyAssignments) throws(CommandFailure) -> [String] {
    func key(_ key: Character) -> KeyPress { keys.replacements[.character(key)] ?? .character(key) }
    var builtIn: [String] = []
    for service in ConfiguredService.allCases where try configuration.isSample(service) {
      builtIn.append(service.rawValue)
    }
    let sampleData = [
      "The sample data for \(Self.list(builtIn)) comes from services inside the program. Nothing is sent over the network.",
      "To connect the public services or your own, press \(key("q")), and run fetch-counter setup.",
    ]
    return (builtIn.isEmpty ? [] : sampleData) + [
      "Press \(key("0")) for the dashboard, \(key(":")) for all commands and \(key("?")) for help."
    ]
  }

  private static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}
