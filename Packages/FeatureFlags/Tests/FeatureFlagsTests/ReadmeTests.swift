import FeatureFlags
import FeatureFlagsTesting
import Testing

@Suite("README example")
struct ReadmeTests {
  enum Flags {
    static let newSearch = FeatureFlag(
      "newSearch",
      default: false,
      description: "Searches with the index.",
      owner: "search team"
    )
  }

  @Test("runs the README example for feature flags")
  func example() throws {
    let arguments = ["newSearch=maybe"]
    let environment = ["TOOL_FLAG_NEW_SEARCH": "on"]

    let catalog = try FlagCatalog(declarations: [Flags.newSearch.declaration])
    let flags = FlagClient(
      catalog: catalog,
      sources: [
        .commandLine(assignments: arguments),
        .environment(prefix: "TOOL_FLAG_", environment: environment, catalog: catalog),
      ]
    )

    let snapshot = flags.snapshot()
    #expect(snapshot.value(of: Flags.newSearch))
    #expect(
      snapshot.explanation(ofKey: "newSearch")?.description == """
        newSearch = true, set by TOOL_FLAG_NEW_SEARCH (environment)
          command line  "maybe"  ignored: expected true or false (as text also on, off, yes, no, 1, 0)
          environment   true     applies
          default       false    overridden
        """
    )

    let test = FlagClient(catalog: catalog, sources: [], store: InMemoryFlagOverrideStore())
    try test.setOverride(text: "on", ofKey: "newSearch")
    #expect(test.value(of: Flags.newSearch))
  }
}
