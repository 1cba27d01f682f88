import DependencyInjection
import FeatureFlags
import FetchCounter
import Foundation
import LoopbackServer
import Markets
import Networking
import Portfolio
import SampleServices

/// Builds what a command needs, and only that: a command that sends nothing loads no transport and starts no server.
///
/// The only place that sees the container; features get what they need in their initialisers.
@MainActor
final class CompositionRoot {
  let configuration: Configuration
  let console: Console
  let log: Log
  /// The clocks, and the services inside the program.
  let system: SystemDependencies
  private let container: Container

  /// Registers everything; nothing is made before it is asked for.
  init(
    _ invocation: Invocation,
    configuration: Configuration,
    console: Console,
    log: Log,
    system: SystemDependencies = SystemDependencies()
  ) {
    self.system = system
    self.configuration = configuration
    self.console = console
    self.log = log
    var builder = ContainerBuilder()
    Self.registerNetwork(
      in: &builder,
      invocation: invocation,
      configuration: configuration,
      log: log,
      secrets: console.output.secrets,
      system: system
    )
    Self.registerStores(in: &builder, invocation: invocation, configuration: configuration, system: system) {
      console.inform("Warning: \($0)")
    }
    do {
      container = try builder.build()
    } catch {
      fatalError("The parts of the program don't fit together:\n\(error)")
    }
  }

  /// A part of the program.
  func resolve<Value: Sendable>(_ key: DependencyKey<Value>) throws(CommandFailure) -> Value {
    do {
      return try container.resolve(key)
    } catch {
      guard case .factoryFailed(_, let cause) = error else { fatalError("\(error)") }
      throw CommandFailure(cause)
    }
  }

  /// The counter feature's use case.
  func fetchResponseCode() throws(CommandFailure) -> FetchResponseCode {
    FetchResponseCode(
      service: try resolve(Keys.counterService),
      store: try resolve(Keys.fetchCountStore),
      now: system.now,
      clock: system.clock
    )
  }

  /// What the commands of the markets are made with.
  func marketsCommandContext() throws(CommandFailure) -> MarketsCommandContext {
    let repository = try resolve(Keys.marketsRepository)
    return MarketsCommandContext(
      console: console,
      root: self,
      repository: repository,
      currency: try MarketsParts.currency(configuration, repository.capabilities),
      includesEUR: try resolve(Keys.flags).value(of: Flags.supportEUR)
    )
  }

  // MARK: Registrations

  private static func registerNetwork(
    in builder: inout ContainerBuilder,
    invocation: Invocation,
    configuration: Configuration,
    log: Log,
    secrets: KnownSecrets,
    system: SystemDependencies
  ) {
    let isOffline = invocation[.offline]
    let isRefreshing = invocation[.refresh]
    builder.register(Keys.sampleServices, scope: .singleton) { try system.makeSampleServices() }
    builder.register(Keys.systemTransport, scope: .singleton) { try SystemTransport.make() }
    builder.register(
      Keys.transport,
      scope: .singleton,
      needs: Keys.systemTransport.deferred,
      Keys.sampleServices.deferred
    ) { system, samples in
      let transport = SampleServicesTransport(base: DeferredTransport(transport: system)) {
        do throws(ResolutionError) { return try samples.resolve() } catch { throw error.rootCause }
      }
      return SecretRedactingTransport(base: transport, secrets: secrets)
    }
    builder.register(Keys.cache, scope: .singleton) {
      let folder = try configuration.cacheFolder().map { URL(filePath: $0, directoryHint: .isDirectory) }
      let cache = HTTPCache(
        configuration: .init(
          folder: folder?.appending(path: "http", directoryHint: .isDirectory),
          sizeLimit: try configuration.value(Settings.cacheSize),
          name: "fetch-counter"
        ),
        now: system.now
      )
      cache.isOffline = isOffline
      return cache
    }
    builder.register(Keys.middleware, scope: .singleton, needs: Keys.cache) { cache in
      SharedMiddleware(cache: cache, isRefreshing: isRefreshing, logger: log.requestLogger(), system: system)
    }
    builder.register(
      Keys.counterClient,
      scope: .singleton,
      needs: Keys.transport,
      Keys.middleware
    ) { transport, shared in
      APIClient(
        api: CounterAPI(baseURL: try configuration.resolved(Settings.counterURL)?.value ?? SampleServicesTransport.url),
        transport: transport,
        // A path that leads elsewhere is refused, so a redirect must not do the same.
        middleware: shared.middlewareForEffects,
        timeouts: try configuration.timeouts()
      )
    }
    builder.register(
      Keys.marketsRepository,
      scope: .singleton,
      needs: Keys.transport,
      Keys.middleware
    ) { transport, shared in
      try MarketsParts.repository(configuration, transport: transport, shared: shared, now: system.now)
    }
    builder.register(Keys.counterService, scope: .singleton, needs: Keys.counterClient) { client in
      CounterServiceProvider(client: client)
    }
  }

  private static func registerStores(
    in builder: inout ContainerBuilder,
    invocation: Invocation,
    configuration: Configuration,
    system: SystemDependencies,
    warn: @escaping @Sendable (String) -> Void
  ) {
    let assignments = invocation[.flag].map(\.text)
    builder.register(Keys.fetchCountStore, scope: .singleton) {
      FetchCountStore(folder: try configuration.dataFolder(), writtenBy: ProgramVersion.identification)
    }
    builder.register(Keys.ledger, scope: .singleton) {
      FileLedger(path: try configuration.dataFolder() + "/ledger.jsonl", now: system.now)
    }
    builder.register(Keys.alerts, scope: .singleton) {
      FileAlertStore(
        path: try configuration.dataFolder() + "/alerts.json",
        writtenBy: ProgramVersion.identification,
        now: system.now
      )
    }
    builder.register(Keys.flags, scope: .singleton) {
      let client = try Flags.client(assignments: assignments, configuration: configuration)
      for warning in client.warnings { warn("\(warning)") }
      return client
    }
  }
}
