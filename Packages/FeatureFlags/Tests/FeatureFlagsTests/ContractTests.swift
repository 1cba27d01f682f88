import FeatureFlags
import FeatureFlagsTesting
import Foundation
import Testing

@Suite("The contract of providers", .timeLimit(.minutes(2)))
struct ContractTests {
  private static func content(_ values: FlagProviderContract.Values) -> [String: FlagContent] {
    values.mapValues { text in
      Bool(text).map(FlagContent.boolean) ?? Int(text).map(FlagContent.integer) ?? Double(text).map(FlagContent.number)
        ?? .string(text)
    }
  }

  @Test("The provider in memory keeps it")
  func memory() async throws {
    try await FlagProviderContract(
      makeProvider: { InMemoryFlagProvider(values: Self.content($0)) },
      change: { provider, values in
        try #require(provider as? InMemoryFlagProvider).replace(with: FlagReading(values: Self.content(values)))
      }
    ).run()
  }

  @Test("The command line keeps it")
  func commandLine() async throws {
    try await FlagProviderContract(makeProvider: { values in
      CommandLineFlagProvider(assignments: values.map { "\($0)=\($1)" })
    }).run()
  }

  @Test("The environment keeps it")
  func environment() async throws {
    try await FlagProviderContract(makeProvider: { values in
      let catalog = FlagProviderContract.catalog
      let namer = EnvironmentFlagProvider(prefix: "X_", environment: [:], catalog: catalog)
      let variables = Dictionary(uniqueKeysWithValues: values.map { (namer.spelling(of: $0), $1) })
      return EnvironmentFlagProvider(prefix: "X_", environment: variables, catalog: catalog)
    }).run()
  }

  @Test("The stored flags keep it")
  func persisted() async throws {
    let stores = Collected<(PersistedFlagProvider, InMemoryFlagOverrideStore)>()
    try await FlagProviderContract(
      makeProvider: { values in
        let store = InMemoryFlagOverrideStore(FlagOverrides(values: Self.content(values)))
        let provider = PersistedFlagProvider(store: store)
        stores.append((provider, store))
        return provider
      },
      change: { provider, values in
        let (persisted, store) = try #require(stores.values.first { $0.0 === provider as? PersistedFlagProvider })
        try store.update { $0.values = Self.content(values) }
        persisted.reload()
      }
    ).run()
  }

  @Test("The remote flags keep it")
  func remote() async throws {
    try await FlagProviderContract(
      makeProvider: { values in
        let provider = RemoteFlagProvider()
        if !values.isEmpty { provider.accept(Self.content(values)) }
        return provider
      },
      change: { provider, values in
        try #require(provider as? RemoteFlagProvider).accept(Self.content(values))
      }
    ).run()
  }

  @Test("The override file keeps it")
  func file() async throws {
    let files = Collected<(FileFlagProvider, InMemoryFlagOverrideStore)>()
    try await FlagProviderContract(
      makeProvider: { values in
        let store = InMemoryFlagOverrideStore(FlagOverrides(values: Self.content(values)))
        let provider = FileFlagProvider(path: "flags.json") { _ in try JSONEncoder().encode(store.load()) }
        files.append((provider, store))
        return provider
      },
      change: { provider, values in
        let (file, store) = try #require(files.values.first { $0.0 === provider as? FileFlagProvider })
        try store.update { $0.values = Self.content(values) }
        file.reload()
      }
    ).run()
  }

  /// A provider that breaks one rule.
  private final class Broken: FlagProvider {
    enum Fault: CaseIterable { case lies, isDeaf, neverForgets, hidesUnknownKeys }

    let layer = FlagLayer.remote
    let name = "broken"
    let fault: Fault
    let inner: InMemoryFlagProvider
    let kept = Collected<FlagObservation>()

    init(_ fault: Fault, _ values: [String: FlagContent]) {
      self.fault = fault
      inner = InMemoryFlagProvider(values: values)
    }

    func reading() -> FlagReading {
      var reading = inner.reading()
      if fault == .lies, reading.values["contractCount"] != nil { reading.values["contractCount"] = .integer(99) }
      if fault == .hidesUnknownKeys {
        reading.values = reading.values.filter { FlagProviderContract.catalog[$0.key] != nil }
      }
      return reading
    }

    func observe(_ onChange: @escaping @Sendable () -> Void) -> FlagObservation {
      switch fault {
      case .isDeaf: return FlagObservation {}
      case .neverForgets:
        kept.append(inner.observe(onChange))
        return FlagObservation {}
      case .lies, .hidesUnknownKeys: return inner.observe(onChange)
      }
    }
  }

  @Test("A provider that breaks a rule is found out", arguments: 0..<4)
  func broken(fault: Int) async throws {
    let contract = FlagProviderContract(
      makeProvider: { Broken(Broken.Fault.allCases[fault], Self.content($0)) },
      change: { provider, values in
        try #require(provider as? Broken).inner.replace(with: FlagReading(values: Self.content(values)))
      }
    )
    #expect(try await !contract.brokenRules().isEmpty)
  }
}
