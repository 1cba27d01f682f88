import FeatureFlags
import FeatureFlagsTesting
import Foundation
import Testing

@Suite("Stored overrides")
struct OverrideTests {
  private func stored(_ store: InMemoryFlagOverrideStore) throws -> [String: FlagContent] { try store.load().values }

  @Test("stores an override in the flag's type, applies it immediately, and restores the default on removal")
  func setting() throws {
    let store = InMemoryFlagOverrideStore()
    let flags = FlagClient(catalog: try Flags.catalog(), sources: [], store: store)
    try flags.setOverride(text: "on", ofKey: "newSearch")
    try flags.setOverride(text: "25", ofKey: "http.maxRows")
    #expect(try stored(store) == ["newSearch": .boolean(true), "http.maxRows": .integer(25)])
    #expect(flags.value(of: Flags.newSearch))
    #expect(flags.value(of: Flags.limit) == 25)
    // The next run's client loads the stored value.
    let next = FlagClient(catalog: try Flags.catalog(), sources: [], store: store)
    #expect(next.snapshot().explanation(ofKey: "http.maxRows")?.deciding?.layer == .persisted)
    let explanation = try flags.removeOverride(ofKey: "newSearch")
    #expect(explanation?.value == .boolean(false))
    #expect(try stored(store)["newSearch"] == nil)
  }

  @Test("reports that a layer with higher precedence still determines the value")
  func overruled() throws {
    let catalog = try Flags.catalog()
    let flags = FlagClient(
      catalog: catalog,
      sources: [.commandLine(assignments: ["newSearch=off"])],
      store: InMemoryFlagOverrideStore()
    )
    let explanation = try flags.setOverride(text: "on", ofKey: "newSearch")
    #expect(explanation.deciding?.layer == .commandLine)
    #expect(explanation.value == .boolean(false))
  }

  @Test("rejects an override that can't be stored, explains the reason and changes nothing")
  func refusals() throws {
    let store = InMemoryFlagOverrideStore(FlagOverrides(values: ["gone": .integer(1)]))
    let flags = FlagClient(catalog: try Flags.catalog(), sources: [], store: store)
    func refusal(_ action: () throws(FlagOverrideError) -> Void) -> String? {
      do throws(FlagOverrideError) {
        try action()
        return nil
      } catch {
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
      refusal { () throws(FlagOverrideError) in try flags.setOverride(text: "many", ofKey: "http.maxRows") }
        == "The flag 'http.maxRows' cannot be \"many\": expected a whole number."
    )
    store.fail(with: Refusal())
    #expect(
      refusal { () throws(FlagOverrideError) in try flags.setOverride(text: "on", ofKey: "newSearch") }
        == "The flag \"newSearch\" could not be stored: The disk is full."
    )
    #expect(!flags.value(of: Flags.newSearch))
    store.fail(with: nil)
    // A stored value for a flag that is no longer declared causes a warning and can be removed.
    #expect(flags.warnings.map(\.description) == ["gone (stored) doesn't match any flag. Remove it."])
    #expect(try flags.removeOverride(ofKey: "gone") == nil)
    #expect(flags.warnings.isEmpty)
    let without = FlagClient(catalog: try Flags.catalog(), sources: [])
    #expect(
      refusal { () throws(FlagOverrideError) in try without.setOverride(text: "on", ofKey: "newSearch") }
        == "The flag \"newSearch\" cannot be changed, because this program stores no flags. Set it in a source with higher precedence."
    )
  }

  @Test("warns if the override store can't be loaded")
  func loading() throws {
    let store = InMemoryFlagOverrideStore()
    store.fail(with: Refusal())
    let flags = FlagClient(catalog: try Flags.catalog(), sources: [], store: store)
    #expect(flags.warnings.map(\.description) == ["The stored flags cannot be loaded: The disk is full."])
    store.fail(with: nil)
    try flags.setOverride(text: "on", ofKey: "newSearch")
    #expect(flags.warnings.isEmpty)
  }

  @Test("encodes overrides as one plain object and rejects unsupported content when decoding")
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
}
