import DependencyInjection
import FeatureFlags
import FetchCounter
import Foundation
import Markets
import Networking
import Portfolio
import SampleServices

/// What the container holds, by name and type.
enum Keys {
  static let sampleServices = DependencyKey<SampleServices>("sampleServices")
  /// What really sends; made late, by way of `transport`.
  static let systemTransport = DependencyKey<any Transport>("systemTransport")
  static let transport = DependencyKey<any Transport>("transport")
  static let cache = DependencyKey<HTTPCache>("cache")
  static let middleware = DependencyKey<SharedMiddleware>("middleware")
  static let counterClient = DependencyKey<any NetworkClient<CounterAPI>>("counterClient")
  static let counterService = DependencyKey<any CounterServiceProviding>("counterService")
  static let fetchCountStore = DependencyKey<FetchCountStore>("fetchCountStore")
  static let marketsRepository = DependencyKey<any MarketsRepository>("marketsRepository")
  static let ledger = DependencyKey<any LedgerStoring>("ledger")
  static let alerts = DependencyKey<any AlertStoring>("alerts")
  static let flags = DependencyKey<FlagClient>("flags")
}
