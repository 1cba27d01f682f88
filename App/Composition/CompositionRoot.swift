import Basics
import CommandLine
import DependencyInjection
import FeatureFlags
import FetchCounter
import Foundation
import Markets
import Networking
import Portfolio
import SampleServices

/// The program's dependencies, each created when it is first needed.
///
/// Only code in this directory uses the container.
@MainActor
final class CompositionRoot {
  let configuration: Configuration
  let console: Console
  let log: Log
  let system: SystemDependencies
  private let container: Container

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
    let inputs = CompositionInputs(
      invocation: invocation,
      configuration: configuration,
      console: console,
      log: log,
      system: system
    )
    var builder = ContainerBuilder()
    inputs.registerTransports(in: &builder)
    inputs.registerMiddleware(in: &builder)
    inputs.registerFlags(in: &builder)
    inputs.registerCounter(in: &builder)
    inputs.registerMarkets(in: &builder)
    do {
      container = try builder.build()
    } catch {
      fatalError("The program's components are inconsistent:\n\(error)")
    }
  }

  func resolve<Value: Sendable>(_ key: DependencyKey<Value>) throws(CommandFailure) -> Value {
    do {
      return try container.resolve(key)
    } catch {
      guard case .factoryFailed(_, let cause) = error else { fatalError("\(error)") }
      throw CommandFailure(cause)
    }
  }
}

enum Keys {
  static let systemTransport = DependencyKey<Lazy<any Transport, NetworkError>>("systemTransport")
  static let transport = DependencyKey<any Transport>("transport")
  static let cache = DependencyKey<HTTPCache>("cache")
  static let middleware = DependencyKey<SharedMiddleware>("middleware")
  static let flags = DependencyKey<FlagClient>("flags")
  static let counterService = DependencyKey<any CounterServiceProviding>("counterService")
  /// The lock that makes fetches and checks of the counter service run one at a time.
  static let fetchTurn = DependencyKey<FetchTurn>("fetchTurn")
  static let fetchCountStore = DependencyKey<FetchCountStore>("fetchCountStore")
  static let marketsRepository = DependencyKey<any MarketsRepository>("marketsRepository")
  static let keylessMarketsRepository = DependencyKey<any MarketsRepository>("keylessMarketsRepository")
  /// The user's setting for how long prices count as fresh, which the settings screen can change.
  static let freshness = DependencyKey<Locked<Freshness.Rule>>("freshness")
  static let quotes = DependencyKey<QuoteStore>("quotes")
  static let coinIdentities = DependencyKey<CoinIdentityStore>("coinIdentities")
  static let ledger = DependencyKey<any LedgerStoring>("ledger")
  static let alerts = DependencyKey<any AlertStoring>("alerts")
}

struct CompositionInputs: Sendable {
  let invocation: Invocation
  let configuration: Configuration
  let console: Console
  let log: Log
  let system: SystemDependencies
}

/// The system's clock and the built-in services, which tests can replace.
struct SystemDependencies: Sendable {
  var now: @Sendable () -> Date = { Date() }
  var clock: any Clock<Duration> = ContinuousClock()
  var calendar: @Sendable () -> Calendar = { .autoupdatingCurrent }
  var makeSampleServices: @Sendable () -> SampleServices = { SampleServices() }
}
