import FeatureFlags
import FeatureFlagsTesting
import Foundation
import Testing

@Suite("Stored overrides")
struct OverrideTests {
  private func stored(_ store: InMemoryFlagOverrideStore) throws -> [String: FlagContent] { try store.load().values }

  @Test("Setting stores the value in the flag's type and holds at once; removing brings the default back")
  func setting() throws {
    let store = InMemoryFlagOverrideStore()
    let flags = FlagClient(catalog: try Flags.catalog(), providers: [PersistedFlagProvider(store: store)])
    try flags.setOverride(true, of: Flags.newSearch)
    try flags.setOverride(text: "25", ofKey: "http.maxRows")
    try flags.setOverride(text: "date", ofKey: "order")
    #expect(try stored(store) == ["newSearch": .boolean(true), "http.maxRows": .integer(25), "order": .string("date")])
    #expect(flags.value(of: Flags.newSearch))
    #expect(flags.value(of: Flags.limit) == 25)
    #expect(flags.value(of: Flags.order) == .date)
    // A client of the next run finds them.
    let next = FlagClient(catalog: try Flags.catalog(), providers: [PersistedFlagProvider(store: store)])
    #expect(next.details(of: Flags.limit).reason == .decided(.persisted))
    let explanation = try flags.removeOverride(ofKey: "newSearch")
    #expect(explanation?.value == .boolean(false))
    #expect(try stored(store)["newSearch"] == nil)
  }

  @Test("Setting tells when a higher layer decides nevertheless")
  func overruled() throws {
    let catalog = try Flags.catalog()
    let flags = FlagClient(
      catalog: catalog,
      providers: [
        PersistedFlagProvider(store: InMemoryFlagOverrideStore()),
        CommandLineFlagProvider(assignments: ["newSearch=off"]),
      ]
    )
    let explanation = try flags.setOverride(text: "on", ofKey: "newSearch")
    #expect(explanation.deciding?.layer == .commandLine)
    #expect(explanation.value == .boolean(false))
  }

  @Test("What can't be stored is refused with a sentence and changes nothing")
  func refusals() throws {
    let store = InMemoryFlagOverrideStore(FlagOverrides(values: ["gone": .integer(1)]))
    let flags = FlagClient(catalog: try Flags.catalog(), providers: [PersistedFlagProvider(store: store)])
    func refusal(_ action: () throws(FlagOverrideError) -> Void) -> String? {
      do throws(FlagOverrideError) {
        try action()
        return nil
      } catch {
        #expect(error.localizedDescription == error.description)
        return error.description
      }
    }
    #expect(
      refusal { () throws(FlagOverrideError) in try flags.setOverride(text: "on", ofKey: "newSerch") }
        == "There is no flag \"newSerch\". Did you mean 'newSearch'?"
    )
    #expect(
      refusal { () throws(FlagOverrideError) in try flags.removeOverride(ofKey: "zzz") }
        == "There is no flag \"zzz\". List the flags to see their names."
    )
    #expect(
      refusal { () throws(FlagOverrideError) in try flags.setOverride(text: "2026", ofKey: "order") }
        == "The flag 'order' cannot be \"2026\": expected one of name, date."
    )
    #expect(
      refusal { () throws(FlagOverrideError) in try flags.setOverride(.infinity, of: Flags.ratio) }
        == "The flag 'ratio' cannot be inf: expected a number."
    )
    store.fail(with: Refusal())
    #expect(
      refusal { () throws(FlagOverrideError) in try flags.setOverride(true, of: Flags.newSearch) }
        == "The flag \"newSearch\" could not be stored: The disk is full."
    )
    #expect(!flags.value(of: Flags.newSearch))
    store.fail(with: nil)
    // What is stored for a flag that is no longer declared is warned about and can be removed.
    #expect(flags.warnings.map(\.description) == ["gone (stored) names no flag. Remove it."])
    #expect(try flags.removeOverride(ofKey: "gone") == nil)
    #expect(flags.warnings.isEmpty)
    let without = FlagClient(catalog: try Flags.catalog(), providers: [])
    #expect(
      refusal { () throws(FlagOverrideError) in try without.setOverride(true, of: Flags.newSearch) }
        == "The flag \"newSearch\" cannot be changed, because this program stores no flags. Set it in a higher layer."
    )
  }

  @Test("A store that can't be loaded is a warning; what others stored is seen after loading again")
  func loading() throws {
    let store = InMemoryFlagOverrideStore()
    store.fail(with: Refusal())
    let provider = PersistedFlagProvider(store: store)
    let flags = FlagClient(catalog: try Flags.catalog(), providers: [provider])
    #expect(flags.warnings.map(\.description) == ["The stored flags cannot be loaded: The disk is full."])
    store.fail(with: nil)
    try store.update { $0.values["newSearch"] = .boolean(true) }
    provider.reload()
    #expect(flags.value(of: Flags.newSearch))
    #expect(flags.warnings.isEmpty)
  }

  @Test("Overrides are encoded as one plain object, and what can't be kept is not decoded")
  func coding() throws {
    let overrides = FlagOverrides(values: ["a": .boolean(true), "b": .integer(3), "c": .number(0.5), "d": .string("x")])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(overrides)
    #expect(String(decoding: data, as: UTF8.self) == #"{"a":true,"b":3,"c":0.5,"d":"x"}"#)
    #expect(try JSONDecoder().decode(FlagOverrides.self, from: data) == overrides)
    for text in [#"{"a": null}"#, #"{"a": [1]}"#, #"{"a": {}}"#, "[]", "1"] {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(FlagOverrides.self, from: Data(text.utf8)) }
    }
    #expect(throws: EncodingError.self) { try encoder.encode(FlagOverrides(values: ["a": .unsupported("null")])) }
  }

  @Test("What a service says is kept when it can no longer be asked")
  func remote() throws {
    let provider = RemoteFlagProvider(name: "service")
    let flags = FlagClient(catalog: try Flags.catalog(), providers: [provider])
    provider.accept(["newSearch": .boolean(true)])
    #expect(flags.details(of: Flags.newSearch).reason == .decided(.remote))
    provider.fail("It could not be reached.")
    #expect(flags.value(of: Flags.newSearch))
    #expect(flags.warnings.map(\.description) == ["service: It could not be reached."])
    provider.accept([:])
    #expect(flags.warnings.isEmpty)
    #expect(!flags.value(of: Flags.newSearch))
  }
}
