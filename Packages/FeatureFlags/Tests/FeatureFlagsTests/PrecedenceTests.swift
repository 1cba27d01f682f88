import FeatureFlags
import FeatureFlagsTesting
import Testing

@Suite("Precedence of layers")
struct PrecedenceTests {
  @Test("The highest layer that says something decides, for every set of layers that do")
  func allSets() throws {
    // Given every subset of the layers, in an order that is not that of precedence
    for bits in 0..<32 {
      let speaking = FlagLayer.allCases.filter { bits & (1 << $0.rawValue) != 0 }
      let flags = try client(
        FlagLayer.allCases.reversed().map { layer in
          (layer, speaking.contains(layer) ? ["http.maxRows": .integer(100 + layer.rawValue)] : [:])
        }
      )
      // When the flag is read
      let details = flags.details(of: Flags.limit)
      // Then the highest one decides, and the explanation names all others.
      if let winner = speaking.first {
        #expect(details.value == 100 + winner.rawValue)
        #expect(details.reason == .decided(winner))
      } else {
        #expect(details.value == 10)
        #expect(details.reason == .defaultValue)
      }
      let explanation = flags.explain(Flags.limit)
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

  @Test("Of two providers in one layer the first decides")
  func sameLayer() throws {
    let flags = FlagClient(
      catalog: try Flags.catalog(),
      providers: [
        InMemoryFlagProvider(layer: .overrideFile, name: "one", values: ["title": .string("first")]),
        InMemoryFlagProvider(
          layer: .overrideFile,
          name: "two",
          values: ["title": .string("second"), "ratio": .number(2)]
        ),
      ]
    )
    #expect(flags.value(of: Flags.title) == "first")
    #expect(flags.value(of: Flags.ratio) == 2)
    #expect(flags.explain(Flags.title).deciding?.provider == "one")
  }

  @Test("What doesn't fit is passed over and told, and the next layer decides")
  func malformed() throws {
    let flags = try client([
      (.commandLine, ["newSearch": .text("maybe")]),
      (.overrideFile, ["newSearch": .string("true")]),
      (.persisted, ["newSearch": .boolean(true)]),
    ])
    let details = flags.details(of: Flags.newSearch)
    #expect(details.value)
    #expect(details.reason == .decided(.persisted))
    #expect(details.malformed.map(\.layer) == [.commandLine, .overrideFile])
    #expect(
      flags.warnings.map(\.description) == [
        "newSearch (memory) says \"maybe\" about the flag 'newSearch': "
          + "expected true or false (as text also on, off, yes, no, 1, 0). It was passed over.",
        "newSearch (memory) says \"true\" about the flag 'newSearch': "
          + "expected true or false (as text also on, off, yes, no, 1, 0). It was passed over.",
      ]
    )
  }

  @Test("A malformed value doesn't turn a flag off whose default is on")
  func malformedDefault() throws {
    let catalog = try FlagCatalog(Flags.old)
    let provider = InMemoryFlagProvider(values: ["oldLayout": .text("")])
    let flags = FlagClient(catalog: catalog, providers: [provider], today: { CalendarDay(2026, 1, 31) })
    #expect(flags.value(of: Flags.old))
    #expect(flags.details(of: Flags.old).reason == .defaultValue)
  }

  @Test("An explanation can be read by people")
  func text() throws {
    let catalog = try Flags.catalog()
    let flags = FlagClient(
      catalog: catalog,
      providers: [
        CommandLineFlagProvider(assignments: ["newSearch=maybe"]),
        EnvironmentFlagProvider(prefix: "TOOL_FLAG_", environment: ["TOOL_FLAG_NEW_SEARCH": "on"], catalog: catalog),
        InMemoryFlagProvider(layer: .overrideFile, values: ["newSearch": .boolean(false)]),
        PersistedFlagProvider(store: InMemoryFlagOverrideStore()),
      ]
    )
    #expect(
      flags.explain(Flags.newSearch).description == """
        newSearch = true, decided by environment: TOOL_FLAG_NEW_SEARCH
          command line   "maybe"  passed over: expected true or false (as text also on, off, yes, no, 1, 0)
          environment    true     decides
          override file  false    overruled
          stored         -        says nothing
          default        false    overruled
        """
    )
    #expect(flags.explain(Flags.title).description.hasPrefix("title = \"Search\", the default\n"))
  }

  @Test("A flag that is not in the catalogue has its default and says so; so has one of the same key and another type")
  func undeclared() throws {
    let flags = try client([(.remote, ["oldLayout": .boolean(false), "newSearch": .boolean(true)])])
    #expect(flags.details(of: Flags.old).reason == .undeclared)
    #expect(flags.value(of: Flags.old))
    #expect(flags.explain(Flags.old).answers.isEmpty)
    let impostor = FeatureFlag("newSearch", default: 7, description: "The same key.", owner: "nobody")
    #expect(flags.details(of: impostor).value == 7)
    #expect(flags.details(of: impostor).reason == .undeclared)
    // A flag that is declared again in the same way is the same flag.
    let twin = FeatureFlag("newSearch", default: false, description: "The same flag.", owner: "search team")
    #expect(flags.value(of: twin))
  }
}
