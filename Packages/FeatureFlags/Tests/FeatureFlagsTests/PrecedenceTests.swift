import FeatureFlags
import FeatureFlagsTesting
import Foundation
import Testing

@Suite("Layer precedence")
struct PrecedenceTests {
  @Test("uses the value from the highest layer that has a value, for every combination of layers")
  func allSets() throws {
    // Given: every subset of the layers, in an order that differs from their precedence
    for bits in 0..<16 {
      let speaking = FlagLayer.allCases.filter { bits & (1 << $0.rawValue) != 0 }
      let flags = try client(
        FlagLayer.allCases.reversed().map { layer in
          (layer, speaking.contains(layer) ? ["http.maxRows": .integer(100 + layer.rawValue)] : [:])
        }
      )
      // When: the flag is read
      let value = flags.value(of: Flags.limit)
      // Then: the highest layer determines the value, and the explanation includes all other layers
      if let winner = speaking.first {
        #expect(value == 100 + winner.rawValue)
      } else {
        #expect(value == 10)
      }
      let explanation = try #require(flags.snapshot().explanation(ofKey: Flags.limit.key))
      #expect(explanation.answers.map(\.layer) == FlagLayer.allCases)
      #expect(explanation.deciding?.layer == speaking.first)
      for answer in explanation.answers {
        let content = FlagContent.integer(100 + answer.layer.rawValue)
        let expected: FlagAnswer.Verdict =
          if answer.layer == speaking.first {
            .decides(content)
          } else if speaking.contains(answer.layer) {
            .overruled(content)
          } else {
            .silent
          }
        #expect(answer.verdict == expected)
      }
    }
  }

  @Test("reads a command line value after the first equals sign, even if it is empty", arguments: ["", "a=b", "="])
  func commandLineValue(text: String) throws {
    let flags = FlagClient(catalog: try Flags.catalog(), sources: [.commandLine(assignments: ["title=\(text)"])])
    #expect(flags.value(of: Flags.title) == text)
    #expect(flags.warnings.isEmpty)
  }

  @Test("prefers the first of two sources in the same layer")
  func sameLayer() throws {
    let flags = FlagClient(
      catalog: try Flags.catalog(),
      sources: [
        FlagSource(layer: .overrideFile, name: "one", values: ["title": .string("first")]),
        FlagSource(
          layer: .overrideFile,
          name: "two",
          values: ["title": .string("second"), "http.maxRows": .integer(2)]
        ),
      ]
    )
    #expect(flags.value(of: Flags.title) == "first")
    #expect(flags.value(of: Flags.limit) == 2)
    #expect(flags.snapshot().explanation(ofKey: "title")?.deciding?.source == "one")
  }

  @Test("skips and reports invalid flag values, and continues with the next layer")
  func malformed() throws {
    let flags = try client([
      (.commandLine, ["newSearch": .text("maybe")]),
      (.overrideFile, ["newSearch": .string("true")]),
      (.persisted, ["newSearch": .boolean(true)]),
    ])
    #expect(flags.value(of: Flags.newSearch))
    #expect(flags.snapshot().explanation(ofKey: "newSearch")?.deciding?.layer == .persisted)
    #expect(
      flags.warnings.map(\.description) == [
        "newSearch (memory) sets the flag 'newSearch' to \"maybe\": "
          + "expected true or false (as text also on, off, yes, no, 1, 0). The value was ignored.",
        "newSearch (memory) sets the flag 'newSearch' to \"true\": "
          + "expected true or false (as text also on, off, yes, no, 1, 0). The value was ignored.",
      ]
    )
  }

  @Test("explains a flag's value in readable text")
  func text() throws {
    let catalog = try Flags.catalog()
    let flags = FlagClient(
      catalog: catalog,
      sources: [
        .commandLine(assignments: ["newSearch=maybe"]),
        .environment(prefix: "TOOL_FLAG_", environment: ["TOOL_FLAG_NEW_SEARCH": "on"], catalog: catalog),
        .file(path: "flags.json", contents: Data(#"{"newSearch": false}"#.utf8)),
      ],
      store: InMemoryFlagOverrideStore()
    )
    #expect(
      flags.snapshot().explanation(ofKey: "newSearch")?.description == """
        newSearch = true, set by TOOL_FLAG_NEW_SEARCH (environment)
          command line   "maybe"  ignored: expected true or false (as text also on, off, yes, no, 1, 0)
          environment    true     applies
          override file  false    overridden
          stored         -        not set
          default        false    overridden
        """
    )
    #expect(
      flags.snapshot().explanation(ofKey: "title")?.description.hasPrefix("title = \"Search\", the default\n") == true
    )
  }

  @Test("returns the default for a flag that isn't in the catalog, even if a flag of another type has the same key")
  func undeclared() throws {
    let flags = try client([(.persisted, ["oldLayout": .boolean(false), "newSearch": .boolean(true)])])
    #expect(flags.value(of: Flags.old))
    #expect(flags.snapshot().explanation(ofKey: "oldLayout") == nil)
    let impostor = FeatureFlag("newSearch", default: 7, description: "The same key.", owner: "other team")
    #expect(flags.value(of: impostor) == 7)
    // Declaring the same flag again gives an equal flag.
    let twin = FeatureFlag("newSearch", default: false, description: "The same flag.", owner: "search team")
    #expect(flags.value(of: twin))
  }
}
